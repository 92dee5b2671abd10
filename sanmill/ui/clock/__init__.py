"""The clock for a game on a wooden board."""
