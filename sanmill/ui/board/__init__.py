"""The board: geometry, painting, animation, input."""
