"""The bases of what a user can ask for, as small frozen values; each feature declares its own in its ``intents.py``.

The object that handles an intent lists it in its ``handlers``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from sanmill.core.reports.breadcrumbs import Recorded

from .routes import Route


@dataclass(frozen=True)
class Intent:
    """Something a user asks for. One without fields of its own needs no decorator.

    ``recorded`` declares the fields that crash reports show, with their possible values; all others are left out.
    """

    recorded: ClassVar[Recorded] = {}


class BoardIntent(Intent):
    """Something the user asks of the mode on the board; a mode without it ignores it."""


Handlers = dict[type[Intent], Callable[[Any], None]]


@dataclass(frozen=True)
class Open(Intent):
    """Open a page or a sheet; handled by the app."""

    route: Route
