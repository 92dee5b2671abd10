"""Algorithm and weights of the computer, and a match that tries them."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from sanmill.control.tuning.intents import ImportWeights, ResetTuning, SetWeight, StartMatch, StopMatch
from sanmill.control.tuning.weights import WeightView
from sanmill.core import settings
from sanmill.core.settings import Setting
from sanmill.ui import questions
from sanmill.ui.app_port import the_app
from sanmill.ui.direction import BoxLayout
from sanmill.ui.settings.screen import SettingsList
from sanmill.ui.widgets.action_bar import Command
from sanmill.ui.widgets.base import Chips, load_kv
from sanmill.ui.widgets.games_sheet import GamesSheet
from sanmill.ui.widgets.pickers import PasteSheet
from sanmill.ui.widgets.setting_rows import Heading, Note

FILE_NAME = "sanmill-weights.txt"


class WeightRow(BoxLayout):
    """A weight: a slider, with buttons for single steps."""

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
        say = the_app().say
        self.note = say("match.note", variant=view.variant)
        self.again = say("match.again", games=view.next_games)


class TuningPage(SettingsList):
    """The algorithm, and the weights of one stage of the game at a time."""

    stage = StringProperty()

    def fill(self) -> None:
        say, view = self.app.say, self.app.controller.pages.weights()
        self.clear()
        self.weight_rows: dict[str, WeightRow] = {}
        self.stage = self.stage or next(iter(view.stages))
        self.add_setting(settings.ALGORITHM)
        self.add_widget(Heading(text=say("weights.title")))
        self.add_widget(Note(text=say("weights.about")))
        self.add_widget(Note(text=say(view.scope)))
        self._chips = Chips(value=self.stage)
        self._chips.bind(on_choose=lambda _, stage: self._choose_stage(stage))
        self.add_widget(self._chips)
        self._rows = WeightRows()
        self.add_widget(self._rows)
        self._fill_rows()
        self.add_row("share", say("weights.share"), self._share, say("weights.share.about"))
        self.add_row("content_paste", say("weights.import"), self._ask_text)
        self.add_row("restart_alt", say("weights.reset"), self._ask_reset, has_chevron=False, is_destructive=True)
        self.set_foot(Command("speed", say("workshop.try"), self._try, is_on=True))

    def changed(self, setting: Setting[Any]) -> None:
        super().changed(setting)
        if setting is settings.WEIGHTS:
            self._refresh()

    def show(self, _view: object) -> None:
        """Update the progress of a match."""
        if isinstance(self.nav.sheet, MatchSheet):
            self.nav.sheet.show(self.app.controller.pages.tuning_match())

    def _choose_stage(self, stage: str) -> None:
        self.stage = stage
        self._fill_rows()

    def _fill_rows(self) -> None:
        """Build the rows of the stage."""
        self._rows.clear_widgets()
        self.weight_rows.clear()
        for each in self.app.controller.pages.weights().stages[self.stage]:
            weight = each.weight
            row = WeightRow(label=self.app.say(f"weight.{weight.name}"), min=weight.minimum, max=weight.maximum)
            row.bind(on_choose=lambda _, value, name=weight.name: self._choose(name, value))
            self.weight_rows[weight.name] = row
            self._rows.add_widget(row)
        self._refresh()

    def _choose(self, name: str, value: int) -> None:
        self.app.send(SetWeight(self.stage, name, value))

    def _refresh(self) -> None:
        """Show the weights as they are now."""
        say, stages = self.app.say, self.app.controller.pages.weights().stages
        for each in stages[self.stage]:
            self._show(self.weight_rows[each.weight.name], each)
        marks = {stage: " •" if any(each.is_changed for each in rows) else "" for stage, rows in stages.items()}
        self._chips.choices = [(stage, say(f"weight.stage.{stage}") + mark) for stage, mark in marks.items()]

    def _show(self, row: WeightRow, view: WeightView) -> None:
        row.value, row.is_changed = view.value, view.is_changed
        about = self.app.say(f"weight.{view.weight.name}.about")
        standard = self.app.say("weights.standard", about=about, value=self.app.number(view.weight.default))
        row.detail = standard if view.is_changed else about

    def _has_changes(self) -> bool:
        """Whether anything differs from the standard; says so if not."""
        chosen = self.app.settings
        if any(chosen.get(setting) != setting.default for setting in (settings.ALGORITHM, settings.WEIGHTS)):
            return True
        self.nav.show_toast(self.app.say("weights.unchanged"))
        return False

    def _try(self) -> None:
        if self._has_changes():
            self.nav.open_sheet(MatchSheet(title=self.app.say("match.title")))
            self.app.send(StartMatch())

    def _share(self) -> None:
        written = self.app.controller.pages.weights().text
        if written:
            self.nav.show_text(self.app.say("weights.title"), written, FILE_NAME)
        else:
            self.nav.show_toast(self.app.say("weights.unchanged"))

    def _ask_text(self) -> None:
        title, hint = self.app.say("weights.import"), self.app.say("weights.import_hint")
        self.nav.open_sheet(PasteSheet(title=title, hint=hint, then=self._import))

    def _import(self, written: str) -> str:
        """Take the weights of a text; return an error message, or nothing."""
        self.app.send(ImportWeights(written))
        error = self.app.controller.pages.weights().error
        return self.app.say(error) if error else ""

    def _ask_reset(self) -> None:
        if self._has_changes():
            self.nav.confirm(questions.RESET_TUNING, lambda: self.app.send(ResetTuning()))


class WeightRows(BoxLayout):
    """The rows of a stage."""


load_kv(__file__)
