"""The settings of a clock as rows."""

from __future__ import annotations

from sanmill.control.games.clock_settings import ClockSettings
from sanmill.core.settings import Setting, Settings
from sanmill.core.text.i18n import text

from .view import SettingView


def minutes_row(chosen: Settings, setting: Setting[int], label: str, none: str = "new.no_clock") -> SettingView:
    """The minutes; ``none`` is the text of 0."""
    choices = ((each, text("settings.unit.minutes", each) if each else text(none)) for each in setting.choices)
    return SettingView(setting.key, text(label), chosen.get(setting), choices=tuple(choices))


def clock_rows(chosen: Settings, clock: ClockSettings, other_label: str) -> tuple[SettingView, ...]:
    """The options of a clock that is on, besides its minutes."""
    if not chosen.get(clock.minutes):
        return ()
    bonus = tuple(
        (each, text("settings.unit.seconds", each) if each else text("new.no_bonus")) for each in clock.bonus.choices
    )
    has_bonus = chosen.get(clock.bonus) > 0
    return (
        SettingView(clock.bonus.key, text("new.bonus"), chosen.get(clock.bonus), choices=bonus),
        SettingView(
            clock.delay.key,
            text("new.delay"),
            chosen.get(clock.delay) and has_bonus,
            about=text("new.delay.about"),
            is_enabled=has_bonus,
        ),
        minutes_row(chosen, clock.other_minutes, other_label, "new.same_minutes"),
    )
