"""The view of the sheet of a new game: what each mode offers, and what follows a change."""

from __future__ import annotations

from pathlib import Path

from sanmill.control.play.intents import StartTwoPlayers, StartVersus, StartWatch
from sanmill.control.play.view import NewGameView
from sanmill.control.routes import PLAY, Kind, Route
from sanmill.control.settings.intents import ChangeSetting
from sanmill.core import settings
from sanmill.core.text.i18n import text
from sanmill.engine.messages import Coverage, Stage, TablebaseStatus
from tests.kit.fake_worker import Bench

NINE, SIX = "nine_mens_morris", "six_mens_morris"
SHIPPED = TablebaseStatus(NINE, Stage.SHIPPED, 11, 3_000_000, path=Path("shipped"))


def opened(bench: Bench, mode: str = "versus") -> NewGameView:
    view: NewGameView = bench.show(Route(Kind.NEW_GAME, mode))
    return view


def changed(bench: Bench, key: str, value: object, mode: str = "versus") -> NewGameView:
    bench.do(ChangeSetting(key, value))  # type: ignore[arg-type]
    view: NewGameView = bench.shown(Route(Kind.NEW_GAME, mode))
    return view


def test_each_mode_offers_its_own_options() -> None:
    bench = Bench()
    offered = {}
    for mode, start in (("versus", StartVersus()), ("two_players", StartTwoPlayers()), ("watch", StartWatch())):
        view = opened(bench, mode)
        assert view.start == start
        offered[mode] = [row.key for row in (*(each.level for each in view.opponents), *view.above, *view.below)]
    assert offered == {
        "versus": ["play.level", "play.side"],
        "two_players": ["two_players.white", "two_players.black", "two_players.minutes", "two_players.face_to_face"],
        "watch": ["watch.white", "watch.black"],
    }


def test_level_names_its_opponent() -> None:
    bench = Bench()
    opponent = opened(bench).opponents[0]
    assert (opponent.level.value, opponent.name) == (3, text("level.3.name"))
    opponent = changed(bench, "play.level", 7).opponents[0]
    likes = text("person.likes", name=text("opening.crossing"))
    assert (opponent.level.value, opponent.about) == (7, text("person.about", words=text("level.7"), likes=likes))
    assert bench.settings.get(settings.LEVEL) == 7
    assert changed(bench, "play.variant", SIX).opponents[0].about == text("level.7"), "openings without a name"


def test_perfect_is_offered_where_a_tablebase_is() -> None:
    bench = Bench()
    bench.settings.set(settings.LEVEL, bench.settings.level_perfect)
    bench.tablebases.known[NINE] = SHIPPED
    opponent = opened(bench).opponents[0]
    assert (opponent.level.value, opponent.level.maximum) == (13, 13)
    assert opponent.strength == text(f"level.perfect.{Coverage.ENDINGS.value}", pieces=11)
    assert opponent.proof == Route(Kind.PERFECT, NINE)
    opponent = changed(bench, "play.variant", SIX).opponents[0]
    assert (opponent.level.value, opponent.level.maximum, opponent.proof) == (12, 12, None)


def test_variant_used_last_stays_first_while_another_is_chosen() -> None:
    bench = Bench()
    bench.settings.set(settings.VARIANT, SIX)
    view = opened(bench)
    order = [each.subject for each in view.variants]
    assert order[:2] == [SIX, NINE]
    view = changed(bench, "play.variant", NINE)
    assert view.variant.subject == NINE
    assert [each.subject for each in view.variants] == order
    bench.go(PLAY)
    assert opened(bench).variants[0].subject == NINE


def test_unsaved_rules_in_use_are_listed() -> None:
    bench = Bench()
    bench.settings.set(settings.VARIANT, f": {NINE} PiecesCount=5")
    view = opened(bench)
    assert view.variant == view.variants[0]
    assert view.variant.name == text("variant.changed", base=text(f"variant.{NINE}"))


def test_rated_game_has_no_coach() -> None:
    bench = Bench()
    bench.settings.set(settings.COACH, True)
    rows = {row.key: row for row in opened(bench).more}
    assert rows["play.coach"].value
    rows = {row.key: row for row in changed(bench, "play.rated", True).more}
    assert (rows["play.coach"].value, rows["play.coach"].is_enabled) == (False, False)
    assert bench.settings.get(settings.COACH), "it comes back with the next game that is not rated"


def test_weights_are_offered_only_if_there_are_some() -> None:
    bench = Bench()
    assert not [row for row in opened(bench, "watch").more if row.key.endswith("weights")]
    rows = [row.label for row in changed(bench, "engine.weights", "moving.mill=90", "watch").more]
    assert {text("new.white_weights"), text("new.black_weights")} <= set(rows)
