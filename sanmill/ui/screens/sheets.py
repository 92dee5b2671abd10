"""The sheets: a new game, more actions, the end of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty, StringProperty

from sanmill.control import intents
from sanmill.control.games import new_game
from sanmill.control.intents import Intent
from sanmill.control.variants import rule_set
from sanmill.control.views.types import GameView
from sanmill.core import settings
from sanmill.core.settings import Setting, Settings
from sanmill.ui.app_port import AppPort, the_app
from sanmill.ui.direction import BoxLayout
from sanmill.ui.widgets.base import Row, TextButton, load_rules
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
        """What a setting is set to."""
        return self.settings.get(settings.BY_KEY[key])

    def choose(self, key: str, value: Any) -> None:
        """Set a setting."""
        setting: Setting[Any] = settings.BY_KEY[key]
        self.settings.set(setting, type(setting.default)(value))

    def choices(self, key: str, tr: Callable[..., str], lang: str) -> list[tuple[Any, str]]:
        """The choices of a setting with their words."""
        return [(choice, tr(lang, f"setting.{key}.{choice}")) for choice in self.settings.bounded[key].choices]


class StartButton(TextButton):
    """Starts what its sheet describes."""

    sheet = ObjectProperty(None, allownone=True)


class NewGameSheet(SettingsSheet):
    """What a new game needs to be told; everything is remembered. The start is always within reach."""

    mode = StringProperty("versus")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for mode, part in (("versus", self.ids.versus_part), ("watch", self.ids.watch_part)):
            if mode != self.mode:  # not only unseen: even so it would take touches meant for what lies there
                part.parent.remove_widget(part)
        self.ids.foot.add_widget(StartButton(sheet=self))

    def variant_choices(self, app: AppPort, _lang: str) -> list[tuple[str, str]]:
        """Every variant, one's own too, the last used first."""
        used = new_game.chosen_variant(self.settings)
        listed = [(value, app.say(name)) for value, name in app.controller.library.choices()]
        if used not in dict(listed):
            listed.append((used, app.say("variant.own")))
        return sorted(listed, key=lambda choice: choice[0] != used)

    def variant_about(self, app: AppPort, _lang: str, value: str) -> str:
        """What is special about a variant."""
        return app.say(rule_set.about(new_game.rules_in(value))) if value else ""

    @property
    def start(self) -> Intent:
        """The intent that starts the game."""
        return STARTS[self.mode]()


class MoreSheet(Sheet):
    """The overflow: one row per action."""

    def show(self, view: GameView, send: Callable[[Intent], None]) -> None:
        """Make the rows; choosing one closes the sheet."""
        self.ids.rows.clear_widgets()
        for action in view.overflow:
            row = Row(
                icon=action.icon, label=the_app().say(action.label), leads_on=False, disabled=not action.is_enabled
            )
            row.bind(on_release=lambda _, intent=action.intent: send(intent))
            self.ids.rows.add_widget(row)


class LadderButton(TextButton):
    """Leads to the levels one has played."""


class ResultHead(BoxLayout):
    """Who won and why, beside the way out of the sheet."""

    sheet = ObjectProperty(None, allownone=True)


class ResultSheet(Sheet):
    """How the game ended, and what to do now. The board stays in sight above it."""

    headline = StringProperty()
    reason = StringProperty()
    notes = StringProperty()
    winner = NumericProperty(-1)

    def __init__(self, **kwargs: Any) -> None:
        self._ladder: LadderButton | None = None
        super().__init__(**kwargs)
        words = ResultHead(sheet=self)
        words.bind(height=lambda _, height: setattr(self, "head_least", height + dp(12)))
        self.put_in_head(words)

    def show(self, view: GameView) -> None:
        """Say how it ended."""
        say = the_app().say
        if view.result:
            self.headline, self.reason = say(view.result.headline), say(view.result.reason)
            self.notes = "\n".join(say(note) for note in view.result.notes)
            if view.result.offers_ladder and self._ladder is None:
                self._ladder = LadderButton()
                self.add_widget(self._ladder)
            self.winner = -1 if view.result.winner is None else int(view.result.winner)


load_rules(__file__)
