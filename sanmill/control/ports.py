"""What a mode may ask of its surroundings: time, the engine, the settings, and to be seen and kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from sanmill.core.settings import Settings
from sanmill.engine.messages import Limits, SearchEvent, Situation, TablebaseStatus

from .games.session import Session
from .intents import Intent
from .variants.library import Library
from .views.types import GameView

if TYPE_CHECKING:
    from .games.results import Results
    from .modes.lessons import Learned

Cancel = Callable[[], None]


class Clock(Protocol):
    """Time, for those who must not block."""

    def now(self) -> float:
        """Seconds on a clock that never goes back."""

    def after(self, seconds: float, call: Callable[[], None]) -> Cancel:
        """Call later, on this thread; the answer takes the order back."""


class Tablebases(Protocol):
    """The endgame tables at hand, and those that can be built."""

    @property
    def building(self) -> str:
        """The rules whose tables are being built; empty when nothing is."""

    def of(self, rules: str) -> TablebaseStatus:
        """What is known of the tables for these rules; who asks for the first time is told later."""

    def build(self, rules: str) -> None:
        """Build them in the background, or go on with it."""

    def stop(self) -> None:
        """End the build soon; what it finished stays."""

    def remove(self, rules: str) -> None:
        """Delete the tables built for these rules."""


@dataclass(frozen=True)
class Job:
    """Work for the engine, and what it is for. Equal jobs are the same job."""

    purpose: str
    situation: Situation
    options: tuple[tuple[str, str], ...] = ()
    limits: Limits = field(default_factory=Limits)
    is_analysis: bool = False


class Host(Protocol):
    """The surroundings of a mode."""

    settings: Settings
    library: Library
    clock: Clock
    results: Results
    learned: Learned

    def run(self, job: Job | None) -> None:
        """Have this job done, and no other. The job already under way or done is not started again."""

    def hurry(self) -> None:
        """The job under way shall end with what it has."""

    def forget(self) -> None:
        """The last job no longer counts as done."""

    def changed(self) -> None:
        """Show and keep the new state."""

    def start(self, session: Session) -> None:
        """Go on with another game."""

    def is_tried(self, session: Session) -> bool:
        """Whether a game was begun from a position of the last review."""

    def is_in_front(self, mode: object) -> bool:
        """Whether a mode is still the one on the board."""


class Mode(Protocol):
    """A way to use the board: intents and events in, a view out."""

    def begin(self) -> None:
        """The mode came to the front."""

    def end(self) -> None:
        """The mode is left; nothing of it may happen later."""

    def handle(self, intent: Intent) -> None:
        """Do what the user asks."""

    def receive(self, job: Job, event: SearchEvent) -> None:
        """Take the engine's answer to a job."""

    def view(self) -> GameView:
        """What there is to see."""

    def kept(self) -> Session | None:
        """The game to come back to; none when there is none."""
