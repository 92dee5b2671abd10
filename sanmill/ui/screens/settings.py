"""The settings: one page, its rows made from the table of settings."""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from sanmill.core import settings
from sanmill.core.settings import GROUPS, SETTINGS, Setting
from sanmill.ui.widgets.base import load_rules
from sanmill.ui.widgets.rows import ChoiceRow, Heading, SliderRow, SwitchRow

from .page import Page


class SettingsPage(Page):
    """Every row shows a setting, and sets it."""

    def fill(self) -> None:
        """The rows, group by group."""
        content = self.ids.content
        content.clear_widgets()
        for group in GROUPS:
            members = [setting for setting in SETTINGS if setting.group == group]
            if members:
                content.add_widget(Heading(text=self.app.say(f"settings.{group}")))
            for setting in members:
                content.add_widget(self.row(setting))

    def _name_level(self, row: Any, level: float) -> None:
        row.words = self.app.say("level.perfect") if level > settings.LEVEL_MOST else ""
        row.detail = self.app.say(f"level.{int(level)}")

    def row(self, setting: Setting[Any]) -> Widget:
        """The row of a setting, by what it takes."""
        chosen = self.app.settings
        label, value = self.app.say(f"setting.{setting.key}"), chosen.get(setting)
        row: Any
        if setting is settings.LANGUAGE:
            row = ChoiceRow(label=label, choices=self.app.languages(), value=value)
        elif setting.choices:
            words = [(choice, self.app.say(f"setting.{setting.key}.{choice}")) for choice in setting.choices]
            row = ChoiceRow(label=label, choices=words, value=value)
        elif isinstance(setting.default, bool):
            row = SwitchRow(label=label, is_on=value)
        else:
            row = SliderRow(label=label, least=setting.least, most=setting.most, value=value)
        if setting is settings.LEVEL:
            row.most = self.app.level_most(chosen.get(settings.VARIANT), self.app.endings_news)
            row.bind(value=self._name_level)
            self._name_level(row, value)
        row.bind(on_choose=lambda _, value: chosen.set(setting, value))
        return row


load_rules(__file__)
