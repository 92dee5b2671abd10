"""Saved games: list, search, import, export."""
