"""Stored JSON, declared once: the fields of a dataclass and their bounds are the schema, the reader and the writer.

    @dataclass(frozen=True)
    class SavedLesson:
        name: Annotated[str, Length(100)]
        step: Annotated[int, Range(-1, 1000)] = 0

    LESSON = Stored(SavedLesson)  # LESSON.read(json), LESSON.write(lesson)

Fields are flags, numbers in a Range, texts of a Length, values that are OneOf some, enumerations, dates, other such
dataclasses, or lists, tuples and tables of these. A field with a default may be missing, and one that does not fit
counts as missing. Functions in ``Annotated`` check or change a value that was read and raise SchemaError.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from dataclasses import MISSING, fields, is_dataclass
from datetime import date
from enum import Enum
from functools import cached_property, partial
from itertools import islice
from typing import Annotated, Any, Generic, NamedTuple, Optional, TypeVar, Union, get_args, get_origin

DIGITS_MAX = 18  # of a whole number
KEY_MAX = 4200  # characters of a key: rules and what they are about
UNUSABLE = math.nan  # in place of a number that JSON does not know; fits no declaration
_left_out: ContextVar[list[str] | None] = ContextVar("left_out", default=None)  # by the read under way, and why

T = TypeVar("T")
Read = Callable[[Any], Any]


class SchemaError(ValueError):
    """Content that does not fit its declaration."""


class Range(NamedTuple):
    """Bounds of a number."""

    minimum: float
    maximum: float


class Length(NamedTuple):
    """The greatest length of a text, and the pattern it matches if there is one."""

    maximum: int
    pattern: str = ""


class OneOf(tuple[Any, ...]):
    """The values that fit."""


class Count(NamedTuple):
    """The length of a list or table. A lenient one leaves out what does not fit and what is too much."""

    maximum: int
    minimum: int = 0
    is_lenient: bool = False


Key = Annotated[str, Length(KEY_MAX)]
EngineText = Annotated[str, Length(4000, "[ -~]*")]  # rules and positions, which go to the engine
MoveText = Annotated[str, Length(20)]


class Stored(Generic[T]):
    """The content of a file, and its greatest size in bytes. The reader is built at its first use."""

    def __init__(self, kind: type[T], *bounds: Any, size: int = 1 << 16) -> None:
        self.kind = kind
        self.bounds = bounds
        self.size = size

    @cached_property
    def _codec(self) -> _Codec:
        return _codec_of(self.kind, self.bounds)

    def read(self, value: object, left_out: list[str] | None = None) -> T:
        """The content; raises SchemaError. ``left_out`` receives why parts of it are not in the result."""
        token = _left_out.set(left_out)
        try:
            content: T = self._codec.read(value)
            return content
        finally:
            _left_out.reset(token)

    def write(self, content: T) -> dict[str, Any]:
        """The content as JSON, which shares nothing that can change with it."""
        written: dict[str, Any] = self._codec.written(content)
        return written


class _Codec(NamedTuple):
    read: Read
    write: Read | None = None  # None: JSON holds the value as it is

    def written(self, value: Any) -> Any:
        return self.write(value) if self.write else value


def parse(written: str) -> Any:
    """JSON text, with UNUSABLE for the numbers that JSON does not know; raises ValueError or RecursionError."""
    return json.loads(written, parse_constant=lambda _: UNUSABLE, parse_float=_finite, parse_int=_short)


def _finite(digits: str) -> float:
    number = float(digits)
    return number if math.isfinite(number) else UNUSABLE


def _short(digits: str) -> float:
    return int(digits) if len(digits) <= DIGITS_MAX else UNUSABLE


# From a declaration to its reader and writer.


def declared(kind: Any) -> Iterator[tuple[str, Any, bool]]:
    """The stored fields of a dataclass: name, type, and whether there has to be one."""
    names = vars(sys.modules[kind.__module__])
    for field in fields(kind):
        if field.init:
            hint = str(field.type)
            inner = hint.removesuffix(" | None")  # which Python 3.9 cannot evaluate
            evaluated = eval(inner, names)
            is_required = field.default is MISSING and field.default_factory is MISSING
            yield field.name, evaluated if inner == hint else Optional[evaluated], is_required


def _codec_of(hint: Any, bounds: tuple[Any, ...] = ()) -> _Codec:
    if get_origin(hint) is Annotated:
        inner, *more = get_args(hint)
        return _codec_of(inner, (*more, *bounds))
    checks = [bound for bound in bounds if callable(bound)]
    bound = next((bound for bound in bounds if not callable(bound)), None)
    codec = _unchecked(hint, bound)
    return codec._replace(read=partial(_read_checked, codec.read, checks)) if checks else codec


def _unchecked(hint: Any, bound: Any) -> _Codec:
    origin = get_origin(hint)
    if origin is Union:
        return _union(*map(_codec_of, reversed(get_args(hint))))  # null is tried first
    if origin in (list, tuple):
        return _sequence(hint, bound)
    if origin is dict:
        return _table(hint, bound)
    if is_dataclass(hint):
        return _object(hint)
    if isinstance(bound, OneOf):
        return _Codec(partial(_read_choice, {(type(each), each): each for each in bound}))
    if issubclass(hint, Enum):
        values = {(type(each.value), each.value): each for each in hint}
        return _Codec(partial(_read_choice, values), lambda member: member.value)
    if hint is date:
        return _Codec(_read_date, date.isoformat)
    if issubclass(hint, str):
        read = partial(_read_text, bound.maximum, bound.pattern)
        return _Codec(read) if hint is str else _Codec(lambda value: hint(read(value)))
    return _Codec(_SIMPLE[hint] if bound is None else partial(_SIMPLE[hint], *bound))


def _object(kind: Any) -> _Codec:
    listed = [(name, _codec_of(hint), is_required) for name, hint, is_required in declared(kind)]

    def read(value: object) -> Any:
        content, found = _expect(dict, value), {}
        for name, codec, is_required in listed:
            if name in content:
                try:
                    found[name] = codec.read(content[name])
                except SchemaError as error:
                    if is_required:
                        raise SchemaError(f"{name}: {error}") from error
                    _note(f"{name}: {error}")
            elif is_required:
                raise SchemaError(f"{name} is missing")
        return kind(**found)

    return _Codec(read, lambda value: {name: codec.written(getattr(value, name)) for name, codec, _ in listed})


def _sequence(hint: Any, bound: Count | None) -> _Codec:
    """Items of one type, or one type for each."""
    kind, (first, *rest) = get_origin(hint), get_args(hint)
    if kind is list or rest == [...]:
        item = _codec_of(first)
        return _Codec(
            lambda value: kind(_items(item.read, _counted(list, value, bound), bound)),
            lambda value: [item.written(each) for each in value],
        )
    codecs = [_codec_of(each) for each in (first, *rest)]
    count = Count(len(codecs), len(codecs))
    return _Codec(
        lambda value: tuple(codec.read(each) for codec, each in zip(codecs, _counted(list, value, count))),
        lambda value: [codec.written(each) for codec, each in zip(codecs, value)],
    )


def _table(hint: Any, bound: Count | None) -> _Codec:
    """An object with any keys; whole numbers are written as texts."""
    key, value = map(_codec_of, get_args(hint))
    is_number = get_args(get_args(hint)[0])[0] is int

    def read_item(item: tuple[str, Any]) -> tuple[Any, Any]:
        name = int(_read_text(DIGITS_MAX, "[0-9]+", item[0])) if is_number else item[0]
        return key.read(name), value.read(item[1])

    return _Codec(
        lambda content: dict(_items(read_item, _counted(dict, content, bound).items(), bound)),
        lambda content: {str(name): value.written(each) for name, each in content.items()},
    )


def _union(codec: _Codec, *others: _Codec) -> _Codec:
    """The first that fits; at most one of them, besides null, is not written as it is."""
    if not others:
        return codec
    other = _union(*others)

    def read(value: object) -> Any:
        try:
            return codec.read(value)
        except SchemaError:
            return other.read(value)

    write = codec.write or other.write
    return _Codec(read, write and (lambda value: None if value is None else write(value)))


# Reading.


def _read_flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise SchemaError(f"{_shown(value)} is not true or false")
    return value


def _read_whole(minimum: int, maximum: int, value: object) -> int:
    if type(value) is not int or not minimum <= value <= maximum:
        raise SchemaError(f"{_shown(value)} is not a whole number from {minimum} to {maximum}")
    return value


def _read_number(minimum: float, maximum: float, value: Any) -> float:
    if type(value) not in (int, float) or not minimum <= value <= maximum:
        raise SchemaError(f"{_shown(value)} is not a number from {minimum} to {maximum}")
    return float(value)


def _read_null(value: object) -> None:
    if value is not None:
        raise SchemaError(f"{_shown(value)} is not null")


_SIMPLE: dict[type, Callable[..., Any]] = {
    bool: _read_flag,
    int: _read_whole,
    float: _read_number,
    type(None): _read_null,
}


def _read_text(maximum: int, pattern: str, value: object) -> str:
    if not isinstance(value, str) or len(value) > maximum or "\0" in value:
        raise SchemaError(f"{_shown(value)} is not a text of at most {maximum} characters")
    if pattern and not re.fullmatch(pattern, value):
        raise SchemaError(f"{_shown(value)} does not match {pattern}")
    return value


def _read_choice(values: dict[tuple[type, Any], Any], value: object) -> Any:
    try:
        return values[type(value), value]
    except (KeyError, TypeError):  # the latter for a list or table
        raise SchemaError(f"{_shown(value)} is not one of {[each for _, each in values]}") from None


def _read_date(value: object) -> date:
    try:
        return date.fromisoformat(_read_text(10, "", value))
    except ValueError as error:
        raise SchemaError(f"{_shown(value)} is not a date") from error


def _read_checked(read: Read, checks: list[Read], value: object) -> Any:
    checked = read(value)
    for check in checks:
        checked = check(checked)
    return checked


def _counted(kind: type[T], value: object, bound: Count | None) -> T:
    content: Any = _expect(kind, value)
    if bound is None:
        raise TypeError("a list or table without a Count")
    if len(content) < bound.minimum or (len(content) > bound.maximum and not bound.is_lenient):
        raise SchemaError(f"{_shown(value)} has not {bound.minimum} to {bound.maximum} items")
    if len(content) > bound.maximum:
        _note(f"{_shown(value)} has more than {bound.maximum}")
    return content  # type: ignore[no-any-return]


def _expect(kind: type[T], value: object) -> T:
    if not isinstance(value, kind):
        raise SchemaError(f"{_shown(value)} is not {'a list' if kind is list else 'an object'}")
    return value


def _items(read: Read, values: Any, bound: Any) -> Iterable[Any]:
    """What was read of each value; a lenient list or table leaves out those that do not fit."""
    if not bound.is_lenient:
        return map(read, values)
    return (fitting for value in islice(values, bound.maximum) for fitting in _fitting(read, value))


def _fitting(read: Read, value: object) -> Iterator[Any]:
    try:
        yield read(value)
    except SchemaError as error:
        _note(str(error))


def _note(error: str) -> None:
    noted = _left_out.get()
    if noted is not None:
        noted.append(error)


def _shown(value: object) -> str:
    if isinstance(value, (list, dict)):
        return f"a {type(value).__name__} of {len(value)}"
    return repr(value)[:60]
