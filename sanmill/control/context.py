"""What features and modes may ask of the controller."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from typing import TYPE_CHECKING, Any, Protocol

from sanmill.core.settings import Settings
from sanmill.core.storage.store import Store
from sanmill.core.text.i18n import Text

if TYPE_CHECKING:
    from sanmill.core.reports.crash import Reports
    from sanmill.core.user_themes import UserThemes

    from .current_game import CurrentGame
    from .effects import Effect
    from .engine_requests import EngineRequests
    from .features import Features
    from .ports import ClockPort, JobsPort, Tablebases
    from .recovery import Recovery
    from .routes import Route
    from .variants.library import Library


class Context(Protocol):
    """The controller as features and modes see it; everything is called on the main thread, but for ``post``."""

    settings: Settings
    store: Store
    library: Library
    themes: UserThemes
    jobs: JobsPort
    clock: ClockPort
    engine: EngineRequests  # searches for the mode on the board
    tablebases: Tablebases
    reports: Reports
    features: Features
    current: CurrentGame
    recovery: Recovery
    in_sight: tuple[Route, ...]  # the page in front and the sheets
    has_panel: bool  # whether the play screen has room for a graph beside the board

    today: Callable[[], date]
    say: Callable[[Text], str]
    post: Callable[[Callable[[], Any]], None]  # schedules a call on the main thread
    languages: Callable[[], Iterable[tuple[str, Text | str]]]  # values and names of the language setting

    def update(self) -> None:
        """Plan, save and publish after a change that no intent or event made."""

    def tell(self, effect: Effect) -> None:
        """Ask the app for something once, after the next publication."""

    def title_of(self, rules: str) -> Text:
        """The title of rules."""
