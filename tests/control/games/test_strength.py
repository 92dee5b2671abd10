"""Perfect, and what tables change in hints, verdicts and the coach."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from sanmill.control.board.intents import AskHint, MoveNow, OfferDraw, SetAnalysis, TapPoint
from sanmill.control.games import strength
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.play.intents import SetCoach, StartVersus, StartWatch
from sanmill.core import settings
from sanmill.core.game.move import Move
from sanmill.core.text.i18n import Text, text
from sanmill.engine.messages import AnalysisDone, SearchLine, Stage, TablebaseChanged, TablebaseStatus
from tests.kit.fake_worker import Bench

NINE = "nine_mens_morris"
SHIPPED = TablebaseStatus(NINE, Stage.SHIPPED, 11, 4_000_000, path=Path("shipped"), base=Path("shipped"), most=18)
ADDED = replace(SHIPPED, stage=Stage.ADDED, pieces=18, path=Path("added"))
ENDING = "O*******/**@*O***/@**O***@ w m s 3 0 3 0"


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.tablebases.known[NINE] = SHIPPED
    bench.controller.start(Session("versus", NINE, (Player(), Player(True, 13, "attacking")), start=ENDING))
    return bench


def line(move: str, outcome: int, turns: int) -> SearchLine:
    return SearchLine(Move(move), 20_000 * outcome, 0, 1, True, turns, (Move(move),))


def test_perfect_level_uses_tablebase_and_time(bench: Bench) -> None:
    assert bench.view.top.detail == text("strip.perfect.endings", pieces=11)
    bench.do(TapPoint("d5"), TapPoint("e5"))
    told = dict(bench.jobs.commands[-1].options)
    assert (told["Level"], told["Style"], told["TablePath"]) == ("12", "balanced", "shipped")
    assert int(told["MoveTimeMs"]) > 1000


def test_move_now_also_hurries_the_removal(bench: Bench) -> None:
    bench.tablebases.known[NINE] = ADDED
    session = Session("versus", NINE, (Player(), Player(True, 13)))
    for move in ("e3", "d6", "f4", "f6"):
        session.play(move)
    bench.controller.start(session)
    bench.do(TapPoint("a4"))
    assert dict(bench.jobs.commands[-1].options)["ProofFirst"] == "true"
    bench.do(MoveNow())
    bench.answer("b6")
    assert bench.jobs.commands[-1].position.moves[-1] == "b6"
    assert "ProofFirst" not in dict(bench.jobs.commands[-1].options)
    bench.answer("xf4")
    bench.do(TapPoint("d2"))
    assert dict(bench.jobs.commands[-1].options)["ProofFirst"] == "true", "the next turn is perfect again"


def test_highest_level_without_tablebase_is_twelve() -> None:
    bench = Bench()
    for setting in (settings.LEVEL, settings.WATCH_WHITE):
        bench.settings.set(setting, bench.settings.level_perfect)
    for start in (StartVersus(), StartWatch()):
        bench.do(start)
        assert bench.controller.current.session is not None
        assert max(player.level for player in bench.controller.current.session.info.players) == 12
    assert strength.highest_level(bench.tablebases.of(NINE)) == 12
    bench.tablebases.known[NINE] = SHIPPED
    assert strength.highest_level(bench.tablebases.of(NINE)) == 13
    bench.do(StartVersus())
    assert bench.view.top.detail == text("strip.perfect.endings", pieces=11)


def test_perfect_level_says_where_it_is_perfect(bench: Bench) -> None:
    def name(level: int, rules: str) -> Text:
        return strength.full_name(level, bench.tablebases, rules)

    assert name(12, NINE) == text("strip.level", level=12)
    assert name(13, NINE) == text("level.perfect.endings", pieces=11)
    bench.tablebases.known[NINE] = ADDED
    bench.controller.receive(TablebaseChanged(0, ADDED))
    assert name(13, NINE) == text("level.perfect.moving", pieces=18)
    assert bench.view.top.detail == text("strip.perfect.moving", pieces=18), "also in a game that is being played"
    with_layers = replace(ADDED, has_layers=True)
    bench.tablebases.known[NINE] = with_layers
    bench.controller.receive(TablebaseChanged(0, with_layers))
    assert name(13, NINE) == text("level.perfect.everything", pieces=18)
    assert name(13, "six_mens_morris") == text("level.perfect")


def test_tablebase_changes_take_effect_at_once(bench: Bench) -> None:
    bench.do(SetAnalysis(True))
    bench.controller.receive(TablebaseChanged(0, SHIPPED))
    for status, path in ((ADDED, "added"), (SHIPPED, "shipped")):
        bench.tablebases.known[NINE] = status
        asked = len(bench.jobs.commands)
        closings = bench.jobs.closings
        bench.controller.receive(TablebaseChanged(0, status))
        assert [dict(command.options)["TablePath"] for command in bench.jobs.commands[asked:]] == [path]
        assert bench.jobs.closings == closings + 1


@pytest.mark.parametrize(("level", "path"), [(8, "shipped"), (12, "shipped"), (13, "added")])
def test_only_perfect_level_uses_imported_tablebase(bench: Bench, level: int, path: str) -> None:
    bench.tablebases.known[NINE] = ADDED
    bench.controller.start(Session("versus", NINE, (Player(), Player(True, level)), start=ENDING))
    bench.do(OfferDraw())
    assert dict(bench.jobs.commands[-1].options)["TablePath"] == path, "it answers a draw as it plays"
    bench.do(TapPoint("d5"), TapPoint("e5"))
    assert dict(bench.jobs.commands[-1].options)["TablePath"] == path
    bench.answer("f4-d6")
    bench.do(AskHint())
    assert dict(bench.jobs.commands[-1].options)["TablePath"] == "added", "a hint knows what is there"


def test_level_ignores_tablebase_that_is_only_imported(bench: Bench) -> None:
    bench.tablebases.known[NINE] = replace(ADDED, base=None)
    bench.controller.start(Session("versus", NINE, (Player(True, 12), Player()), start=ENDING))
    assert "TablePath" not in dict(bench.jobs.commands[-1].options)


def test_built_tablebase_is_used_at_once() -> None:
    bench = Bench()
    bench.do(StartVersus(), SetAnalysis(True))
    assert "TablePath" not in dict(bench.jobs.commands[-1].options)
    bench.tablebases.known[NINE] = replace(SHIPPED, stage=Stage.BUILT)
    bench.controller.receive(TablebaseChanged(0, bench.tablebases.known[NINE]))
    assert dict(bench.jobs.commands[-1].options)["TablePath"] == "shipped"
    asked = len(bench.jobs.commands)
    bench.controller.receive(TablebaseChanged(0, bench.tablebases.known[NINE]))
    assert len(bench.jobs.commands) == asked, "nothing new, nothing thought again"


@pytest.mark.parametrize(
    ("outcome", "turns", "key", "own_moves"),
    [
        (1, 12, "proof.wins", 6),
        (1, -1, "proof.wins_sometime", None),
        (0, -1, "proof.draws", None),
        (-1, 8, "proof.loses", 4),
        (-1, -1, "proof.loses_sometime", None),
    ],
)
def test_hint_states_proven_value(bench: Bench, outcome: int, turns: int, key: str, own_moves: int | None) -> None:
    bench.do(AskHint())
    command = bench.jobs.commands[-1]
    bench.controller.receive(AnalysisDone(command.ticket, (line("d5-e5", outcome, turns),), 1))
    notice = bench.view.notice
    assert notice is not None
    proof = dict(notice.values)["proof"]
    assert (proof.key, proof.count) == (key, own_moves)


def test_proven_verdicts_are_marked(bench: Bench) -> None:
    bench.do(SetAnalysis(True))
    lines = (line("d5-e5", 1, 12), SearchLine(Move("d5-c5"), 10, 0, 3, False, -1, (Move("d5-c5"),)))
    bench.controller.receive(AnalysisDone(bench.jobs.commands[-1].ticket, lines, 9))
    bench.do(TapPoint("d5"))
    assert {badge.point: badge.is_proven for badge in bench.view.board.badges} == {"e5": True, "c5": False}
    assert bench.view.evaluation is not None
    words = bench.view.evaluation.words
    assert words is not None
    value = dict(words.values)["words"]
    assert (value.key, value.count) == ("value.wins_in", 6)


@pytest.mark.parametrize(
    ("best", "played", "key"),
    [
        (1, 0, "coach.drawn"),
        (1, -1, "coach.lost.better"),
        (0, -1, "coach.lost.level"),
        (1, 1, ""),  # won either way
    ],
)
def test_coach_uses_proven_values(bench: Bench, best: int, played: int, key: str) -> None:
    bench.do(SetCoach(True))
    lines = (line("g1-g4", best, 3), line("d5-e5", played, 30))
    bench.controller.receive(AnalysisDone(bench.jobs.commands[-1].ticket, lines, 9))
    speech = bench.do(TapPoint("d5"), TapPoint("e5")).speech
    assert (speech.words.key if speech else "") == key
