"""The coordinates of the board as a small lesson."""
