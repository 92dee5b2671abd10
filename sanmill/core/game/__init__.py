"""A game as plain values: moves, tree, record, position, review."""
