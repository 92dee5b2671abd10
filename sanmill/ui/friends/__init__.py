"""The page of games with friends."""
