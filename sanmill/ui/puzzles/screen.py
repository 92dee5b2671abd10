"""Puzzles: the daily puzzle and its week, runs, practice by theme, and results."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty

from sanmill.control.intents import Open
from sanmill.control.puzzles.intents import ChooseRules, StartDaily, StartPractice, StartRun
from sanmill.control.puzzles.view import PuzzlesView
from sanmill.control.routes import Kind, Route
from sanmill.core.progress.puzzle_progress import RUSH, SOLVED, STREAK
from sanmill.ui.widgets.base import Row, load_kv
from sanmill.ui.widgets.board_card import BoardCard
from sanmill.ui.widgets.page import SplitPage
from sanmill.ui.widgets.setting_rows import Heading, ListRow, Note

from .week import WeekStrip

RUN_ICONS = {STREAK: "trending_up", RUSH: "timer"}
ICONS = {
    "close": "check_circle",
    "stop": "priority_high",
    "block": "grid_on",
    "fly": "send",
    "ending": "emoji_events",
    "placing": "touch_app",
    "midgame": "extension",
}


class PuzzlesPage(SplitPage):
    """Lists the puzzles; where there is room, today's stands beside the others.

    News of tablebases come while a finger is on the page: its widgets are kept, so that no tap is lost.
    """

    is_tall = BooleanProperty(False)  # room for a large board of today's puzzle
    board_size = NumericProperty("120dp")
    _lang = ""
    _today: Any = None

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(is_tall=self._fit_today, board_size=self._fit_today)

    def _fit_today(self, *_: Any) -> None:
        if self._today:
            self._today.is_tall, self._today.board_size = self.is_tall, self.board_size

    def show(self, view: PuzzlesView) -> None:
        if self.app.lang != self._lang:
            self._lang = self.app.lang
            self._make()
        say = self.app.say
        self._show_today(view)
        self._week.show(view.week)
        for run in view.runs:
            self._runs[run.kind].detail = say(run.detail)
        self._note.text = self._news(view) or self._progress(view)
        has_choice = len(view.variants) > 1
        self._variant.choices = [(rules, say(title)) for rules, title in view.variants]
        self._variant.value = view.rules
        themes = [self._themes[theme] for theme in view.themes]
        self.arrange(
            (self._today, self._week, self._note),
            (
                self._run_heading,
                *self._runs.values(),
                self._history,
                self._heading,
                self._course,
                *themes,
                *([self._variant] if has_choice else []),
            ),
        )

    def _make(self) -> None:
        """Make the widgets in the language of the app."""
        say = self.app.say
        self._today = BoardCard(title=say("puzzles.today"), on_release=lambda _: self.app.send(StartDaily()))
        self._fit_today()
        self._week, self._note = WeekStrip(), Note()
        self._run_heading, self._heading = Heading(text=say("puzzles.runs")), Heading(text=say("puzzles.practice"))
        self._runs = {kind: self._run_row(kind) for kind in RUN_ICONS}
        self._history = Row(icon="history", label=say("puzzles.tried"), detail=say("puzzles.tried.about"))
        self._history.bind(on_release=lambda _: self.app.send(Open(Route(Kind.PUZZLE_HISTORY))))
        self._themes = {theme: self._theme_row(theme) for theme in ICONS}
        self._course = Row(icon="replay", label=say("course.title"), detail=say("course.row"))
        self._course.bind(on_release=lambda _: self.app.send(Open(Route(Kind.COURSE))))
        self._variant = ListRow(label=say("puzzles.variant"))
        self._variant.bind(on_choose=lambda _, rules: self.app.send(ChooseRules(rules)))

    def _run_row(self, kind: str) -> Row:
        row = Row(icon=RUN_ICONS[kind], label=self.app.say(f"puzzles.run.{kind}"))
        row.bind(on_release=lambda _: self.app.send(StartRun(kind)))
        return row

    def _theme_row(self, theme: str) -> Row:
        say = self.app.say
        row = Row(icon=ICONS[theme], label=say(f"puzzles.theme.{theme}"), detail=say(f"puzzles.about.{theme}"))
        row.bind(on_release=lambda _: self.app.send(StartPractice(theme)))
        return row

    def _show_today(self, view: PuzzlesView) -> None:
        say, card = self.app.say, self._today
        card.words = say(view.words)
        card.accent = say("puzzles.streak", count=view.streak) if view.streak else ""
        card.is_done = view.how == SOLVED
        card.spoken = f"{card.title}. {say('puzzles.once_more') if card.is_done else say('puzzles.start')}"
        card.show_board(view.board or view.empty_board)

    def _news(self, view: PuzzlesView) -> str:
        """What takes the place of the rating, so that no row moves."""
        if view.error:
            return self.app.say(view.error)
        return self.app.say("puzzles.making") if view.is_making else ""

    def _progress(self, view: PuzzlesView) -> str:
        say = self.app.say
        solved = [say("puzzles.count", count=view.solved)] if view.solved else []
        return " · ".join((say("puzzles.rating", rating=view.rating), *solved))


load_kv(__file__)
