"""Protocols: what the controller is built from, what a mode is, and what a mode may ask of the controller."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from sanmill.core.settings import Settings
from sanmill.engine.messages import TablebaseStatus

from .engine_requests import EngineRequests, SearchRequest
from .games.session import Session
from .intents import Handlers
from .variants.library import Library
from .views.types import GameView

if TYPE_CHECKING:
    from .games.results import Results
    from .modes.lessons import LessonProgress

Cancel = Callable[[], None]
Receivers = dict[type, Callable[[SearchRequest, Any], None]]


class Clock(Protocol):
    """Monotonic time and timers on the main thread."""

    def now(self) -> float:
        """Seconds on a monotonic clock."""

    def after(self, seconds: float, call: Callable[[], None]) -> Cancel:
        """Call later on this thread; the result cancels the timer."""


class Tablebases(Protocol):
    """The endgame tablebases on this device and those that can be built."""

    @property
    def building(self) -> str:
        """The rules whose tablebase is being built; empty when none is."""

    def of(self, rules: str) -> TablebaseStatus:
        """The status for these rules; the first query starts a look-up that is answered by an event."""

    def build(self, rules: str) -> None:
        """Build in the background, or continue a build."""

    def stop(self) -> None:
        """Stop the build; finished subspaces stay."""

    def remove(self, rules: str) -> None:
        """Delete the tablebase built for these rules."""


class Mode(Protocol):
    """A use of the board. The controller looks up intents and events in its tables, then calls ``plan_search``."""

    handlers: Handlers
    receivers: Receivers

    @property
    def session(self) -> Session | None:
        """The game shown; ``None`` in modes without a game."""

    def plan_search(self) -> None:
        """Submit the search wanted in the present state."""

    def close(self) -> None:
        """Cancel timers; the mode leaves the board."""

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

    def update(self) -> None:
        """Plan, save and publish after a change that no intent or event made."""

    def open_game(self, session: Session) -> None:
        """Put another game on the board."""

    def is_tried(self, session: Session) -> bool:
        """Whether a game was started from a position of the last review."""
