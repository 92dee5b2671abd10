"""Hypothesis strategies for rule sets, derived from the engine's list of rules."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from sanmill.core.game.model import Rule, RuleKind
from sanmill.engine.game import Game
from sanmill.engine.rules import rules


def values(rule: Rule) -> st.SearchStrategy[int]:
    """Any value of a rule."""
    allowed = st.integers(rule.minimum, rule.maximum)
    return st.just(0) | allowed if rule.kind is RuleKind.LIMIT else allowed


def rule_texts() -> st.SearchStrategy[str]:
    """Rule texts that change about half of the rules."""
    choices = [st.none() | values(rule).map(f"{rule.name}={{}}".format) for rule in rules()]
    return st.tuples(*choices).map(lambda changes: " ".join(change for change in changes if change))


def play_at_random(game: Game, seed: int, plies: int) -> None:
    """Play random moves, at most this many."""
    dice = random.Random(seed)
    for _ in range(plies):
        legal = game.legal()
        if not legal:
            return
        game.play(dice.choice(legal))
