"""The theme: palette, board theme and style, motion and text size, from the settings and the system."""

from __future__ import annotations

from kivy.metrics import Metrics
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from sanmill.core import settings
from sanmill.core.settings import Settings
from sanmill.core.themes import app_palette, around
from sanmill.core.user_themes import UserThemes
from sanmill.ui.board.board_style import BoardStyle

from . import platform

SYSTEM_TEXT = Metrics.fontscale  # the system setting
TEXT_SIZES = {"small": 0.85, "normal": 1.0, "large": 1.25, "largest": 1.6}
TEXT_MIN, TEXT_MAX = 0.85, 1.6  # supported by the layouts
PIECE_SIZES = (0.8, 0.9, 1.0, 1.07, 1.14)  # relative to the default; the largest pieces do not touch
LINE_WIDTHS = (0.6, 1.0, 1.6, 2.3, 3.0)


class ThemeMixin:
    """Kivy properties of the app that kv rules bind to."""

    is_dark = BooleanProperty(False)
    palette = ObjectProperty(rebind=True)
    board_theme = ObjectProperty()
    board_style = ObjectProperty(BoardStyle())
    has_motion = BooleanProperty(True)
    has_coordinates = BooleanProperty(False)
    hand = StringProperty("right")
    is_spoken = BooleanProperty(False)  # a touch on the board announces the point instead of playing

    def apply_theme(self, chosen: Settings, themes: UserThemes) -> None:
        """Set the properties from the settings, the user's themes and the system."""
        appearance = chosen.get(settings.APPEARANCE)
        is_dark = platform.is_dark() if appearance == "system" else appearance == "dark"
        motion = settings.MOTION_TIMES[chosen.get(settings.SPEED)]
        self.is_dark = themes.is_dark = is_dark
        board_theme = themes.theme_of(chosen.get(settings.THEME))
        self.palette = around(app_palette(is_dark), board_theme)
        platform.set_bar_icons(is_dark)
        self.board_theme = board_theme
        self.board_style = BoardStyle(
            pieces=chosen.get(settings.PIECES),
            piece_size=PIECE_SIZES[chosen.get(settings.PIECE_SIZE) - 1],
            line_width=LINE_WIDTHS[chosen.get(settings.LINE_WIDTH) - 1],
            has_targets=chosen.get(settings.TARGETS),
            has_last_move=chosen.get(settings.LAST_MOVE),
            motion=motion,
            may_drag=chosen.get(settings.INPUT) != "tap",
            may_draw=chosen.get(settings.DRAWING),
        )
        self.has_motion = motion > 0
        self.has_coordinates = chosen.get(settings.COORDINATES)
        self.hand = chosen.get(settings.HAND)
        self.is_spoken = chosen.get(settings.SPEECH)


def set_text_size(chosen: Settings) -> None:
    """Set the scale of text drawn from now on."""
    wanted = SYSTEM_TEXT * TEXT_SIZES[chosen.get(settings.TEXT_SIZE)]
    Metrics.fontscale = max(TEXT_MIN, min(TEXT_MAX, wanted))
