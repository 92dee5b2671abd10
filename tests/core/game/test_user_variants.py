"""Shared variants: what is read, and errors that name word and line."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from sanmill.core.game.user_variants import UserVariant, VariantError, read, split
from sanmill.core.text.i18n import Translator
from sanmill.core.text.names import NAME_MAX, clean_name, free_name
from sanmill.engine.rules import rules, variants

NAMES = tuple(variant.name for variant in variants())
SAY = Translator(Path(__file__).resolve().parents[3] / "i18n").say


def refusal(written: str) -> str:
    with pytest.raises(VariantError) as caught:
        read(written, rules(), NAMES)
    return SAY(caught.value.words)


def test_shared_text_ignores_case_and_line_breaks() -> None:
    variant = read("Five: to go: Nine_mens_morris\n piecescount=5\tmayfly=FALSE", rules(), NAMES)
    assert variant == UserVariant("Five: to go", "nine_mens_morris PiecesCount=5 MayFly=false")
    assert split(variant.text) == variant
    assert read("PiecesCount=4", rules(), NAMES) == UserVariant("", "PiecesCount=4")


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("", "is empty"),
        ("   \n ", "is empty"),
        ("Mine:", "no rules after the name"),
        ("Mine: nine_mens_moris", "Line 1: no variant is called “nine_mens_moris”. Perhaps “nine_mens_morris”?"),
        ("Mine: chess", "Line 1: no variant is called “chess”."),
        ("Mine:\nnine_mens_morris PieceCount=3", "Line 2: no rule is called “PieceCount”. Perhaps “PiecesCount”?"),
        ("Mine:\n\nQueens=3", "Line 3: no rule is called “Queens”."),
        ("Mine: PiecesCount=13", "Line 1: PiecesCount takes 3 to 12, not “13”."),
        ("Mine: PiecesCount=-4", "not “-4”"),
        ("Mine: PiecesCount=٣", "not “٣”"),
        ("Mine: NMoveRule=5", "NMoveRule takes 0 or 10 to 200, not “5”."),
        ("Mine: MayFly=maybe", "MayFly is true or false, not “maybe”."),
        ("Mine: nine_mens_morris dooz", "“dooz” should be written rule=value"),
        ("x" * 5000, "longer than 4000 characters"),
    ],
)
def test_error_names_word_and_reason(written: str, words: str) -> None:
    assert words in refusal(written)


def test_hostile_text_is_read_or_refused() -> None:
    dice = random.Random(5)
    parts = ["nine_mens_morris", "PiecesCount=9", "{x}", "=", ":", "\n", "\0", "\u202e", "[b]", "é" * 50, "9" * 99]
    for _ in range(500):
        written = "".join(dice.choice(parts) + dice.choice(["", " "]) for _ in range(dice.randint(0, 6)))
        said = outcome(written)
        assert said
        assert "variant_text" not in said


def outcome(written: str) -> str:
    """The rules read, or why they were not."""
    try:
        return read(written, rules(), NAMES).rules
    except VariantError as error:
        return SAY(error.words)


def test_names_are_short_single_line_and_unique() -> None:
    assert clean_name("  a\n b\u200b\0 ") == "a b"
    assert len(clean_name("long " * 40)) <= NAME_MAX
    assert free_name("Mine", ["mine", "Mine 2"]) == "Mine 3"
    assert free_name("Mine", ["Other"]) == "Mine"
    assert len(free_name("x" * NAME_MAX, ["x" * NAME_MAX])) <= NAME_MAX
