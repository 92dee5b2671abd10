"""What a feature asks of the app once, besides what its view shows: open a route, show a message, hand out a text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Union

from sanmill.core.text.i18n import Text

from .intents import Intent
from .routes import Kind, Route


@dataclass(frozen=True)
class Go:
    """Open a page, or return to it."""

    route: Route


@dataclass(frozen=True)
class Replace:
    """Open a page in place of the one in front and of pages of some kinds directly below it."""

    route: Route
    below: tuple[Kind, ...] = ()


@dataclass(frozen=True)
class Toast:
    """A short message, one line each; with an intent that undoes what it tells, it has a button for it.

    Without lines, it hides the one before.
    """

    lines: tuple[Text, ...]
    undo: Intent | None = None
    is_long: bool = False  # to read; stays longer


@dataclass(frozen=True)
class SheetText:
    """A text in a sheet, to be copied, saved or shared."""

    title: Text
    lines: tuple[Text | str, ...]
    file_name: str


@dataclass(frozen=True)
class HandOut:
    """A text for a file of the user, or for another app."""

    title: Text
    content: str
    is_file: bool
    suffix: str = ".pgn"


@dataclass(frozen=True)
class Paste:
    """The text on the clipboard is wanted for an intent."""

    intent: Callable[[str], Intent]


Effect = Union[Go, Replace, Toast, SheetText, HandOut, Paste]
