"""The weights of the evaluation, as the engine lists them."""

from __future__ import annotations

from functools import lru_cache

from sanmill.core.game.model import Weight
from sanmill.engine.abi import load
from sanmill.engine.rules import text_of


@lru_cache(maxsize=1)
def weights() -> tuple[Weight, ...]:
    """Every weight, those of a stage together, in the engine's order."""
    ffi, lib = load()
    listed: list[Weight] = []
    weight = ffi.new("MillWeight *")
    for index in range(lib.mill_weight_count()):
        lib.mill_weight(index, weight)
        names = (text_of(weight.stage), text_of(weight.name))
        listed.append(Weight(*names, weight.minimum, weight.maximum, weight.default_value))
    return tuple(listed)
