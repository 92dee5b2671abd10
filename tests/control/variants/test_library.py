"""Rules in words, notes that the engine bears out, and own variants that are kept, renamed and brought back."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from sanmill.control.variants import rule_set
from sanmill.control.variants.library import Library
from sanmill.core import settings
from sanmill.core.game.model import Rule, RuleKind
from sanmill.core.game.rule_notes import GROUPS, group_of
from sanmill.core.game.user_variants import VariantError
from sanmill.core.settings import Settings
from sanmill.core.text.i18n import Translator
from sanmill.engine.game import Game
from sanmill.engine.search.options import options
from tests.kit.fake_worker import MemoryStore

SAY = Translator(Path(__file__).resolve().parents[3] / "i18n").say
PLIES = 60


def any_value(rule: Rule, dice: random.Random) -> int:
    if rule.kind is RuleKind.LIMIT and dice.random() < 0.3:
        return 0
    return dice.randint(rule.minimum, rule.maximum)


def any_rules(seed: int) -> str:
    dice = random.Random(seed)
    values = {rule.name: rule.default for rule in rule_set.all_rules()}
    for rule in dice.sample(rule_set.all_rules(), 14):
        values[rule.name] = any_value(rule, dice)
    return rule_set.rules_of(values)


@pytest.mark.parametrize("seed", range(12))
def test_rule_marked_without_effect_has_none(seed: int) -> None:
    """Random games have the same legal moves for every value of such a rule."""
    dice = random.Random(seed)
    words = any_rules(seed)
    values = rule_set.values_of(words)
    by_name = {rule.name: rule for rule in rule_set.all_rules()}
    idle = [note.rule for note in rule_set.notes_of(words) if note.is_idle]
    for name in idle:
        other = rule_set.rules_of({**values, name: any_value(by_name[name], dice)})
        still_idle = {note.rule for note in rule_set.notes_of(other) if note.is_idle}
        if name not in still_idle:
            continue  # the other value has an effect: what was idle is this one
        game, twin = Game(words), Game(other)
        for _ in range(PLIES):
            assert game.legal() == twin.legal(), (name, words, game.history)
            assert game.result == twin.result, (name, words, game.history)
            if game.result:
                break
            move = dice.choice(game.legal())
            game.play(move)
            twin.play(move)


@pytest.mark.parametrize("name", rule_set.builtin_names())
def test_named_variant_is_described(name: str) -> None:
    values = rule_set.values_of(name)
    said = [SAY(sentence) for section in rule_set.sections_of(name) for sentence in section.sentences]
    assert f"Each side has {values['PiecesCount']} pieces." in said
    assert any("fly" in sentence for sentence in said) or not values["MayFly"]
    assert not [sentence for sentence in said if sentence.startswith("rules_text.") or "{" in sentence]
    assert SAY(rule_set.about(name)) != f"variant.{name}.about"


@pytest.mark.parametrize("seed", range(40))
def test_any_rule_combination_is_described(seed: int) -> None:
    words = any_rules(seed)
    said = [SAY(sentence) for section in rule_set.sections_of(words) for sentence in section.sentences]
    said += [SAY(note.words) for note in rule_set.notes_of(words)] + [SAY(rule_set.about(words))]
    assert not [sentence for sentence in said if "{" in sentence or sentence.split(".")[0] in ("book", "idle", "note")]


def test_description_follows_rule_values() -> None:
    def said(words: str) -> str:
        sections = rule_set.sections_of(words)
        return " ".join(SAY(sentence) for section in sections for sentence in section.sentences)

    assert "Nobody flies" in said("nine_mens_morris MayFly=false")
    assert "With 4 pieces or fewer" in said("nine_mens_morris FlyPieceCount=4")
    assert "Nobody flies" in said("nine_mens_morris PiecesAtLeastCount=4")
    assert "White loses" not in said("nine_mens_morris")
    assert "White loses" in said("nine_mens_morris PiecesCount=12")
    assert "After 50 moves" in said("nine_mens_morris NMoveRule=50")
    assert "never ends by itself" in said("nine_mens_morris NMoveRule=0 ThreefoldRepetitionRule=false")
    assert "unless all of them stand in mills" in said("nine_mens_morris")
    assert "when all stand in mills, none is taken" in said("nine_mens_morris MayRemoveWhenAllInMills=false")
    assert "also one in a mill" in said("MayRemoveFromMillsAlways=true MayRemoveWhenAllInMills=false")
    assert "a third time is a draw" in said("nine_mens_morris")
    assert "a second time is a draw" in said("nine_mens_morris RepetitionCount=2")
    assert "does not work along the diagonals" in said(
        "twelve_mens_morris LeapCaptureEnabled=true LeapCaptureOnDiagonalLines=false"
    )
    assert "only while moving" in said("nine_mens_morris LeapCaptureEnabled=true")


def test_all_engine_rules_belong_to_a_group() -> None:
    names = [rule.name for rule in rule_set.all_rules()]
    grouped = {name for _, listed in GROUPS for name in listed}
    assert grouped - {"Custodian", "Intervention", "Leap"} <= set(names)
    assert {group_of(name) for name in names} == {group for group, _ in GROUPS}
    assert group_of("SomethingNew") == "end"


def new_library() -> tuple[Library, MemoryStore, Settings]:
    store = MemoryStore()
    chosen = Settings(store, options())
    return Library(store, chosen), store, chosen


def test_own_variants_are_saved_renamed_and_restored() -> None:
    library, store, chosen = new_library()
    mine = library.save("Mine", "PiecesCount=10")
    assert mine.rules == "nine_mens_morris PiecesCount=10"
    library.save("Second", "dooz")
    chosen.set(settings.VARIANT, mine.text)
    assert SAY(library.title(mine.rules)) == "Mine"
    assert SAY(library.title("nine_mens_morris PiecesCount=11")) == "Nine Men’s Morris (modified)"
    assert SAY(library.title("dooz")) == "Dooz"
    ours = library.save("Ours", mine.rules, mine)
    assert chosen.get(settings.VARIANT) == ours.text
    again = Library(store, chosen)
    assert [variant.name for variant in again.own] == ["Ours", "Second"]
    library.remove(ours)
    assert chosen.get(settings.VARIANT) == settings.VARIANT.default
    assert [variant.name for variant in Library(store, chosen).own] == ["Second"]
    library.restore_removed()
    assert chosen.get(settings.VARIANT) == ours.text
    assert [variant.name for variant in Library(store, chosen).own] == ["Ours", "Second"]
    library.restore_removed()
    assert [variant.name for variant in library.own] == ["Ours", "Second"]


def test_taken_or_empty_name_is_refused() -> None:
    library, _, _ = new_library()
    mine = library.save("Mine", "dooz")
    for name in ("mine ", " ", "\n"):
        with pytest.raises(VariantError):
            library.save(name, "dooz")
    assert library.save("MINE", "dooz", mine).name == "MINE"
    assert library.read("mine: dooz MayFly=false").name == "mine 2"


def test_invalid_entries_of_variants_file_are_dropped() -> None:
    store = MemoryStore()
    entries = [
        None,
        3,
        {},
        {"name": "a"},
        {"name": "", "rules": "dooz"},
        {"name": "b", "rules": "chess"},
        {"name": "c", "rules": "x" * 9000},
        {"name": ["d"], "rules": {"e": 1}},
        {"name": "Good", "rules": "dooz MayFly=false"},
        {"name": "good", "rules": "dooz"},
    ]
    store.files["variants"] = {"variants": entries}
    library = Library(store, Settings(store, options()))
    assert [variant.name for variant in library.own] == ["?", "Good", "good 2"]
    store.files["variants"] = {"variants": "nonsense"}
    assert Library(store, Settings(store, options())).own == ()
