"""Games with friends: a card for each, and the ways in which a friend's message comes here."""

from __future__ import annotations

from typing import Any

from sanmill.control.friends.intents import DeleteFriendGame, OpenFriendGame, PasteTurn, ReceiveTurn
from sanmill.control.friends.view import FriendGameView, FriendsView
from sanmill.control.games.game_info import FRIEND
from sanmill.control.intents import Open
from sanmill.control.routes import Kind, Route
from sanmill.ui.app_port import the_app
from sanmill.ui.direction import BoxLayout
from sanmill.ui.widgets import board_card  # noqa: F401 - its class is used by name
from sanmill.ui.widgets.action_bar import Command
from sanmill.ui.widgets.base import WrappedLabel, load_kv
from sanmill.ui.widgets.empty_state import EmptyState
from sanmill.ui.widgets.page import Page

SUFFIXES = (".txt", ".eml")


class FriendGameCard(BoxLayout):
    """A game by its friend and whose turn it is, with a button that deletes it."""

    def __init__(self, view: FriendGameView, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._game = view.game
        card, say = self.ids.card, the_app().say
        card.title, card.caption = say(view.name), say(view.variant)
        card.words, card.accent = ("", say(view.status)) if view.is_due else (say(view.status), "")
        card.is_done = view.is_over
        card.show_board(view.board)

    def open(self) -> None:
        the_app().send(OpenFriendGame(self._game))

    def delete(self) -> None:
        the_app().send(DeleteFriendGame(self._game))


class FriendsPage(Page):
    def show(self, view: FriendsView) -> None:
        say, content = self.app.say, self.ids.content
        self.title = say("friends.title")
        content.clear_widgets()
        if view.games:
            content.add_widget(WrappedLabel(text=say("friends.about")))
        else:
            content.add_widget(EmptyState(icon="mail", levels=(5, 4, 6), mood="glad", text=say("friends.about")))
        self.add_row("content_paste", say("friends.paste"), self._paste, say("friends.paste.about"), has_chevron=False)
        self.add_row("file_open", say("friends.file_open"), self._open_file, has_chevron=False)
        for game in view.games:
            content.add_widget(FriendGameCard(game))
        self.set_foot(Command("add", say("friends.new"), self._new, is_on=True))

    def _new(self) -> None:
        self.app.send(Open(Route(Kind.NEW_GAME, FRIEND)))

    def _paste(self) -> None:
        self.app.send(PasteTurn())

    def _open_file(self) -> None:
        self.app.files.open(SUFFIXES, lambda _, text: self.app.send(ReceiveTurn(text)))


load_kv(__file__)
