"""The board on the screen: where its points lie, how it is painted, how it moves and is touched."""
