"""Searches: options, the search thread, the opening book and proofs."""
