"""The sheet of a new game: the opponent, the variant by picture, the side; everything else under More."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty

from sanmill.control.intents import Intent
from sanmill.control.play.intents import StartTwoPlayers, StartVersus, StartWatch
from sanmill.control.routes import Kind, Route
from sanmill.control.variants import rule_set
from sanmill.control.variants.library import chosen_variant
from sanmill.core import settings
from sanmill.core.settings import Setting, Settings
from sanmill.ui.app_port import AppPort, the_app
from sanmill.ui.board import widget  # noqa: F401 - its class is used by name
from sanmill.ui.direction import BoxLayout
from sanmill.ui.widgets import portrait  # noqa: F401 - its class is used by name
from sanmill.ui.widgets.base import Tappable, TextButton, load_kv
from sanmill.ui.widgets.pickers import PickRow, PickSheet
from sanmill.ui.widgets.setting_rows import TextRow
from sanmill.ui.widgets.sheet import Sheet

STARTS: dict[str, type[Intent]] = {
    "versus": StartVersus,
    "two_players": StartTwoPlayers,
    "watch": StartWatch,
}
# The picks under More: setting, its label, and the setting whose texts its choices share.
FIRST_MOVE = (settings.FIRST, "new.first", settings.FIRST)
PICKS: dict[str, tuple[tuple[Setting[Any], str, Setting[Any]], ...]] = {
    "versus": ((settings.STYLE, "new.style", settings.STYLE), FIRST_MOVE),
    "two_players": (FIRST_MOVE,),
    "watch": (
        (settings.WATCH_WHITE_STYLE, "new.white_style", settings.STYLE),
        (settings.WATCH_BLACK_STYLE, "new.black_style", settings.STYLE),
        (settings.WATCH_WHITE_ALGORITHM, "new.white_algorithm", settings.ALGORITHM),
        (settings.WATCH_BLACK_ALGORITHM, "new.black_algorithm", settings.ALGORITHM),
        (settings.WATCH_WHITE_WEIGHTS, "new.white_weights", settings.WATCH_WHITE_WEIGHTS),
        (settings.WATCH_BLACK_WEIGHTS, "new.black_weights", settings.WATCH_WHITE_WEIGHTS),
        FIRST_MOVE,
    ),
}
# Picks that are offered where the user has weights of their own.
WITH_WEIGHTS = (settings.WATCH_WHITE_WEIGHTS, settings.WATCH_BLACK_WEIGHTS)


class SettingsSheet(Sheet):
    """A sheet whose rows are settings."""

    settings: Settings = ObjectProperty(None, allownone=True)

    def value(self, key: str) -> Any:
        return self.settings.get(settings.BY_KEY[key])

    def choose(self, key: str, value: Any) -> None:
        setting: Setting[Any] = settings.BY_KEY[key]
        self.settings.set(setting, type(setting.default)(value))

    def choices(self, key: str, tr: Callable[..., str], lang: str) -> list[tuple[Any, str]]:
        """Values and labels of a setting."""
        return [(choice, tr(lang, f"setting.{key}.{choice}")) for choice in self.settings.bounded[key].choices]


class SettingPick(PickRow):
    """A setting with its value; opens the list of its choices."""

    def __init__(self, chosen: Settings, setting: Setting[Any], texts: Setting[Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._settings, self._setting, self._texts = chosen, setting, texts
        self._show()

    def _word(self, choice: Any) -> str:
        return the_app().say(f"setting.{self._texts.key}.{choice}")

    def _show(self) -> None:
        self.words = self._word(self._settings.get(self._setting))

    def on_release(self) -> None:
        choices = [(choice, self._word(choice)) for choice in self._settings.bounded[self._setting.key].choices]
        value = self._settings.get(self._setting)
        the_app().nav.open_sheet(PickSheet(title=self.label, choices=choices, value=value, then=self._take))

    def _take(self, value: Any) -> None:
        self._settings.set(self._setting, value)
        self._show()


class VariantTile(Tappable):
    """A variant by its board."""

    label = StringProperty()
    value = StringProperty()
    is_on = BooleanProperty(False)
    needed = NumericProperty(0)  # height that fits board and label


class VariantTiles(BoxLayout):
    """Single choice among variants."""

    choices = ListProperty()  # pairs of value and label
    value = StringProperty()

    __events__ = ("on_choose",)

    def on_choose(self, value: str) -> None:
        """Called with the chosen value."""

    def on_choices(self, *_: Any) -> None:
        self.clear_widgets()
        for value, label in self.choices:
            tile = VariantTile(label=label, value=value, is_on=value == self.value, on_release=self._choose)
            tile.ids.board.show(rule_set.sample_view(rule_set.rules_in(value)))
            tile.bind(needed=self._fit)
            self.add_widget(tile)
        self._fit()

    def _fit(self, *_: Any) -> None:
        self.height = max((tile.needed for tile in self.children), default=0)

    def on_value(self, *_: Any) -> None:
        for tile in self.children:
            tile.is_on = tile.value == self.value

    def _choose(self, tile: VariantTile) -> None:
        self.value = tile.value
        self.dispatch("on_choose", tile.value)


class PerfectLink(Tappable):
    """Leads to what is proven for a variant."""

    variant = StringProperty()
    is_shown = BooleanProperty(False)

    def on_release(self) -> None:
        the_app().nav.go(Route(Kind.PERFECT, rule_set.rules_in(self.variant)))


class RatedAndCoach(BoxLayout):
    """The switches of a game against the computer."""

    sheet = ObjectProperty(None, allownone=True)


class StartButton(TextButton):
    """Starts the game of its sheet."""

    sheet = ObjectProperty(None, allownone=True)


class NewGameSheet(SettingsSheet):
    """Options of a new game, stored as settings."""

    mode = StringProperty("versus")

    def __init__(self, *, route: Route, **kwargs: Any) -> None:
        super().__init__(route=route, mode=route.subject, settings=the_app().settings, **kwargs)
        parts = (
            ("versus", self.ids.versus_part),
            ("versus", self.ids.side_part),
            ("two_players", self.ids.two_players_part),
            ("watch", self.ids.watch_part),
        )
        for mode, part in parts:
            if mode != self.mode:  # removed, since a hidden part would still take touches
                part.parent.remove_widget(part)
                for widget in part.walk(restrict=True):  # its rules would outlive the sheet that they name
                    Builder.unbind_widget(widget.uid)
        self.ids.foot.add_widget(StartButton(sheet=self))

    def show_more(self) -> None:
        """Show the other options in place of the row More."""
        box, say = self.ids.more, the_app().say
        box.clear_widgets()
        has_weights = self.settings.get(settings.WEIGHTS) != settings.WEIGHTS.default
        for setting, label, texts in PICKS[self.mode]:
            if has_weights or setting not in WITH_WEIGHTS:
                box.add_widget(SettingPick(self.settings, setting, texts, label=say(label)))
        if self.mode == "versus":
            box.add_widget(RatedAndCoach(sheet=self))

    def variant_choices(self, app: AppPort, _lang: str) -> list[tuple[str, str]]:
        """Every variant, the last used first."""
        used = chosen_variant(self.settings)
        listed = [(value, app.say(name)) for value, name in app.controller.pages.variant_choices()]
        if used not in dict(listed):
            listed.append((used, app.say(app.controller.pages.title_of(rule_set.rules_in(used)))))
        return sorted(listed, key=lambda choice: choice[0] != used)

    def variant_about(self, app: AppPort, _lang: str, value: str) -> str:
        return app.say(rule_set.about(rule_set.rules_in(value))) if value else ""

    def minutes(self, tr: Callable[..., str], lang: str) -> list[tuple[int, str]]:
        """Minutes of the clock to choose from."""
        return [(choice, str(choice) if choice else tr(lang, "new.no_clock")) for choice in settings.MINUTES.choices]

    def begin(self) -> None:
        """Store names still being written, and start."""
        for row in self.walk(restrict=True):
            if isinstance(row, TextRow):
                self.choose(row.key, row.written)
        the_app().send(STARTS[self.mode]())


load_kv(__file__)
