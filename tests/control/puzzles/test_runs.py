"""Runs of puzzles by intents, with a clock that is turned by hand: how they go, end, are kept and restored."""

from __future__ import annotations

import copy
from dataclasses import replace
from pathlib import Path

import pytest

from sanmill.control.board.intents import TapPoint
from sanmill.control.play.intents import StartTwoPlayers
from sanmill.control.puzzles.intents import EndRun, NextPuzzle, RetryFailed, RetryTried, StartPractice, StartRun
from sanmill.control.puzzles.mode import Phase, PuzzleMode
from sanmill.control.puzzles.run import MISTAKES, RUSH_SECONDS
from sanmill.control.puzzles.run_mode import RunMode
from sanmill.control.puzzles.view import PuzzlesView, TriedPuzzlesView
from sanmill.control.routes import HOME, Kind, Route
from sanmill.control.views.cues import words_between
from sanmill.control.views.types import RunView
from sanmill.core.game.move import Move
from sanmill.core.game.shapes import RED
from sanmill.core.progress.puzzle_progress import RUNS, RUSH, STREAK
from sanmill.engine.messages import PuzzleMade, Stage, TablebaseChanged, TablebaseStatus
from sanmill.engine.puzzles.generator import make
from sanmill.engine.puzzles.jobs import MakePuzzle, MakePuzzleAhead
from sanmill.engine.puzzles.line_puzzles import read_collection
from sanmill.engine.puzzles.line_refutations import turns_of
from sanmill.engine.tablebase.tablebase import Tablebase
from tests.kit.fake_worker import Bench, MemoryStore

NINE = "nine_mens_morris"
SHIPPED = Path(__file__).resolve().parents[3] / "assets" / "tables"
PUZZLES, HISTORY = Route(Kind.PUZZLES), Route(Kind.PUZZLE_HISTORY)


class RunBench(Bench):
    """A bench on which runs are played."""

    @property
    def running(self) -> RunMode:
        mode = self.controller.current.mode
        assert isinstance(mode, RunMode)
        return mode

    @property
    def run(self) -> RunView:
        assert self.view.run is not None
        return self.view.run

    def turn(self, moves: tuple[Move, ...]) -> None:
        for move in moves:
            self.do(*map(TapPoint, move.points))

    def solve(self) -> None:
        """Play the solution of the puzzle on the board."""
        mode = self.running
        for turn in turns_of(mode.task.puzzle)[::2]:
            self.turn(turn)
            if mode.phase is not Phase.SOLVED:
                self.clock.turn(3)
        assert mode.phase is Phase.SOLVED

    def solve_on(self) -> None:
        self.solve()
        self.clock.turn(1)

    def fail(self) -> None:
        """Play a wrong turn."""
        mode = self.running
        right = turns_of(mode.task.puzzle)[0]
        self.turn((next(Move(move) for move in mode.cursor.game.legal() if move != right[0]),))
        while mode.phase is Phase.SOLVING and not self.is_over():
            self.turn((Move(mode.cursor.game.legal()[0]),))

    def is_over(self) -> bool:
        return self.running.run.is_over

    def puzzles(self) -> PuzzlesView:
        view: PuzzlesView = self.show(PUZZLES)
        return view

    def history(self) -> TriedPuzzlesView:
        view: TriedPuzzlesView = self.show(HISTORY)
        return view

    def best(self, kind: str) -> int:
        return self.controller.features.puzzles.progress.bests.get(kind, 0)


@pytest.fixture
def bench() -> RunBench:
    return RunBench()


def prompt_keys(bench: RunBench) -> list[str]:
    prompt = bench.view.prompt
    return [action.label.key for action in prompt.actions] if prompt else []


def words_of_end(bench: RunBench) -> str:
    """Why the run ended."""
    assert bench.view.prompt is not None
    return bench.view.status.key


def test_streak_becomes_harder_until_the_first_mistake(bench: RunBench) -> None:
    bench.do(StartRun(STREAK))
    ratings = []
    for count in range(12):
        assert bench.run.solved == count
        ratings.append(bench.running.task.puzzle.rating)
        bench.solve_on()
    assert ratings == sorted(ratings)
    assert ratings[-1] > ratings[0] + 200
    bench.fail()
    bench.clock.turn(30)
    prompt = bench.view.prompt
    assert prompt is not None
    assert prompt.headline is not None
    assert (prompt.headline.count, prompt.is_feast, words_of_end(bench)) == (12, True, "puzzles.run.end.streak")
    assert prompt_keys(bench) == ["puzzles.run.retry", "puzzles.run.again"]
    assert bench.running.cursor.game_ply > 1, "the mistake was refuted"
    assert bench.best(STREAK) == 12
    solved = bench.running.run.solved
    bench.do(TapPoint("a1"))
    assert bench.view.is_refusal
    assert bench.running.run.solved == solved


def test_puzzles_of_a_run_do_not_repeat(bench: RunBench) -> None:
    bench.do(StartRun(STREAK))
    seen = []
    for _ in range(30):
        seen.append(bench.running.task.puzzle.position)
        bench.solve_on()
    assert len(set(seen)) == 30


def test_run_outlasts_the_collection(bench: RunBench) -> None:
    bench.do(StartRun(STREAK))
    run = bench.running.run
    everything = {puzzle.position for puzzle in read_collection()}
    bench.controller.features.puzzles.runs._used |= everything
    bench.solve_on()
    assert bench.running.run is run
    assert bench.running.task.puzzle.position in everything


def test_rush_allows_two_mistakes(bench: RunBench) -> None:
    bench.do(StartRun(RUSH))
    bench.solve_on()
    for mistakes in range(1, MISTAKES[RUSH]):
        failed = bench.running
        bench.fail()
        assert bench.run.mistakes == mistakes
        assert [shape.colour for shape in bench.view.board.shapes] == [RED]
        bench.clock.turn(2)
        assert bench.running is not failed, "the next puzzle follows by itself"
        assert bench.view.prompt is None
    bench.fail()
    bench.clock.turn(2)
    assert bench.is_over()
    assert (bench.run.mistakes, bench.run.allowed, words_of_end(bench)) == (3, 3, "puzzles.run.end.rush")
    assert bench.best(RUSH) == 1
    assert len(bench.history().tried) == 4


def test_rush_ends_when_its_time_is_up(bench: RunBench) -> None:
    bench.do(StartRun(RUSH))
    bench.clock.turn(500)
    assert bench.run.time is not None
    assert dict(bench.run.time.values) == {"time": "3:00"}, "it runs from the first move on"
    awake = [bench.view.keeps_awake]
    bench.solve_on()
    awake.append(bench.view.keeps_awake)
    assert awake == [False, True]
    shown = [dict(view.run.time.values)["time"] for view in bench.views if view.run and view.run.time]
    bench.clock.turn(60)
    later = dict(bench.view.run.time.values)["time"] if bench.view.run and bench.view.run.time else ""
    assert shown[-1] > later > "1:50"
    before = len(bench.views)
    bench.clock.turn(10)
    assert len(bench.views) == before + 10, "one view a second"
    assert not bench.run.is_low
    bench.clock.turn(RUSH_SECONDS)
    assert bench.is_over()
    assert words_of_end(bench) == "puzzles.run.end.time"
    assert prompt_keys(bench) == ["puzzles.run.again"], "nothing failed"
    assert dict(bench.run.time.values) == {"time": "0:00"}
    assert bench.best(RUSH) == 1
    position = bench.running.task.puzzle.position
    bench.turn(turns_of(bench.running.task.puzzle)[0])
    assert bench.running.task.puzzle.position == position
    assert bench.running.run.solved == 1


def test_end_of_a_run_is_spoken(bench: RunBench) -> None:
    bench.do(StartRun(RUSH))
    bench.solve_on()
    before = bench.view
    bench.do(EndRun())
    said = [words.key for words in words_between(before, bench.view, is_touch=False)]
    assert said == ["puzzles.run.end.left", "puzzles.run.solved", "coordinates.new_best"]


def test_turn_that_is_under_way_at_the_end_does_not_count(bench: RunBench) -> None:
    bench.do(StartRun(RUSH))
    while len(turns_of(bench.running.task.puzzle)) < 3:
        bench.solve_on()
    solved = bench.run.solved
    bench.turn(turns_of(bench.running.task.puzzle)[0])
    mode = bench.running
    assert mode.phase is Phase.JUDGED, "the opponent replies"
    bench.do(EndRun())
    bench.clock.turn(5)
    assert bench.running is mode
    assert (bench.run.solved, words_of_end(bench)) == (solved, "puzzles.run.end.left")


def test_leaving_the_board_ends_a_rush_and_keeps_a_streak(bench: RunBench) -> None:
    bench.do(StartRun(STREAK))
    bench.solve_on()
    bench.go(HOME)
    bench.controller.pause()
    bench.controller.resume()
    streak = bench.running.run
    row = next(row for row in bench.puzzles().runs if row.kind == STREAK)
    assert row.detail.key == "puzzles.run.so_far"
    bench.do(StartRun(STREAK))
    assert bench.running.run is streak
    over = [streak.is_over]
    bench.do(StartRun(RUSH))
    assert [*over, streak.is_over] == [False, True]
    assert bench.best(STREAK) == 1, "another run ends it, and it counts"
    bench.go(HOME)
    bench.do(StartRun(RUSH))
    assert not bench.is_over(), "before the first move no time is lost"
    bench.solve_on()
    bench.controller.pause()
    assert bench.is_over()
    assert bench.best(RUSH) == 1
    bench.controller.resume()
    assert words_of_end(bench) == "puzzles.run.end.left"


def test_another_game_ends_a_run(bench: RunBench) -> None:
    bench.do(StartRun(STREAK))
    bench.solve_on()
    bench.do(StartTwoPlayers())
    assert bench.best(STREAK) == 1
    assert not isinstance(bench.controller.current.mode, RunMode)


@pytest.mark.parametrize("kind", RUNS)
def test_killed_run_goes_on_or_ends_honestly(kind: str) -> None:
    bench = RunBench()
    bench.do(StartRun(kind))
    bench.solve_on()
    bench.solve_on()
    position = bench.running.task.puzzle.position
    again = RunBench(bench.store)
    assert again.run.solved == 2
    if kind == RUSH:
        assert (again.is_over(), words_of_end(again), again.best(RUSH)) == (True, "puzzles.run.end.left", 2)
        return
    assert not again.is_over()
    assert again.running.task.puzzle.position == position
    again.solve_on()
    assert again.run.solved == 3
    again.solve()  # and is killed before the next one comes
    last = RunBench(again.store)
    assert last.run.solved == 4
    assert last.running.task.puzzle.position != again.running.task.puzzle.position
    last.fail()
    over = RunBench(last.store)
    assert over.is_over()
    assert (over.view.prompt is not None, over.best(STREAK)) == (True, 4)


def test_rush_killed_before_its_first_move_is_still_whole() -> None:
    bench = RunBench()
    bench.do(StartRun(RUSH))
    again = RunBench(bench.store)
    assert not again.is_over()
    again.solve_on()
    assert again.run.solved == 1


@pytest.mark.parametrize("damage", [3, {"kind": "walk"}, {}, [], {"kind": "rush", "failed": ["a"] * 9, "solved": -1}])
def test_damaged_run_costs_only_the_run(damage: object) -> None:
    bench = RunBench()
    bench.do(StartRun(STREAK))
    bench.store.files["puzzle"]["run"] = damage
    again = RunBench(bench.store)
    mode = again.controller.current.mode
    assert isinstance(mode, PuzzleMode)
    assert mode.task.puzzle == bench.running.task.puzzle


def test_only_a_better_run_is_a_best(bench: RunBench) -> None:
    for solved, is_best in ((2, True), (1, False), (2, False), (3, True), (0, False)):
        bench.do(StartRun(RUSH))
        for _ in range(solved):
            bench.solve_on()
        bench.do(EndRun())
        prompt = bench.view.prompt
        assert prompt is not None
        assert (prompt.is_feast, prompt.headline and prompt.headline.count) == (is_best, solved)
    again = RunBench(bench.store)
    assert [(best.title.key, best.count) for best in again.history().bests] == [
        ("puzzles.run.streak", 0),
        ("puzzles.run.rush", 3),
    ]


def test_runs_are_not_rated_and_count_for_their_themes(bench: RunBench) -> None:
    progress = bench.controller.features.puzzles.progress
    bench.do(StartRun(RUSH))
    theme = bench.running.task.puzzle.theme
    bench.solve_on()
    bench.fail()
    assert (progress.rating, progress.rated, progress.solved) == (1000, 0, 1)
    assert sum(each.solved for each in progress.themes.values()) == 1
    assert sum(each.failed for each in progress.themes.values()) == 1
    assert progress.themes[theme].solved == 1
    shares = {each.label.key: each.percent for each in bench.history().themes}
    assert shares[f"puzzles.theme.{theme}"] in (50, 100)


def test_history_keeps_the_last_try_of_each_puzzle(bench: RunBench) -> None:
    bench.do(StartPractice("placing"))
    practised = bench.controller.current.mode
    assert isinstance(practised, PuzzleMode)
    puzzle = practised.task.puzzle
    bench.turn((next(Move(move) for move in practised.cursor.game.legal() if move != puzzle.solution[0]),))
    while practised.phase is Phase.SOLVING:
        bench.turn((Move(practised.cursor.game.legal()[0]),))
    (tried,) = bench.history().tried
    assert (tried.position, tried.is_solved) == (puzzle.position, False)
    bench.do(RetryTried(puzzle.position))
    retried = bench.controller.current.mode
    assert isinstance(retried, PuzzleMode)
    assert retried.task.puzzle == puzzle, "with its refutations, which are not stored again"
    rating = bench.controller.features.puzzles.progress.rating
    solve_plain(bench)
    assert bench.controller.features.puzzles.progress.rating == rating, "a known puzzle is not rated"
    (tried,) = bench.history().tried
    assert tried.is_solved
    assert bench.history().failed == 0


def solve_plain(bench: RunBench) -> None:
    mode = bench.controller.current.mode
    assert isinstance(mode, PuzzleMode)
    for turn in turns_of(mode.task.puzzle)[::2]:
        bench.turn(turn)
        bench.clock.turn(3)
    assert mode.phase is Phase.SOLVED


def test_failed_puzzles_are_tried_again_until_none_is_left(bench: RunBench) -> None:
    bench.do(StartRun(RUSH))
    failed = []
    for _ in range(3):
        failed.append(bench.running.task.puzzle.position)
        bench.fail()
        bench.clock.turn(2)
    bench.do(RetryFailed())
    for left, position in enumerate(reversed(failed)):
        mode = bench.controller.current.mode
        assert isinstance(mode, PuzzleMode)
        assert (mode.task.puzzle.position, mode.run) == (position, None)
        solve_plain(bench)
        prompt = bench.view.prompt
        assert prompt is not None
        assert prompt.words.key == ("puzzles.tried.left" if left < 2 else "puzzles.tried.done")
        bench.do(NextPuzzle())
    assert bench.back_stack[-1] == HISTORY
    assert not isinstance(bench.controller.current.mode, PuzzleMode)
    assert bench.controller.features.puzzles.progress.themes.keys(), "the run counted"
    assert sum(each.solved for each in bench.controller.features.puzzles.progress.themes.values()) == 0


def test_skipped_failed_puzzle_lets_the_next_one_come(bench: RunBench) -> None:
    bench.do(StartRun(RUSH))
    for _ in range(3):
        bench.fail()
        bench.clock.turn(2)
    bench.do(RetryFailed())
    seen = set()
    for _ in range(3):
        mode = bench.controller.current.mode
        assert isinstance(mode, PuzzleMode)
        seen.add(mode.task.puzzle.position)
        bench.do(NextPuzzle())
    assert len(seen) == 3


@pytest.mark.parametrize("damage", [3, {"puzzle": 1}, {"is_solved": True}, None])
def test_damaged_entry_of_the_history_costs_only_itself(damage: object) -> None:
    bench = RunBench()
    bench.do(StartRun(RUSH))
    bench.solve_on()
    bench.fail()
    store = MemoryStore()
    store.files |= copy.deepcopy({"tried_puzzles": bench.store.files["tried_puzzles"]})
    store.files["tried_puzzles"]["attempts"][0] = damage
    (kept,) = RunBench(store).history().tried
    assert kept.is_solved
    illegal = copy.deepcopy(bench.store.files["tried_puzzles"])
    illegal["attempts"][1]["puzzle"]["solution"] = ["a1-g7"]
    store.files["tried_puzzles"] = illegal
    (kept,) = RunBench(store).history().tried
    assert not kept.is_solved


def test_history_forgets_the_oldest(bench: RunBench) -> None:
    history = bench.controller.features.puzzles._history
    collection = read_collection()
    for puzzle in collection[:210]:
        history.add(puzzle, "", is_solved=True)
    assert len(bench.history().tried) == 200
    assert bench.history().tried[0].position == collection[209].position


# Puzzles made ahead.


def with_tables() -> RunBench:
    bench = RunBench()
    bench.tablebases.known[NINE] = TablebaseStatus(NINE, Stage.SHIPPED, 11, path=SHIPPED)
    return bench


def ahead(bench: RunBench) -> list[MakePuzzle]:
    return [job for job in bench.jobs.puzzles if isinstance(job, MakePuzzleAhead)]


def test_next_puzzles_are_made_while_one_is_solved() -> None:
    bench = with_tables()
    bench.show(PUZZLES)
    first, *others = ahead(bench)
    assert {job.theme for job in (first, *others)} <= {"block", "stop"}, "the easiest ones"
    made = make(Tablebase(NINE, SHIPPED), NINE, first.theme, "0")
    assert made is not None
    made = replace(made, rating=770)
    bench.controller.receive(PuzzleMade(first.ticket, made))
    bench.do(StartRun(STREAK))
    assert bench.running.task.puzzle == made, "the first one is there before the run begins"
    assert len(ahead(bench)) == 5, "one in its place"
    bench.controller.receive(PuzzleMade(others[0].ticket, None))
    bench.solve_on()
    assert bench.running.task.puzzle in read_collection(), "nobody waits for one that is not ready"
    assert bench.running.task.puzzle.rating >= made.rating
    assert len(ahead(bench)) == 6, "one for that which was not found"
    assert all(job.queue is not JUDGED_ON for job in ahead(bench))


def test_puzzles_are_made_as_soon_as_the_tablebase_is_found() -> None:
    bench = RunBench()
    bench.tablebases.known[NINE] = TablebaseStatus(NINE)
    bench.show(PUZZLES)
    assert not ahead(bench)
    bench.tablebases.known[NINE] = with_tables().tablebases.known[NINE]
    bench.controller.receive(TablebaseChanged(0, bench.tablebases.known[NINE]))
    assert len(ahead(bench)) == 4


def test_puzzle_that_is_too_easy_by_now_is_not_used() -> None:
    bench = with_tables()
    bench.do(StartRun(STREAK))
    easy = make(Tablebase(NINE, SHIPPED), NINE, "block", "0")
    assert easy is not None
    bench.running.run.rating = easy.rating + 1
    bench.controller.receive(PuzzleMade(ahead(bench)[0].ticket, easy))
    bench.solve_on()
    assert bench.running.task.puzzle != easy


JUDGED_ON = MakePuzzle.queue  # of what somebody waits for
