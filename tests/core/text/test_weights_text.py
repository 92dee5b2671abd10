"""Weights as a line of text: there and back, and why a text cannot be read."""

from __future__ import annotations

import pytest

from sanmill.core.resources import CATALOGUES
from sanmill.core.text import weights_text
from sanmill.core.text.i18n import Translator
from sanmill.core.text.weights_text import WeightsError
from sanmill.engine.search.options import option, weights


def test_weights_text_round_trips_in_app_and_engine() -> None:
    values = {weight: weight.maximum for weight in weights()}
    written = weights_text.write(values)
    assert written.startswith("placing.piece=300 placing.mill=200 ")
    assert weights_text.read(written, weights()) == values
    assert option("Weights").accepts(written)


def test_only_changes_are_written() -> None:
    values = weights_text.read("  moving.mill=20\nplacing.gap=-9 moving.mill=21 moving.turn=20", weights())
    assert weights_text.write(values) == "placing.gap=-9 moving.mill=21"
    assert weights_text.write(weights_text.read("", weights())) == ""


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("moving.mill=20 mill", "“mill” should be written like moving.mill=20."),
        ("moving.mill=2.5", "“moving.mill=2.5” should be written like moving.mill=20."),
        ("moving.mills=2", "There is no weight for “moving.mills=2”."),
        ("moving.mill=201", "“moving.mill=201” is out of bounds: -200 to 200."),
        ("x" * 60, "“" + "x" * 39 + "…” should be written like moving.mill=20."),
        ("x" * 3000, "The text is longer than 2000 characters."),
    ],
)
def test_invalid_weights_are_explained(written: str, words: str) -> None:
    with pytest.raises(WeightsError) as caught:
        weights_text.read(written, weights())
    assert Translator(CATALOGUES).say(caught.value.words) == words
