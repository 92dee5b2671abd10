"""Declarations of stored JSON: types, ranges and sizes. Every stored file is read through one of them.

A declaration either returns a value that its owner can use or raises a SchemaError.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol

DIGITS_MAX = 18  # of a whole number
KEY_MAX = 4200  # characters of a key: rules and what they are about
UNUSABLE = math.nan  # in place of a number that JSON does not know; fits no declaration
_left_out: ContextVar[list[str] | None] = ContextVar("left_out", default=None)  # by the read under way, and why


class SchemaError(ValueError):
    """Content that does not fit its declaration."""


class Schema(Protocol):
    """A declaration of a value."""

    def read(self, value: object) -> Any:
        """The value; raises SchemaError."""


@dataclass(frozen=True)
class Flag:
    """True or false."""

    def read(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise SchemaError(f"{_shown(value)} is not true or false")
        return value


@dataclass(frozen=True)
class Whole:
    """A whole number in a range."""

    minimum: int
    maximum: int

    def read(self, value: object) -> int:
        if type(value) is not int or not self.minimum <= value <= self.maximum:
            raise SchemaError(f"{_shown(value)} is not a whole number from {self.minimum} to {self.maximum}")
        return value


@dataclass(frozen=True)
class Number:
    """A number in a range."""

    minimum: float
    maximum: float

    def read(self, value: object) -> float:
        if type(value) not in (int, float) or not self.minimum <= value <= self.maximum:  # type: ignore[operator]
            raise SchemaError(f"{_shown(value)} is not a number from {self.minimum} to {self.maximum}")
        return float(value)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Words:
    """A text of limited length, matching a pattern if there is one."""

    maximum: int
    pattern: str = ""

    def read(self, value: object) -> str:
        if not isinstance(value, str) or len(value) > self.maximum or "\0" in value:
            raise SchemaError(f"{_shown(value)} is not a text of at most {self.maximum} characters")
        if self.pattern and not re.fullmatch(self.pattern, value):
            raise SchemaError(f"{_shown(value)} does not match {self.pattern}")
        return value


ENGINE_TEXT = Words(4000, "[ -~]*")  # rules and positions, which go to the engine


@dataclass(frozen=True)
class OneOf:
    """One of some values."""

    values: tuple[Any, ...]

    def read(self, value: object) -> Any:
        for each in self.values:
            if type(each) is type(value) and each == value:
                return each
        raise SchemaError(f"{_shown(value)} is not one of {self.values}")


@dataclass(frozen=True)
class Either:
    """A value that fits one of several declarations."""

    schemas: tuple[Schema, ...]

    def read(self, value: object) -> Any:
        for schema in self.schemas:
            for fitting in _tried(schema, value):
                return fitting
        raise SchemaError(f"{_shown(value)} fits no declaration")


@dataclass(frozen=True)
class Nullable:
    """A value or nothing."""

    schema: Schema

    def read(self, value: object) -> Any:
        return None if value is None else self.schema.read(value)


@dataclass(frozen=True)
class Default:
    """A field that may be missing; one that does not fit counts as missing."""

    schema: Schema
    value: Any

    def read(self, value: object) -> Any:
        for fitting in _fitting(self.schema, value):
            return fitting
        return self.missing()

    def missing(self) -> Any:
        """The default, built anew if it is a type such as ``dict``."""
        return self.value() if isinstance(self.value, type) else self.value


@dataclass(frozen=True)
class Items:
    """A list of limited length. A lenient one leaves out what does not fit and what is too much."""

    schema: Schema
    maximum: int
    is_lenient: bool = False

    def read(self, value: object) -> list[Any]:
        if not isinstance(value, list) or (len(value) > self.maximum and not self.is_lenient):
            raise SchemaError(f"{_shown(value)} is not a list of at most {self.maximum}")
        if not self.is_lenient:
            return [self.schema.read(item) for item in value]
        _note_excess(value, self.maximum)
        return [fitting for item in value[: self.maximum] for fitting in _fitting(self.schema, item)]


@dataclass(frozen=True)
class Row:
    """A list with one declaration for each item."""

    schemas: tuple[Schema, ...]

    def read(self, value: object) -> list[Any]:
        if not isinstance(value, list) or len(value) != len(self.schemas):
            raise SchemaError(f"{_shown(value)} is not a list of {len(self.schemas)}")
        return [schema.read(item) for schema, item in zip(self.schemas, value)]


@dataclass(frozen=True)
class Table:
    """An object with any keys. A lenient one leaves out what does not fit and what is too much."""

    schema: Schema
    maximum: int
    key: Words = Words(KEY_MAX)
    is_lenient: bool = False

    def read(self, value: object) -> dict[str, Any]:
        if not isinstance(value, dict) or (len(value) > self.maximum and not self.is_lenient):
            raise SchemaError(f"{_shown(value)} is not an object of at most {self.maximum} keys")
        if not self.is_lenient:
            return {self.key.read(key): self.schema.read(each) for key, each in value.items()}
        _note_excess(value, self.maximum)
        return {
            name: fitting
            for key, each in islice(value.items(), self.maximum)
            for name in _fitting(self.key, key)
            for fitting in _fitting(self.schema, each)
        }


@dataclass(frozen=True)
class Fields:
    """An object with known keys; others are left out. An empty object fits if ``may_be_empty``."""

    schemas: Mapping[str, Schema]
    may_be_empty: bool = False

    def read(self, value: object) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise SchemaError(f"{_shown(value)} is not an object")
        if self.may_be_empty and not value:
            return {}
        return {name: self._field(name, schema, value) for name, schema in self.schemas.items()}

    def _field(self, name: str, schema: Schema, value: dict[str, Any]) -> Any:
        if name not in value:
            if isinstance(schema, Default):
                return schema.missing()
            raise SchemaError(f"{name} is missing")
        try:
            return schema.read(value[name])
        except SchemaError as failure:
            raise SchemaError(f"{name}: {failure}") from failure


@dataclass(frozen=True)
class FileSchema:
    """The content of a file, and its greatest size in bytes."""

    content: Fields | Table
    size: int = 1 << 16

    def read(self, value: object, left_out: list[str] | None = None) -> dict[str, Any]:
        """The content; raises SchemaError. ``left_out`` receives why parts of it are not in the result."""
        token = _left_out.set(left_out)
        try:
            return self.content.read(value)
        finally:
            _left_out.reset(token)


def parse(written: str) -> Any:
    """JSON text, with UNUSABLE for the numbers that JSON does not know; raises ValueError or RecursionError."""
    return json.loads(written, parse_constant=lambda _: UNUSABLE, parse_float=_finite, parse_int=_short)


def _finite(digits: str) -> float:
    number = float(digits)
    return number if math.isfinite(number) else UNUSABLE


def _short(digits: str) -> float:
    return int(digits) if len(digits) <= DIGITS_MAX else UNUSABLE


def _tried(schema: Schema, value: object) -> tuple[Any, ...]:
    """The value alone in a tuple, which is empty if it does not fit."""
    try:
        return (schema.read(value),)
    except SchemaError:
        return ()


def _fitting(schema: Schema, value: object) -> tuple[Any, ...]:
    """The same; notes what does not fit as left out."""
    try:
        return (schema.read(value),)
    except SchemaError as failure:
        _note(str(failure))
        return ()


def _note_excess(value: list[Any] | dict[Any, Any], maximum: int) -> None:
    if len(value) > maximum:
        _note(f"{_shown(value)} has more than {maximum}")


def _note(cause: str) -> None:
    noted = _left_out.get()
    if noted is not None:
        noted.append(cause)


def _shown(value: object) -> str:
    """A value for a message, cut short."""
    if isinstance(value, (list, dict)):
        return f"a {type(value).__name__} of {len(value)}"
    return repr(value)[:60]
