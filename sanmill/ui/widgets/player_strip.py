"""One player: portrait, name, level, pieces in hand as dots, captured pieces, and a spinner while it thinks."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from sanmill.control.views.types import Mood, StripView
from sanmill.core.game.model import Side
from sanmill.ui.app_port import the_app
from sanmill.ui.board.board_style import BoardStyle
from sanmill.ui.board.shapes import Sprite, disc
from sanmill.ui.direction import BoxLayout

from . import portrait  # noqa: F401 - its class is used by name
from .base import PaintedWidget, load_kv

TURN = 140  # degrees per second


class PieceMark(PaintedWidget):
    """A piece of one side, drawn as on the board."""

    is_white = BooleanProperty(True)
    theme = ObjectProperty(None, allownone=True)
    style: BoardStyle = ObjectProperty(BoardStyle())
    painted = ("is_white", "theme", "style")

    def paint(self) -> None:
        if self.theme is not None:
            sprite = Sprite(self.theme, self.is_white, min(self.size) * 0.44, self.style.pieces)
            sprite.put(*self.center)
            self.canvas.add(sprite.group)


class HandDots(PaintedWidget):
    """Pieces in hand as a row of dots, in groups of three for easy counting."""

    room = NumericProperty(0)  # available width
    dot = NumericProperty(0)
    count = NumericProperty(0)
    is_white = BooleanProperty(True)
    theme = ObjectProperty(None, allownone=True)
    painted = ("count", "is_white", "theme", "dot")

    @staticmethod
    def place(index: int) -> float:
        """Offset of a dot, in dots."""
        return index * 1.2 + index // 3 * 0.7

    def paint(self) -> None:
        if self.theme is None:
            return
        theme = self.theme
        body, rim = (theme.white, theme.white_rim) if self.is_white else (theme.black, theme.black_rim)
        radius = self.dot / 2
        for index in range(int(self.count)):
            x = self.along(self.x + radius + self.place(index) * self.dot)
            self.canvas.add(Color(*rim))
            self.canvas.add(disc(x, self.center_y, radius))
            self.canvas.add(Color(*body))
            self.canvas.add(disc(x, self.center_y, radius - max(1, dp(1))))


class CapturedPieces(PaintedWidget):
    """The opponent's pieces that a player has taken, in an overlapping row."""

    count = NumericProperty(0)
    arriving = NumericProperty(0)  # of them, still on their way from the board
    step = NumericProperty(0)  # from one piece to the next
    is_white = BooleanProperty(True)
    theme = ObjectProperty(None, allownone=True)
    style: BoardStyle = ObjectProperty(BoardStyle())
    painted = ("count", "arriving", "step", "is_white", "theme", "style")

    def place(self, index: int) -> tuple[float, float, float]:
        """Middle and radius of a piece."""
        radius = self.height / 2
        return (self.along(self.x + radius + index * self.step), self.center_y, radius)

    def paint(self) -> None:
        if self.theme is None:
            return
        for index in range(int(self.count - self.arriving)):
            x, y, radius = self.place(index)
            sprite = Sprite(self.theme, self.is_white, radius, self.style.pieces)
            sprite.put(x, y)
            self.canvas.add(sprite.group)


class ThinkingArc(Widget):
    """A slow arc that turns only while visible."""

    is_on = BooleanProperty(False)
    has_motion = BooleanProperty(True)
    angle = NumericProperty(0)

    def on_is_on(self, *_: Any) -> None:
        Clock.unschedule(self._turn)
        if self.is_on and self.has_motion:
            Clock.schedule_interval(self._turn, 1 / 30)

    on_has_motion = on_is_on

    def _turn(self, seconds: float) -> None:
        self.angle = (self.angle + TURN * seconds) % 360


class PlayerStrip(BoxLayout):
    name = StringProperty()
    detail = StringProperty()
    has_clock = BooleanProperty(False)  # the detail is one
    is_low = BooleanProperty(False)  # it has little time left
    is_white = BooleanProperty(True)
    is_turn = BooleanProperty(False)
    is_thinking = BooleanProperty(False)
    in_hand = NumericProperty(0)
    captured = NumericProperty(0)
    arriving = NumericProperty(0)  # of the captured pieces, still on their way from the board
    is_turned = BooleanProperty(False)  # upside down, for a person opposite
    level = NumericProperty(0)  # of the opponent with a portrait; 0 for a user
    mood = StringProperty(Mood.CALM.value)
    has_faces = BooleanProperty(False)  # in this strip or the other one

    def show(self, view: StripView, opponent: StripView) -> None:
        say = the_app().say
        self.name = say(view.name)
        if view.has_clock:
            self.show_detail(view)
        self.has_clock, self.is_low = view.has_clock, view.is_low
        self.is_white = view.side is Side.WHITE
        self.is_turn = view.is_turn
        self.is_thinking = view.is_thinking
        self.in_hand = view.in_hand
        self.captured = opponent.lost
        self.is_turned = view.is_turned
        self.level, self.mood = view.level, view.mood.value
        self.has_faces = bool(view.level or opponent.level)

    def show_detail(self, view: StripView) -> None:
        """The level, the rating or the clock; what a move changes is shown once its pieces have arrived."""
        self.detail = the_app().say(view.detail) if view.detail else ""

    def captured_at(self) -> tuple[float, float, float] | None:
        """Middle and radius of the piece captured last; None while no captured piece can be seen."""
        if not self.captured or self.right < 0:
            return None
        x, y, radius = self.ids.captured.place(int(self.captured) - 1)
        return (2 * self.center_x - x, 2 * self.center_y - y, radius) if self.is_turned else (x, y, radius)


load_kv(__file__)
