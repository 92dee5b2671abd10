"""Names of openings: the last named position that a game went through, up to the symmetries of the board.

The table in assets names positions by moves that lead to them; their texts are ``opening.<name>``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from sanmill.core.game.model import GameState
from sanmill.core.resources import ASSETS

from .errors import EngineError
from .game import Game

FILE = ASSETS / "openings" / "names.json"
POINTS = 24  # of the boards whose points the names speak of


@dataclass(frozen=True)
class NamedOpening:
    name: str
    moves: tuple[str, ...]


@lru_cache(maxsize=1)
def openings() -> tuple[NamedOpening, ...]:
    """In the order of the table, from the first placement on."""
    rows = json.loads(FILE.read_text(encoding="utf-8"))
    return tuple(NamedOpening(row["name"], tuple(row["moves"].split())) for row in rows)


@lru_cache(maxsize=1)
def named_plies() -> int:
    """Plies of the longest named opening."""
    return max(len(opening.moves) for opening in openings())


def opening_of(rules: str, states: Iterable[GameState]) -> str:
    """The name of the last named position among the first ones of a game; empty if there is none."""
    names, found = _names(rules), ""
    if names:
        for state in islice(states, 1 + named_plies()):
            found = names.get(state.symmetric_key, found)
    return found


def opening_after(game: Game, move: str) -> str:
    """The name of the position after a move; empty if it has none."""
    after = game.copy()
    after.play(move)
    return opening_of(game.rules_text, (after.view,))


@lru_cache(maxsize=4)
def _names(rules: str) -> dict[int, str]:
    """The names by the symmetric keys of their positions, which differ between rules."""
    try:
        game = Game(rules)
    except EngineError:
        return {}
    if len(game.board.points) != POINTS:
        return {}
    found: dict[int, str] = {}
    for opening in openings():
        game = Game(rules)
        try:
            game.play(*opening.moves)
        except EngineError:  # a variant in which some point or placement is not allowed
            continue
        found[game.view.symmetric_key] = opening.name
    return found
