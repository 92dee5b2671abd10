"""The settings: the list of their pages, a page per group with a row for each setting, the expert page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty

from sanmill.control.routes import Kind, Route
from sanmill.control.settings.intents import ExportSettings, ImportSettings, RestoreSettings
from sanmill.control.settings.view import ExpertView, GroupsView, GroupView, SampleView, SettingView
from sanmill.core import settings
from sanmill.core.settings import GROUPS
from sanmill.ui import questions
from sanmill.ui.board import widget as board_widget  # noqa: F401 - its class is used by name
from sanmill.ui.direction import BoxLayout
from sanmill.ui.widgets import evaluation  # noqa: F401 - its rules are used by name
from sanmill.ui.widgets.base import Row, load_kv
from sanmill.ui.widgets.page import Page, SplitPage
from sanmill.ui.widgets.setting_rows import Heading, setting_row
from sanmill.ui.widgets.tablebase_row import TablebaseRow

SAMPLE_VALUE = 0.3  # evaluation of the sample board
SAMPLE_HEIGHT = 260  # dp, beside the list
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


class GroupRow(Row):
    """A group in the list; marked where its settings stand beside it."""

    is_chosen = BooleanProperty(False)


class GroupRows(BoxLayout):
    """The settings of a group beside the list; those of the board below a board that shows them."""

    def __init__(self, view: GroupView, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.sample = SampleBoard(view.sample, size_hint_y=None, height=dp(SAMPLE_HEIGHT)) if view.sample else None
        if self.sample:
            self.add_widget(self.sample)
        self.rows = {row.key: setting_row(row) for row in view.rows}
        for row in self.rows.values():
            self.add_widget(row)

    def show(self, view: GroupView) -> None:
        if self.sample and view.sample:
            self.sample.show(view.sample)
        for row in view.rows:
            self.rows[row.key].show(row)


class SettingsPage(SplitPage):
    """The list of the groups; where there is room, the settings of one stand beside it."""

    group = settings.BOARD

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._built: object = None
        self._beside: GroupRows | None = None
        self.bind(is_split=self._fill)

    def show(self, view: GroupsView) -> None:
        super().show(view)
        self._fill()

    def _fill(self, *_: Any) -> None:
        """Make the widgets where the language, the group or the room changed; they stay while values change."""
        if self._view is None:
            return
        shown = next(each for each in self._view.groups if each.group == self.group)
        needed = (self.app.lang, self.is_split and self.group)
        if needed != self._built:
            self._built = needed
            self._beside = GroupRows(shown) if self.is_split else None
            self.arrange(tuple(self._list()), (self._beside,) if self._beside else ())
            self.ids.scroll.scroll_y = 1
        if self._beside:
            self._beside.show(shown)

    def _list(self) -> Iterator[Row]:
        say = self.app.say
        for group in GROUPS:
            yield self._group_row(group)
            if group == settings.BOARD:
                yield self._row("palette", "appearance.title", Route(Kind.APPEARANCE), "appearance.about")
        yield self._row("tune", "settings.expert", Route(Kind.EXPERT), "settings.expert.about")
        restore = Row(icon="restart_alt", label=say("settings.restore"), has_chevron=False, is_destructive=True)
        restore.bind(on_release=lambda _: self.ask_restore())
        yield restore

    def _group_row(self, group: str) -> Row:
        say, title = self.app.say, f"settings.{group}"
        row = GroupRow(icon=ICONS[group], label=say(title), detail=say(f"{title}.about"))
        row.has_chevron, row.is_chosen = not self.is_split, self.is_split and group == self.group
        row.bind(on_release=lambda _: self._choose(group))
        return row

    def _row(self, icon: str, title: str, route: Route, about: str) -> Row:
        row = Row(icon=icon, label=self.app.say(title), detail=self.app.say(about))
        row.bind(on_release=lambda _: self.nav.open(route))
        return row

    def _choose(self, group: str) -> None:
        """Show the settings of a group beside the list, or on their page."""
        if self.is_split:
            self.group = group
            self._fill()
        else:
            self.nav.open(Route(Kind.SETTINGS_GROUP, group))

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
