"""Declarations of stored JSON accept what fits and refuse or leave out the rest."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated, Any, Optional, Union

import pytest

from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from sanmill.core.storage.stored import Count, Key, Length, OneOf, Range, SchemaError, Stored, parse

Digit = Annotated[int, Range(0, 9)]
Word = Annotated[str, Length(3)]


def even(number: int) -> int:
    if number % 2:
        raise SchemaError(f"{number} is odd")
    return number


@dataclass(frozen=True)
class Player:
    level: Digit
    name: Word = ""


@dataclass
class Everything:
    level: Digit
    days: Annotated[dict[Key, bool], Count(9)] = field(default_factory=dict)
    games: Annotated[list[Digit], Count(3, is_lenient=True)] = field(default_factory=list)
    players: Annotated[tuple[Player, ...], Count(2)] = ()
    side: Side | None = None
    best: Annotated[Move, Length(5)] | None = None
    day: date | None = None
    limits: tuple[Digit, Word] = (0, "")
    by_ply: Annotated[dict[Digit, Word], Count(9)] = field(default_factory=dict)
    cache: int = field(default=0, init=False)


EVERYTHING = Stored(Everything)


@pytest.mark.parametrize(
    ("hint", "bounds", "fitting", "unfit"),
    [
        (bool, (), [True, False], [0, 1, None, "true"]),
        (int, (Range(0, 9),), [0, 9], [-1, 10, 1.0, True, "1", None, 10**30]),
        (int, (Range(0, 9), even), [0, 8], [1, 10]),
        (float, (Range(0, 1),), [0, 0.5, 1], [-0.1, 2, True, float("nan"), float("inf"), "0.5", None]),
        (str, (Length(3),), ["", "abc"], ["abcd", 1, None, "a\0"]),
        (str, (Length(9, "[a-z]+"),), ["abc"], ["", "a b", "../x"]),
        (int, (OneOf((0, 1, "a")),), [0, "a"], [True, False, 2, "b", None, [], {}]),
        (Side, (), [0, 1], [2, True, None, "0", []]),
        (Union[bool, Word], (), [True, "abc"], [1, None]),
        (Optional[Digit], (), [None, 3], [10]),
        (list[Digit], (Count(2),), [[], [1, 2]], [[1, 2, 3], [10], {}, "12"]),
        (list[Digit], (Count(2, 2),), [[1, 2]], [[1], [], [1, 2, 3]]),
        (dict[Key, Digit], (Count(2),), [{}, {"a": 1}], [{"a": 10}, {"a": 1, "b": 2, "c": 3}, []]),
    ],
)
def test_valid_values_are_returned_and_invalid_refused(
    hint: Any, bounds: tuple[Any, ...], fitting: list[Any], unfit: list[Any]
) -> None:
    stored = Stored[Any](hint, *bounds)
    for value in fitting:
        assert stored.read(value) == value
    for value in unfit:
        with pytest.raises(SchemaError):
            stored.read(value)


def test_tuple_has_a_type_for_each_item() -> None:
    stored = Stored(tuple[Digit, bool])
    assert stored.read([1, True]) == (1, True)
    unfit: list[Any] = [[1], [True, 1], [1, True, 1], None]
    for value in unfit:
        with pytest.raises(SchemaError):
            stored.read(value)


def test_object_round_trip() -> None:
    everything = Everything(
        3, {"a": True}, [1], (Player(1, "a"),), Side.BLACK, Move("a1-a4"), date(2026, 11, 18), (2, "x"), {7: "y"}
    )
    written = EVERYTHING.write(everything)
    assert EVERYTHING.read(json.loads(json.dumps(written))) == everything
    assert (written["side"], written["day"], written["by_ply"]) == (1, "2026-11-18", {"7": "y"})
    assert type(EVERYTHING.read(written).best) is Move
    assert "cache" not in written
    everything.days.clear()
    everything.games.clear()
    assert (written["days"], written["games"]) == ({"a": True}, [1])


def test_fields_without_default_are_required() -> None:
    assert EVERYTHING.read({"level": 3, "other": 1}) == Everything(3)
    assert EVERYTHING.read({"level": 3, "players": 7, "day": "2026-11-31"}) == Everything(3)
    assert EVERYTHING.read({"level": 3}).days is not EVERYTHING.read({"level": 3}).days
    unfit: list[object] = [{}, {"level": 13}, []]
    for content in unfit:
        with pytest.raises(SchemaError):
            EVERYTHING.read(content)


def test_lenient_list_drops_invalid_and_excess_items() -> None:
    lenient = Count(3, is_lenient=True)
    assert Stored(list[Digit], lenient).read([1, "x", 3, 4]) == [1, 3]
    assert Stored(dict[Word, Digit], lenient).read({"a": 1, "bbbb": 2, "c": 10}) == {"a": 1}
    assert Stored(dict[Digit, Word], lenient).read({"1": "a", "²": "b", "-1": "c"}) == {1: "a"}


@pytest.mark.parametrize("written", ["1e999", "-1e999", "NaN", "-Infinity", "1" * 19, "9" * 5000])
def test_non_json_numbers_are_refused(written: str) -> None:
    for stored in (
        Stored[Any](int, Range(-(1 << 62), 1 << 62)),
        Stored[Any](float, Range(-1e300, 1e300)),
        Stored[Any](bool),
        Stored[Any](float, OneOf((0, 1.0))),
    ):
        with pytest.raises(SchemaError):
            stored.read(parse(written))


def test_endless_nesting_is_refused() -> None:
    with pytest.raises((ValueError, RecursionError)):
        parse("[" * 100_000)


def test_dropped_values_are_noted_with_reason() -> None:
    noted: list[str] = []
    assert EVERYTHING.read({"level": 3, "games": [1, 99, 3, 4], "players": 7}, noted).games == [1, 3]
    assert noted == [
        "a list of 4 has more than 3",
        "99 is not a whole number from 0 to 9",
        "players: 7 is not a list",
    ]
    EVERYTHING.read({"level": 3, "games": [1]}, noted)
    EVERYTHING.read({"level": 3, "games": [99]})
    assert len(noted) == 3


def test_written_json_is_parsed_back() -> None:
    content = {"a": [1, -2.5, "ä", None, True, {"b": 1e-300}]}
    assert parse(json.dumps(content)) == content
