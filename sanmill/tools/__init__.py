"""What developers run: matches, ladders, soak tests, tablebase commands. Not in the phone package."""
