"""Games on the board: against the engine, of two people, watched; and the set-up of a position."""
