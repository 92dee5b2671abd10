"""The share sheet."""
