"""The sheet at the end of a game: the result, what it changed, and what to do next."""

from __future__ import annotations

from typing import Any

from kivy.factory import Factory
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from sanmill.control.intents import Intent
from sanmill.control.play.intents import TryLevel
from sanmill.control.views.types import GameView, ResultNote
from sanmill.ui.app_port import the_app
from sanmill.ui.direction import BoxLayout
from sanmill.ui.widgets import action_bar, player_strip  # noqa: F401 - their classes are used by name
from sanmill.ui.widgets.base import TextButton, load_kv
from sanmill.ui.widgets.sheet import Sheet


class ResultHead(BoxLayout):
    """Winner and reason, next to the close button."""

    sheet = ObjectProperty(None, allownone=True)


class NoteRow(BoxLayout):
    """Something the game achieved or changed."""

    icon = StringProperty()
    words = StringProperty()


class ResultSheet(Sheet):
    """The result, what it changed and what to do next; leaves the board visible."""

    headline = StringProperty()
    reason = StringProperty()
    winner = NumericProperty(-1)
    has_offer = BooleanProperty(False)  # another level is suggested

    def __init__(self, **kwargs: Any) -> None:
        self._notes: tuple[ResultNote, ...] = ()
        self._offers: tuple[bool, int | None] = (False, None)
        super().__init__(**kwargs)
        words = ResultHead(sheet=self)
        words.bind(height=lambda _, height: setattr(self, "head_least", height + dp(12)))
        self.replace_title(words)

    def show(self, view: GameView) -> None:
        result, say = view.result, the_app().say
        if result is None:
            self.close()
            return
        self.headline, self.reason = say(result.headline), say(result.reason)
        self.winner = -1 if result.winner is None else int(result.winner)
        if result.notes != self._notes:
            self._notes = result.notes
            self.ids.notes.clear_widgets()
            for note in result.notes:
                self.ids.notes.add_widget(NoteRow(icon=note.icon, words=say(note.words)))
        if (result.offers_ladder, result.suggested_level) != self._offers:
            self._offers = (result.offers_ladder, result.suggested_level)
            self._fill_offers()

    def _fill_offers(self) -> None:
        """The buttons for the next step: the levels, or another level to try. Rematch declines."""
        offers_ladder, level = self._offers
        box, app = self.ids.offers, the_app()
        box.clear_widgets()
        self.has_offer = level is not None
        if level is not None:
            try_level = lambda _: self.next_game(TryLevel(level))  # noqa: E731 - one line
            label = app.say("result.try_level", level=level)
            box.add_widget(TextButton(icon="play_arrow", label=label, is_on=True, on_release=try_level))
        elif offers_ladder:
            box.add_widget(Factory.LadderButton())

    def next_game(self, wanted: Intent) -> None:
        app = the_app()
        app.nav.close_sheets()
        app.send(wanted)


load_kv(__file__)
