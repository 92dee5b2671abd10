"""Intents in, views out; the modes of play. Knows the engine and nothing of the screen."""
