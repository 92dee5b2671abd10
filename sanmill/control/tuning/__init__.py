"""The weights of the evaluation as the user changes them, and matches to try them."""
