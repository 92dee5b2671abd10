"""The statistics: rating graph, result bars, numbers, and a reset."""

from __future__ import annotations

from dataclasses import replace

from kivy.factory import Factory
from kivy.properties import BooleanProperty, StringProperty

from sanmill.control.routes import Kind, Route
from sanmill.control.statistics.intents import FilterGames, ResetStatistics
from sanmill.control.statistics.view import AccuracyView, StatisticsView
from sanmill.control.views.types import BarView
from sanmill.core.game.model import Side
from sanmill.core.progress.statistics import MODES, VERSUS
from sanmill.ui import questions
from sanmill.ui.direction import BoxLayout
from sanmill.ui.widgets.base import TextButton, load_kv
from sanmill.ui.widgets.charts import RatingGraph, ResultRow, ShareRow
from sanmill.ui.widgets.empty_state import EmptyState
from sanmill.ui.widgets.page import Page
from sanmill.ui.widgets.setting_rows import Heading, ListRow, Note

ALL = ""


class NumberRow(BoxLayout):
    label = StringProperty()
    number = StringProperty()


class StatisticsPage(Page):
    is_empty = BooleanProperty(False)

    def show(self, view: StatisticsView) -> None:
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
        about = say("statistics.empty.about")
        self.add_widget(EmptyState(icon="bar_chart", levels=(2, 1, 3), title=say("statistics.empty"), text=about))
        start = lambda _: self.nav.open(Route(Kind.NEW_GAME, VERSUS))  # noqa: E731 - one line
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
        say, chosen = self.app.say, FilterGames(view.mode, view.rules, view.side)
        self.add_widget(Heading(text=say("statistics.games")))
        modes = [(FilterGames(mode, side=view.side), say(f"statistics.mode.{mode}")) for mode in MODES]
        self._add_list("statistics.mode", modes, replace(chosen, rules=ALL))
        if view.mode == VERSUS:
            sides = [
                (
                    replace(chosen, side=side),
                    say("statistics.side.white" if side is Side.WHITE else "statistics.side.black"),
                )
                for side in Side
            ]
            either = (replace(chosen, side=None), say("statistics.side.either"))
            self._add_list("statistics.side", [either, *sides], chosen)
        if len(view.variants) > 1:
            names = [(replace(chosen, rules=name), say(title)) for name, title in view.variants]
            every = (replace(chosen, rules=ALL), say("statistics.all_variants"))
            self._add_list("new.variant", [every, *names], chosen)

    def _add_list(self, label: str, choices: list[tuple[FilterGames, str]], chosen: FilterGames) -> None:
        row = ListRow(label=self.app.say(label), choices=choices, value=chosen)
        row.bind(on_choose=lambda _, wanted: self.app.send(wanted))
        self.add_widget(row)

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
        self.nav.confirm(questions.RESET_STATISTICS, lambda: self.app.send(ResetStatistics()))


load_kv(__file__)
