"""Moves and analysis as a panel to pull up: stepping, who stands better, the record with comments and variations."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.factory import Factory
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty

from sanmill.control.board import intents
from sanmill.control.games.move_list import MARKS
from sanmill.control.views.types import CellView, GameView, HistoryRow, HistoryView
from sanmill.ui.app_port import the_app
from sanmill.ui.direction import BoxLayout
from sanmill.ui.widgets import evaluation  # noqa: F401 - its rules are used by name
from sanmill.ui.widgets.action_bar import Command, commands
from sanmill.ui.widgets.base import Tappable, load_kv
from sanmill.ui.widgets.move_list import MoveStepper
from sanmill.ui.widgets.sheet import Sheet
from sanmill.ui.widgets.text_entry import TextEntrySheet

GRAPH, TURN, COMMENT = "GraphRow", "TurnRow", "CommentRow"
UNDO_SECONDS = 6.0


class MoveCell(Tappable):
    words = StringProperty()
    number = NumericProperty(0)
    is_shown = BooleanProperty(False)
    is_taken_back = BooleanProperty(False)

    def show(self, cell: CellView | None) -> None:
        self.words = cell.words if cell else ""
        self.number = cell.number if cell else 0
        self.is_shown = bool(cell and cell.is_shown)
        self.is_taken_back = bool(cell and cell.is_taken_back)
        self.disabled = cell is None

    def on_release(self) -> None:
        the_app().send(intents.LookAt(int(self.number)))


class TurnRow(BoxLayout):
    row: HistoryRow = ObjectProperty(None, allownone=True)
    label = StringProperty()
    depth = NumericProperty(0)

    def on_row(self, *_: Any) -> None:
        self.label, self.depth = self.row.label, min(4, self.row.depth)
        self.ids.white.show(self.row.white)
        self.ids.black.show(self.row.black)


class CommentRow(BoxLayout):
    """A comment on the turn above it."""

    comment = StringProperty()
    depth = NumericProperty(0)


class GraphRow(BoxLayout):
    """The evaluation graph."""

    graph = ListProperty()
    ply = NumericProperty(0)
    caption = StringProperty()


class MovesSheet(Sheet):
    """Follows the view; leaves the board visible."""

    has_moves = BooleanProperty(False)
    words = StringProperty()  # of the analysis
    foot_height = NumericProperty(0)
    share = NumericProperty(0.38)  # of the screen's height in portrait
    below = NumericProperty(0)  # height below the last row, so that the end of the record begins with a whole row too

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.app = the_app()
        self._view: GameView | None = None
        self._stepper = MoveStepper(pos_hint={"center_y": 0.5})
        self._stepper.has_strip = False
        self._stepper.on_jump = lambda ply: self.app.send(intents.JumpTo(ply))
        self.replace_title(self._stepper)
        self._actions = Factory.MoveActions()
        self.ids.foot.add_widget(self._actions)
        self.ids.foot.bind(height=self.setter("foot_height"))
        self._follow = Clock.create_trigger(self._scroll_to_shown, 0)
        self.ids.list.bind(width=lambda *_: self._refill(), size=lambda *_: self._follow())

    # Showing.

    def show(self, view: GameView) -> None:
        is_same_place = self._view is not None and self._view.board.ply == view.board.ply
        has_same_rows = self._view is not None and self._view.history == view.history
        self._view = view
        self.has_moves = bool(view.history and view.history.rows)
        words = view.evaluation.words if view.evaluation else None
        self.words = self.app.say(words) if words else ""
        self._refill()
        if not (is_same_place and has_same_rows):
            self._follow()
        self._show_actions(view)

    def _refill(self) -> None:
        view = self._view
        if view is None or view.history is None:
            return
        width = self.ids.list.width
        data: list[dict[str, Any]] = []
        if view.evaluation and view.moves:
            caption = self.app.say("moves.graph")
            high = dp(96) + text_height(caption, sp(12), width) + dp(8)
            row = {"kind": GRAPH, "graph": list(view.evaluation.graph), "ply": view.evaluation.ply}
            data.append({**row, "caption": caption, "row_size": (None, high)})
        for line in view.history.rows:
            if line.comment:
                indent = dp(24) + dp(14) * min(4, line.depth)
                high = text_height(line.comment, sp(14), width - indent) + dp(12)
                data.append({"kind": COMMENT, "comment": line.comment, "depth": line.depth, "row_size": (None, high)})
            else:
                data.append({"kind": TURN, "row": line, "row_size": (None, dp(48))})
        self.ids.list.data = data

    def _scroll_to_shown(self, *_: Any) -> None:
        """Scroll the current turn into view, a little below the top, where a whole row begins."""
        record = self.ids.list
        heights = [each["row_size"][1] for each in record.data]
        tops = [0.0, *accumulate(heights)]
        last = next(top for top in tops if tops[-1] - top <= record.height)
        self.below = max(0.0, last + record.height - tops[-1]) if last else 0
        at = next((index for index, each in enumerate(record.data) if _is_shown(each)), None)
        if not last or at is None:
            record.scroll_y = 1
            return
        wanted = tops[at] - max(0.0, record.height - heights[at]) * 0.4
        record.scroll_y = 1 - min(1.0, next(top for top in tops if top >= wanted) / last)

    # Actions.

    def _show_actions(self, view: GameView) -> None:
        history = view.history
        if history is None:
            return
        say = self.app.say
        self._stepper.show(view.moves, view.board.ply)
        analysis = [each for each in view.overflow if isinstance(each.intent, intents.SetAnalysis)]
        actions = [*commands(analysis), Command("edit", say("moves.comment"), lambda: self.comment(history))]
        if history.can_promote:
            actions.append(Command("call_split", say("moves.promote"), lambda: self.app.send(intents.Promote())))
        if history.can_delete:
            actions.append(Command("delete", say("moves.delete"), self.delete, is_destructive=True))
        self._actions.show(actions)

    def comment(self, history: HistoryView) -> None:
        say = self.app.say
        marks = [(0, say("moves.no_mark")), *MARKS.items()] if history.shown else []
        self.app.nav.open_sheet(
            TextEntrySheet(
                title=history.shown or say("moves.before_start"),
                label=say("moves.comment"),
                text=history.comment,
                is_long=True,
                marks=marks,
                mark=next((mark for mark in history.marks if mark in MARKS), 0),
                then=lambda words, mark=0: self._note(history, words, mark),
            )
        )

    def _note(self, history: HistoryView, words: str, mark: int) -> None:
        others = tuple(each for each in history.marks if each not in MARKS)
        self.app.send(intents.SetNote(words, (mark, *others) if mark else others))

    def delete(self) -> None:
        """Delete the variation and offer to undo it."""
        self.app.send(intents.DeleteBranch())
        undo = (self.app.say("toast.undo"), lambda: self.app.send(intents.RestoreBranch()))
        self.app.nav.show_toast(self.app.say("moves.deleted"), UNDO_SECONDS, undo)


def _is_shown(row: dict[str, Any]) -> bool:
    line = row.get("row")
    return bool(line and any(cell and cell.is_shown for cell in (line.white, line.black)))


def text_height(words: str, size: float, width: float) -> float:
    label = CoreLabel(text=words, font_size=size, text_size=(max(1.0, width), None), line_height=1.15)
    label.resolve_font_name()
    return float(label.render()[1])


load_kv(__file__)
