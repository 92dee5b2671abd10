"""Appearance of the board."""
