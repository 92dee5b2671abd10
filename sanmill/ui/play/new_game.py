"""The sheet of a new game: the opponent, the variant by picture, the side; everything else under More."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty

from sanmill.control.play.view import NewGameView, OpponentView
from sanmill.control.routes import Route
from sanmill.control.settings.intents import ChangeSetting
from sanmill.control.settings.view import SettingView
from sanmill.control.variants.view import ListedVariant
from sanmill.core.text.i18n import Text
from sanmill.ui.app_port import the_app
from sanmill.ui.board import widget  # noqa: F401 - its class is used by name
from sanmill.ui.direction import BoxLayout
from sanmill.ui.widgets import (
    portrait,  # noqa: F401 - its class is used by name
    scroll_row,  # noqa: F401 - its class is used by name
)
from sanmill.ui.widgets.base import Tappable, TextButton, load_kv
from sanmill.ui.widgets.setting_rows import TextRow, setting_row
from sanmill.ui.widgets.sheet import Sheet

TILE, PEEK = 86, 0.4  # dp of a tile at least; the part of the last one in sight


class Column(BoxLayout):
    """Widgets below each other, as high as they are."""


class OpponentChoice(Column):
    """An engine by its portrait, with the slider of its level."""

    view: OpponentView = ObjectProperty(rebind=True)

    def show(self, view: OpponentView) -> None:
        self.view = view

    def strength_words(self, _lang: str, strength: Text) -> str:
        """The side, where there are two, and the strength."""
        return " · ".join(the_app().say(words) for words in (self.view.side, strength) if words)

    def take(self, level: float) -> None:
        if level != self.view.level.value:
            the_app().send(ChangeSetting(self.view.level.key, int(level)))


class ProofLink(Tappable):
    """Leads to what is proven for the variant."""

    route: Route | None = ObjectProperty(None, allownone=True)


class ChoiceChips(Column):
    """A setting as chips."""

    view: SettingView = ObjectProperty(rebind=True)

    def show(self, view: SettingView) -> None:
        self.view = view


class VariantTile(Tappable):
    """A variant by its board."""

    variant: ListedVariant = ObjectProperty()
    is_on = BooleanProperty(False)
    needed = NumericProperty(0)  # height that fits board and label


class VariantTiles(BoxLayout):
    """Tiles of such a width that the last one in sight is cut, which shows that there are more."""

    variants = ListProperty()
    value = StringProperty()
    room = NumericProperty(100)

    def on_variants(self, *_: Any) -> None:
        self.clear_widgets()
        for variant in self.variants:
            tile = VariantTile(variant=variant, on_release=self._choose)
            tile.ids.board.show(variant.board)
            tile.bind(needed=self._fit)
            self.add_widget(tile)
        self.on_room()
        self.on_value()
        self._fit()

    def on_room(self, *_: Any) -> None:
        whole = max(1, int((self.room + self.spacing) / (dp(TILE) + self.spacing) - PEEK))
        width = (self.room - whole * self.spacing) / (whole + PEEK)
        for tile in self.children:
            tile.width = width

    def _fit(self, *_: Any) -> None:
        self.height = max((tile.needed for tile in self.children), default=0)

    def on_value(self, *_: Any) -> None:
        for tile in self.children:
            tile.is_on = tile.variant.subject == self.value

    def _choose(self, tile: VariantTile) -> None:
        the_app().send(ChangeSetting("play.variant", tile.variant.subject))


class StartButton(TextButton):
    """Starts the game of its sheet."""

    sheet = ObjectProperty(None, allownone=True, rebind=True)


class NewGameSheet(Sheet):
    """Options of a new game, stored as settings."""

    view: NewGameView | None = ObjectProperty(None, allownone=True, rebind=True)
    mode = StringProperty()

    def __init__(self, *, route: Route, **kwargs: Any) -> None:
        super().__init__(route=route, mode=route.subject, **kwargs)
        names = ("opponents", "above", "clock", "below", "more")
        self._boxes = {name: self.ids[name].__self__ for name in names}  # kept alive: an empty one is removed
        self._keys: dict[str, tuple[str, ...]] = {}  # of the options shown in each box
        self._has_more = False
        self.ids.foot.add_widget(StartButton(sheet=self))

    def show(self, view: NewGameView) -> None:
        self.view = view
        self._fill("opponents", view.opponents, lambda each: OpponentChoice(view=each))
        self._fill("above", view.above, option)
        self._fill("clock", view.clock, setting_row)
        self._fill("below", view.below, option)
        if self._has_more or not view.more:
            self._fill("more", view.more, setting_row)

    def _fill(self, name: str, views: tuple[Any, ...], make: Callable[[Any], Any]) -> None:
        box, keys = self._boxes[name], tuple(map(_key, views))
        if keys != self._keys.get(name):  # other options than before: those that stay keep their rows
            kept = dict(zip(self._keys.get(name, ()), reversed(box.children)))
            self._keys[name] = keys
            box.clear_widgets()
            for key, view in zip(keys, views):
                box.add_widget(kept.get(key) or make(view))
        if not views and box.parent and name != "clock":  # which may be switched on
            box.parent.remove_widget(box)
        for row, view in zip(reversed(box.children), views):
            row.show(view)

    def show_more(self) -> None:
        """Show the other options in place of the row More."""
        self._has_more = True
        self._boxes["more"].clear_widgets()
        if self.view:
            self.show(self.view)

    def begin(self) -> None:
        """Store names still being written, and start."""
        app, view = the_app(), self.view
        if view is None:
            return
        for row, option in zip(reversed(self._boxes["above"].children), view.above):
            if isinstance(row, TextRow):
                app.send(ChangeSetting(option.key, row.written))
        app.send(view.start)


def _key(view: OpponentView | SettingView) -> str:
    return view.level.key if isinstance(view, OpponentView) else view.key


def option(view: SettingView) -> Any:
    """The row of an option beside the variants, with few choices."""
    row: Any = ChoiceChips(view=view) if view.choices else setting_row(view)
    if isinstance(row, TextRow):
        row.hint = the_app().say("new.name_hint")
    return row


load_kv(__file__)
