"""Fonts and text drawing."""
