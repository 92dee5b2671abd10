"""Protocols: what a mode is, and what it may ask of the controller."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from sanmill.control.engine_requests import EngineRequests, SearchRequest
from sanmill.control.games.session import Session
from sanmill.control.intents import Handlers
from sanmill.control.lesson_plans import LessonProgress
from sanmill.control.opening_requests import OpeningRequests
from sanmill.control.ports import Clock, Tablebases
from sanmill.control.statistics.feature import Results
from sanmill.control.variants.library import Library
from sanmill.control.views.types import GameView, ShareView
from sanmill.core.progress.statistics import Tally
from sanmill.core.settings import Settings

Receivers = dict[type, Callable[[SearchRequest, Any], None]]


class Mode(Protocol):
    """A use of the board. The controller looks up intents and events in its tables, then calls ``plan_search``."""

    handlers: Handlers
    receivers: Receivers
    file: str  # its state is saved in; empty for the modes of the game in progress

    @property
    def session(self) -> Session | None:
        """The game shown; ``None`` in modes without a game."""

    def plan_search(self) -> None:
        """Submit the search wanted in the present state."""

    def close(self) -> None:
        """Cancel timers; the mode leaves the board."""

    def on_hidden(self) -> None:
        """The board left the screen: another page came to the front, or the app goes to the background."""

    def save(self) -> dict[str, Any]:
        """The content of its file."""

    def share(self) -> ShareView | None:
        """What is shared instead of the game in progress."""

    def view(self) -> GameView:
        """The snapshot for the screen."""


class ModeContext(Protocol):
    """What a mode may ask of the controller."""

    settings: Settings
    library: Library
    clock: Clock
    results: Results
    lesson_progress: LessonProgress
    engine: EngineRequests
    openings: OpeningRequests
    tablebases: Tablebases

    def update(self) -> None:
        """Plan, save and publish after a change that no intent or event made."""

    def open_game(self, session: Session) -> None:
        """Put another game on the board."""

    def explore(self, session: Session, best: tuple[str, ...] = ()) -> None:
        """Explore the opening from the position shown of a game, or after some moves of its best line."""

    def is_tried(self, session: Session) -> bool:
        """Whether a game was started from a position of the last review."""

    def count_results(self, keys: tuple[str, ...], take: Callable[[dict[str, Tally]], None]) -> None:
        """Give the user's results in saved games by position, later, also more than once."""
