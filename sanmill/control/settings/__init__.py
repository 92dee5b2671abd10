"""The settings pages."""
