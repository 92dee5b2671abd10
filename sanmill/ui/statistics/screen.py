"""The statistics: rating graph, result bars, numbers, and a reset."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.factory import Factory
from kivy.properties import BooleanProperty, StringProperty

from sanmill.control import intents
from sanmill.control.views.types import AccuracyView, BarView, StatisticsView
from sanmill.core.game.model import Side
from sanmill.core.progress.statistics import MODES, VERSUS
from sanmill.ui import questions
from sanmill.ui.direction import BoxLayout
from sanmill.ui.widgets.base import TextButton, load_kv
from sanmill.ui.widgets.charts import RatingGraph, ResultRow, ShareRow
from sanmill.ui.widgets.page import Page
from sanmill.ui.widgets.setting_rows import Heading, ListRow, Note

EITHER, ALL = "", ""


class NumberRow(BoxLayout):
    """A name and a number."""

    label = StringProperty()
    number = StringProperty()


class StatisticsPage(Page):
    """Keeps the filters; the figures come from the view."""

    is_empty = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self._mode, self._rules, self._side = VERSUS, ALL, EITHER
        super().__init__(**kwargs)

    def fill(self) -> None:
        side = Side[self._side.upper()] if self._side else None
        view = self.app.controller.pages.statistics(self._mode, self._rules, side)
        self.ids.content.clear_widgets()
        self.is_empty = view.is_empty
        if view.is_empty:
            self._fill_empty()
            return
        self._fill_rating(view)
        self._fill_choices(view)
        self._fill_games(view)
        self.add_widget(Note(text=self.app.say("statistics.practice")))
        reset = self.app.say("statistics.reset")
        self.add_row("restart_alt", reset, self.ask_reset, has_chevron=False, is_destructive=True)

    def _fill_empty(self) -> None:
        say = self.app.say
        self.add_widget(Heading(text=say("statistics.empty")))
        self.add_widget(Note(text=say("statistics.empty.about")))
        start = lambda _: self.nav.open("new_versus")  # noqa: E731 - one line
        self.add_widget(TextButton(icon="play_arrow", label=say("home.versus"), is_on=True, on_release=start))

    def _fill_rating(self, view: StatisticsView) -> None:
        say, rating = self.app.say, view.rating
        self.add_widget(Heading(text=say("statistics.rating")))
        if rating is None:
            self.add_widget(Note(text=say("statistics.rating.none")))
            return
        self.add_widget(Factory.RatingNumber(text=self.app.number(rating.value)))
        self.add_widget(Note(text=say("statistics.rating.about", level=rating.level, rules=rating.rules)))
        self.add_widget(RatingGraph(values=list(rating.history)))

    def _fill_choices(self, view: StatisticsView) -> None:
        say = self.app.say
        self.add_widget(Heading(text=say("statistics.games")))
        self._add_list("_mode", "statistics.mode", [(mode, say(f"statistics.mode.{mode}")) for mode in MODES])
        if self._mode == VERSUS:
            sides = [(side, say(f"statistics.side.{side}")) for side in ("white", "black")]
            self._add_list("_side", "statistics.side", [(EITHER, say("statistics.side.either")), *sides])
        if len(view.variants) > 1:
            names = [(name, say(title)) for name, title in view.variants]
            self._add_list("_rules", "new.variant", [(ALL, say("statistics.all_variants")), *names])

    def _add_list(self, name: str, label: str, choices: list[tuple[str, str]]) -> None:
        row = ListRow(label=self.app.say(label), choices=choices, value=getattr(self, name))
        row.bind(on_choose=partial(self._choose, name))
        self.add_widget(row)

    def _choose(self, name: str, _row: ListRow, value: str) -> None:
        setattr(self, name, value)
        if name == "_mode":
            self._rules = ALL
        self.fill()

    def _fill_games(self, view: StatisticsView) -> None:
        say = self.app.say
        self._add_bar(view.total)
        for label, number in view.numbers:
            self.add_widget(NumberRow(label=say(label), number=say(number)))
        if view.accuracy:
            self._fill_accuracy(view.accuracy)
        if view.by_level:
            self.add_widget(Heading(text=say("statistics.by_level")))
            for bar in view.by_level:
                self._add_bar(bar)

    def _fill_accuracy(self, accuracy: AccuracyView) -> None:
        say = self.app.say
        self.add_widget(Heading(text=say("statistics.accuracy")))
        for phase, percent, turns in accuracy.parts:
            numbers = say("statistics.accuracy.numbers", percent=percent, turns=turns)
            self.add_widget(ShareRow(label=say(phase), numbers=numbers, percent=percent))
        self.add_widget(Note(text=say(accuracy.about)))

    def _add_bar(self, bar: BarView) -> None:
        say = self.app.say
        numbers = say("statistics.numbers", wins=bar.wins, draws=bar.draws, losses=bar.losses)
        self.add_widget(
            ResultRow(label=say(bar.label), numbers=numbers, wins=bar.wins, draws=bar.draws, losses=bar.losses)
        )

    def ask_reset(self) -> None:
        self.nav.confirm(questions.RESET_STATISTICS, self._reset)

    def _reset(self) -> None:
        self.app.send(intents.ResetStatistics())
        self.fill()


load_kv(__file__)
