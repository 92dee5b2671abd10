"""Drills of the named openings."""
