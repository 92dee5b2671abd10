"""The engine options and the weights of the evaluation, as the engine lists them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from sanmill.core.game.model import Weight
from sanmill.engine.abi import load
from sanmill.engine.errors import EngineError, Status
from sanmill.engine.rules import bytes_of, new_error, option_value_bytes, text_of


class OptionKind(IntEnum):
    SPIN = 0
    CHECK = 1
    COMBO = 2
    STRING = 3


@dataclass(frozen=True)
class Option:
    name: str
    kind: OptionKind
    minimum: int
    maximum: int
    choices: tuple[str, ...]
    default: str

    def accepts(self, value: str) -> bool:
        ffi, lib = load()
        engine = lib.mill_engine_new()
        if engine == ffi.NULL:
            raise EngineError("out of memory", Status.NO_MEMORY)
        try:
            name, written = bytes_of(self.name, "an option"), option_value_bytes(value)
            return bool(lib.mill_engine_set_option(engine, name, written, new_error()))
        except EngineError:
            return False
        finally:
            lib.mill_engine_free(engine)


@lru_cache(maxsize=1)
def options() -> tuple[Option, ...]:
    ffi, lib = load()
    listed: list[Option] = []
    option = ffi.new("MillOption *")
    for index in range(lib.mill_option_count()):
        lib.mill_option(index, option)
        kind = OptionKind(option.kind)
        choices = tuple(text_of(option.choices).split()) if option.choices != ffi.NULL else ()
        defaults = {
            OptionKind.SPIN: str(option.default_value),
            OptionKind.CHECK: "true" if option.default_value else "false",
            OptionKind.COMBO: choices[0] if choices else "",
            OptionKind.STRING: "",
        }
        listed.append(Option(text_of(option.name), kind, option.minimum, option.maximum, choices, defaults[kind]))
    return tuple(listed)


def option(name: str) -> Option:
    return next(each for each in options() if each.name == name)


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
