"""Crash reports and what they may hold."""
