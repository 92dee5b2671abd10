"""Looking back at a game: in the background, to be stopped, with moments that name what was better."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from sanmill.control.board.intents import Answer, JumpTo, Resign, SetPaused, TapPoint
from sanmill.control.effects import Toast
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.intents import Open
from sanmill.control.play.intents import Resume, StartTwoPlayers, StartVersus
from sanmill.control.review.intents import NextMistake, PlayBest, TryAgain
from sanmill.control.review.judging import is_kept
from sanmill.control.review.mode import Review
from sanmill.control.routes import PLAY, REVIEW
from sanmill.control.views.types import GameView, MomentView, ReviewView, Verdict
from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from sanmill.core.game.review import Cost, Grade
from sanmill.core.text.i18n import Translator, text
from sanmill.engine.messages import (
    AnalysisDone,
    Limits,
    SearchLine,
    Stage,
    TablebaseChanged,
    TablebaseStatus,
    WorkFailed,
)
from sanmill.engine.search.jobs import Analyse
from sanmill.engine.search.searcher import Searcher
from tests.kit.fake_worker import Bench, game_of

ROOT = Path(__file__).resolve().parents[3]
MOVES = ("d6", "f4", "b4", "d2", "a1", "g7")  # White's a1 gives the game away, says the fake engine


def played(bench: Bench) -> GameView:
    """A finished game against the machine in which the person, with White, gave up."""
    bench.do(StartVersus())
    for own, other in zip(MOVES[::2], MOVES[1::2]):
        bench.do(TapPoint(own))
        bench.answer(other)
    return bench.do(Resign(), Answer(True))


def review_of(bench: Bench) -> ReviewView:
    assert bench.view.review is not None
    return bench.view.review


def line(move: str, score: int, *, is_proven: bool = False, turns: int = -1) -> SearchLine:
    return SearchLine(Move(move), score, 0, 1, is_proven, turns, (Move(move),))


def answer(bench: Bench, *, is_proven: bool = False) -> None:
    """Level until White's a1, instead of which f6 keeps the balance; then Black is winning."""
    command = bench.jobs.commands[-1]
    ply = len(command.position.moves)
    assert isinstance(command, Analyse)
    score = 0 if ply <= 4 else 600 if ply % 2 else -600
    lines: tuple[SearchLine, ...]
    if ply == 4:
        lines = (
            line("f6", 0, is_proven=is_proven),
            line("c5", -60),
            line(MOVES[ply], -600 if not is_proven else -19990, turns=10),
            line("e5", -700),
        )
    elif ply < len(MOVES):
        lines = (line(MOVES[ply], score), line("c5", score))
    else:
        lines = (line(game_of(command.position).legal()[0], score),)
    bench.controller.receive(AnalysisDone(command.ticket, lines, 1))


def run(bench: Bench, most: int = 60) -> None:
    for _ in range(most):
        if review_of(bench).progress >= 1:
            return
        answer(bench)
    raise AssertionError("the review does not end")


def test_review_is_usable_at_once_and_shows_progress() -> None:
    bench = Bench()
    played(bench)
    view = bench.do(Open(REVIEW))
    assert view.mode == "review"
    assert review_of(bench).progress == 0
    assert view.status.key == "review.progress"
    assert len(review_of(bench).graph) == 7
    assert bench.do(JumpTo(3)).board.ply == 3
    assert review_of(bench).words.key == "review.unknown"
    answer(bench)
    assert 0 < review_of(bench).progress < 1
    assert review_of(bench).graph[6] is not None, "it begins at the end"


def test_turning_point_opens_as_something_to_find() -> None:
    bench = Bench()
    played(bench)
    bench.do(Open(REVIEW))
    run(bench)
    review = review_of(bench)
    (moment,) = review.moments
    assert moment.is_turning
    assert moment.ply == 4
    assert (moment.before, moment.after) == (Verdict.LEVEL, Verdict.WORSE)
    assert [words.key for words in moment.lines] == ["review.change.you.level_behind", "review.you_played"]
    assert dict(moment.lines[1].values)["move"] == "a1"
    assert bench.view.board.ply == 4, "one looks at it at once"
    assert review.words.key == "review.change.you.level_behind"
    assert review.story[-1].key == "review.find"
    assert bench.view.board.hint_to == "", "the better move is not given away"
    assert [badge.point for badge in bench.view.board.badges] == ["a1"]
    assert review.marks == (4,)
    assert bench.view.status.key == "review.found"


def test_own_turning_point_opens_before_the_review_ends() -> None:
    bench = Bench()
    played(bench)
    bench.do(Open(REVIEW))
    while bench.view.board.ply != 4:
        assert review_of(bench).progress < 1
        answer(bench)
    assert review_of(bench).progress < 0.6
    run(bench)
    assert bench.view.board.ply == 4


@pytest.mark.parametrize("has_looked", [False, True], ids=["waiting", "looking"])
def test_review_follows_the_turning_point_until_one_looks_around(has_looked: bool) -> None:
    """What looked like it is an estimate; an earlier mistake is proven."""
    bench = Bench()
    played(bench)
    bench.do(Open(REVIEW))
    while bench.view.board.ply != 4:
        answer(bench)
    if has_looked:
        bench.do(TapPoint("d6"))
    answer(bench)
    proven = tuple(line(move, score, is_proven=True) for move, score in (("c5", 0), (MOVES[2], -19_000)))
    assert len(bench.jobs.commands[-1].position.moves) == 2
    bench.controller.receive(AnalysisDone(bench.jobs.commands[-1].ticket, proven, 1))
    assert bench.view.board.ply == (4 if has_looked else 2)
    run(bench)
    assert (review_of(bench).moments[0].ply, review_of(bench).moments[0].is_turning) == (2, True)


def test_review_counts_mistakes_and_grades_moves() -> None:
    bench = Bench()
    played(bench)
    bench.do(Open(REVIEW))
    assert review_of(bench).players == ()
    assert {move.grade for move in bench.view.moves} == {None}
    run(bench)
    own, other = review_of(bench).players
    assert (own.count, other.count) == (1, 0)
    assert dict(own.values)["percent"] < dict(other.values)["percent"] == 100
    good, blunder = Grade.GOOD, Grade.BLUNDER
    assert [move.grade for move in bench.view.moves] == [good, good, good, good, blunder, good]


def test_best_move_is_played_on_the_board() -> None:
    bench = Bench()
    played(bench)
    bench.do(Open(REVIEW))
    run(bench)
    view = bench.do(PlayBest())
    assert (view.board.last_to, view.board.ply) == ("f6", 5)
    assert view.board.hint_to == ""
    assert review_of(bench).ply == 4
    assert review_of(bench).words.key == "review.best_line"
    best = next(action for action in view.actions if action.intent == PlayBest())
    assert not best.is_enabled, "the line ends there"
    view = bench.do(JumpTo(4))
    assert view.board.hint_to == "f6", "now it is known"
    assert {badge.point for badge in view.board.badges} == {"f6", "a1"}
    assert review_of(bench).moments[0].lines[-1].key == "review.better"
    view = bench.do(PlayBest(), TryAgain(4))
    assert [move.words for move in view.moves] == [*MOVES[:4], "f6"], "one can play on from there"


# The walk.


def test_right_try_is_praised_and_stays() -> None:
    bench = Bench()
    played(bench)
    bench.do(Open(REVIEW))
    run(bench)
    view = bench.do(TapPoint("f6"))
    assert (view.mode, view.board.ply, view.board.last_to) == ("review", 5, "f6")
    assert review_of(bench).words.key == "review.right"
    (walked,) = review_of(bench).story
    assert (walked.key, walked.count, dict(walked.values)["found"]) == ("review.walked", 1, 1)
    bench.clock.turn(10)
    assert bench.view.board.ply == 5
    assert review_of(bench).moments[0].lines[-1].key == "review.better"
    before = bench.view.board
    assert bench.do(TapPoint("c5")).board == before
    assert bench.told[-1] == Toast((text("review.touched"),))


def test_quiet_try_is_praised_without_a_reason() -> None:
    """No reason is better than one that fits every move."""
    bench = Bench()
    played(bench)
    bench.do(Open(REVIEW))
    while bench.view.board.ply != 4:
        if len(bench.jobs.commands[-1].position.moves) == 4:
            lines = (line("e5", 0), line(MOVES[4], -600))
            bench.controller.receive(AnalysisDone(bench.jobs.commands[-1].ticket, lines, 1))
        else:
            answer(bench)
    run(bench)
    bench.do(TapPoint("e5"))
    assert (review_of(bench).words, review_of(bench).is_right) == (text("review.right.quiet", move="e5", why=""), True)
    assert review_of(bench).moments[0].lines[-1] == text("review.better.quiet", move="e5")


@pytest.mark.parametrize(
    ("move", "answered"), [("a1", "review.same"), ("c5", "review.nearly"), ("e5", "review.wrong")], ids=str
)
def test_other_tries_are_shown_and_taken_back(move: str, answered: str) -> None:
    bench = Bench()
    played(bench)
    bench.do(Open(REVIEW))
    run(bench)
    view = bench.do(TapPoint(move))
    assert (view.board.ply, view.board.last_to) == (5, move)
    assert review_of(bench).words.key == answered
    assert review_of(bench).story[-1].key == "review.find_other"
    bench.clock.turn(3)
    assert bench.view.board.ply == 4
    assert review_of(bench).words.key == answered, "until the next try"
    assert bench.view.board.hint_to == ""
    assert bench.do(TapPoint("f6")).board.last_to == "f6"
    assert review_of(bench).words.key == "review.right"


def test_next_try_does_not_wait_for_the_last_one() -> None:
    bench = Bench()
    played(bench)
    bench.do(Open(REVIEW))
    run(bench)
    bench.do(TapPoint("e5"))
    assert bench.do(TapPoint("f6")).board.last_to == "f6"
    bench.clock.turn(10)
    assert bench.view.board.ply == 5


def test_refused_tap_is_explained() -> None:
    bench = Bench()
    played(bench)
    bench.do(Open(REVIEW))
    run(bench)
    view = bench.do(TapPoint("f4"))
    assert view.is_refusal
    assert view.messages[0].key.startswith("refusal.")
    assert bench.view.board.ply == 4


def test_walk_goes_from_mistake_to_mistake(searcher: Searcher) -> None:
    bench, review = reviewed(searcher, ("a7", "d2", "e5", "f2", "c3", "b2", "xe5", "d6", "g7"))
    shown = [review.ply]
    while True:
        action = next(action for action in bench.view.actions if action.intent == NextMistake())
        bench.do(PlayBest())
        if not action.is_enabled:
            break
        bench.do(NextMistake())
        shown.append(review_of(bench).ply)
    assert sorted(shown) == [2, 4], "each of one's own once"


def test_finished_review_keeps_viewed_position() -> None:
    bench = Bench()
    played(bench)
    bench.do(Open(REVIEW), JumpTo(2))
    run(bench)
    assert bench.view.board.ply == 2


def test_review_stops_and_continues() -> None:
    bench = Bench()
    played(bench)
    bench.do(Open(REVIEW))
    answer(bench)
    command = bench.jobs.commands[-1]
    view = bench.do(SetPaused(True))
    assert command.ticket in bench.jobs.stopped
    assert view.status.key == "review.stopped"
    before = review_of(bench)
    bench.controller.receive(bench.jobs.answer(command))
    assert review_of(bench) == before
    bench.do(SetPaused(False))
    run(bench)


def test_app_pause_stops_review_and_resume_continues() -> None:
    bench = Bench()
    played(bench)
    bench.do(Open(REVIEW))
    answer(bench)
    bench.controller.pause()
    bench.controller.resume()
    assert len(bench.jobs.commands[-1].position.moves) == 5
    run(bench)


def test_review_failure_is_reported_and_can_be_retried() -> None:
    bench = Bench()
    played(bench)
    bench.do(Open(REVIEW))
    bench.controller.receive(WorkFailed(bench.jobs.commands[-1].ticket, "out of order"))
    assert bench.view.status.key == "review.error"
    bench.do(SetPaused(False))
    run(bench)


def test_trying_again_continues_game_and_returns_to_review() -> None:
    bench = Bench()
    played(bench)
    bench.do(Open(REVIEW))
    run(bench)
    view = bench.do(TryAgain(4))
    assert (view.mode, view.board.ply, view.is_over) == ("versus", 4, False)
    assert view.bottom.is_turn
    assert any(action.label.key == "play.to_review" for action in view.overflow)
    assert view.title.key == "review.trying"
    assert view.way_back is not None
    assert view.way_back.intent == Open(REVIEW)
    bench.do(TapPoint("f6"))
    bench.answer()
    view = bench.do(Resign(), Answer(True))
    assert view.result is not None
    assert view.result.main == view.way_back
    assert bench.controller.features.results.statistics.summary("versus").total.games == 1, "practice does not count"
    view = bench.do(Open(REVIEW))
    assert view.mode == "review"
    assert review_of(bench).progress == 1, "nothing is worked out twice"
    assert bench.do(Resume()).result is not None
    assert bench.view.board.ply == 6


def test_review_leaves_game_unchanged() -> None:
    bench = Bench()
    before = played(bench)
    bench.do(Open(REVIEW), JumpTo(1))
    assert bench.controller.current.view is not None
    assert bench.controller.current.view.board == before.board
    after = bench.do(Resume())
    assert (after.board, after.result) == (before.board, before.result)
    assert Bench(bench.store).view.is_over


def test_two_player_game_is_reviewed_for_both_sides() -> None:
    bench = Bench()
    bench.do(StartTwoPlayers(), *(TapPoint(move) for move in MOVES), Resign(), Answer(True), Open(REVIEW))
    mode = bench.controller.current.mode
    assert isinstance(mode, Review)
    assert mode.judging.judged == frozenset(Side)
    assert review_of(bench).caption.key == "review.graph.white"


def test_empty_or_rated_game_in_progress_has_no_review() -> None:
    bench = Bench()
    assert bench.do(StartVersus(), Open(REVIEW)).mode == "versus"
    players = (Player(), Player(True, 3, "balanced"))
    session = Session("versus", "nine_mens_morris", players, is_rated=True)
    for move in MOVES:
        session.play(move)
    bench.controller.start(session)
    assert bench.do(Open(REVIEW)).mode == "versus"
    assert bench.do(Open(PLAY), Resign(), Answer(True), Open(REVIEW)).mode == "review"


# With the real engine and its tables.

TICKETS = itertools.count(1)
ENDING = "********/*****@**/O*@*@*OO w m s 3 0 3 0 0 0 0 0 0 0 0 0 9"  # three against three, White wins at once


@pytest.fixture(scope="module")
def searcher() -> Searcher:
    return Searcher(ROOT / "assets" / "tables")


def reviewed(searcher: Searcher, moves: tuple[str, ...], *, start: str = "") -> tuple[Bench, ReviewView]:
    bench = Bench()
    players = (Player(), Player(True, 3, "balanced"))
    session = Session("versus", "nine_mens_morris", players, start=start)
    for move in moves:
        session.play(move)
    bench.controller.start(session)
    bench.do(Resign(), Answer(True), Open(REVIEW))
    for _ in range(40):
        if review_of(bench).progress >= 1:
            break
        command = bench.jobs.commands[-1]
        asked = type(command)(next(TICKETS), command.position, command.options, Limits(depth=9, nodes=1_000_000))
        event = searcher.think(asked)
        bench.controller.receive(type(event)(**{**vars(event), "ticket": command.ticket}))
    assert review_of(bench).progress == 1
    return bench, review_of(bench)


def said(moment: MomentView) -> str:
    translator = Translator(ROOT / "i18n")
    return " ".join(translator.say(words) for words in moment.lines)


def test_tablebase_values_are_shown_as_proven(searcher: Searcher) -> None:
    bench, review = reviewed(searcher, ("a7-f6", "g4-d2"), start=ENDING)
    bench.do(PlayBest())
    (moment,) = review_of(bench).moments
    assert moment.is_turning
    assert moment.is_proven
    assert (moment.before, moment.after) == (Verdict.BETTER, Verdict.WORSE)
    words = said(moment)
    assert "You played a7-f6." in words
    assert "Wins in 1 move." in words
    assert "Your move 9 turned a win into a loss. Proven." in words
    assert review.proven == {0, 1, 2}
    assert review.graph == (1.0, -1.0, -1.0)


def test_mill_that_the_user_was_allowed_is_told_as_such(searcher: Searcher) -> None:
    _, review = reviewed(searcher, ("f4", "d5", "g7", "g1", "a7", "g4", "d7", "xd5"))
    (moment,) = review.moments
    assert said(moment) == (
        "Otto’s move 3 gave the draw away. Proven. Otto played g4. That let you close a mill on d7. "
        "Better: d7. It holds the draw."
    )


def test_allowed_mill_is_named(searcher: Searcher) -> None:
    bench, _ = reviewed(searcher, ("a7", "d2", "e5", "f2", "c3", "b2", "xe5"))
    bench.do(JumpTo(4), PlayBest())
    moment = next(moment for moment in review_of(bench).moments if moment.ply == 4)
    words = said(moment)
    assert words == (
        "Your move 3 gave the draw away. Proven. You played c3. That let Otto close a mill on b2. "
        "Better: b2. It holds the draw."
    )
    assert moment.is_proven, "the first eight placements are proven for everybody"


def test_proven_placing_values_are_shown_as_facts() -> None:
    """White's second move loses by proof."""
    bench = Bench()
    played(bench)
    bench.do(Open(REVIEW))
    values = {6: -1, 5: 1, 4: -1, 3: 1, 2: 0, 1: 0, 0: 0}
    for ply, wdl in values.items():
        command = bench.jobs.commands[-1]
        assert len(command.position.moves) == ply, "from the last to the first"
        best = "c5" if ply in (2, 6) else MOVES[ply]
        lines = [line(best, 19_000 * wdl, is_proven=True)]
        if ply == 2:
            lines.append(line(MOVES[ply], -19_000, is_proven=True))
        bench.controller.receive(AnalysisDone(command.ticket, tuple(lines), 1))
    review = review_of(bench)
    assert review.progress == 1
    assert review.proven == set(values)
    (moment,) = review.moments
    assert (moment.ply, moment.is_turning, moment.is_proven) == (2, True, True)
    assert said(moment) == "Your move 2 gave the draw away. Proven. You played b4."
    assert bench.view.board.ply == 2
    assert {(badge.point, badge.is_proven) for badge in bench.view.board.badges} == {("b4", True)}


def test_imported_tablebase_rejudges_estimates() -> None:
    bench = Bench()
    played(bench)
    bench.do(Open(REVIEW))
    run(bench)
    mode = bench.controller.current.mode
    assert isinstance(mode, Review)
    proven = mode.judging.lines[0] = line(MOVES[0], 0, is_proven=True)
    mode.judging.judgements[0] = replace(mode.judging.judgements[0], best=proven, played=proven)
    mode.judging.lines[1] = line("c5", 0, is_proven=True)  # but not the move that was played
    added = TablebaseStatus("nine_mens_morris", Stage.ADDED, 18, path=Path("added"), most=18)
    bench.tablebases.known[added.rules] = added
    bench.controller.receive(TablebaseChanged(0, added))
    assert mode.judging.lines == {0: proven}
    assert dict(bench.jobs.commands[-1].options)["TablePath"] == "added"
    run(bench)
    shipped = TablebaseStatus("nine_mens_morris", Stage.SHIPPED, 11, path=Path("shipped"), most=18)
    bench.tablebases.known[added.rules] = shipped
    bench.controller.receive(TablebaseChanged(0, shipped))
    run(bench)
    assert review_of(bench).progress == 1, "it also goes on without them"


@pytest.mark.parametrize(
    ("before", "after", "is_proven", "told"),
    [
        (1.0, 1.0, True, True),
        (1.0, 0.0, True, False),
        (0.0, 0.0, False, None),
        (-1.0, -1.0, True, None),
    ],
    ids=["kept", "gave the win away", "not proven", "lost before"],
)
def test_turn_counts_only_where_value_could_be_kept(
    before: float, after: float, is_proven: bool, told: bool | None
) -> None:
    assert is_kept([Cost(0, Side.WHITE, before, after, is_proven=is_proven)], 1) is told


def test_review_names_the_opening() -> None:
    bench = Bench()
    played(bench)
    bench.do(Open(REVIEW))
    assert review_of(bench).opening == text("review.opening", name=text("opening.split_cross"))
