"""The user's variants: a name and rules, shared as one line of text.

    My game: nine_mens_morris PiecesCount=10 MayFly=false

Shared text is untrusted; every error becomes a VariantError with its line.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from sanmill.core.storage.stored import EngineText, Length
from sanmill.core.text.i18n import Text, TextError, text
from sanmill.core.text.names import clean_name

from .model import Rule, RuleKind

TEXT_MAX = 4000  # characters of a shared text
WORD_MAX = 40  # characters shown of a wrong word
SWITCHES = {"true": 1, "false": 0, "1": 1, "0": 0}


class VariantError(TextError):
    """A text that is not a variant, or an unusable name."""


@dataclass(frozen=True)
class UserVariant:
    """A variant of the user; the rules are a built-in variant's name and changes to it."""

    name: Annotated[str, Length(1000)]
    rules: EngineText

    @property
    def text(self) -> str:
        """The shared text, also the value of the variant setting."""
        return f"{self.name}: {self.rules}"


def split(written: str) -> UserVariant:
    """Split a text at its last colon into name and rules, unchecked."""
    name, _, rules = written.rpartition(":")
    return UserVariant(clean_name(name), " ".join(rules.split()))


def read(written: str, rules: Sequence[Rule], names: Sequence[str]) -> UserVariant:
    """Parse and check a shared text. The name may be missing."""
    if len(written) > TEXT_MAX:
        raise VariantError(text("variant_text.too_long", TEXT_MAX))
    if not written.strip():
        raise VariantError(text("variant_text.empty"))
    name, colon, _ = written.rpartition(":")
    start = len(name) + len(colon)
    words = enumerate(_words(written, start))
    taken = [_checked(word, line, rules, names, is_first=number == 0) for number, (line, word) in words]
    if not taken:
        raise VariantError(text("variant_text.no_rules"))
    return UserVariant(clean_name(name), " ".join(taken))


def _words(written: str, start: int) -> Iterator[tuple[int, str]]:
    """The words from an offset on, each with its line."""
    for match in re.finditer(r"\S+", written[start:]):
        yield 1 + written.count("\n", 0, start + match.start()), match[0]


def _checked(word: str, line: int, rules: Sequence[Rule], names: Sequence[str], *, is_first: bool) -> str:
    """A word in the engine's syntax."""
    shown = word[:WORD_MAX] + ("…" if len(word) > WORD_MAX else "")
    name, sign, value = word.partition("=")
    if not sign:
        if not is_first:
            raise VariantError(text("variant_text.no_sign", line=line, word=shown))
        known = {each.lower(): each for each in names}
        if word.lower() not in known:
            raise VariantError(_unknown("variant_text.no_variant", line, shown, word.lower(), known))
        return known[word.lower()]
    by_name = {rule.name.lower(): rule for rule in rules}
    rule = by_name.get(name.lower())
    if rule is None:
        spelled = {lower: each.name for lower, each in by_name.items()}
        raise VariantError(_unknown("variant_text.no_rule", line, name[:WORD_MAX], name.lower(), spelled))
    return f"{rule.name}={_value(rule, value, line)}"


def _unknown(key: str, line: int, shown: str, word: str, known: dict[str, str]) -> Text:
    """An unknown word, with the closest known one if there is any."""
    near = difflib.get_close_matches(word[:WORD_MAX], known, n=1)
    if near:
        return text(f"{key}_but", line=line, word=shown, near=known[near[0]])
    return text(key, line=line, word=shown)


def _value(rule: Rule, value: str, line: int) -> str:
    shown = value[:WORD_MAX]
    if rule.kind is RuleKind.SWITCH:
        if value.lower() not in SWITCHES:
            raise VariantError(text("variant_text.switch", line=line, rule=rule.name, word=shown))
        return "true" if SWITCHES[value.lower()] else "false"
    is_number = re.fullmatch("[0-9]{1,4}", value) is not None
    number = int(value) if is_number else -1
    if rule.minimum <= number <= rule.maximum or (rule.kind is RuleKind.LIMIT and number == 0):
        return str(number)
    kind = "limit" if rule.kind is RuleKind.LIMIT else "number"
    raise VariantError(
        text(f"variant_text.{kind}", line=line, rule=rule.name, least=rule.minimum, most=rule.maximum, word=shown)
    )
