"""Sheets of the play screen: new game, result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.factory import Factory
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from sanmill.control import intents
from sanmill.control.games import new_game
from sanmill.control.intents import Intent
from sanmill.control.variants import rule_set
from sanmill.control.views.types import GameView, ResultNote
from sanmill.core import settings
from sanmill.core.settings import Setting, Settings
from sanmill.ui.app_port import AppPort, the_app
from sanmill.ui.direction import BoxLayout
from sanmill.ui.widgets.base import TextButton, load_kv
from sanmill.ui.widgets.sheet import Sheet

STARTS: dict[str, type[Intent]] = {
    "versus": intents.StartVersus,
    "two_players": intents.StartTwoPlayers,
    "watch": intents.StartWatch,
}


class SettingsSheet(Sheet):
    """A sheet whose rows are settings."""

    settings: Settings = ObjectProperty(None, allownone=True)

    def value(self, key: str) -> Any:
        return self.settings.get(settings.BY_KEY[key])

    def choose(self, key: str, value: Any) -> None:
        setting: Setting[Any] = settings.BY_KEY[key]
        self.settings.set(setting, type(setting.default)(value))

    def choices(self, key: str, tr: Callable[..., str], lang: str) -> list[tuple[Any, str]]:
        return [(choice, tr(lang, f"setting.{key}.{choice}")) for choice in self.settings.bounded[key].choices]


class StartButton(TextButton):
    """Starts the game of its sheet."""

    sheet = ObjectProperty(None, allownone=True)


class NewGameSheet(SettingsSheet):
    """Options of a new game, stored as settings."""

    mode = StringProperty("versus")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for mode, part in (("versus", self.ids.versus_part), ("watch", self.ids.watch_part)):
            if mode != self.mode:  # removed, since a hidden part would still take touches
                part.parent.remove_widget(part)
        self.ids.foot.add_widget(StartButton(sheet=self))

    def variant_choices(self, app: AppPort, _lang: str) -> list[tuple[str, str]]:
        """Every variant, the last used first."""
        used = new_game.chosen_variant(self.settings)
        listed = [(value, app.say(name)) for value, name in app.controller.pages.variant_choices()]
        if used not in dict(listed):
            listed.append((used, app.say("variant.own")))
        return sorted(listed, key=lambda choice: choice[0] != used)

    def variant_about(self, app: AppPort, _lang: str, value: str) -> str:
        return app.say(rule_set.about(rule_set.rules_in(value))) if value else ""

    @property
    def start(self) -> Intent:
        return STARTS[self.mode]()


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
            try_level = lambda _: self._try(level)  # noqa: E731 - one line
            label = app.say("result.try_level", level=level)
            box.add_widget(TextButton(icon="play_arrow", label=label, is_on=True, on_release=try_level))
        elif offers_ladder:
            box.add_widget(Factory.LadderButton())

    def _try(self, level: int) -> None:
        app = the_app()
        app.nav.close_sheets()
        app.send(intents.TryLevel(level))


load_kv(__file__)
