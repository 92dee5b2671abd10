"""Games: the session in progress, saved games, import and sharing."""
