"""Review of a game."""
