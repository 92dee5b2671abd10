"""Sanmill: the game of Mill, with an engine that knows every variant."""

__version__ = "0.1.0"
