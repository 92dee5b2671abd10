"""How the app looks: colours, marks on the board, motion, size of text, as set and as the system wants it."""

from __future__ import annotations

from pathlib import Path

from kivy.metrics import Metrics
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from sanmill.core import settings
from sanmill.core.settings import Settings
from sanmill.core.themes import read_board_theme, read_palette

from . import platform
from .board.looks import Looks

SYSTEM_TEXT = Metrics.fontscale  # as the phone is set
TEXT_SIZES = {"small": 0.85, "normal": 1.0, "large": 1.25, "largest": 1.6}
TEXT_LEAST, TEXT_MOST = 0.85, 1.6  # what the screens are made for
SEEN = (
    settings.APPEARANCE,
    settings.THEME,
    settings.MARKS,
    settings.COORDINATES,
    settings.TARGETS,
    settings.LAST_MOVE,
    settings.SPEED,
    settings.INPUT,
    settings.HAND,
    settings.SPEECH,
)


class Look:
    """What rules ask the app for; they follow it."""

    palette = ObjectProperty(rebind=True)
    board_theme = ObjectProperty()
    board_looks = ObjectProperty(Looks())
    has_motion = BooleanProperty(True)
    has_coordinates = BooleanProperty(False)
    hand = StringProperty("right")
    is_spoken = BooleanProperty(False)  # fingers on the board look before they play

    def look(self, chosen: Settings, assets: Path) -> None:
        """Take the looks from the settings and the system."""
        appearance = chosen.get(settings.APPEARANCE)
        is_dark = platform.is_dark() if appearance == "system" else appearance == "dark"
        theme = chosen.get(settings.THEME)
        if theme == "auto":
            theme = "slate" if is_dark else "maple"
        motion = settings.MOTION_TIMES[chosen.get(settings.SPEED)]
        self.palette = read_palette(assets / "palettes" / f"{'dark' if is_dark else 'light'}.json")
        platform.mark_bars(is_dark)
        self.board_theme = read_board_theme(assets / "themes" / f"{theme}.json")
        self.board_looks = Looks(
            has_marks=chosen.get(settings.MARKS),
            has_targets=chosen.get(settings.TARGETS),
            has_last_move=chosen.get(settings.LAST_MOVE),
            motion=motion,
            may_drag=chosen.get(settings.INPUT) != "tap",
        )
        self.has_motion = motion > 0
        self.has_coordinates = chosen.get(settings.COORDINATES)
        self.hand = chosen.get(settings.HAND)
        self.is_spoken = chosen.get(settings.SPEECH)


def set_text_size(chosen: Settings) -> None:
    """Have text drawn as large as set, from now on; what is drawn already stays as it is."""
    wanted = SYSTEM_TEXT * TEXT_SIZES[chosen.get(settings.TEXT_SIZE)]
    Metrics.fontscale = max(TEXT_LEAST, min(TEXT_MOST, wanted))
