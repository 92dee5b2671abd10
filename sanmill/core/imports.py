"""Imports at first use: what is not in sight costs no start time."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def imported(path: str) -> Any:
    """What a path such as ``sanmill.ui.home.screen:HomeScreen`` names."""
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)
