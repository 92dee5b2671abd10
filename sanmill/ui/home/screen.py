"""The home screen: the game in progress, today's puzzle, three ways to play, and the menu."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.screenmanager import Screen

from sanmill.control import intents
from sanmill.control.pages import HomeView
from sanmill.control.views.types import GameView
from sanmill.core.progress.puzzle_progress import SOLVED
from sanmill.ui import pages
from sanmill.ui.app_port import the_app
from sanmill.ui.widgets import evaluation, move_list, player_strip, sheet  # noqa: F401 - their rules are used by name
from sanmill.ui.widgets.base import Row, Tappable, load_kv
from sanmill.ui.widgets.board_card import BoardCard

PLAY, PUZZLES = "play", "puzzles"


class MenuRow(Row):
    """An entry of the menu."""

    name = StringProperty()


class RatingChip(Tappable):
    """The user's rating; opens the statistics."""

    text = StringProperty()


class HomeScreen(Screen):
    """Follows the game in progress, the daily puzzle and the user's progress."""

    nav = ObjectProperty(None, allownone=True)
    has_game = BooleanProperty(False)
    is_wide = BooleanProperty(False)
    is_tablet = BooleanProperty(False)
    is_low = BooleanProperty(False)  # no room for two cards above the way to a new game
    board_size = NumericProperty(0)  # of the cards
    rating = StringProperty()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._app = the_app()
        self._rows = {entry.name: MenuRow(name=entry.name, icon=entry.icon) for entry in pages.MENU}
        for row in self._rows.values():
            row.bind(on_release=lambda row: self.nav.open(row.name))
            self.ids.entries.add_widget(row)
        self._resume = BoardCard(on_release=lambda _: self.nav.resume())
        self._puzzle = BoardCard(on_release=lambda _: self.open_puzzle())
        self._place_puzzle()
        for card in (self._resume, self._puzzle):
            card.bind(needed=self._fit_cards)
        self.bind(board_size=self._fit_cards, is_tablet=self._fit_cards, has_game=self._fit_cards)
        self.bind(is_low=self._place_puzzle)

    def show(self, view: GameView | None) -> None:
        """Show the game in progress, if there is one, and what the user can do besides."""
        self._show_game(view)
        self._show_progress(self._app.controller.pages.home())

    def _show_game(self, view: GameView | None) -> None:
        self.has_game = view is not None
        cards, say = self.ids.cards, self._app.say
        if view is None:
            if self._resume.parent:
                cards.remove_widget(self._resume)
            return
        self._resume.title = say("home.last_game" if view.result else "home.resume")
        self._resume.caption, self._resume.words = say(view.title), say(view.status)
        self._resume.show_board(view.board)
        if not self._resume.parent:
            cards.add_widget(self._resume, index=len(cards.children))

    def _show_progress(self, view: HomeView) -> None:
        say, puzzle, card = self._app.say, view.puzzle, self._puzzle
        self.rating = say("home.rating", rating=view.rating.value) if view.rating else ""
        self._rows["learn"].detail = (
            say("home.next_lesson", name=view.lesson.title, number=view.lessons_done + 1, total=view.lessons)
            if view.lesson
            else say("home.lessons_done")
        )
        card.title, card.is_done = say("puzzles.today"), puzzle.how == SOLVED
        card.words = say(puzzle.words)
        card.accent = say("puzzles.streak", count=puzzle.streak) if puzzle.streak else ""
        card.show_board(puzzle.board or puzzle.empty_board)

    def open_puzzle(self) -> None:
        """Start today's puzzle; once it is done, or until it is made, show the page of puzzles."""
        puzzle = self._app.controller.pages.home().puzzle
        if puzzle.how or puzzle.board is None:
            self.nav.open(PUZZLES)
        else:
            self._app.send(intents.StartDaily())
            self.nav.go(PLAY)

    def _place_puzzle(self, *_: Any) -> None:
        """Below the game, or above the menu."""
        if self._puzzle.parent:
            self._puzzle.parent.remove_widget(self._puzzle)
        if self.is_low:
            self.ids.side.add_widget(self._puzzle, index=len(self.ids.side.children))
        else:
            self.ids.cards.add_widget(self._puzzle)

    def _fit_cards(self, *_: Any) -> None:
        """Cards side by side are equally high."""
        cards = (self._resume, self._puzzle)
        for card in cards:
            card.board_size, card.is_tall = self.board_size, self.is_tablet and self.has_game
        highest = max(card.needed for card in cards)
        for card in cards:
            card.min_height = highest if card.is_tall else 0


load_kv(__file__)
