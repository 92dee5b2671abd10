"""Declarations of stored JSON accept what fits and refuse or leave out the rest."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sanmill.core.storage.json_schema import (
    Default,
    Either,
    Fields,
    FileSchema,
    Flag,
    Items,
    Nullable,
    Number,
    OneOf,
    Row,
    Schema,
    SchemaError,
    Table,
    Whole,
    Words,
    parse,
)


@pytest.mark.parametrize(
    ("schema", "fitting", "unfit"),
    [
        (Flag(), [True, False], [0, 1, None, "true"]),
        (Whole(0, 9), [0, 9], [-1, 10, 1.0, True, "1", None, 10**30]),
        (Number(0, 1), [0, 0.5, 1], [-0.1, 2, True, float("nan"), float("inf"), "0.5", None]),
        (Words(3), ["", "abc"], ["abcd", 1, None, "a\0"]),
        (Words(9, "[a-z]+"), ["abc"], ["", "a b", "../x"]),
        (OneOf((0, 1, "a")), [0, "a"], [True, False, 2, "b", None, []]),
        (Either((Flag(), Words(3))), [True, "abc"], [1, None]),
        (Nullable(Whole(0, 9)), [None, 3], [10]),
        (Items(Whole(0, 9), 2), [[], [1, 2]], [[1, 2, 3], [10], {}, "12"]),
        (Row((Whole(0, 9), Flag())), [[1, True]], [[1], [True, 1], [1, True, 1], None]),
        (Table(Whole(0, 9), 2), [{}, {"a": 1}], [{"a": 10}, {"a": 1, "b": 2, "c": 3}, []]),
    ],
)
def test_valid_values_are_returned_and_invalid_refused(schema: Schema, fitting: list[Any], unfit: list[Any]) -> None:
    for value in fitting:
        assert schema.read(value) == value
    for value in unfit:
        with pytest.raises(SchemaError):
            schema.read(value)


def test_fields_without_default_are_required() -> None:
    schema = Fields({"level": Whole(1, 12), "title": Default(Words(5), ""), "days": Default(Table(Flag(), 9), dict)})
    assert schema.read({"level": 3, "other": 1}) == {"level": 3, "title": "", "days": {}}
    assert schema.read({"level": 3, "title": 7})["title"] == ""
    assert schema.read({"level": 3})["days"] is not schema.read({"level": 3})["days"]
    unfit: list[object] = [{}, {"level": 13}, []]
    for content in unfit:
        with pytest.raises(SchemaError):
            schema.read(content)
    assert Fields({"level": Flag()}, may_be_empty=True).read({}) == {}


def test_lenient_list_drops_invalid_and_excess_items() -> None:
    assert Items(Whole(0, 9), 3, is_lenient=True).read([1, "x", 3, 4]) == [1, 3]
    assert Table(Whole(0, 9), 3, Words(1), is_lenient=True).read({"a": 1, "bb": 2, "c": 10}) == {"a": 1}


@pytest.mark.parametrize("written", ["1e999", "-1e999", "NaN", "-Infinity", "1" * 19, "9" * 5000])
def test_non_json_numbers_are_refused(written: str) -> None:
    for schema in (Whole(-(1 << 62), 1 << 62), Number(-1e300, 1e300), Flag(), OneOf((0, 1.0))):
        with pytest.raises(SchemaError):
            schema.read(parse(written))


def test_endless_nesting_is_refused() -> None:
    with pytest.raises((ValueError, RecursionError)):
        parse("[" * 100_000)


def test_dropped_values_are_noted_with_reason() -> None:
    schema = FileSchema(
        Fields(
            {
                "games": Items(Whole(0, 9), 3, is_lenient=True),
                "title": Default(Words(5), ""),
                "value": Either((Flag(), Whole(0, 9))),
            }
        )
    )
    noted: list[str] = []
    assert schema.read({"games": [1, 99, 3, 4], "title": 7, "value": 3}, noted)["games"] == [1, 3]
    assert len(noted) == 3
    schema.read({"games": [1], "value": 3}, noted)
    schema.read({"games": [99], "value": 3})
    assert len(noted) == 3


def test_written_json_is_parsed_back() -> None:
    content = {"a": [1, -2.5, "ä", None, True, {"b": 1e-300}]}
    assert parse(json.dumps(content)) == content
