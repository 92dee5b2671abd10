"""Variants and rule sets: the list, the workshop, trial games, tablebases for them."""
