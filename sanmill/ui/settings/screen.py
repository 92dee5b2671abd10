"""The settings: the list of their pages, a page per group with a row for each setting, the expert page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty

from sanmill.control.routes import Kind, Route
from sanmill.control.settings.intents import ExportSettings, ImportSettings, RestoreSettings
from sanmill.control.settings.view import ExpertView, GroupView, SampleView, SettingView
from sanmill.core import settings
from sanmill.core.settings import GROUPS
from sanmill.ui import questions
from sanmill.ui.board import widget as board_widget  # noqa: F401 - its class is used by name
from sanmill.ui.direction import BoxLayout
from sanmill.ui.widgets import evaluation  # noqa: F401 - its rules are used by name
from sanmill.ui.widgets.base import load_kv
from sanmill.ui.widgets.page import Page
from sanmill.ui.widgets.setting_rows import Heading, setting_row
from sanmill.ui.widgets.tablebase_row import TablebaseRow

SAMPLE_VALUE = 0.3  # evaluation of the sample board
MOVE_AFTER = 0.4  # seconds until its piece moves
ICONS = {
    settings.BOARD: "grid_on",
    settings.PLAY: "smart_toy",
    settings.SOUND_AND_FEEL: "volume_up",
    settings.APP: "language",
}


class SettingsList(Page):
    """Base of the pages with setting rows, which stay while only values change."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.rows: dict[str, Any] = {}  # by their keys
        self._built: object = None

    def show(self, view: Any) -> None:
        super().show(view)
        needed = (self.app.lang, self.build_from(view))
        if needed != self._built:
            self._built = needed
            self.ids.content.clear_widgets()
            self.rows.clear()
            self.build(view)
        for row in view.rows:
            self.rows[row.key].show(row)

    def build_from(self, view: Any) -> object:
        """What ``build`` uses of the view."""
        return tuple(row.key for row in view.rows)

    def build(self, view: Any) -> None:
        """Add the widgets."""
        self.add_settings(view.rows)

    def add_settings(self, rows: Iterable[SettingView]) -> None:
        for row in rows:
            self.rows[row.key] = setting_row(row)
            self.add_widget(self.rows[row.key])


class SampleBoard(BoxLayout):
    """A board that shows the settings; its piece moves when the speed changes."""

    has_evaluation = BooleanProperty(False)

    def __init__(self, view: SampleView, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._view = view
        self._is_moved = False
        self.ids.board.show(view.before)
        self.ids.evaluation.show(SAMPLE_VALUE, has_motion=False)

    def show(self, view: SampleView) -> None:
        self.has_evaluation = view.has_evaluation
        if view.speed != self._view.speed:
            Clock.schedule_once(lambda _: self._move(), 0)
        self._view = view

    def _move(self) -> None:
        """Move the piece there and back."""
        Clock.unschedule(self._step)
        self._step()
        Clock.schedule_once(self._step, MOVE_AFTER * 3)

    def _step(self, *_: Any) -> None:
        self._is_moved = not self._is_moved
        self.ids.board.show(self._view.after if self._is_moved else self._view.before)


class SettingsPage(Page):
    def show(self, _view: None) -> None:
        say = self.app.say
        self.ids.content.clear_widgets()
        for group in GROUPS:
            self._add_page(ICONS[group], f"settings.{group}", Route(Kind.SETTINGS_GROUP, group))
            if group == settings.BOARD:
                self._add_page("palette", "appearance.title", Route(Kind.APPEARANCE), "appearance.about")
        self._add_page("tune", "settings.expert", Route(Kind.EXPERT))
        self.add_row("restart_alt", say("settings.restore"), self.ask_restore, has_chevron=False, is_destructive=True)

    def _add_page(self, icon: str, title: str, route: Route, about: str = "") -> None:
        say = self.app.say
        self.add_row(icon, say(title), lambda: self.nav.open(route), say(about or f"{title}.about"))

    def ask_restore(self) -> None:
        self.nav.confirm(questions.RESTORE_SETTINGS, lambda: self.app.send(RestoreSettings()))


class SettingsGroupPage(SettingsList):
    """The settings of a group; those of the board with a board that shows them."""

    _sample: SampleBoard | None = None

    def show(self, view: GroupView) -> None:
        super().show(view)
        self.title = self.app.say(view.title)
        self.has_stage = view.sample is not None
        if view.sample:
            self._show_sample(view.sample)

    def _show_sample(self, view: SampleView) -> None:
        if self._sample is None:
            self._sample = SampleBoard(view)
            self.ids.stage.add_widget(self._sample)
        self._sample.show(view)


class ExpertPage(SettingsList):
    """Engine options, and export and import of the settings."""

    def show(self, view: ExpertView) -> None:
        super().show(view)
        self._tablebase.show(view.tablebase)

    def build(self, view: ExpertView) -> None:
        say = self.app.say
        self.add_widget(Heading(text=say("settings.engine")))
        self.add_row(
            "insights", say("settings.tuning"), lambda: self.nav.open(Route(Kind.TUNING)), say("settings.tuning.about")
        )
        self.add_settings(view.rows)
        self._tablebase = TablebaseRow(view.tablebase)
        self.add_widget(self._tablebase)
        self.add_widget(Heading(text=say("settings.transfer")))
        export, paste = ExportSettings(), lambda: self._take("", self.app.files.paste())
        self.add_row("upload", say("settings.export"), lambda: self.app.send(export), say("settings.export_about"))
        self.add_row("file_open", say("settings.import_file"), lambda: self.app.files.open((".txt",), self._take))
        self.add_row("content_paste", say("settings.import_text"), paste, has_chevron=False)

    def _take(self, _name: str, content: str) -> None:
        self.app.send(ImportSettings(content))


load_kv(__file__)
