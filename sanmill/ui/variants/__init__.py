"""Variants, their rules, the rule editor and perfect play."""
