"""Puzzles off the board: today's puzzle, practice, progress."""
