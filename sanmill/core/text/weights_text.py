"""Changed weights of the evaluation as a line of text: ``moving.mill=20 placing.gap=9``, as the engine reads it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sanmill.core.game.model import Weight

from .i18n import TextError, text

WORD = re.compile(r"(\w+)\.(\w+)=(-?[0-9]+)")  # as many digits as the engine takes
TEXT_MAX = 2000
SHOWN_MAX = 40  # characters of an unusable word
Values = dict[Weight, int]


class WeightsError(TextError):
    """A text that cannot be read."""


def read(written: str, weights: Sequence[Weight]) -> Values:
    """The value of every weight; those that the text does not name have their default."""
    if len(written) > TEXT_MAX:
        raise WeightsError(text("weights.too_long", TEXT_MAX))
    known = {(weight.stage, weight.name): weight for weight in weights}
    values = {weight: weight.default for weight in weights}
    for word in written.split():
        match = WORD.fullmatch(word)
        shown = word if len(word) <= SHOWN_MAX else word[: SHOWN_MAX - 1] + "…"
        if match is None:
            raise WeightsError(text("weights.unreadable", word=shown))
        weight = known.get((match[1], match[2]))
        if weight is None:
            raise WeightsError(text("weights.unknown", word=shown))
        if not weight.minimum <= int(match[3]) <= weight.maximum:
            raise WeightsError(text("weights.bounds", word=shown, least=weight.minimum, most=weight.maximum))
        values[weight] = int(match[3])
    return values


def write(values: Mapping[Weight, int]) -> str:
    """The weights that differ from their default; empty when none does."""
    changed = ((weight, value) for weight, value in values.items() if value != weight.default)
    return " ".join(f"{weight.stage}.{weight.name}={value}" for weight, value in changed)
