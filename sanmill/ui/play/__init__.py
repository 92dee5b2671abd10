"""The play screen, the sheets of a new game, of its moves and of its result."""
