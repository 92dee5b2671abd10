"""The engine's playing strength: twelve levels, and Perfect, which plays by the endgame tablebase."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sanmill.control.engine_requests import Options, SearchRequest
from sanmill.control.ports import Tablebases
from sanmill.core import settings
from sanmill.core.settings import Setting, Settings
from sanmill.core.text.i18n import Text, text
from sanmill.engine.messages import Coverage, Stage, TablebaseStatus
from sanmill.engine.search.options import option

from .game_info import Player

PERFECT_MS = 2500  # per move; lower levels take less
EXACT = (("ProofFirst", "true"),)  # until the search counts as late
CLAIMS = {
    Coverage.ENDINGS: "level.perfect.endings",
    Coverage.MOVING: "level.perfect.moving",
    Coverage.EVERYTHING: "level.perfect.everything",
}
SHORT_CLAIMS = {
    Coverage.ENDINGS: "strip.perfect.endings",
    Coverage.MOVING: "strip.perfect.moving",
    Coverage.EVERYTHING: "strip.perfect.everything",
}


def maximum_level() -> int:
    return option(settings.LEVEL.engine_option).maximum


def is_perfect(level: int) -> bool:
    """Whether a level plays by the tablebase."""
    return level > maximum_level()


def is_level(player: Player) -> bool:
    """Whether a player is the engine at a level below Perfect."""
    return player.is_engine and not is_perfect(player.level)


def options_of(player: Player, chosen: Settings, *, is_hurried: bool = False) -> Options:
    """The options of a player; one that is hurried proves what it can within the move time."""
    exact = EXACT if is_perfect(player.level) and not is_hurried else ()
    return (
        (settings.LEVEL.engine_option, str(min(player.level, maximum_level()))),
        (settings.STYLE.engine_option, settings.STYLE.default if is_perfect(player.level) else player.style),
        *_option_values(chosen, settings.SHUFFLE),
        *(() if is_perfect(player.level) else _tuning_of(player, chosen)),
        *_time_of(player, chosen.get(settings.TIME)),
        *exact,
    )


def _tuning_of(player: Player, chosen: Settings) -> Options:
    return (
        (settings.ALGORITHM.engine_option, player.algorithm or chosen.get(settings.ALGORITHM)),
        (settings.WEIGHTS.engine_option, player.weights),
    )


def _time_of(player: Player, seconds: int) -> Options:
    """The move time, which only the highest levels use."""
    if is_perfect(player.level):
        return (("MoveTimeMs", str(max(PERFECT_MS, seconds * 1000))),)
    return ((settings.TIME.engine_option, str(seconds)),) if player.level == maximum_level() else ()


def move_seconds(player: Player, chosen: Settings) -> float:
    """The move time of a player without a clock; levels below the highest take less of it."""
    seconds = chosen.get(settings.TIME)
    return max(PERFECT_MS / 1000, seconds) if is_perfect(player.level) else float(seconds)


def resource_options(chosen: Settings) -> Options:
    """Limits on threads and hash size, the same for every request."""
    return _option_values(chosen, settings.THREADS, settings.HASH)


def request_options(chosen: Settings, tablebases: Tablebases, request: SearchRequest) -> Options:
    """The options of a request, with the limits of the device and the path of the tablebase."""
    status = tablebases.of(request.position.rules)
    path = status.base if request.is_level else status.path
    tablebase = (("TablePath", str(path)),) if path else ()
    return (*resource_options(chosen), *request.options, *tablebase)


def _option_values(chosen: Settings, *wanted: Setting[Any]) -> Options:
    values = ((setting.engine_option, chosen.get(setting)) for setting in wanted)
    return tuple((option, str(value).lower()) for option, value in values)


def name_of(level: int) -> Text:
    return text("level.perfect") if is_perfect(level) else text("strip.level", level=level)


def full_name(level: int, tablebases: Tablebases, rules: str) -> Text:
    """The name of a level; Perfect says from when on it is perfect under these rules."""
    return _claim(level, tablebases, rules, CLAIMS)


def strip_name(player: Player, tablebases: Tablebases, rules: str) -> Text:
    """The name of a player's level, short, and that it judges by own weights where it does."""
    level = _claim(player.level, tablebases, rules, SHORT_CLAIMS)
    return text("strip.weights", level=level) if player.weights and not is_perfect(player.level) else level


def _claim(level: int, tablebases: Tablebases, rules: str, keys: dict[Coverage, str]) -> Text:
    if not is_perfect(level):
        return name_of(level)
    status = tablebases.of(rules)
    if not status.is_available:
        return name_of(level)
    return text(keys[status.coverage], pieces=status.pieces)


def highest_level(status: TablebaseStatus) -> int:
    """Perfect needs a tablebase; it is also offered until the status is known."""
    has_perfect = status.is_available or status.stage is Stage.UNKNOWN
    return maximum_level() + settings.LEVEL.above if has_perfect else maximum_level()


def limited(players: tuple[Player, Player], status: TablebaseStatus) -> tuple[Player, Player]:
    """The players with their levels limited to what the tablebase allows."""
    maximum = highest_level(status)
    white, black = (replace(player, level=min(player.level, maximum)) for player in players)
    return (white, black)
