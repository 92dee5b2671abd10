"""Builds the views of the list of variants, of the rules of one, and of what differs from the standard game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from sanmill.control.views.types import BoardView
from sanmill.core.game.user_variants import UserVariant, split
from sanmill.core.text.i18n import Text, text
from sanmill.core.text.rules_text import Section

from . import rule_set
from .library import Library
from .rule_check import RuleCheck
from .tablebases import TablebaseView
from .workshop import RuleView, common_rules


@dataclass(frozen=True)
class ListedVariant:
    """A variant in the list, by the subject of its page."""

    subject: str
    name: Text
    about: Text
    board: BoardView


@dataclass(frozen=True)
class VariantsView:
    own: tuple[ListedVariant, ...]  # the user's
    known: tuple[ListedVariant, ...]
    chosen: str  # for new games
    removed: str  # name of a variant that can be restored
    error: Text | None  # why a text was not imported


@dataclass(frozen=True)
class RulesView:
    rules: str
    own: UserVariant | None  # the user's variant with these rules
    variant: str  # value of the variant setting
    title: Text
    about: Text
    story: Text | None  # of a variant of the engine's
    is_named: bool
    unused_name: str  # for a variant with these rules
    board: BoardView
    sections: tuple[Section, ...]
    training: Text | None
    common: tuple[RuleView, ...]  # rules that people change most
    tablebase: TablebaseView
    error: Text | None  # why it was not saved


@dataclass(frozen=True)
class RuleCheckView:
    title: Text
    check: RuleCheck


def variants_view(library: Library, chosen: str, error: Text | None) -> VariantsView:
    return VariantsView(
        own=tuple(listed(each.text, text("variant.named", name=each.name), each.rules) for each in library.own),
        known=tuple(listed(name, text(f"variant.{name}"), name) for name in rule_set.builtin_names()),
        chosen=chosen,
        removed=library.removed.name if library.removed else "",
        error=error,
    )


@lru_cache(maxsize=256)
def listed(subject: str, name: Text, rules: str) -> ListedVariant:
    return ListedVariant(subject, name, rule_set.about(rules), rule_set.sample_view(rules))


def rules_of(subject: str) -> str:
    """The rules of a variant given by name, as a user variant's text, or as plain rules; otherwise the usual ones."""
    return rule_set.rules_in(subject) or rule_set.builtin_names()[0]


def own_variant(library: Library, subject: str) -> UserVariant | None:
    """The user's variant with the rules of a subject, if possible with its name."""
    if rule_set.is_builtin(subject):
        return None
    same = [variant for variant in library.own if variant.rules == rules_of(subject)]
    return next((variant for variant in same if variant.name == split(subject).name), same[0] if same else None)


def title_of(library: Library, subject: str) -> Text:
    own = own_variant(library, subject)
    return text("variant.named", name=own.name) if own else library.title(rules_of(subject))


def rules_view(library: Library, subject: str, unnamed: str, tablebase: TablebaseView, error: Text | None) -> RulesView:
    rules, own = rules_of(subject), own_variant(library, subject)
    is_builtin = rule_set.is_builtin(rules)
    return RulesView(
        rules=rules,
        own=own,
        variant=own.text if own else rules if is_builtin else f": {rules}",
        title=title_of(library, subject),
        about=rule_set.about(rules),
        story=None if own else rule_set.story(rules),
        is_named=own is not None or is_builtin,
        unused_name=library.free_name(unnamed),
        board=rule_set.sample_view(rules),
        sections=rule_set.sections_of(rules),
        training=rule_set.training(rules),
        common=() if own else common_rules(rules),
        tablebase=tablebase,
        error=error,
    )
