"""Builds the view of the sheet of a new game: the opponents, the variants, and every option as a row."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sanmill.control.context import Context
from sanmill.control.friends.intents import StartFriendGame
from sanmill.control.games import new_game, strength
from sanmill.control.games.clock_settings import TWO_PLAYERS_CLOCK, VERSUS_CLOCK
from sanmill.control.games.game_info import FRIEND
from sanmill.control.games.people import likes_words, opponent_name
from sanmill.control.intents import Intent
from sanmill.control.routes import Kind, Route
from sanmill.control.settings.clock_rows import clock_rows, minutes_row
from sanmill.control.settings.view import SettingView, setting_view
from sanmill.control.variants import rule_set
from sanmill.control.variants.library import Library, chosen_variant
from sanmill.control.variants.view import ListedVariant, listed
from sanmill.core import settings
from sanmill.core.progress.statistics import TWO_PLAYERS, VERSUS, WATCH
from sanmill.core.settings import Setting, Settings
from sanmill.core.text.i18n import Text, text

from .intents import StartTwoPlayers, StartVersus, StartWatch

STARTS: dict[str, Intent] = {
    VERSUS: StartVersus(),
    TWO_PLAYERS: StartTwoPlayers(),
    WATCH: StartWatch(),
    FRIEND: StartFriendGame(),
}
Pick = tuple[Setting[Any], str, Setting[Any]]  # a setting, its label, and the setting whose texts its choices share
FIRST_MOVE: Pick = (settings.FIRST, "new.first", settings.FIRST)
PICKS: dict[str, tuple[Pick, ...]] = {
    VERSUS: ((settings.STYLE, "new.style", settings.STYLE), FIRST_MOVE),
    TWO_PLAYERS: (FIRST_MOVE,),
    FRIEND: (),
    WATCH: (
        (settings.WATCH_WHITE_STYLE, "new.white_style", settings.STYLE),
        (settings.WATCH_BLACK_STYLE, "new.black_style", settings.STYLE),
        (settings.WATCH_WHITE_ALGORITHM, "new.white_algorithm", settings.ALGORITHM),
        (settings.WATCH_BLACK_ALGORITHM, "new.black_algorithm", settings.ALGORITHM),
        (settings.WATCH_WHITE_WEIGHTS, "new.white_weights", settings.WATCH_WHITE_WEIGHTS),
        (settings.WATCH_BLACK_WEIGHTS, "new.black_weights", settings.WATCH_WHITE_WEIGHTS),
        FIRST_MOVE,
    ),
}
WITH_WEIGHTS = (settings.WATCH_WHITE_WEIGHTS, settings.WATCH_BLACK_WEIGHTS)  # offered where the user has some


@dataclass(frozen=True)
class OpponentView:
    """An engine: the row of its level, and who plays at it."""

    level: SettingView
    name: Text
    strength: Text
    longest: Text  # strength of any level, for its room
    about: Text
    side: Text | None  # where there are two
    proof: Route | None  # what is proven for the variant, at the level Perfect


@dataclass(frozen=True)
class NewGameView:
    opponents: tuple[OpponentView, ...]
    above: tuple[SettingView, ...]  # the variants
    clock: tuple[SettingView, ...]  # of a clock that is on, besides its minutes
    variants: tuple[ListedVariant, ...]
    variant: ListedVariant  # chosen
    below: tuple[SettingView, ...]
    more: tuple[SettingView, ...]
    start: Intent
    start_label: Text


def new_game_view(context: Context, mode: str, used: str) -> NewGameView:
    """The options of a mode; ``used`` is the variant listed first."""
    chosen, variants = context.settings, _variants(context.library, used)
    variant, opponents = chosen_variant(chosen), _opponents(context, mode)
    return NewGameView(
        opponents=opponents,
        above=_above(chosen, mode),
        clock=clock_rows(chosen, TWO_PLAYERS_CLOCK, "new.black_minutes") if mode == TWO_PLAYERS else (),
        variants=variants,
        variant=next((each for each in variants if each.subject == variant), variants[0]),
        below=_below(chosen, mode),
        more=(*_picks(chosen, mode), *(_rated_clock_and_coach(chosen) if mode == VERSUS else ())),
        start=STARTS[mode],
        start_label=text("result.play", name=opponents[0].name) if mode == VERSUS else text("new.start"),
    )


def _variants(library: Library, used: str) -> tuple[ListedVariant, ...]:
    """Every variant, one first."""
    names = dict(library.choices())
    first = {used: names.get(used) or library.title(rule_set.rules_in(used))}
    return tuple(listed(value, name, rule_set.rules_in(value)) for value, name in {**first, **names}.items())


def _opponents(context: Context, mode: str) -> tuple[OpponentView, ...]:
    if mode == VERSUS:
        return (_opponent(context, settings.LEVEL),)
    if mode == WATCH:
        white = _opponent(context, settings.WATCH_WHITE, text("side.white"))
        return (white, _opponent(context, settings.WATCH_BLACK, text("side.black")))
    return ()


def _opponent(context: Context, setting: Setting[int], side: Text | None = None) -> OpponentView:
    row, rules = setting_view(context, setting), new_game.chosen_rules(context.settings)
    level = int(row.value)
    words, likes = text(f"level.{level}"), likes_words(level, rules)
    return OpponentView(
        level=row,
        name=opponent_name(level),
        strength=strength.full_name(level, context.tablebases, rules),
        longest=strength.full_name(int(row.maximum), context.tablebases, rules),
        about=text("person.about", words=words, likes=likes) if likes else words,
        side=side,
        proof=Route(Kind.PERFECT, rules) if strength.is_perfect(level) else None,
    )


def _row(chosen: Settings, setting: Setting[Any], label: str, texts: Setting[Any] | None = None) -> SettingView:
    key, choices = (texts or setting).key, chosen.bounded[setting.key].choices
    named = tuple((choice, text(f"setting.{key}.{choice}")) for choice in choices)
    return SettingView(setting.key, text(label), chosen.get(setting), choices=named)


def _picks(chosen: Settings, mode: str) -> tuple[SettingView, ...]:
    has_weights = chosen.get(settings.WEIGHTS) != settings.WEIGHTS.default
    offered = (pick for pick in PICKS[mode] if has_weights or pick[0] not in WITH_WEIGHTS)
    return tuple(_row(chosen, *pick) for pick in offered)


def _rated_clock_and_coach(chosen: Settings) -> tuple[SettingView, ...]:
    """A rated game has no clock and no coach, nor has a game with a clock a coach."""
    rated, coach = _row(chosen, settings.RATED, "new.rated"), _row(chosen, settings.COACH, "coach.title")
    minutes = minutes_row(chosen, settings.VERSUS_MINUTES, "new.versus_clock")
    clock = (
        (replace(minutes, value=0, is_enabled=False),)
        if rated.value
        else (minutes, *clock_rows(chosen, VERSUS_CLOCK, "new.computer_minutes"))
    )
    has_coach = not rated.value and not clock[0].value
    return (
        replace(rated, about=text("new.rated.about")),
        *clock,
        replace(coach, value=coach.value and has_coach, is_enabled=has_coach),
    )


def _above(chosen: Settings, mode: str) -> tuple[SettingView, ...]:
    if mode == FRIEND:
        return (_row(chosen, settings.FRIEND_NAME, "friends.own_name"),)
    return _two_players(chosen) if mode == TWO_PLAYERS else ()


def _below(chosen: Settings, mode: str) -> tuple[SettingView, ...]:
    if mode == TWO_PLAYERS:
        opposite = _row(chosen, settings.FACE_TO_FACE, "new.face_to_face")
        return (replace(opposite, about=text("new.face_to_face.about")),)
    return (_row(chosen, settings.SIDE, "new.side"),) if mode in (VERSUS, FRIEND) else ()


def _two_players(chosen: Settings) -> tuple[SettingView, ...]:
    minutes = tuple((choice, str(choice) if choice else text("new.no_clock")) for choice in settings.MINUTES.choices)
    return (
        _row(chosen, settings.WHITE_NAME, "new.white_name"),
        _row(chosen, settings.BLACK_NAME, "new.black_name"),
        replace(_row(chosen, settings.MINUTES, "new.clock"), choices=minutes),
    )
