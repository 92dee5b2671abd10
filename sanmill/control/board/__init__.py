"""What the modes on the board share: touches, hints, analysis, thinking, the view of a game."""
