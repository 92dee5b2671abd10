"""New games: the rules as set, and who moves first."""

from __future__ import annotations

from sanmill.control.variants import rule_set
from sanmill.control.variants.library import chosen_variant
from sanmill.core import settings
from sanmill.core.game.fen import write_fen
from sanmill.core.game.model import Side
from sanmill.core.settings import Settings
from sanmill.engine.game import Game

from .game_info import Player
from .session import Session


def chosen_rules(chosen: Settings) -> str:
    return rule_set.rules_in(chosen_variant(chosen))


def new_session(mode: str, chosen: Settings, players: tuple[Player, Player], *, is_rated: bool = False) -> Session:
    rules = chosen_rules(chosen)
    return Session(mode, rules, players, start=start_for(rules, chosen.get(settings.FIRST)), is_rated=is_rated)


def start_for(rules: str, first: str) -> str:
    """The FEN a game starts from; empty for the usual start, where White moves first."""
    if first == "white":
        return ""
    state = Game(rules).view
    return write_fen(state.contents, Side.BLACK, state.in_hand)
