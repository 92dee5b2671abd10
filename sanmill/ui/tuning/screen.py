"""Algorithm and weights of the computer, and a match that tries them."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from sanmill.control.routes import Kind, Route
from sanmill.control.tuning.intents import (
    ImportWeights,
    ResetTuning,
    SetWeight,
    ShareWeights,
    StartMatch,
    StopMatch,
    UndoTuning,
)
from sanmill.control.tuning.weights import TuningView, WeightView
from sanmill.ui import questions
from sanmill.ui.app_port import the_app
from sanmill.ui.direction import BoxLayout
from sanmill.ui.settings.screen import SettingsList
from sanmill.ui.widgets.action_bar import Command
from sanmill.ui.widgets.base import Chips, load_kv
from sanmill.ui.widgets.games_sheet import GamesSheet
from sanmill.ui.widgets.setting_rows import Heading, Note
from sanmill.ui.widgets.text_sheets import PasteSheet


class WeightRow(BoxLayout):
    label = StringProperty()
    detail = StringProperty()
    min = NumericProperty(0)
    max = NumericProperty(0)
    value = NumericProperty(0)
    words = StringProperty("0")  # the value
    is_changed = BooleanProperty(False)

    __events__ = ("on_choose",)

    def on_choose(self, value: int) -> None:
        """Called with the new value."""

    def on_value(self, *_: Any) -> None:
        self.words = the_app().number(self.value)

    def show(self, view: WeightView) -> None:
        app, weight = the_app(), view.weight
        self.value, self.is_changed = view.value, view.is_changed
        about = app.say(f"weight.{weight.name}.about")
        standard = app.say("weights.standard", about=about, value=app.number(weight.default))
        self.detail = standard if view.is_changed else about

    def take(self, value: float) -> None:
        if round(value) != round(self.value):
            self.value = round(value)
            self.dispatch("on_choose", round(value))

    def step(self, change: int) -> None:
        self.ids.slider.step(change)


class MatchSheet(GamesSheet):
    """The match against the standard."""

    begin = StartMatch()
    end = StopMatch()

    def show(self, view: Any) -> None:
        super().show(view)
        self.note = the_app().say("match.note", variant=view.variant)
        self.again = the_app().say("match.again", games=view.next_games)


class TuningPage(SettingsList):
    """The algorithm, and the weights of one stage of the game at a time."""

    stage = StringProperty()

    def build_from(self, view: TuningView) -> object:
        return view.scope

    def show(self, view: TuningView) -> None:
        self.stage = self.stage or next(iter(view.stages))
        super().show(view)
        self._show_weights()
        undo = Command("undo", self.app.say("toast.undo"), lambda: self.app.send(UndoTuning()), view.can_undo)
        self.set_foot(undo, Command("speed", self.app.say("workshop.try"), self._try, is_on=True))

    def build(self, view: TuningView) -> None:
        say = self.app.say
        self.add_settings(view.rows)
        self.add_widget(Heading(text=say("weights.title")))
        self.add_widget(Note(text=say("weights.about")))
        self.add_widget(Note(text=say(view.scope)))
        self._chips = Chips(value=self.stage)
        self._chips.bind(on_choose=lambda _, stage: self._choose_stage(stage))
        self.add_widget(self._chips)
        self._rows = WeightRows()
        self.add_widget(self._rows)
        self._add_weights()
        share = lambda: self.app.send(ShareWeights())  # noqa: E731 - one line
        self.add_row("share", say("weights.share"), share, say("weights.share.about"))
        self.add_row("content_paste", say("weights.import"), self._ask_text)
        self.add_row("restart_alt", say("weights.reset"), self._ask_reset, has_chevron=False, is_destructive=True)

    def _choose_stage(self, stage: str) -> None:
        self.stage = stage
        self._add_weights()
        self._show_weights()

    def _add_weights(self) -> None:
        """Add the rows of the stage."""
        self._rows.clear_widgets()
        self.weight_rows: dict[str, WeightRow] = {}
        for weight in (each.weight for each in self._view.stages[self.stage]):
            row = WeightRow(label=self.app.say(f"weight.{weight.name}"), min=weight.minimum, max=weight.maximum)
            row.bind(on_choose=lambda _, value, name=weight.name: self.app.send(SetWeight(self.stage, name, value)))
            self.weight_rows[weight.name] = row
            self._rows.add_widget(row)

    def _show_weights(self) -> None:
        stages = self._view.stages
        for each in stages[self.stage]:
            self.weight_rows[each.weight.name].show(each)
        marks = {stage: " •" if any(each.is_changed for each in rows) else "" for stage, rows in stages.items()}
        self._chips.choices = [(stage, self.app.say(f"weight.stage.{stage}") + mark) for stage, mark in marks.items()]

    def _has_changes(self) -> bool:
        """Whether anything differs from the standard; says so if not."""
        if self._view.is_changed:
            return True
        self.nav.show_toast(self.app.say("weights.unchanged"))
        return False

    def _try(self) -> None:
        if self._has_changes():
            self.app.send(StartMatch())
            self.nav.open(Route(Kind.MATCH))

    def _ask_text(self) -> None:
        title, hint = self.app.say("weights.import"), self.app.say("weights.import_hint")
        then = lambda written: self.attempt(ImportWeights(written))  # noqa: E731 - one line
        self.nav.open_sheet(PasteSheet(title=title, hint=hint, then=then))

    def _ask_reset(self) -> None:
        if self._has_changes():
            self.nav.confirm(questions.RESET_TUNING, lambda: self.app.send(ResetTuning()))


class WeightRows(BoxLayout):
    """The rows of a stage."""


load_kv(__file__)
