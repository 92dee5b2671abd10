"""Puzzles: generation, refutations, and the thread that makes them."""
