"""Intents about the user's themes, which are named by their files. Choosing a theme is a change of its setting."""

from __future__ import annotations

from dataclasses import dataclass

from sanmill.control.intents import Intent
from sanmill.core.themes import Colour


@dataclass(frozen=True)
class EditTheme(Intent):
    """Open the theme in use to change its colours; one that is not the user's is copied as it looks now."""


@dataclass(frozen=True)
class ImportTheme(Intent):
    """Add the theme of a text; ``name`` is for one that has none."""

    text: str
    name: str = ""


@dataclass(frozen=True)
class ChangeColour(Intent):
    """Give an element of a theme another colour, or none."""

    file: str
    element: str
    colour: Colour | None


@dataclass(frozen=True)
class RenameTheme(Intent):
    file: str
    name: str


@dataclass(frozen=True)
class ShareTheme(Intent):
    file: str


@dataclass(frozen=True)
class DeleteTheme(Intent):
    file: str


class RestoreTheme(Intent):
    """Restore the theme deleted last, and use it."""
