"""The sheet at the end of a game: the result, what it changed, and what to do next."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kivy.animation import Animation
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from sanmill.control.board.intents import Rematch
from sanmill.control.intents import Intent
from sanmill.control.views.types import GameView, Mood, ResultNote
from sanmill.core.text.i18n import text
from sanmill.ui.app_port import the_app
from sanmill.ui.direction import BoxLayout
from sanmill.ui.widgets import action_bar, player_strip, portrait  # noqa: F401 - their classes are used by name
from sanmill.ui.widgets.base import load_kv
from sanmill.ui.widgets.sheet import Sheet

COUNTING = 1.0  # seconds
STRIP = 60  # dp of the user's strip below the board, which is not cut in two


class ResultHead(BoxLayout):
    """Opponent or winner, and the reason; the close button stands beside the headline, so that the rest is wide."""

    sheet = ObjectProperty(None, allownone=True)


class NoteRow(BoxLayout):
    """Something the game achieved or changed; a rating counts up or down to its new value."""

    icon = StringProperty()
    words = StringProperty()
    count = NumericProperty(0)

    def __init__(self, note: ResultNote, **kwargs: Any) -> None:
        super().__init__(icon=note.icon, words=the_app().say(note.words), **kwargs)
        self._note = note
        if note.count and the_app().has_motion:
            self.count, last = note.count
            Animation(count=last, duration=COUNTING, transition="out_cubic").start(self)

    def on_count(self, *_: Any) -> None:
        words = self._note.words
        values = tuple((name, round(self.count) if name == "rating" else value) for name, value in words.values)
        self.words = the_app().say(replace(words, values=values))


class ResultActions(BoxLayout):
    sheet = ObjectProperty(None, allownone=True)


class ResultSheet(Sheet):
    """The result, what it changed and what to do next; leaves the board visible."""

    headline = StringProperty()
    reason = StringProperty()
    kind_words = StringProperty()
    winner = NumericProperty(-1)
    level = NumericProperty(0)  # of the opponent shown
    mood = StringProperty(Mood.CALM.value)
    has_offer = BooleanProperty(False)  # something else than a rematch comes first
    main_icon = StringProperty()
    main_label = StringProperty()
    below = NumericProperty(0)  # height of the room below the board

    def __init__(self, **kwargs: Any) -> None:
        self._notes: tuple[ResultNote, ...] = ()
        self._main: Intent = Rematch()
        super().__init__(**kwargs)
        words = ResultHead(sheet=self)
        words.bind(height=lambda _, height: setattr(self, "head_least", height + dp(4)))
        self.replace_title(words)
        close = self.ids.close.__self__
        self.ids.head.remove_widget(close)
        words.ids.top.add_widget(close)
        self.ids.foot.add_widget(ResultActions(sheet=self))
        board = the_app().nav.play.ids.board
        board.bind(y=self.setter("below"))
        self.below = board.y

    def fit(self, wanted: float, is_wide: bool, room: float) -> float:
        """Up to the board, as long as the buttons fit below it; lower where more than the strip stays in sight."""
        height = super().fit(wanted, is_wide, room)
        if is_wide or height < self.below - dp(STRIP):
            return height
        return float(max(self.below, self.head_height + self.ids.foot.height + dp(28)))

    def show(self, view: GameView) -> None:
        result, say = view.result, the_app().say
        if result is None:
            self.close()
            return
        self.headline, self.reason = say(result.headline), say(result.reason)
        self.kind_words = say(result.kind_words) if result.kind_words else ""
        self.winner = -1 if result.winner is None else int(result.winner)
        self.level, self.mood = result.level, result.mood.value
        if result.notes != self._notes:
            self._notes = result.notes
            self.ids.notes.clear_widgets()
            for note in result.notes:
                self.ids.notes.add_widget(NoteRow(note))
        main, self.has_offer = result.main, result.main is not None
        self._main = main.intent if main else Rematch()
        self.main_icon = main.icon if main else "replay"
        self.main_label = say(main.label if main else text("play.rematch"))

    def go_on(self) -> None:
        self.next_game(self._main)

    def next_game(self, wanted: Intent) -> None:
        app = the_app()
        app.nav.close_sheets()
        app.send(wanted)


load_kv(__file__)
