"""The statistics page."""
