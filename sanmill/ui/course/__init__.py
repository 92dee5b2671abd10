"""The page of the user's course."""
