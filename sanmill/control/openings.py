"""New games: the rules as set, and who makes the first move."""

from __future__ import annotations

from sanmill.core import settings
from sanmill.core.settings import Settings
from sanmill.engine.game import Game
from sanmill.engine.rules import variants

from .session import Player, Session


def variant_names() -> tuple[str, ...]:
    """Every named variant, in the engine's order."""
    return tuple(variant.name for variant in variants())


def chosen_variant(chosen: Settings) -> str:
    """The variant as set; the standard one when the engine does not know it."""
    name = chosen.get(settings.VARIANT)
    return name if name in variant_names() else settings.VARIANT.default


def open_game(mode: str, chosen: Settings, players: tuple[Player, Player]) -> Session:
    """A new game from the start."""
    rules = chosen_variant(chosen)
    return Session(mode, rules, players, start=start_for(rules, chosen.get(settings.FIRST)))


def start_for(rules: str, first: str) -> str:
    """The position a game starts from: empty for the usual one, where White begins."""
    if first == "white":
        return ""
    fields = Game(rules).position.split(" ")
    fields[1] = "b"
    return " ".join(fields)
