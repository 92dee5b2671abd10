"""The screens and sheets."""
