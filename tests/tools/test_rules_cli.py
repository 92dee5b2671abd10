"""The check of rules against the standard game, in words."""

from __future__ import annotations

import pytest

from sanmill.control.variants.rule_check import check
from sanmill.engine.rules import variants
from sanmill.tools import rules_cli


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert rules_cli.main(["check", *words]) == 0
    return capsys.readouterr().out


def test_standard_rules_have_no_differences(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys)
    assert text == "These are the rules of Nine Men’s Morris.\nSame as the standard game.\n"
    assert said(capsys, "--rules", "MayFly=true PiecesCount=9") == text


def test_differences_are_listed_beside_standard_rule(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "--rules", "RepetitionCount=2 FlyPieceCount=4")
    assert "The closest named variant is Nine Men’s Morris." in text
    assert "  Here: The same position a second time is a draw.\n" in text
    assert "  Standard: The same position a third time is a draw." in text
    assert "  Here: With 4 pieces or fewer" in text
    assert "The board" not in text  # where nothing differs
    assert "Die ähnlichste benannte Variante" in said(capsys, "--rules", "RepetitionCount=2", "--language", "de")


def test_variants_are_recognised_and_differ_from_standard() -> None:
    standard, *others = (variant.name for variant in variants())
    assert check(standard).differences == ()
    for name in others:
        result = check(name)
        assert (result.nearest, result.is_nearest) == (name, True)
        assert result.differences
        assert all(difference.here or difference.standard for difference in result.differences)


def test_changes_that_equal_named_variant_are_recognised(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "--rules", "PiecesCount=10 MayMoveInPlacingPhase=true")
    assert text.startswith("These are the rules of Lasker Morris.")


def test_unknown_rule_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules_cli.main(["check", "--rules", "Gravity=1"]) == 2
    assert "no rule is called 'Gravity'" in capsys.readouterr().err
