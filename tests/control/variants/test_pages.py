"""The pages of variants: the list, the rules of one, what differs, the workshop, and what is proven."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sanmill.control.effects import Effect, Go, Replace, Toast
from sanmill.control.routes import Kind, Route
from sanmill.control.variants import rule_set
from sanmill.control.variants.intents import (
    ChangeRule,
    CopyVariant,
    DeleteVariant,
    ImportVariant,
    NameDraft,
    ResetDraft,
    RestoreVariant,
    SaveDraft,
    SaveVariant,
    SetRule,
)
from sanmill.control.variants.tablebases import TablebaseView
from sanmill.control.variants.view import RuleCheckView, RulesView, VariantsView
from sanmill.control.variants.workshop import RuleView, WorkshopView
from sanmill.core import settings
from sanmill.core.game.user_variants import UserVariant
from sanmill.core.text.i18n import text
from sanmill.engine.messages import (
    ImportChanged,
    ImportStage,
    ImportStatus,
    Stage,
    TablebaseChanged,
    TablebaseFileError,
    TablebaseStatus,
)
from tests.kit.fake_worker import Bench

NINE, SEVEN = "nine_mens_morris", "nine_mens_morris PiecesCount=7"
LIST = Route(Kind.VARIANTS)
MINE = UserVariant("Mine", SEVEN)


def rules_page(variant: str) -> Route:
    return Route(Kind.RULES, variant)


@pytest.fixture
def bench() -> Bench:
    """With a variant of the user's."""
    bench = Bench()
    bench.do(SaveVariant(MINE.name, MINE.rules))
    bench.told.clear()
    return bench


def effects(bench: Bench, *intents: Any) -> list[Effect]:
    """What intents ask of the app."""
    bench.told.clear()
    bench.do(*intents)
    return bench.told


def test_own_variants_are_listed_first(bench: Bench) -> None:
    view: VariantsView = bench.show(LIST)
    assert [(each.subject, each.name) for each in view.own] == [(MINE.text, text("variant.named", name="Mine"))]
    assert [each.subject for each in view.known] == list(rule_set.builtin_names())
    assert view.known[0].about.key == f"variant.{NINE}.about"
    assert view.chosen == settings.VARIANT.default


def test_deleted_variant_can_be_restored_from_list(bench: Bench) -> None:
    bench.show(LIST)
    assert effects(bench, DeleteVariant(MINE)) == [Replace(LIST)]
    view: VariantsView = bench.shown(LIST)
    assert (view.own, view.removed) == ((), "Mine")
    bench.do(RestoreVariant())
    view = bench.shown(LIST)
    assert ([each.subject for each in view.own], view.removed) == ([MINE.text], "")


def test_imported_variant_is_shown_and_invalid_text_is_explained(bench: Bench) -> None:
    bench.show(LIST)
    assert effects(bench, ImportVariant("Mine: chess")) == []
    view: VariantsView = bench.shown(LIST)
    assert view.error
    assert view.error.key.startswith("variant_text.")
    shown, message = effects(bench, ImportVariant("Mine: dooz MayFly=false"))
    assert shown == Go(rules_page("Mine 2: dooz MayFly=false"))
    assert message == Toast((text("rules.read_kept", name="Mine 2"),))
    assert bench.show(LIST).error is None


def test_variant_without_name_gets_one(bench: Bench) -> None:
    shown, _ = effects(bench, ImportVariant("dooz MayFly=false"))
    assert shown == Go(rules_page("rules.unnamed: dooz MayFly=false"))


def test_saved_variant_takes_place_of_page_and_taken_name_is_refused(bench: Bench) -> None:
    page = rules_page("dooz MayFly=false")
    view: RulesView = bench.show(page)
    assert (view.is_named, view.unused_name) == (False, "rules.unnamed")
    assert effects(bench, SaveVariant("mine", view.rules)) == []
    assert bench.shown(page).error == text("workshop.name_taken", name="mine")
    assert effects(bench, SaveVariant("Other", view.rules)) == [Replace(rules_page("Other: dooz MayFly=false"))]
    assert effects(bench, SaveVariant("Ours", SEVEN, MINE)) == [Replace(rules_page(f"Ours: {SEVEN}"))]


def test_copy_has_another_name(bench: Bench) -> None:
    assert effects(bench, CopyVariant(MINE)) == [Replace(rules_page(f"Mine 2: {SEVEN}"))]


def test_copy_too_many_is_refused_with_message(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sanmill.control.variants.library.OWN_MAX", 1)
    assert effects(bench, CopyVariant(MINE)) == [Toast((text("workshop.too_many", 1),))]


@pytest.mark.parametrize(
    ("subject", "title", "variant", "is_named", "has_story"),
    [
        ("dooz", "variant.dooz", "dooz", True, True),
        (MINE.text, "variant.named", MINE.text, True, False),
        ("dooz MayFly=false", "variant.changed", ": dooz MayFly=false", False, True),
        ("no rules", f"variant.{NINE}", NINE, True, True),
    ],
)
def test_rules_are_shown_for_every_kind_of_subject(
    bench: Bench, subject: str, title: str, variant: str, is_named: bool, has_story: bool
) -> None:
    view: RulesView = bench.show(rules_page(subject))
    assert (view.title.key, view.variant, view.is_named) == (title, variant, is_named)
    assert (view.story is not None, bool(view.common)) == (has_story, has_story)
    assert view.sections
    assert view.tablebase.rules == view.rules


def test_changed_rule_leads_to_rules_with_it() -> None:
    bench = Bench()
    view: RulesView = bench.show(rules_page(NINE))
    pieces = next(rule for rule in view.common if rule.name == "PiecesCount")
    assert 7 in dict(pieces.choices)
    assert effects(bench, ChangeRule(view.rules, pieces.name, 7)) == [Replace(rules_page(SEVEN))]


def test_difference_from_standard_rules_is_shown() -> None:
    bench = Bench()
    same: RuleCheckView = bench.show(Route(Kind.RULE_CHECK, NINE))
    assert (same.check.is_nearest, same.check.differences) == (True, ())
    other: RuleCheckView = bench.show(Route(Kind.RULE_CHECK, SEVEN))
    assert (other.check.is_nearest, other.check.nearest, other.title.key) == (False, NINE, "variant.changed")
    assert other.check.differences


def rule_of(view: WorkshopView, name: str) -> RuleView:
    return next(rule for group in view.groups for rule in group.rules if rule.name == name)


def test_draft_is_kept_until_it_is_reset() -> None:
    bench, page = Bench(), Route(Kind.WORKSHOP, "lasker_morris")
    assert not bench.show(page).is_changed
    bench.do(SetRule("PiecesCount", 5), NameDraft("Five"))
    bench = Bench(bench.store)
    view: WorkshopView = bench.show(page)
    assert (view.name, view.is_changed) == ("Five", True)
    assert (rule_of(view, "PiecesCount").value, rule_of(view, "PiecesCount").is_changed) == (5, True)
    assert sum(group.changes for group in view.groups) == 1
    bench.do(ResetDraft())
    assert (bench.shown(page).name, bench.shown(page).is_changed) == ("", False)


def test_draft_of_another_variant_is_started_anew() -> None:
    bench = Bench()
    bench.show(Route(Kind.WORKSHOP, "lasker_morris"))
    bench.do(SetRule("PiecesCount", 5))
    view: WorkshopView = bench.show(Route(Kind.WORKSHOP, "dooz"))
    assert (view.rules, view.is_changed) == ("dooz", False)


def test_saved_draft_replaces_its_variant(bench: Bench) -> None:
    page = Route(Kind.WORKSHOP, MINE.text)
    bench.show(page)
    bench.do(SetRule("PiecesCount", 6))
    assert effects(bench, SaveDraft(" ")) == []
    assert bench.shown(page).error == text("workshop.no_name")
    shown, message = effects(bench, SaveDraft("Mine"))
    assert shown == Replace(rules_page("Mine: nine_mens_morris PiecesCount=6"), (Kind.RULES,))
    assert message == Toast((text("workshop.saved", name="Mine"),))
    assert [each.name for each in bench.controller.library.own] == ["Mine"]


def test_tablebase_event_reaches_pages_in_sight() -> None:
    bench, status = Bench(), TablebaseStatus(NINE, Stage.BUILDING, 9, 3_000_000, 0.25)
    rules, proven = rules_page(NINE), Route(Kind.PERFECT, NINE)
    for page in (rules, proven):
        before = bench.show(page)
        bench.tablebases.known[NINE] = replace(status, done=status.done + 0.25)
        bench.controller.receive(TablebaseChanged(0, bench.tablebases.known[NINE]))
        after = bench.shown(page)
        tablebase: TablebaseView = after.tablebase if page is rules else after
        assert (after != before, tablebase.done) == (True, 0.5)
        bench.tablebases.known.clear()


def test_error_of_a_file_is_dismissed_when_page_is_left() -> None:
    bench, page = Bench(), Route(Kind.PERFECT, NINE)
    bench.show(page)
    status = ImportStatus(ImportStage.FAILED, NINE, "holiday", error=TablebaseFileError.NO_TABLEBASE)
    bench.tablebases.importing = status
    bench.controller.receive(ImportChanged(0, status))
    assert bench.shown(page).has_failed
    bench.show(LIST)
    assert bench.tablebases.wanted == [], "the page stays on the back stack"
    bench.go(bench.back_stack[0])
    assert bench.tablebases.wanted == ["drop"]
