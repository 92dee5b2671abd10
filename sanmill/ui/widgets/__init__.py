"""Small widgets, each knowing only how it looks and what it sends."""
