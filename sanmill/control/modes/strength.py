"""How strong the machine plays: twelve levels, and Perfect, which knows every ending its tables know."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sanmill.control.games.session import Player
from sanmill.core import settings
from sanmill.core.i18n import Text, text
from sanmill.core.settings import Setting, Settings
from sanmill.engine.messages import Stage, TablebaseStatus
from sanmill.engine.options import option

PERFECT_MS = 2500  # a move; the levels below take less


Options = tuple[tuple[str, str], ...]


def level_most() -> int:
    """The highest level of the engine."""
    return option(settings.LEVEL.engine_option).most


def is_perfect(level: int) -> bool:
    """Whether a level plays by the tablebase."""
    return level > level_most()


def options_of(player: Player, chosen: Settings) -> Options:
    """What the engine is told about a player."""
    return (
        (settings.LEVEL.engine_option, str(min(player.level, level_most()))),
        (settings.STYLE.engine_option, settings.STYLE.default if is_perfect(player.level) else player.style),
        *_told(chosen, settings.SHUFFLE),
        *(() if is_perfect(player.level) else _told(chosen, settings.ALGORITHM)),
        *_time_of(player, chosen.get(settings.TIME)),
    )


def _time_of(player: Player, seconds: int) -> Options:
    """The time to think is the highest levels' alone; the others are known by what they see."""
    if is_perfect(player.level):
        return (("MoveTimeMs", str(max(PERFECT_MS, seconds * 1000))),)
    return ((settings.TIME.engine_option, str(seconds)),) if player.level == level_most() else ()


def means_of(chosen: Settings) -> Options:
    """What of the machine the engine may use, whatever it is asked."""
    return _told(chosen, settings.THREADS, settings.HASH)


def _told(chosen: Settings, *wanted: Setting[Any]) -> Options:
    """Settings as the engine is told them."""
    values = ((setting.engine_option, chosen.get(setting)) for setting in wanted)
    return tuple((option, str(value).lower()) for option, value in values)


def name_of(level: int) -> Text:
    """A level as it is called beside a player."""
    return text("level.perfect") if is_perfect(level) else text("strip.level", level=level)


def highest(status: TablebaseStatus) -> int:
    """The highest level there is: Perfect only where tables can be asked, or before anybody has looked."""
    has_perfect = status.is_available or status.stage is Stage.UNKNOWN
    return level_most() + settings.LEVEL.above if has_perfect else level_most()


def fitting(players: tuple[Player, Player], status: TablebaseStatus) -> tuple[Player, Player]:
    """The players as strong as these tables let them be."""
    most = highest(status)
    white, black = (replace(player, level=min(player.level, most)) for player in players)
    return (white, black)
