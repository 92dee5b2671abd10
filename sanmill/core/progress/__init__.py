"""What the user has achieved: statistics, ratings, puzzles."""
