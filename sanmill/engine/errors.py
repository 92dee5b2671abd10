"""The one error of the engine's Python side."""

from __future__ import annotations


class EngineError(Exception):
    """Something the engine cannot do, in its own words."""
