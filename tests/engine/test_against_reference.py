"""The engine and the reference, written apart from each other, say the same about every position of random games."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanmill.core.game.model import Result
from sanmill.engine.game import Game
from sanmill.engine.rules import rules, variants
from tests.kit.reference import DEFAULTS, VARIANTS, ReferenceGame
from tests.kit.strategies import rule_texts

PLIES = 300


def outcome(result: Result | None) -> tuple[str, str]:
    """A result in the words of the reference."""
    if result is None:
        return "none", ""
    return "draw" if result.winner is None else result.winner.name.lower(), result.reason.value


def compared(position: str) -> list[str]:
    """What both have to say alike: all that play depends on.

    Left out are the full-move number and the words after it, and the side of a finished game, where each has its own
    way; that the engine's text holds all it needs is shown by reading it back.
    """
    words = position.split()[:16]
    if words[2] == "o":
        del words[1]
    return words


def reference_for(game: Game) -> ReferenceGame:
    return ReferenceGame({rule.name: game.rule(rule.name) for rule in rules()})


def play_both(text: str, seed: int) -> int:
    """Plays a random game with both and returns its length."""
    game, dice = Game(text), random.Random(seed)
    reference = reference_for(game)
    for ply in range(PLIES):
        so_far = f"{text}: {' '.join(game.history)}"
        legal = sorted(game.legal())
        assert legal == reference.legal(), so_far
        assert outcome(game.result) == reference.result, so_far
        assert compared(game.position) == compared(reference.fen()), so_far
        if not legal:
            return ply
        move = dice.choice(legal)
        game.play(move)
        reference.play(move)
    return PLIES


def test_engine_and_reference_have_same_rules() -> None:
    assert {rule.name: rule.default for rule in rules()} == DEFAULTS
    assert [variant.name for variant in variants()] == list(VARIANTS)
    for variant in variants():
        game = Game(variant.name)
        assert {rule.name: game.rule(rule.name) for rule in rules()} == {**DEFAULTS, **VARIANTS[variant.name]}


@pytest.mark.parametrize("variant", [variant.name for variant in variants()])
def test_variants_agree_with_reference(variant: str) -> None:
    assert sum(play_both(variant, seed) for seed in range(5)) > 50


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(text=rule_texts(), seed=st.integers(0, 2**32))
def test_any_rules_agree_with_reference(text: str, seed: int) -> None:
    play_both(text, seed)


@pytest.mark.parametrize("variant", [variant.name for variant in variants()])
def test_perft_agrees_with_reference(variant: str) -> None:
    game = Game(variant)
    dice = random.Random(variant)
    reference = reference_for(game)
    for _ in range(24):
        if not game.legal():
            break
        move = dice.choice(game.legal())
        game.play(move)
        reference.play(move)
    assert game.perft(2) == reference.perft(2)
