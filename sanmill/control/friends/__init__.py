"""Games with friends, one turn per message."""
