"""How strong the machine plays: twelve levels, and Perfect, which knows every ending its tables know."""

from __future__ import annotations

from dataclasses import replace

from sanmill.core import settings
from sanmill.core.i18n import Text, text
from sanmill.engine.endings import Endings, Stage

from .session import Player

PERFECT_MS = 2500  # a move; the levels below take less


def options_of(player: Player) -> tuple[tuple[str, str], ...]:
    """What the engine is told about a player."""
    level, style = settings.LEVEL.engine_option, settings.STYLE.engine_option
    if player.level < settings.LEVEL_PERFECT:
        return ((level, str(player.level)), (style, player.style), ("Shuffle", "true"))
    time = ("MoveTimeMs", str(PERFECT_MS))
    return ((level, str(settings.LEVEL_MOST)), (style, settings.STYLE.default), ("Shuffle", "true"), time)


def name_of(level: int) -> Text:
    """A level as it is called beside a player."""
    return text("level.perfect") if level >= settings.LEVEL_PERFECT else text("strip.level", level=level)


def highest(endings: Endings) -> int:
    """The highest level there is: Perfect only where tables can be asked, or before anybody has looked."""
    has_perfect = endings.are_there or endings.stage is Stage.UNKNOWN
    return settings.LEVEL_PERFECT if has_perfect else settings.LEVEL_MOST


def fitting(players: tuple[Player, Player], endings: Endings) -> tuple[Player, Player]:
    """The players as strong as these tables let them be."""
    most = highest(endings)
    white, black = (replace(player, level=min(player.level, most)) for player in players)
    return (white, black)
