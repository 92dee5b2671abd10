"""The page of the opening explorer."""
