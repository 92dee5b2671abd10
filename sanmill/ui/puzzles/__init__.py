"""The puzzles page."""
