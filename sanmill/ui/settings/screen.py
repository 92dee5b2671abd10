"""The settings: the list of their pages, a page per group with rows from the table of settings, the expert page."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty
from kivy.uix.widget import Widget

from sanmill.control.games import new_game
from sanmill.control.routes import Kind, Route
from sanmill.control.settings import sample_board
from sanmill.control.variants.tablebases import TablebaseView
from sanmill.core import settings
from sanmill.core.settings import EXPERT, GROUPS, SETTINGS, Setting
from sanmill.core.text import settings_text
from sanmill.ui import questions
from sanmill.ui.board import widget as board_widget  # noqa: F401 - its class is used by name
from sanmill.ui.direction import BoxLayout
from sanmill.ui.widgets import evaluation  # noqa: F401 - its rules are used by name
from sanmill.ui.widgets.base import load_kv
from sanmill.ui.widgets.page import PulledPage
from sanmill.ui.widgets.setting_rows import Heading, ListRow, SliderRow, SwitchRow, TextRow
from sanmill.ui.widgets.tablebase_row import TablebaseRow

FILE_NAME, FAULTS_NAME = "sanmill-settings.txt", "sanmill-import.txt"
SAMPLE_VALUE = 0.3  # evaluation of the sample board
MOVE_AFTER = 0.4  # seconds until its piece moves
ICONS = {
    settings.BOARD: "grid_on",
    settings.PLAY: "smart_toy",
    settings.SOUND_AND_FEEL: "volume_up",
    settings.APP: "language",
}


class SettingsList(PulledPage):
    """Base of the pages with setting rows, which follow changes made elsewhere."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.rows: dict[str, Any] = {}
        self.app.settings.follow(self.changed)

    def leave(self) -> None:
        self.app.settings.unfollow(self.changed)
        super().leave()

    def changed(self, setting: Setting[Any]) -> None:
        row = self.rows.get(setting.key)
        if isinstance(row, SwitchRow):
            row.is_on = self.app.settings.get(setting)
        elif isinstance(row, TextRow):
            row.text = self.app.settings.get(setting)
        elif row is not None:
            row.value = self.app.settings.get(setting)
        self.disable_unused()

    def disable_unused(self) -> None:
        """Disable the rows that have no effect with the other settings, and say what would give them one."""
        for setting, reason in ((settings.TIME, self._why_no_time()), (settings.VOLUME, self._why_no_volume())):
            row = self.rows.get(setting.key)
            if row is not None:
                row.disabled, row.detail = bool(reason), reason or self._about(setting)

    def _why_no_time(self) -> str:
        level, needed = self.app.settings.get(settings.LEVEL), self.app.settings.max_level
        return self.app.say("setting.play.time.unused", needed=needed, level=level) if level < needed else ""

    def _why_no_volume(self) -> str:
        return "" if self.app.settings.get(settings.SOUND) else self.app.say("setting.app.volume.unused")

    def _about(self, setting: Setting[Any]) -> str:
        return self.app.say(f"setting.{setting.key}.about") if setting.is_explained else ""

    def add_group(self, group: str) -> None:
        """Add the rows of a group."""
        for setting in SETTINGS:
            if setting.group == group:
                self.add_setting(setting)
        self.disable_unused()

    def add_setting(self, setting: Setting[Any]) -> None:
        self.rows[setting.key] = self.row(setting)
        self.add_widget(self.rows[setting.key])

    def clear(self) -> None:
        self.ids.content.clear_widgets()
        self.rows.clear()

    def row(self, setting: Setting[Any]) -> Widget:
        chosen = self.app.settings
        label, value = self.app.say(f"setting.{setting.key}"), chosen.get(setting)
        about, choices = self._about(setting), self.choices(setting)
        row: Any
        if choices:
            row = ListRow(label=label, detail=about, choices=choices, value=value)
        elif isinstance(setting.default, bool):
            row = SwitchRow(label=label, detail=about, is_on=value)
        elif isinstance(setting.default, int):
            bounds = chosen.bounded[setting.key]
            row = SliderRow(label=label, detail=about, min=bounds.minimum, max=bounds.maximum, value=value)
        else:
            row = TextRow(label=label, detail=about, text=value)
        if setting is settings.LEVEL:
            row.max = self.app.max_level(chosen.get(settings.VARIANT), self.app.tablebase_news)
            row.bind(value=self._name_level)
            self._name_level(row, value)
        row.bind(on_choose=lambda _, value: chosen.set(setting, value))
        return row

    def choices(self, setting: Setting[Any]) -> list[tuple[Any, str]]:
        if setting is settings.LANGUAGE:
            return [(value, self.app.say(name)) for value, name in self.app.languages()]
        if setting is settings.THEME:
            return list(self.app.theme_choices())
        choices = self.app.settings.bounded[setting.key].choices
        if setting.unit:
            return [(choice, self.app.say(f"settings.unit.{setting.unit}", count=choice)) for choice in choices]
        if isinstance(setting.default, int):
            return [(choice, self.app.number(choice)) for choice in choices]
        return [(choice, self.app.say(f"setting.{setting.key}.{choice}")) for choice in choices]

    def _name_level(self, row: Any, level: float) -> None:
        app, is_perfect = self.app, level > self.app.settings.max_level
        row.words = app.say("level.perfect") if is_perfect else ""
        variant = app.settings.get(settings.VARIANT)
        claim = app.level_name(level, variant, app.tablebase_news, app.lang) if is_perfect else ""
        row.detail = claim or app.say(f"level.{int(level)}")


class SampleBoard(BoxLayout):
    """A board that shows the settings; its piece can be moved."""

    has_evaluation = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._is_moved = False
        self.ids.board.show(sample_board.board(False))
        self.ids.evaluation.show(SAMPLE_VALUE, has_motion=False)

    def move(self) -> None:
        """Move the piece there and back."""
        Clock.unschedule(self._step)
        self._step()
        Clock.schedule_once(self._step, MOVE_AFTER * 3)

    def _step(self, *_: Any) -> None:
        self._is_moved = not self._is_moved
        self.ids.board.show(sample_board.board(self._is_moved))


class SettingsPage(PulledPage):
    """The list of the pages with settings."""

    def fill(self) -> None:
        say = self.app.say
        self.ids.content.clear_widgets()
        for group in GROUPS:
            self._add_page(ICONS[group], f"settings.{group}", Route(Kind.SETTINGS_GROUP, group))
            if group == settings.BOARD:
                self.add_row(
                    "palette",
                    say("appearance.title"),
                    lambda: self.nav.open(Route(Kind.APPEARANCE)),
                    say("appearance.about"),
                )
        self._add_page("tune", "settings.expert", Route(Kind.EXPERT))
        self.add_row("restart_alt", say("settings.restore"), self.ask_restore, has_chevron=False, is_destructive=True)

    def _add_page(self, icon: str, title: str, route: Route) -> None:
        self.add_row(icon, self.app.say(title), lambda: self.nav.open(route), self.app.say(f"{title}.about"))

    def ask_restore(self) -> None:
        self.nav.confirm(questions.RESTORE_SETTINGS, self.restore)

    def restore(self) -> None:
        self.app.settings.restore()
        self.nav.show_toast(self.app.say("settings.restored"))


class SettingsGroupPage(SettingsList):
    """The settings of the group that is its subject; those of the board with a board that shows them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.group = self.subject if self.subject in GROUPS else settings.BOARD
        self.has_stage = self.group == settings.BOARD
        self.sample = SampleBoard()
        if self.has_stage:
            self.ids.stage.add_widget(self.sample)
        self._show_bar()

    def changed(self, setting: Setting[Any]) -> None:
        super().changed(setting)
        if setting is settings.SPEED:
            Clock.schedule_once(lambda _: self.sample.move(), 0)
        self._show_bar()

    def _show_bar(self) -> None:
        self.sample.has_evaluation = self.app.settings.get(settings.EVALUATION)

    def fill(self) -> None:
        self.clear()
        self.title = self.app.say(f"settings.{self.group}")
        self.add_group(self.group)


class ExpertPage(SettingsList):
    """Engine options, and export and import of the settings."""

    _tablebase: TablebaseRow | None = None

    def fill(self) -> None:
        say = self.app.say
        self.clear()
        self.add_widget(Heading(text=say("settings.engine")))
        self.add_row(
            "insights", say("settings.tuning"), lambda: self.nav.open(Route(Kind.TUNING)), say("settings.tuning.about")
        )
        self.add_group(EXPERT)
        self._tablebase = TablebaseRow(self._tablebase_view())
        self.add_widget(self._tablebase)
        self.add_widget(Heading(text=say("settings.transfer")))
        self.add_row("upload", say("settings.export"), self.export, say("settings.export_about"))
        self.add_row("file_open", say("settings.import_file"), self.import_file)
        self.add_row("content_paste", say("settings.import_text"), self.import_text, has_chevron=False)

    def show(self, _view: object) -> None:
        if self._tablebase:
            self._tablebase.show(self._tablebase_view())

    def _tablebase_view(self) -> TablebaseView:
        return self.app.controller.pages.tablebase(new_game.chosen_rules(self.app.settings))

    def export(self) -> None:
        self.nav.show_text(self.app.say("settings.transfer"), settings_text.write(self.app.settings), FILE_NAME)

    def import_file(self) -> None:
        self.app.files.open((".txt",), lambda _, text: self.take(text))

    def import_text(self) -> None:
        self.take(self.app.files.paste())

    def take(self, content: str) -> None:
        """Apply the valid settings of a text and list the errors."""
        say = self.app.say
        variants = [value for value, _ in self.app.controller.pages.variant_choices()]
        reading = settings_text.read(
            content,
            self.app.settings.bounded,
            {
                settings.LANGUAGE.key: [code for code, _ in self.app.languages()],
                settings.VARIANT.key: variants,
                settings.PUZZLE_VARIANT.key: variants,
                settings.THEME.key: [value for value, _ in self.app.theme_choices()],
            },
        )
        self.app.settings.apply(reading.values)
        count = len(reading.values)
        taken = say("settings.imported", count=count) if count else say("settings.import_nothing")
        if reading.faults:
            faults = [say("settings.fault", line=fault.line, cause=fault.words) for fault in reading.faults]
            self.nav.show_text(say("settings.import_faults"), "\n".join([taken, "", *faults]), FAULTS_NAME)
        else:
            self.nav.show_toast(taken)


load_kv(__file__)
