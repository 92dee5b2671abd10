"""The learned evaluations, and which of them serves a set of rules."""

from __future__ import annotations

import os
from functools import lru_cache

from sanmill.core.resources import ASSETS
from sanmill.engine.abi import load
from sanmill.engine.game import Game
from sanmill.engine.rules import text_of

NETWORKS = ASSETS / "networks"


@lru_cache(maxsize=64)
def learned_rules(rules: str) -> str:
    """The rules whose network evaluates these: the same, the nearest, or empty where none fits."""
    ffi, lib = load()
    text = ffi.new("char[]", lib.MILL_TEXT_MAX)
    lib.mill_game_network(Game(rules).handle, os.fsencode(NETWORKS), text, lib.MILL_TEXT_MAX)
    return text_of(text)
