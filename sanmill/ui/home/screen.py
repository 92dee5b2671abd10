"""The home screen: the game in progress, today's puzzle, three ways to play, and the menu."""

from __future__ import annotations

from typing import Any, NamedTuple

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from sanmill.control.friends.intents import OpenFriendGame
from sanmill.control.home.view import HomeView
from sanmill.control.intents import Intent, Open
from sanmill.control.play.intents import Resume, StartSetUp
from sanmill.control.puzzles.intents import StartDaily
from sanmill.control.routes import EXPLORER, Kind, Route
from sanmill.control.views.types import GameView
from sanmill.core.progress.puzzle_progress import SOLVED
from sanmill.ui.widgets import action_bar  # noqa: F401 - its classes are used by name
from sanmill.ui.widgets.base import Row, Tappable, load_kv
from sanmill.ui.widgets.board_card import BoardCard
from sanmill.ui.widgets.route_screen import RouteScreen

from . import ladder  # noqa: F401 - its class is used by name

FRIENDS_MAX = 3  # rows of games with friends


class MenuEntry(NamedTuple):
    """An entry of the menu; its text is ``home.<name>``."""

    name: str
    icon: str
    intent: Intent


MENU = (
    MenuEntry("learn", "school", Open(Route(Kind.LEARN))),
    MenuEntry("puzzles", "extension", Open(Route(Kind.PUZZLES))),
    MenuEntry("explorer", "menu_book", Open(EXPLORER)),
    MenuEntry("games", "folder", Open(Route(Kind.GAMES))),
    MenuEntry("set_up", "grid_on", StartSetUp()),
    MenuEntry("clock", "timer", Open(Route(Kind.CLOCK))),
    MenuEntry("variants", "rule", Open(Route(Kind.VARIANTS))),
    MenuEntry("statistics", "bar_chart", Open(Route(Kind.STATISTICS))),
    MenuEntry("settings", "settings", Open(Route(Kind.SETTINGS))),
    MenuEntry("help", "help", Open(Route(Kind.HELP))),
    MenuEntry("about", "info", Open(Route(Kind.ABOUT))),
)


class MenuRow(Row):
    """An entry of the menu."""

    name = StringProperty()


class RatingChip(Tappable):
    text = StringProperty()


class HomeScreen(RouteScreen):
    """Follows the game in progress, the daily puzzle and the user's progress."""

    has_game = BooleanProperty(False)
    is_wide = BooleanProperty(False)
    is_tablet = BooleanProperty(False)
    is_low = BooleanProperty(False)  # no room for two cards above the way to a new game
    board_size = NumericProperty(0)  # of the cards
    rating = StringProperty()
    play = StringProperty()  # what the main button says

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._view: HomeView | None = None
        self._rows: dict[str, MenuRow] = {}
        for name, icon, intent in MENU:
            self._rows[name] = MenuRow(name=name, icon=icon, on_release=lambda _, intent=intent: self.app.send(intent))
            self.ids.entries.add_widget(self._rows[name])
        self._resume = BoardCard(on_release=lambda _: self.app.send(Resume()))
        self._puzzle = BoardCard(on_release=lambda _: self.open_puzzle())
        self._place_puzzle()
        for card in (self._resume, self._puzzle):
            card.bind(needed=self._fit_cards)
        self.bind(board_size=self._fit_cards, is_tablet=self._fit_cards, has_game=self._fit_cards)
        self.bind(is_low=self._place_puzzle)

    def show(self, view: HomeView) -> None:
        """Show the game in progress, if there is one, and what the user can do besides."""
        self._view = view
        self.play = self.app.say(view.play)
        self.ids.ladder.show(view.ladder)
        self._show_game(view.game)
        self._show_rows(view)
        self._show_progress(view)

    def _show_game(self, view: GameView | None) -> None:
        self.has_game = view is not None
        cards, say = self.ids.cards, self.app.say
        if view is None:
            if self._resume.parent:
                cards.remove_widget(self._resume)
            return
        self._resume.title = say("home.last_game" if view.result else "home.resume")
        self._resume.caption, self._resume.words = say(view.title), say(view.status)
        self._resume.level = max(view.top.level, view.bottom.level)
        self._resume.show_board(view.board)
        if not self._resume.parent:
            cards.add_widget(self._resume, index=len(cards.children))

    def _show_rows(self, view: HomeView) -> None:
        """A row for each of the first games with friends, and for what is due in the course and of the openings."""
        say, rows = self.app.say, self.ids.friends
        rows.clear_widgets()
        if view.course_due:
            self._add_due("replay", "course.title", say("course.due", count=view.course_due), Kind.COURSE)
        if view.openings_due:
            self._add_due("school", "openings.title", say("openings.due_today", count=view.openings_due), Kind.OPENINGS)
        for game in view.friends[:FRIENDS_MAX]:
            detail = " · ".join((say(game.status), say(game.variant)))
            go_on = lambda _, game=game: self.app.send(OpenFriendGame(game.game))  # noqa: E731 - one line
            rows.add_widget(Row(icon="mail", label=say(game.name), detail=detail, on_release=go_on))

    def _add_due(self, icon: str, title: str, detail: str, kind: Kind) -> None:
        row = Row(icon=icon, label=self.app.say(title), detail=detail)
        row.bind(on_release=lambda _: self.app.send(Open(Route(kind))))
        self.ids.friends.add_widget(row)

    def _show_progress(self, view: HomeView) -> None:
        say, puzzle, card = self.app.say, view.puzzle, self._puzzle
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
        puzzle = self._view.puzzle if self._view else None
        is_ready = puzzle and not puzzle.how and puzzle.board
        self.app.send(StartDaily() if is_ready else Open(Route(Kind.PUZZLES)))

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
