"""The saved games: a RecycleView with small boards, search and filters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.factory import Factory
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.recycleview.views import RecycleDataViewBehavior

from sanmill.control.archive import intents as archive_intents
from sanmill.control.archive.intents import OUTCOMES
from sanmill.control.archive.view import ArchiveView, GamesView, SavedGame
from sanmill.control.intents import Intent
from sanmill.core.game.collection import SIZE_MAX
from sanmill.ui.direction import BoxLayout
from sanmill.ui.widgets import (  # their rules are used by name
    empty_state,  # noqa: F401
    portrait,  # noqa: F401
    review,  # noqa: F401
    scroll_row,  # noqa: F401
)
from sanmill.ui.widgets.action_bar import Command
from sanmill.ui.widgets.base import BarButton, Tappable, TextButton, load_kv
from sanmill.ui.widgets.page import Page
from sanmill.ui.widgets.pickers import ActionSheet
from sanmill.ui.widgets.text_entry import TextEntrySheet

SUFFIXES = (".pgn", ".txt", ".mill", ".fen", ".zip")
SEARCH_AFTER = 0.15  # seconds after the last letter


class SavedGameRow(RecycleDataViewBehavior, Tappable):
    """A saved game; a tap opens it, the menu button opens its actions. Its words are made when it comes into sight."""

    game: SavedGame = ObjectProperty(None, allownone=True)
    page = ObjectProperty(None, allownone=True)
    title = StringProperty()
    detail = StringProperty()
    result = StringProperty()
    level = NumericProperty(0)  # of the opponent with a portrait; 0 without

    def refresh_view_attrs(self, rows: Any, index: int, data: dict[str, Any]) -> None:
        """Show a game, or the same one in another language."""
        super().refresh_view_attrs(rows, index, data)
        say = self.page.app.say
        self.title, self.detail, self.result = say(self.game.title), say(self.game.detail), say(self.game.result)

    def on_game(self, *_: Any) -> None:
        if self.game is not None:
            self.level = self.game.level
            self.ids.board.show(self.game.board)

    def on_release(self) -> None:
        self.page.app.send(archive_intents.OpenGame(self.game.name))


class GamesMessage(BoxLayout):
    """Says why the list is empty."""

    icon = StringProperty()  # of the drawing; none without
    text = StringProperty()


class GamesProgress(BoxLayout):
    """How far the import or the list is; an import can be stopped."""

    page = ObjectProperty(None, allownone=True)
    text = StringProperty()
    share = NumericProperty(0)
    can_stop = BooleanProperty(False)

    def on_can_stop(self, *_: Any) -> None:
        if self.can_stop:
            self.button = Factory.StopImportButton()
            self.button.bind(on_release=lambda _: self.page.app.send(archive_intents.StopImport()))
            self.ids.row.add_widget(self.button)
        else:
            self.ids.row.remove_widget(self.button)


class GamesList(BoxLayout):
    page = ObjectProperty(None, allownone=True)
    is_wide = BooleanProperty(False)
    is_empty = BooleanProperty(False)
    message = StringProperty()
    results = ListProperty()
    variants = ListProperty()

    def show_message(self, words: str, *buttons: TextButton, icon: str = "") -> None:
        """Show a message in place of the list, or none.

        It is taken out, not hidden: a disabled widget would take the touches meant for the list.
        """
        body = self.ids.body
        for old in [child for child in body.children if isinstance(child, GamesMessage)]:
            body.remove_widget(old)
        if words:
            message = GamesMessage(text=words, icon=icon)
            for button in buttons:
                message.add_widget(button)
            body.add_widget(message)
        self.message = words

    def show_rows(self, games: tuple[SavedGame, ...], *, is_same_search: bool) -> None:
        """Show these games; while the same list changes, what is in sight stays where it is."""
        rows = self.ids.list
        offset = self._offset_in(games) if is_same_search else 0.0
        rows.data = [{"game": game, "page": self.page} for game in games]
        rows.refresh_from_data()  # the language may have changed and nothing else
        layout = rows.layout_manager
        hidden = -(-len(games) // layout.cols) * self._pitch - layout.spacing[1] - rows.height
        if offset > 0 or not is_same_search:
            rows.scroll_y = 1 - min(1.0, offset / hidden) if hidden > 0 else 1

    @property
    def _pitch(self) -> float:
        """From one row to the next."""
        layout = self.ids.list.layout_manager
        return float(layout.default_size[1] + layout.spacing[1])

    def _offset_in(self, games: tuple[SavedGame, ...]) -> float:
        """How far to scroll down in a changed list so that the first game in sight stays in place."""
        rows = self.ids.list
        cols, hidden = rows.layout_manager.cols, rows.layout_manager.height - rows.height
        offset = float((1 - rows.scroll_y) * max(0, hidden))
        line = int(offset // self._pitch)
        if offset <= 0 or line * cols >= len(rows.data):
            return 0.0
        name = rows.data[line * cols]["game"].name
        index = next((index for index, game in enumerate(games) if game.name == name), line * cols)
        return offset + float(index // cols - line) * self._pitch


class GamesPage(Page):
    """Shows the games that the archive found, and how far it is."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        more = BarButton(icon="more_vert", spoken=self.app.say("nav.more"))
        more.bind(on_release=lambda _: self.open_more())
        self.ids.bar.add_widget(more)
        self._scroll = self.ids.scroll.__self__  # kept alive: kv rules use its width
        self.ids.body.remove_widget(self._scroll)
        self.list = GamesList(page=self)
        self.ids.body.add_widget(self.list)
        self._rules = self._result = ""
        self._shown: tuple[GamesView | None, str] = (None, "")  # a list and its language
        self._is_new_search = False
        self._search = Clock.create_trigger(self.find, SEARCH_AFTER)
        self.list.ids.words.bind(text=lambda *_: self._search())

    def leave(self) -> None:
        self._search.cancel()

    def find(self, *_: Any) -> None:
        """Request the games that match, from the first one on."""
        self._is_new_search = True
        self.app.send(archive_intents.FindGames(self.list.ids.words.text, self._rules, self._result))

    def choose_result(self, result: str) -> None:
        self._result = result
        self.find()

    def choose_variant(self, rules: str) -> None:
        self._rules = rules
        self.find()

    def show(self, view: ArchiveView) -> None:
        say, found = self.app.say, view.found
        self.title = say("games.title")
        outcomes = [(outcome, say(f"games.result.{outcome}")) for outcome in OUTCOMES]
        self.list.results = [("", say("games.any_result")), *outcomes]
        if found is None:
            self.list.show_message(say("games.looking"))
        elif (found, self.app.lang) != self._shown:
            self._show_games(found)
        self._shown = (found, self.app.lang)
        self._show_progress(view)

    def _show_games(self, view: GamesView) -> None:
        say = self.app.say
        self._rules = view.rules
        choices = [("", say("games.any_variant")), *((rules, say(name)) for rules, name in view.variants)]
        self.list.variants = choices if len(view.variants) > 1 else []
        self.list.is_empty = view.total == 0
        if view.games:
            self.list.show_message("")
        elif not view.is_complete:
            self.list.show_message(say("games.looking"))
        elif view.total:
            self.list.show_message(say("games.none_found"), icon="search")
        else:
            self.list.show_message(say("games.none"), *self._import_buttons(), icon="folder")
        self.list.show_rows(view.games, is_same_search=not self._is_new_search)
        self._is_new_search = False

    def _show_progress(self, view: ArchiveView) -> None:
        """Show how far an import is, or the list, in the foot of the page."""
        say, foot, found, progress = self.app.say, self.ids.foot, view.found, view.progress
        if progress:
            words = say("import.progress", done=progress.done, total=progress.total)
            shown = {"text": words, "share": progress.done / progress.total, "can_stop": True}
        elif found and not found.is_complete:
            shown = {"text": say("games.looking"), "share": found.known / found.total, "can_stop": False}
        else:
            foot.clear_widgets()
            return
        if not foot.children:
            foot.add_widget(GamesProgress(page=self))
        for name, value in shown.items():
            setattr(foot.children[0], name, value)

    def _import_buttons(self) -> list[TextButton]:
        return [
            TextButton(icon=icon, label=label, on_release=lambda _, run=run: run())
            for icon, label, run, *_ in self._imports()
        ]

    def _imports(self) -> list[Command]:
        say = self.app.say
        return [
            Command("file_open", say("games.import_file"), self._import_file),
            Command("content_paste", say("games.import_paste"), self._paste),
        ]

    def _import_file(self) -> None:
        then = lambda _, data: self.app.send(archive_intents.ImportGames(data))  # noqa: E731 - one line
        self.app.files.open_bytes(SUFFIXES, then, SIZE_MAX)

    def _paste(self) -> None:
        pasted = self.app.files.paste()
        if pasted.strip():
            self.app.send(archive_intents.ImportGames(pasted))
        else:
            self.nav.show_toast(self.app.say("games.nothing_to_paste"))

    # Sheets.

    def open_more(self) -> None:
        actions = self._imports()
        if not self.list.is_empty:
            actions.append(
                Command("download", self.app.say("games.export_all"), self._sender(archive_intents.ExportGames()))
            )
        self.nav.open_sheet(ActionSheet(actions, title=self.title))

    def open_actions(self, game: SavedGame, title: str) -> None:
        name, say = game.name, self.app.say
        given = dict(game.title.values).get("title", "")
        icon, label = ("visibility", "games.open_over") if game.is_over else ("play_arrow", "games.open_on")
        actions = (
            Command(icon, say(label), self._sender(archive_intents.OpenGame(name))),
            Command("edit", say("games.rename"), lambda: self.rename(name, given)),
            Command("share", say("games.share"), self._sender(archive_intents.ShareGame(name))),
            Command("download", say("games.file"), self._sender(archive_intents.ExportGames(name))),
            Command("delete", say("games.delete"), self._sender(archive_intents.DeleteGame(name)), is_destructive=True),
        )
        self.nav.open_sheet(ActionSheet(actions, title=title))

    def rename(self, name: str, title: str) -> None:
        """Ask for another title of a game."""
        say = self.app.say
        then = lambda words: self.app.send(archive_intents.RenameGame(name, words))  # noqa: E731 - one line
        self.nav.open_sheet(TextEntrySheet(title=say("games.rename"), label=say("games.name"), text=title, then=then))

    def _sender(self, intent: Intent) -> Callable[[], None]:
        return lambda: self.app.send(intent)


load_kv(__file__)
