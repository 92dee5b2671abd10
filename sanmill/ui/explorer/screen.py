"""The opening explorer: a board of its own, and the moves of the position with values and the user's results."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from sanmill.control.board import intents
from sanmill.control.explorer.intents import ExploreMove, ExploreRules
from sanmill.control.routes import Kind, Route
from sanmill.control.views.types import BarView, ExplorerRow, ExplorerView, GameView, Verdict
from sanmill.ui.board.widget import BoardWidget
from sanmill.ui.widgets import charts, empty_state, move_list, review  # noqa: F401 - their classes are used by name
from sanmill.ui.widgets.action_bar import Command, commands
from sanmill.ui.widgets.base import Tappable, load_kv
from sanmill.ui.widgets.page import BoardPage
from sanmill.ui.widgets.pickers import ActionSheet


class ExplorerBoard(BoardWidget):
    """The position explored."""


class OpeningRow(Tappable):
    """A move with its value, what may follow, and the user's games with it. A tap plays it."""

    move = StringProperty()
    alike = StringProperty()  # how many moves it stands for
    value = StringProperty()
    replies = StringProperty()
    games = StringProperty()
    results = StringProperty()  # spoken
    wins = NumericProperty(0)
    draws = NumericProperty(0)
    losses = NumericProperty(0)
    verdict = ObjectProperty(Verdict.LEVEL)
    is_valued = BooleanProperty(False)
    is_proven = BooleanProperty(False)


class ExplorerPage(BoardPage):
    status = StringProperty()
    notice = StringProperty()
    source = StringProperty()
    opening = StringProperty()  # its name
    about = StringProperty()
    progress = NumericProperty(0)
    is_proving = BooleanProperty(False)
    has_moves = BooleanProperty(False)
    is_at_end = BooleanProperty(False)  # nothing to place, no rows
    has_own = BooleanProperty(False)
    own = StringProperty()  # the user's games with the position
    own_label = StringProperty()
    own_wins = NumericProperty(0)
    own_draws = NumericProperty(0)
    own_losses = NumericProperty(0)
    offers_tables = BooleanProperty(False)
    offers_drills = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.board = ExplorerBoard()
        self.send_touches_of(self.board)
        self.board.bind(
            on_explore=lambda _, point: self.app.feedback.speak_point(point),
            on_draw=lambda _, start, end: self.app.send(intents.Draw(start, end)),
        )
        self.ids.stage.add_widget(self.board)
        self.ids.moves.on_jump = lambda ply: self.app.send(intents.JumpTo(ply))

    def back(self) -> bool:
        """Drop the chosen piece first."""
        if self.board.view and self.board.view.chosen:
            self.app.send(intents.ClearChoice())
            return True
        return False

    def show(self, view: GameView) -> None:
        explorer, say = view.explorer, self.app.say
        if explorer is None:
            return
        self.board.show(view.board)
        self.has_moves = bool(view.moves)
        self.ids.moves.show(view.moves, explorer.ply)
        self.status, self.notice = say(view.status), say(view.notice) if view.notice else ""
        self.source = say(explorer.source) if explorer.source else ""
        self.opening = say(explorer.opening) if explorer.opening else ""
        self.about = say(explorer.about) if explorer.about else ""
        self.is_proving, self.progress = explorer.progress is not None, explorer.progress or 0
        self.offers_tables, self.offers_drills = explorer.offers_tables, explorer.offers_drills
        self._show_own(explorer.own, is_open=bool(explorer.rows))
        self._show_rows(explorer.rows)
        self.is_at_end = not explorer.rows
        self.ids.variant.choices = [(rules, say(title)) for rules, title in explorer.variants]
        self.ids.variant.value = explorer.rules
        play = Command(
            "play_arrow", say("explorer.play"), partial(self._choose_game, explorer), bool(explorer.games), is_on=True
        )
        self.buttons.show([*commands(view.actions), play])

    def _show_rows(self, rows: tuple[ExplorerRow, ...]) -> None:
        """Update the rows in place, so that a touch is not lost while values come in."""
        layout, say = self.ids.rows, self.app.say
        while len(layout.children) > len(rows):
            layout.remove_widget(layout.children[0])
        while len(layout.children) < len(rows):
            layout.add_widget(OpeningRow(on_release=lambda row: self.app.send(ExploreMove(row.move))))
        for widget, row in zip(reversed(layout.children), rows):
            widget.move, count = row.moves[0], len(row.moves)
            widget.alike = f"×{self.app.number(count)}" if count > 1 else ""
            widget.value = say(row.value) if row.value else ""
            widget.replies = say(row.replies) if row.replies else ""
            widget.is_valued, widget.is_proven = row.verdict is not None, row.is_proven
            widget.verdict = row.verdict or Verdict.LEVEL
            own = row.own
            widget.games = say(own.label) if own else ""
            widget.results = self._numbers(own) if own else ""
            widget.wins, widget.draws, widget.losses = (own.wins, own.draws, own.losses) if own else (0, 0, 0)

    def _show_own(self, own: BarView | None, *, is_open: bool) -> None:
        say = self.app.say
        self.has_own = own is not None
        self.own_label = say(own.label) if own else say("explorer.no_games") if is_open else ""
        self.own = self._numbers(own) if own else ""
        if own:
            self.own_wins, self.own_draws, self.own_losses = own.wins, own.draws, own.losses

    def _numbers(self, bar: BarView) -> str:
        return self.app.say("statistics.numbers", wins=bar.wins, draws=bar.draws, losses=bar.losses)

    def choose_rules(self, rules: str) -> None:
        self.app.send(ExploreRules(rules))

    def open_tables(self) -> None:
        self.nav.open(Route(Kind.PERFECT, self.ids.variant.value))

    def open_drills(self) -> None:
        self.nav.open(Route(Kind.OPENINGS))

    def _choose_game(self, explorer: ExplorerView) -> None:
        sheet = ActionSheet(commands(explorer.games), title=self.app.say("explorer.play"), spacing=0)
        self.nav.open_sheet(sheet)


load_kv(__file__)
