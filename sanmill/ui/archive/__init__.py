"""The page of saved games."""
