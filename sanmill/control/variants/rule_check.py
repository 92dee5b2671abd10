"""How a set of rules differs from the standard game, in sentences, and which named variant is nearest.

The standard game is Nine Men's Morris with the default value of every rule.
"""

from __future__ import annotations

from dataclasses import dataclass

from sanmill.control.variants.rule_set import base_of, builtin_names, is_builtin, rules_of, sections_of, values_of
from sanmill.core.text.i18n import Text, text

ABSENT = (text("rules.absent"),)


@dataclass(frozen=True)
class Difference:
    title: Text
    here: tuple[Text, ...]
    standard: tuple[Text, ...]


@dataclass(frozen=True)
class RuleCheck:
    """The result of a check; ``nearest`` is the name of a built-in variant."""

    nearest: str
    is_nearest: bool  # the rules are those of this variant
    differences: tuple[Difference, ...]


def check(words: str) -> RuleCheck:
    rules = rules_of(values_of(words))
    here = {section.title: section.sentences for section in sections_of(rules)}
    standard = {section.title: section.sentences for section in sections_of(builtin_names()[0])}
    differences: list[Difference] = []
    for title in dict.fromkeys((*standard, *here)):
        own, usual = here.get(title, ()), standard.get(title, ())
        if own != usual:
            differences.append(
                Difference(
                    title,
                    tuple(sentence for sentence in own if sentence not in usual) or ABSENT,
                    tuple(sentence for sentence in usual if sentence not in own) or ABSENT,
                )
            )
    return RuleCheck(base_of(rules), is_builtin(rules), tuple(differences))
