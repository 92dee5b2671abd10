"""What the pages show of settings: a row of each, built from the table of settings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sanmill.control.context import Context
from sanmill.control.games import new_game, strength
from sanmill.control.variants.tablebases import TablebaseView
from sanmill.control.views.types import BoardView
from sanmill.core import settings
from sanmill.core.settings import SETTINGS, Setting, Settings
from sanmill.core.text.i18n import Text, text

Choices = tuple[tuple[Any, "Text | str"], ...]  # values and labels; names in a language of their own are no Text


@dataclass(frozen=True)
class SettingView:
    """A setting as a row: a list with choices, otherwise a switch, a slider or a text by the type of its value."""

    key: str
    label: Text
    value: bool | int | str
    about: Text | None = None  # help, or why it has no effect
    is_enabled: bool = True  # whether it has an effect with the other settings
    choices: Choices = ()
    minimum: int = 0
    maximum: int = 0
    words: Text | None = None  # of a number, where it has a name


@dataclass(frozen=True)
class SampleView:
    """A board that shows the settings: before and after a move that is made whenever the speed was changed."""

    before: BoardView
    after: BoardView
    speed: str
    has_evaluation: bool


@dataclass(frozen=True)
class GroupView:
    group: str
    title: Text
    rows: tuple[SettingView, ...]
    sample: SampleView | None


@dataclass(frozen=True)
class GroupsView:
    """The page of all groups, which shows one of them where there is room."""

    groups: tuple[GroupView, ...]


@dataclass(frozen=True)
class ExpertView:
    rows: tuple[SettingView, ...]
    tablebase: TablebaseView


def rows_of(context: Context, group: str) -> tuple[SettingView, ...]:
    return tuple(setting_view(context, setting) for setting in SETTINGS if setting.group == group)


def setting_view(context: Context, setting: Setting[Any]) -> SettingView:
    bounds, reason = context.settings.bounded[setting.key], _why_unused(context.settings, setting)
    row = SettingView(
        key=setting.key,
        label=text(f"setting.{setting.key}"),
        value=context.settings.get(setting),
        about=reason or (text(f"setting.{setting.key}.about") if setting.is_explained else None),
        is_enabled=reason is None,
        choices=choices_of(context, bounds),
        minimum=bounds.minimum,
        maximum=bounds.maximum,
    )
    return _with_level(context, row) if setting.engine_option == settings.LEVEL.engine_option else row


def choices_of(context: Context, setting: Setting[Any]) -> Choices:
    """The values of a setting and their labels."""
    choices: Choices = tuple((choice, _label(setting, choice)) for choice in setting.choices)
    if setting.key == settings.LANGUAGE.key:
        return tuple(context.languages())
    if setting.key == settings.THEME.key:
        return (*choices, *((own.value, own.name) for own in context.themes.own))
    return choices


def _label(setting: Setting[Any], choice: Any) -> Text:
    if isinstance(choice, int):
        return text(f"settings.unit.{setting.unit}" if setting.unit else "statistics.count", choice)
    return text(f"setting.{setting.key}.{choice}")


def _with_level(context: Context, row: SettingView) -> SettingView:
    """The row of a level, up to what the tablebase allows, with a sentence about it."""
    rules = new_game.chosen_rules(context.settings)
    maximum = strength.highest_level(context.tablebases.of(rules))
    level = min(int(row.value), maximum)
    row = replace(row, value=level, maximum=maximum)
    if strength.is_perfect(level):
        claim = strength.full_name(level, context.tablebases, rules)
        return replace(row, words=strength.name_of(level), about=claim)
    return replace(row, about=text(f"level.{level}"))


def _why_unused(chosen: Settings, setting: Setting[Any]) -> Text | None:
    """What would give a setting an effect that it does not have now."""
    level = chosen.get(settings.LEVEL)
    if setting is settings.TIME and level < chosen.max_level:
        return text("setting.play.time.unused", needed=chosen.max_level, level=level)
    if setting is settings.VOLUME and not chosen.get(settings.SOUND):
        return text("setting.app.volume.unused")
    return None
