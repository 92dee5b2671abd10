"""Puzzles: only one turn is right by the tablebase, and the same seed gives the same puzzle."""

from __future__ import annotations

import queue
import threading
import time
from datetime import date, timedelta
from functools import cache
from pathlib import Path

import pytest

from sanmill.core.game.model import Reason, Side
from sanmill.core.game.move import Move
from sanmill.engine.game import Game
from sanmill.engine.jobs import Jobs
from sanmill.engine.messages import Event, PuzzleMade, TurnJudged
from sanmill.engine.puzzles.generator import THEMES, Puzzle, make, make_daily, make_near
from sanmill.engine.puzzles.jobs import JudgeTurn, MakePuzzle
from sanmill.engine.search.searcher import Searcher
from sanmill.engine.tablebase.tablebase import Tablebase, TablebaseBuild
from sanmill.engine.tablebase.turns import best_turns, judge, rated_turns
from tests.kit import tablebase_file
from tests.kit.patience import HANG

SHIPPED = Path(__file__).resolve().parents[3] / "assets" / "tables"
NINE = "nine_mens_morris"
BUILT = {
    "three_mens_morris": 6,
    "six_mens_morris": 7,
    "cheng_san_qi": 6,
    "twelve_mens_morris": 6,
    "nine_mens_morris HasDiagonalLines=true MayRemoveFromMillsAlways=true": 6,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables")
    for rules, pieces in BUILT.items():
        TablebaseBuild(rules, folder, max_pieces=pieces, is_compressed=True).run()
    return folder


@cache
def shipped() -> Tablebase:
    return Tablebase(NINE, SHIPPED)


def plain_turns(game: Game, tables: Tablebase, side: Side) -> list[tuple[tuple[str, ...], int]]:
    """Every legal turn and its outcome, found by the plainest means."""
    turns: list[tuple[tuple[str, ...], int]] = []
    for move in game.legal():
        after = game.copy()
        after.play(move)
        if after.result:
            turns.append(((move,), 0 if after.result.winner is None else 1 if after.result.winner is side else -1))
        elif after.view.side is side:
            turns += [((move, *rest), outcome) for rest, outcome in plain_turns(after, tables, side)]
        else:
            verdict = tables.probe(after)
            assert verdict is not None
            turns.append(((move,), -verdict.wdl))
    return turns


def check(puzzle: Puzzle, tables: Tablebase) -> None:
    game = Game(puzzle.rules, puzzle.position)
    verdict = tables.probe(game)
    assert verdict is not None
    assert verdict.wdl == int(puzzle.is_win)
    assert verdict.dtw == puzzle.turns
    turns = plain_turns(game, tables, puzzle.side)
    keeping = [moves for moves, outcome in turns if outcome == verdict.wdl]
    assert len(keeping) == 1
    assert len(turns) == puzzle.choices
    assert puzzle.solution[: len(keeping[0])] == keeping[0]
    own = 0
    while game.history != puzzle.solution:
        moves = rated_turns(game, tables)
        side, best = game.side, best_turns(moves)
        rest = puzzle.solution[len(game.history) :]
        turn = next(turn for turn in best if turn.moves == rest[: len(turn.moves)])
        own += side is puzzle.side
        for move in turn.moves:
            game.play(move)
    assert own == puzzle.length
    if puzzle.theme == "ending":
        assert game.result is not None
        assert game.result.winner is puzzle.side
    if puzzle.theme == "block":
        assert game.result is not None
        assert game.result.reason is Reason.NO_MOVES


@pytest.mark.parametrize("rules", BUILT)
def test_puzzles_of_many_rules_have_one_solution(folder: Path, rules: str) -> None:
    tables = Tablebase(rules, folder)
    puzzles = [make(tables, rules, "", str(seed)) for seed in range(12)]
    found = [puzzle for puzzle in puzzles if puzzle]
    assert len(found) == len(puzzles)
    assert len({puzzle.position for puzzle in found}) > 8
    for puzzle in found:
        check(puzzle, tables)


@pytest.mark.parametrize("theme", THEMES)
def test_puzzles_fit_their_theme(theme: str) -> None:
    for seed in range(4):
        puzzle = make(shipped(), NINE, theme, str(seed))
        assert puzzle is not None
        assert puzzle.theme == theme
        check(puzzle, shipped())
        turn = puzzle.solution[0]
        assert theme != "close" or Move(puzzle.solution[1]).is_removal
        assert theme != "fly" or Game(NINE, puzzle.position).view.may_fly[puzzle.side], turn


def test_flying_puzzle_needs_rules_with_flying(folder: Path) -> None:
    tables = Tablebase("six_mens_morris", folder)
    assert make(tables, "six_mens_morris", "fly", "1") is None
    assert make_near(tables, "six_mens_morris", "fly", "1", rating=1000) is None


def test_daily_puzzle_depends_on_the_date() -> None:
    monday = date(2026, 11, 16)
    days = [make_daily(Tablebase(NINE, SHIPPED), NINE, monday + timedelta(days=day)) for day in (0, 1, 2, 0)]
    assert None not in days
    assert days[0] == days[3]
    assert len({day.position for day in days if day}) == 3


def test_pinned_puzzle_is_unchanged() -> None:
    """Detect unintended changes of puzzle generation, which would change the daily puzzle of all users."""
    puzzle = make(shipped(), NINE, "ending", "0")
    assert puzzle is not None
    assert (puzzle.position.partition(" ")[0], puzzle.solution[0]) == ("********/@****@@@/**O@*@OO", "b2-d2")


def test_judgement_matches_tablebase() -> None:
    puzzle = make(shipped(), NINE, "ending", "0")
    assert puzzle is not None
    game = Game(NINE, puzzle.position)
    for turn in rated_turns(game, shipped()):
        judgement = judge(game, shipped(), turn.moves)
        assert judgement.is_right == (turn.wdl == 1)
        assert judgement.wdl == turn.wdl
        after = game.copy()
        for move in (*turn.moves, *judgement.reply):
            after.play(move)
        if judgement.is_right:
            assert puzzle.solution[: len(turn.moves) + len(judgement.reply)] == (*turn.moves, *judgement.reply)
        elif turn.wdl < 0:
            assert after.result or Move(judgement.reply[-1]).is_removal or len(judgement.reply) >= 5
    assert game.history == ()


def test_slow_win_is_distinguished_from_fast_win() -> None:
    game = Game(NINE, "OO**@***/**@*****/@**O**** w m s 3 0 3 0")
    turns = rated_turns(game, shipped())
    slow = next(turn for turn in turns if turn.wdl == 1 and turn.dtw != 1)
    fast = next(turn for turn in turns if turn.dtw == 1)
    assert judge(game, shipped(), slow.moves).is_slow
    assert not judge(game, shipped(), fast.moves).is_slow
    assert judge(game, shipped(), fast.moves).reply == ()


def test_worker_answers_all_requests() -> None:
    answers: queue.Queue[Event] = queue.Queue()
    jobs = Jobs(answers.put, Searcher)
    jobs.submit(MakePuzzle(1, NINE, SHIPPED, theme="block", seed="1", rating=900))
    made = answers.get(timeout=HANG)
    assert isinstance(made, PuzzleMade)
    assert made.puzzle is not None
    first = made.puzzle.solution[:1]
    jobs.submit(JudgeTurn(2, NINE, SHIPPED, made.puzzle.position, first))
    judged = answers.get(timeout=HANG)
    assert isinstance(judged, TurnJudged)
    assert judged.judgement is not None
    assert judged.judgement.is_right
    jobs.submit(MakePuzzle(3, "six_mens_morris", SHIPPED, theme="block", seed="1", rating=900))
    assert answers.get(timeout=HANG) == PuzzleMade(3, None)
    jobs.submit(JudgeTurn(4, NINE, SHIPPED, made.puzzle.position, ("a1-a1",)))
    assert answers.get(timeout=HANG) == TurnJudged(4, None)
    jobs.close()


def test_closing_cancels_puzzle_in_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    is_begun, may_go_on = threading.Event(), threading.Event()
    probes: list[None] = []

    def probe(*_: object) -> None:
        """No position is a puzzle, so that all trials would be made."""
        probes.append(None)
        is_begun.set()
        assert may_go_on.wait(HANG)

    monkeypatch.setattr(Tablebase, "probe", probe)
    answers: queue.Queue[Event] = queue.Queue()
    jobs = Jobs(answers.put, Searcher)
    jobs.submit(MakePuzzle(1, NINE, SHIPPED, theme="close", seed="1", rating=900))
    assert is_begun.wait(HANG)
    closing = threading.Thread(target=jobs.close)
    closing.start()
    while not jobs.is_closed:
        time.sleep(0.001)
    may_go_on.set()
    closing.join(HANG)
    assert not closing.is_alive()
    assert len(probes) == 1
    assert answers.empty()


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="the system does not list open files")
def test_deleted_tablebase_is_closed(tmp_path: Path) -> None:
    file = tablebase_file.make(tmp_path)
    answers: queue.Queue[Event] = queue.Queue()
    jobs = Jobs(answers.put, Searcher)
    jobs.submit(MakePuzzle(1, tablebase_file.RULES, file, theme="close", seed="1", rating=900))
    answers.get(timeout=HANG)
    file.unlink()
    jobs.close_deleted()
    end = time.monotonic() + HANG
    while (is_open := tablebase_file.is_open(file)) and time.monotonic() < end:
        time.sleep(0.01)
    assert not is_open
    jobs.close()
    jobs.close_deleted()
