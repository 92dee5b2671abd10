"""Sharing a game or puzzle."""
