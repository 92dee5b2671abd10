"""The view of the clock for a wooden board."""

from __future__ import annotations

from dataclasses import dataclass

from sanmill.core.game.model import Side
from sanmill.core.text.i18n import Text


@dataclass(frozen=True)
class HalfView:
    """The half of one player."""

    side: Side
    time: str
    seconds_left: int
    words: Text  # what to do, or how it stands
    spoken: Text  # the whole of it in a sentence
    is_running: bool
    is_low: bool
    has_lost: bool
    can_press: bool


@dataclass(frozen=True)
class ClockView:
    top: HalfView
    bottom: HalfView
    is_begun: bool
    is_paused: bool
    is_over: bool
    keeps_awake: bool

    @property
    def running(self) -> HalfView | None:
        return next((half for half in (self.top, self.bottom) if half.is_running), None)
