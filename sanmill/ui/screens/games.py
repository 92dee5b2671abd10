"""The saved games: a RecycleView with small boards, search and filters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from sanmill.control.games import archive_intents
from sanmill.control.games.archive_intents import RESULTS
from sanmill.control.intents import Intent
from sanmill.control.views.types import GamesView, SavedGame
from sanmill.ui.direction import BoxLayout
from sanmill.ui.widgets import text_entry  # noqa: F401 - its rules are used by name
from sanmill.ui.widgets.action_bar import Command
from sanmill.ui.widgets.base import BarButton, Tappable, load_kv
from sanmill.ui.widgets.pickers import ActionSheet

from .page import Page

SEARCH_AFTER = 0.15  # seconds after the last letter


class SavedGameRow(Tappable):
    """A saved game; a tap opens it, the menu button opens its actions."""

    game: SavedGame = ObjectProperty(None, allownone=True)
    page = ObjectProperty(None, allownone=True)
    title = StringProperty()
    detail = StringProperty()
    result = StringProperty()

    def on_game(self, *_: Any) -> None:
        if self.game is not None:
            self.ids.board.show(self.game.board)

    def on_release(self) -> None:
        self.page.app.send(archive_intents.OpenGame(self.game.name))


class GamesList(BoxLayout):
    """Search field, filters and list."""

    page = ObjectProperty(None, allownone=True)
    is_wide = BooleanProperty(False)
    is_empty = BooleanProperty(False)
    message = StringProperty()
    results = ListProperty()
    variants = ListProperty()


class GamesPage(Page):
    """Shows the games that the archive reports."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.title = self.app.say("games.title")
        more = BarButton(icon="more_vert", spoken=self.app.say("nav.more"))
        more.bind(on_release=lambda _: self.open_more())
        self.ids.bar.add_widget(more)
        self._scroll = self.ids.scroll.__self__  # kept alive: kv rules use its width
        self.ids.body.remove_widget(self._scroll)
        self.list = GamesList(page=self)
        self.ids.body.add_widget(self.list)
        self._rules = self._result = ""
        self._search = Clock.create_trigger(lambda _: self.find(), SEARCH_AFTER)
        self.list.ids.words.bind(text=lambda *_: self._search())

    def fill(self) -> None:
        """Show the last known list and request a new one."""
        say = self.app.say
        self.title = say("games.title")
        outcomes = [(outcome, say(f"games.result.{outcome}")) for outcome in RESULTS.values()]
        self.list.results = [("", say("games.any_result")), *outcomes]
        if self.app.archive_presenter.view is None:
            self.list.message = say("games.looking")
        else:
            self.show_games(self.app.archive_presenter.view)
        self.find()

    def leave(self) -> None:
        """Forget the search."""
        super().leave()
        self._search.cancel()
        self.app.archive_presenter.view = None

    def find(self) -> None:
        """Request the games that match."""
        self.app.send(archive_intents.FindGames(self.list.ids.words.text, self._rules, self._result))

    def choose_result(self, result: str) -> None:
        self._result = result
        self.find()

    def choose_variant(self, rules: str) -> None:
        self._rules = rules
        self.find()

    def show_games(self, view: GamesView) -> None:
        say = self.app.say
        if self._rules and self._rules not in dict(view.variants):
            self.choose_variant("")
        choices = [("", say("games.any_variant")), *((rules, say(name)) for rules, name in view.variants)]
        self.list.variants = choices if len(view.variants) > 1 else []
        self.list.is_empty = view.total == 0
        self.list.message = "" if view.games else say("games.none_found" if view.total else "games.none")
        self.list.ids.list.data = [
            {
                "game": game,
                "page": self,
                "title": say(game.title),
                "detail": say(game.detail),
                "result": say(game.result),
            }
            for game in view.games
        ]

    # Sheets.

    def open_more(self) -> None:
        presenter, say = self.app.archive_presenter, self.app.say
        actions = [
            Command("file_open", say("games.import_file"), presenter.import_file),
            Command("content_paste", say("games.import_paste"), presenter.paste),
        ]
        if not self.list.is_empty:
            actions.append(Command("download", say("games.export_all"), self._sender(archive_intents.ExportGames())))
        self.nav.open_sheet(ActionSheet(actions, title=self.title))

    def open_actions(self, game: SavedGame, title: str) -> None:
        name, say = game.name, self.app.say
        given = dict(game.title.values).get("title", "")
        icon, label = ("visibility", "games.open_over") if game.is_over else ("play_arrow", "games.open_on")
        actions = (
            Command(icon, say(label), self._sender(archive_intents.OpenGame(name))),
            Command("edit", say("games.rename"), lambda: self.app.archive_presenter.rename(name, given)),
            Command("share", say("games.share"), self._sender(archive_intents.ShareGame(name))),
            Command("download", say("games.file"), self._sender(archive_intents.ExportGames(name))),
            Command("delete", say("games.delete"), self._sender(archive_intents.DeleteGame(name))),
        )
        self.nav.open_sheet(ActionSheet(actions, title=title))

    def _sender(self, intent: Intent) -> Callable[[], None]:
        return lambda: self.app.send(intent)


load_kv(__file__)
