"""The rules of play, the variants and the refusals, as the engine lists them."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from sanmill.core.game.model import Rule, RuleKind, Variant

from .abi import load
from .errors import EngineError, Status

TEXT_MAX = 4096  # characters passed to the engine
UNREADABLE_VALUE = "an option has a value that the engine does not read"


@lru_cache(maxsize=1)
def rules() -> tuple[Rule, ...]:
    ffi, lib = load()
    listed: list[Rule] = []
    rule = ffi.new("MillRule *")
    for index in range(lib.mill_rule_count()):
        lib.mill_rule(index, rule)
        kind, needs_history = RuleKind(rule.kind), bool(rule.needs_history)
        listed.append(Rule(text_of(rule.name), rule.minimum, rule.maximum, rule.default_value, kind, needs_history))
    return tuple(listed)


@lru_cache(maxsize=1)
def variants() -> tuple[Variant, ...]:
    lib = load().lib
    return tuple(
        Variant(text_of(lib.mill_variant_name(index)), text_of(lib.mill_variant_changes(index)).strip())
        for index in range(lib.mill_variant_count())
    )


def text_of(characters: Any) -> str:
    """A C string as text. The engine's own are ASCII; a name in a file may be anything."""
    return str(load().ffi.string(characters).decode("ascii", "replace"))


@lru_cache(maxsize=1)
def refusal_names() -> tuple[str, ...]:
    """Why a move can be illegal, indexed by the engine's numbers."""
    lib = load().lib
    return tuple(text_of(lib.mill_refusal_name(index)) for index in range(lib.mill_refusal_count()))


def refusal_text(name: str) -> str:
    return text_of(load().lib.mill_refusal_text(refusal_names().index(name)))


def new_error() -> Any:
    return load().ffi.new("MillError *")


def check(is_done: bool, error: Any) -> None:
    if not is_done:
        raise EngineError(text_of(error.text), Status(error.code))


def owned(make: Callable[..., Any], free: Any, *arguments: object) -> Any:
    """An object that the engine makes of these arguments, freed with its last reference."""
    ffi, _ = load()
    error = new_error()
    made = make(*arguments, error)
    check(made != ffi.NULL, error)
    return ffi.gc(made, free)


def option_value_bytes(value: str) -> bytes:
    """The value of an option as a C string: as the system writes a path, since it may be one."""
    try:
        written = os.fsencode(value)
    except UnicodeEncodeError as error:
        raise EngineError(UNREADABLE_VALUE) from error
    if b"\0" in written:
        raise EngineError(UNREADABLE_VALUE)
    return written


def bytes_of(text: str, what: str) -> bytes:
    """Text as a C string; raise an error if the engine cannot read it."""
    if not isinstance(text, str):
        raise EngineError(f"{what} has to be text, not {type(text).__name__}")
    if len(text) > TEXT_MAX:
        raise EngineError(f"{what} is longer than {TEXT_MAX} characters")
    if not text.isascii() or "\0" in text:
        raise EngineError(f"{what} has characters the engine does not read")
    return text.encode("ascii")
