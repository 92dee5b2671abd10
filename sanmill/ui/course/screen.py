"""The user's course: what is due, weak spots with a tap to practice them, and what was learned."""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from sanmill.control.course.intents import PracticeSpot, SetCollecting, StartCourse
from sanmill.control.course.view import CourseView, LearnedView, SpotView
from sanmill.control.intents import Open
from sanmill.control.routes import Kind, Route
from sanmill.ui.widgets.base import Row, load_kv
from sanmill.ui.widgets.board_card import BoardCard
from sanmill.ui.widgets.charts import ShareRow
from sanmill.ui.widgets.empty_state import EmptyState
from sanmill.ui.widgets.page import SplitPage
from sanmill.ui.widgets.setting_rows import Heading, Note


class CoursePage(SplitPage):
    """Beside what is learned, what is due has a column of its own where there is room."""

    _made: tuple[object, ...] = ()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._is_stopped = False
        self._card = BoardCard(on_release=lambda _: self.app.send(StartCourse()))
        self._progress = Row(has_chevron=False, on_release=lambda _: self.app.send(SetCollecting(self._is_stopped)))
        self._empty: Widget | None = None  # instead of the card, while there is no exercise
        self._rest: tuple[Widget, ...] = ()

    def show(self, view: CourseView) -> None:
        """News come turn by turn while games are gone through: widgets that stay the same are kept, with their taps."""
        self._show_card(view)
        self._show_progress(view)
        made = (self.app.lang, view.total == 0, view.spots, view.phases, view.themes)
        if made != self._made:
            self._made = made
            self._rest = (*self._spots(view.spots), *self._shares(view), self._openings(), Note(text=self._about(view)))
            self._empty = EmptyState(icon="replay", levels=(4, 1, 3), mood="glad", text=self.app.say(view.words))
        progress = (self._progress,) if view.progress else ()
        if view.total:
            self.arrange((self._card, *progress), self._rest)
        else:
            self.arrange((), (self._empty, *progress, *self._rest))

    def _show_card(self, view: CourseView) -> None:
        say, card = self.app.say, self._card
        card.title, card.words = say("course.today"), say(view.words)
        card.accent = say(view.learned) if view.learned else ""
        card.is_done = bool(view.total) and not view.due
        card.show_board(view.board)

    def _show_progress(self, view: CourseView) -> None:
        """Games that are gone through, with a way to stop that."""
        if view.progress is not None:
            say, row, self._is_stopped = self.app.say, self._progress, view.is_stopped
            row.icon = "play_arrow" if view.is_stopped else "pause"
            row.label = say("course.go_on" if view.is_stopped else "course.stop")
            row.detail = say(view.progress)

    def _spots(self, spots: tuple[SpotView, ...]) -> tuple[Widget, ...]:
        if not spots:
            return ()
        return (Heading(text=self.app.say("course.weak")), *map(self._spot, spots))

    def _spot(self, view: SpotView) -> Row:
        say = self.app.say
        row = Row(icon="priority_high", label=say(view.words), detail=say(view.count))
        row.bind(on_release=lambda _: self.app.send(PracticeSpot(view.spot)))
        return row

    def _openings(self) -> Row:
        say = self.app.say
        row = Row(icon="menu_book", label=say("openings.open"), detail=say("openings.row"))
        row.bind(on_release=lambda _: self.app.send(Open(Route(Kind.OPENINGS))))
        return row

    def _shares(self, view: CourseView) -> tuple[Widget, ...]:
        if not view.total:
            return ()
        say = self.app.say
        rows: list[Widget] = []
        for heading, shares in (("course.by_phase", view.phases), ("course.by_theme", view.themes)):
            rows += (Heading(text=say(heading)), *map(self._share, shares))
        return tuple(rows)

    def _share(self, view: LearnedView) -> ShareRow:
        say = self.app.say
        return ShareRow(label=say(view.label), numbers=say(view.numbers), percent=view.percent)

    def _about(self, view: CourseView) -> str:
        return f"{self.app.say('course.about')} {self.app.say('course.limit', most=view.limit)}"


load_kv(__file__)
