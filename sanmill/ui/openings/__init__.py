"""The page of the openings to practice."""
