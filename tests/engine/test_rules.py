"""The lists of rules and variants, and the errors for values out of bounds."""

from __future__ import annotations

import pytest

from sanmill.core.game.model import Rule, RuleKind
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.rules import rules, variants

BY_NAME = {rule.name: rule for rule in rules()}


def test_rules_are_listed_with_bounds() -> None:
    assert len(BY_NAME) == len(rules())
    assert BY_NAME["PiecesCount"] == Rule("PiecesCount", 3, 12, 9, RuleKind.NUMBER)
    assert BY_NAME["MayFly"] == Rule("MayFly", 0, 1, 1, RuleKind.SWITCH)
    assert BY_NAME["NMoveRule"] == Rule("NMoveRule", 10, 200, 100, RuleKind.LIMIT)


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.name)
def test_rule_enforces_its_bounds(rule: Rule) -> None:
    assert Game().rule(rule.name) == rule.default
    for value in (rule.minimum, rule.maximum):
        assert Game(f"{rule.name}={value}").rule(rule.name) == value
    for value in (rule.minimum - 1, rule.maximum + 1):
        if rule.kind is RuleKind.LIMIT and value == 0:
            continue
        with pytest.raises(EngineError, match=rule.name):
            Game(f"{rule.name}={value}")


@pytest.mark.parametrize("rule", [rule for rule in rules() if rule.kind is RuleKind.LIMIT], ids=lambda rule: rule.name)
def test_limit_can_be_disabled(rule: Rule) -> None:
    assert Game(f"{rule.name}=0").rule(rule.name) == 0


def test_variants_are_listed_with_changes() -> None:
    changes = {variant.name: variant.changes for variant in variants()}
    assert changes["nine_mens_morris"] == ""
    assert changes["lasker_morris"] == "PiecesCount=10 MayMoveInPlacingPhase=true"
    assert len(changes) == 15


@pytest.mark.parametrize("name", [variant.name for variant in variants()])
def test_variant_is_recognised_by_its_rules(name: str) -> None:
    changes = next(variant.changes for variant in variants() if variant.name == name)
    assert Game(name).rules_text == name
    assert Game(changes).rules_text == name


def test_rules_text_round_trips() -> None:
    game = Game("morabaraba NMoveRule=0 MayFly=false")
    assert game.rules_text == "morabaraba MayFly=false NMoveRule=0"
    assert Game(game.rules_text).rules_text == game.rules_text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("chess", "no variant is called 'chess'"),
        ("Height=3", "no rule is called 'Height'"),
        ("PiecesCount=many", "PiecesCount takes 3 to 12, not 'many'"),
        ("MayFly=perhaps", "MayFly is true or false, not 'perhaps'"),
        ("nine_mens_morris MayFly", "rule=value"),
    ],
)
def test_invalid_rules_text_is_refused(text: str, words: str) -> None:
    with pytest.raises(EngineError, match=words):
        Game(text)
