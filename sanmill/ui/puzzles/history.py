"""The puzzles that were tried: personal bests, progress by theme, and a row with a small board for each."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from sanmill.control.puzzles.intents import RetryFailed, RetryTried
from sanmill.control.puzzles.view import BestView, ThemeView, TriedPuzzlesView, TriedView
from sanmill.ui.direction import BoxLayout
from sanmill.ui.widgets.action_bar import Command
from sanmill.ui.widgets.base import Row, Tappable, load_kv
from sanmill.ui.widgets.charts import ShareRow
from sanmill.ui.widgets.empty_state import EmptyState
from sanmill.ui.widgets.page import SplitPage
from sanmill.ui.widgets.setting_rows import Heading

AT_ONCE = 12  # rows; boards take a while to build


class BestCard(BoxLayout):
    """A personal best as a large number."""

    title = StringProperty()
    count = StringProperty()


class Bests(BoxLayout):
    """Beside each other."""


class TriedRow(Tappable):
    """A puzzle with its board; a tap tries it again."""

    position = StringProperty()
    title = StringProperty()
    detail = StringProperty()
    is_solved = BooleanProperty(False)
    result = StringProperty()  # spoken
    board_size = NumericProperty("72dp")

    def show(self, view: TriedView, say: Any) -> None:
        self.position, self.is_solved = view.position, view.is_solved
        self.title, self.detail = say(view.title), say(view.detail)
        self.result = say("puzzles.tried.solved" if view.is_solved else "puzzles.tried.failed")
        self.ids.board.show(view.board)


class PuzzleHistoryPage(SplitPage):
    """Shows the last puzzles first; the others on request."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._count = AT_ONCE
        self._view: TriedPuzzlesView | None = None
        self._rows: dict[tuple[TriedView, str], TriedRow] = {}  # by what they show, and its language

    def show(self, view: TriedPuzzlesView) -> None:
        self._view = view
        self._fill()

    def _fill(self) -> None:
        view, say = self._view, self.app.say
        if view is None:
            return
        if not view.tried:
            empty = EmptyState(icon="extension", title=say("puzzles.tried.none"), text=say("puzzles.tried.none.about"))
            self.arrange((), (empty,))
            self.set_foot()
            return
        themes = (Heading(text=say("puzzles.tried.themes")), *map(self._theme, view.themes)) if view.themes else ()
        bests = Bests()
        for best in view.bests:
            bests.add_widget(self._best(best))
        rows = self._tried_rows(view.tried[: self._count])
        more = (self._more(),) if len(view.tried) > self._count else ()
        self.arrange((bests, *themes), (Heading(text=say("puzzles.tried.last")), *rows, *more))
        retry = Command("replay", say("puzzles.tried.retry", count=view.failed), self._retry_failed, is_on=True)
        self.set_foot(*([retry] if view.failed else []))

    def _retry_failed(self) -> None:
        self.app.send(RetryFailed())

    def _best(self, view: BestView) -> BestCard:
        return BestCard(title=self.app.say(view.title), count=self.app.number(view.count))

    def _theme(self, view: ThemeView) -> ShareRow:
        say = self.app.say
        return ShareRow(label=say(view.label), numbers=say(view.numbers), percent=view.percent)

    def _tried_rows(self, views: tuple[TriedView, ...]) -> list[TriedRow]:
        """A row for each, made once."""
        keys = [(view, self.app.lang) for view in views]
        self._rows = {key: self._rows.get(key) or self._row(key[0]) for key in keys}
        return list(self._rows.values())

    def _row(self, view: TriedView) -> TriedRow:
        row = TriedRow(on_release=lambda row: self.app.send(RetryTried(row.position)))
        row.show(view, self.app.say)
        return row

    def _more(self) -> Row:
        return Row(
            icon="expand_more",
            label=self.app.say("puzzles.tried.more"),
            has_chevron=False,
            on_release=lambda _: self._show_more(),
        )

    def _show_more(self) -> None:
        self._count += AT_ONCE
        self._fill()


load_kv(__file__)
