"""Plain Python: game tree, records and the words they are told in. Knows nothing of the engine or the screen."""
