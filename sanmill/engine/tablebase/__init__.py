"""Endgame tablebases: probing, the registry of available files, adding a file."""
