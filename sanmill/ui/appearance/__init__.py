"""Themes and style of the board."""
