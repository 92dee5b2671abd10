"""Puzzles off the board: today's puzzle, practice, runs, progress."""
