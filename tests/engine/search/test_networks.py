"""Which network evaluates a set of rules."""

from __future__ import annotations

import pytest

from sanmill.engine.rules import variants
from sanmill.engine.search.networks import NETWORKS, learned_rules

LEARNED = sorted(path.stem for path in NETWORKS.glob("*.nnue"))


def test_networks_are_named_after_their_variant() -> None:
    assert set(LEARNED) <= {variant.name for variant in variants()}
    assert [learned_rules(name) for name in LEARNED] == LEARNED
    assert sum(path.stat().st_size for path in NETWORKS.iterdir()) < 3_000_000


@pytest.mark.parametrize(
    ("rules", "learned"),
    [
        ("PiecesCount=7", "nine_mens_morris"),
        ("twelve_mens_morris PiecesCount=11", "twelve_mens_morris"),
        ("CustodianCaptureEnabled=true", ""),
    ],
)
def test_other_rules_use_nearest_network(rules: str, learned: str) -> None:
    assert learned_rules(rules) == learned
