"""Texts: translations, dates, numbers, names, writing direction."""
