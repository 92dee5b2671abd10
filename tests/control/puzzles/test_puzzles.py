"""Puzzles: intents in, views out. The tables that come along judge; the maker answers when the test lets it."""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from pathlib import Path

import pytest

from sanmill.control.board.intents import ConfirmTurn, Flip, JumpTo, RejectTurn, TapPoint, Undo
from sanmill.control.play.intents import Resume, StartTwoPlayers, StartVersus
from sanmill.control.puzzles.intents import NextPuzzle, RetryPuzzle, ShowSolution, StartDaily, StartPractice
from sanmill.control.puzzles.mode import NAME, Phase, PuzzleMode
from sanmill.control.routes import Kind, Route
from sanmill.core import settings
from sanmill.core.game.move import Move
from sanmill.core.text.i18n import Number
from sanmill.engine.game import Game
from sanmill.engine.messages import PuzzleMade, Stage, TablebaseChanged, TablebaseStatus, TurnJudged
from sanmill.engine.puzzles.generator import LINE_THEMES, Puzzle, make
from sanmill.engine.puzzles.jobs import JudgeTurn, MakePuzzle
from sanmill.engine.puzzles.line_puzzles import read_collection
from sanmill.engine.puzzles.line_refutations import refutation_of, turns_of
from sanmill.engine.tablebase.tablebase import RatedTurn, Tablebase
from sanmill.engine.tablebase.turns import judge, rated_turns
from tests.kit.fake_worker import Bench, MemoryStore

NINE = "nine_mens_morris"
SHIPPED = Path(__file__).resolve().parents[3] / "assets" / "tables"


@cache
def tables() -> Tablebase:
    return Tablebase(NINE, SHIPPED)


@cache
def puzzle(theme: str, seed: str = "0") -> Puzzle:
    made = make(tables(), NINE, theme, seed)
    assert made is not None
    return made


class PuzzleBench(Bench):
    """A bench with the tables at hand."""

    def __init__(self, store: MemoryStore | None = None) -> None:
        super().__init__(store)
        self.tablebases.known[NINE] = TablebaseStatus(NINE, Stage.SHIPPED, 11, path=SHIPPED)

    @property
    def solving(self) -> PuzzleMode:
        mode = self.controller.current.mode
        assert isinstance(mode, PuzzleMode)
        return mode

    def made(self, task: Puzzle | None) -> None:
        request = self.jobs.puzzles[-1]
        assert isinstance(request, MakePuzzle)
        self.controller.receive(PuzzleMade(request.ticket, task))

    def judged(self) -> None:
        """The maker judges the last turn, and the answer is played out."""
        request = self.jobs.puzzles[-1]
        assert isinstance(request, JudgeTurn)
        game = Game(request.rules, request.position)
        self.controller.receive(TurnJudged(request.ticket, judge(game, tables(), request.moves)))

    def turn(self, moves: tuple[str, ...]) -> None:
        """Tap a whole turn."""
        for move in moves:
            self.do(*map(TapPoint, Move(move).points))

    def wrong_turn(self) -> RatedTurn:
        game = Game(self.solving.session.info.rules, self.solving.session.cursor.game.position)
        return next(turn for turn in rated_turns(game, tables()) if turn.wdl < int(self.solving.task.puzzle.is_win))

    def solve(self) -> None:
        """Every turn of the solution."""
        while self.solving.phase is not Phase.SOLVED:
            played = self.solving.session.cursor.game_ply
            game = self.solving.session.cursor.game.copy()
            side, moves = game.side, []
            for move in self.solving.task.puzzle.solution[played:]:
                if game.side is not side:
                    break
                game.play(move)
                moves.append(move)
            self.turn(tuple(moves))
            self.judged()
            self.clock.turn(10)


@pytest.fixture
def bench() -> PuzzleBench:
    return PuzzleBench()


def start(bench: PuzzleBench, theme: str) -> None:
    bench.do(StartPractice(theme))
    bench.made(puzzle(theme))


def test_daily_puzzle_is_requested_by_date(bench: PuzzleBench) -> None:
    bench.do(StartDaily())
    request = bench.jobs.puzzles[-1]
    assert isinstance(request, MakePuzzle)
    assert (request.day, request.rules, request.tables) == (bench.day, NINE, SHIPPED)
    assert bench.view.mode != NAME
    bench.made(puzzle("stop"))
    assert bench.view.mode == NAME
    assert bench.view.title.key == "puzzles.today"
    bench.do(StartDaily())
    assert len(bench.jobs.puzzles) == 1, "it is made once a day"
    bench.day += timedelta(days=1)
    bench.do(StartDaily())
    assert len(bench.jobs.puzzles) == 2


def test_solved_puzzle_is_rewarded_and_offers_next(bench: PuzzleBench) -> None:
    bench.do(StartDaily())
    bench.made(puzzle("stop"))
    before = bench.controller.features.puzzles.progress.rating
    bench.solve()
    prompt = bench.view.prompt
    assert prompt is not None
    assert prompt.icon
    assert [action.intent for action in prompt.actions] == [RetryPuzzle(), NextPuzzle()]
    assert prompt.words.key == "puzzles.rated_streak"
    rated = dict(dict(prompt.words.values)["rated"].values)
    after = bench.controller.features.puzzles.progress.rating
    assert rated == {"rating": after, "change": Number(after - before, is_change=True)}
    assert dict(prompt.words.values)["streak"].count == 1
    assert bench.do(RetryPuzzle()).prompt is None


def test_solving_raises_rating(bench: PuzzleBench) -> None:
    start(bench, "ending")
    assert bench.view.status.key == "puzzles.win_in"
    assert (bench.view.evaluation, bench.view.result) == (None, None)
    assert bench.view.top.detail is not None
    assert dict(bench.view.top.detail.values)["rating"] == puzzle("ending").rating
    bench.solve()
    assert bench.view.status.key == "puzzles.solved"
    assert bench.view.result is None
    book = bench.controller.features.puzzles.progress
    assert (book.solved, book.rated) == (1, 1)
    assert book.rating > 1000
    assert bench.label_keys() == ["puzzles.again", "puzzles.show", "puzzles.next"]


def test_wrong_turn_is_refuted_and_can_be_retried(bench: PuzzleBench) -> None:
    start(bench, "stop")
    wrong = bench.wrong_turn()
    before = bench.view.board.contents
    bench.turn(wrong.moves)
    bench.judged()
    assert bench.view.notice is not None
    assert bench.view.notice.key == ("puzzles.loses" if wrong.wdl < 0 else "puzzles.draws")
    played = bench.solving.session.cursor.game_ply
    bench.clock.turn(20)
    assert bench.solving.session.cursor.game_ply > played, "the refutation is played out"
    assert bench.view.status.key == "puzzles.wrong"
    book = bench.controller.features.puzzles.progress
    assert book.rating < 1000
    rating = book.rating
    bench.do(TapPoint("a1"))
    assert bench.view.board.contents == before, "any tap tries again"
    bench.solve()
    assert (book.rating, book.solved) == (rating, 1), "only the first try counts"


def test_showing_solution_costs_only_the_streak(bench: PuzzleBench) -> None:
    bench.controller.features.puzzles.progress.end_day(bench.day - timedelta(days=1), "solved")
    bench.do(StartDaily())
    bench.made(puzzle("ending"))
    assert bench.controller.features.puzzles.view(Route(Kind.PUZZLES)).streak == 1
    bench.do(ShowSolution())
    assert bench.view.status.key == "puzzles.showing"
    bench.do(TapPoint("a1"))
    assert bench.view.is_refusal
    bench.clock.turn(30)
    assert bench.view.status.key == "puzzles.shown"
    assert bench.solving.session.cursor.mainline.moves == puzzle("ending").solution
    overview = bench.controller.features.puzzles.view(Route(Kind.PUZZLES))
    assert (overview.streak, overview.how, overview.rating, overview.solved) == (0, "shown", 1000, 0)
    bench.do(RetryPuzzle())
    bench.solve()
    overview = bench.controller.features.puzzles.view(Route(Kind.PUZZLES))
    assert (overview.how, overview.rating, overview.solved) == ("shown", 1000, 0)


def test_daily_puzzle_is_available_after_restart(bench: PuzzleBench) -> None:
    before = bench.controller.features.puzzles.view(Route(Kind.PUZZLES))
    assert (before.board, before.words.key) == (None, "puzzles.preparing")
    assert not any(before.empty_board.contents)
    bench.made(puzzle("stop"))
    made = bench.controller.features.puzzles.view(Route(Kind.PUZZLES))
    assert made.board is not None
    again = PuzzleBench(bench.store)
    assert again.controller.features.puzzles.view(Route(Kind.PUZZLES)) == made
    assert not again.jobs.puzzles
    again.day += timedelta(days=1)
    assert again.controller.features.puzzles.view(Route(Kind.PUZZLES)).board is None, "yesterday's is not today's"
    assert again.jobs.puzzles
    bench.store.files["daily_puzzle"]["puzzle"]["solution"] = ["a1-g7"]
    spoilt = PuzzleBench(bench.store).controller.features.puzzles.view(Route(Kind.PUZZLES))
    assert spoilt.board is None, "it is made again"


def test_streak_counts_consecutive_days(bench: PuzzleBench) -> None:
    for day in range(1, 4):
        bench.do(StartDaily())
        bench.made(puzzle("stop"))
        bench.solve()
        assert bench.controller.features.puzzles.view(Route(Kind.PUZZLES)).streak == day
        bench.day += timedelta(days=1)
    assert bench.controller.features.puzzles.view(Route(Kind.PUZZLES)).how == ""


def test_next_puzzle_follows_the_series(bench: PuzzleBench) -> None:
    start(bench, "block")
    bench.do(NextPuzzle())
    request = bench.jobs.puzzles[-1]
    assert isinstance(request, MakePuzzle)
    assert (request.theme, request.seed) == ("block", "1")
    bench.made(puzzle("block", "1"))
    bench.solve()
    bench.do(NextPuzzle())
    request = bench.jobs.puzzles[-1]
    assert isinstance(request, MakePuzzle)
    assert request.seed == "2", "a puzzle that was solved is not passed over once more"


def test_incomplete_turn_can_be_undone(bench: PuzzleBench) -> None:
    start(bench, "close")
    before = bench.view.board.contents
    can_undo = [bench.view.actions[0].is_enabled]
    bench.turn(puzzle("close").solution[:1])
    assert bench.view.status.key.startswith("status.you.")
    can_undo.append(bench.view.actions[0].is_enabled)
    assert can_undo == [False, True]
    bench.do(Undo())
    assert bench.view.board.contents == before


def test_confirmed_turn_is_judged(bench: PuzzleBench) -> None:
    bench.settings.set(settings.CONFIRM, True)
    start(bench, "block")
    asked = len(bench.jobs.puzzles)
    bench.turn(puzzle("block").solution[:1])
    assert bench.view.status.key == "status.unconfirmed"
    assert len(bench.jobs.puzzles) == asked
    bench.do(RejectTurn())
    bench.turn(puzzle("block").solution[:1])
    bench.do(ConfirmTurn())
    bench.judged()
    assert bench.view.status.key == "puzzles.solved"


def test_looking_back_and_flipping_work(bench: PuzzleBench) -> None:
    start(bench, "ending")
    bench.turn(puzzle("ending").solution[:1])
    bench.judged()
    looks = [bench.do(intent).is_looking_back for intent in (JumpTo(0), TapPoint("a1"))]
    assert looks == [True, False]
    assert bench.do(Flip()).board.is_flipped


def test_slow_win_is_taken_back_without_penalty(bench: PuzzleBench) -> None:
    start(bench, "ending")
    first = puzzle("ending").solution[:1]
    bench.turn(first)
    bench.judged()
    bench.clock.turn(5)
    assert bench.view.notice is not None
    assert bench.view.notice.key == "puzzles.right"
    here = bench.solving.session.cursor.game_ply
    game = bench.solving.session.cursor.game
    slow = [turn for turn in rated_turns(game, tables()) if turn.wdl == 1 and judge(game, tables(), turn.moves).is_slow]
    if slow:
        bench.turn(slow[0].moves)
        bench.judged()
        bench.clock.turn(5)
        assert bench.view.notice.key == "puzzles.slow"
        assert bench.solving.session.cursor.game_ply == here
    bench.solve()
    assert bench.controller.features.puzzles.progress.rating > 1000


def test_puzzle_survives_kill_and_keeps_the_game(bench: PuzzleBench) -> None:
    bench.do(StartVersus(), TapPoint("d6"))
    record = bench.record
    start(bench, "ending")
    bench.turn(puzzle("ending").solution[:1])
    bench.judged()
    bench.clock.turn(5)
    again = PuzzleBench(bench.store)
    assert again.view.mode == NAME
    assert again.view.board.contents == bench.view.board.contents
    again.solve()
    again.do(Resume())
    assert again.record == record
    assert "puzzle" not in again.store.files
    assert PuzzleBench(again.store).view.mode == "versus"


@pytest.mark.parametrize("damage", [{"task": 3}, {"task": {}}, {"task": {"puzzle": {"side": 9}}, "moves": ["a1"]}])
def test_damaged_puzzle_is_dropped(damage: dict[str, object]) -> None:
    store = MemoryStore()
    store.files["puzzle"] = damage
    assert PuzzleBench(store).view.mode != NAME


def test_missing_tablebase_is_reported(bench: PuzzleBench) -> None:
    bench.tablebases.known.clear()
    bench.do(StartDaily())
    overview = bench.controller.features.puzzles.view(Route(Kind.PUZZLES))
    assert overview.error is not None
    assert overview.error.key == "puzzles.no_tables"
    assert not bench.jobs.puzzles


def test_request_waits_until_tablebase_is_found(bench: PuzzleBench) -> None:
    found = bench.tablebases.known.pop(NINE)
    bench.tablebases.known[NINE] = TablebaseStatus(NINE)
    bench.do(StartPractice("stop"))
    assert not bench.jobs.puzzles
    bench.tablebases.known[NINE] = found
    bench.controller.receive(TablebaseChanged(0, found))
    assert len(bench.jobs.puzzles) == 1


def test_late_puzzle_does_not_replace_started_game(bench: PuzzleBench) -> None:
    bench.do(StartPractice("stop"), StartTwoPlayers())
    bench.made(puzzle("stop"))
    assert not isinstance(bench.controller.current.mode, PuzzleMode)
    assert not bench.controller.features.puzzles.view(Route(Kind.PUZZLES)).is_making


def test_missing_puzzle_is_reported(bench: PuzzleBench) -> None:
    bench.do(StartPractice("fly"))
    bench.made(None)
    error = bench.controller.features.puzzles.view(Route(Kind.PUZZLES)).error
    assert error is not None
    assert error.key == "puzzles.none"


def test_practice_uses_rules_with_tablebase(bench: PuzzleBench) -> None:
    six = "six_mens_morris"
    bench.settings.set(settings.PUZZLE_VARIANT, six)
    assert bench.controller.features.puzzles.view(Route(Kind.PUZZLES)).rules == NINE
    bench.tablebases.known[six] = TablebaseStatus(six, Stage.BUILT, 12, path=SHIPPED)
    overview = bench.controller.features.puzzles.view(Route(Kind.PUZZLES))
    assert overview.rules == six
    assert [name for name, _ in overview.variants] == [NINE, six]
    assert "fly" not in overview.themes
    bench.do(StartPractice("stop"))
    asked = bench.jobs.puzzles[-1]
    assert isinstance(asked, MakePuzzle)
    assert asked.rules == six


def test_judging_without_tablebase_allows_retry(bench: PuzzleBench) -> None:
    start(bench, "block")
    bench.tablebases.known.clear()
    bench.turn(puzzle("block").solution[:1])
    assert bench.solving.phase is Phase.SOLVING


# Puzzles with a line.

LINES = [each for each in read_collection() if each.theme == "placing"]
COMPLETE = TablebaseStatus(NINE, Stage.ADDED, 18, path=Path("complete"), base=SHIPPED, most=18)


def play_turn(bench: Bench, moves: tuple[Move, ...]) -> None:
    for move in moves:
        bench.do(*(TapPoint(point) for point in move.points))


def test_line_puzzle_needs_no_tablebase() -> None:
    bench = Bench()
    line = next(each for each in LINES if each.length > 1)
    progress = bench.controller.features.puzzles.progress
    progress.seen = [each.position for each in LINES if each is not line]
    assert bench.controller.features.puzzles.view(Route(Kind.PUZZLES)).themes[-2:] == LINE_THEMES
    bench.do(StartPractice("placing"))
    mode = bench.controller.current.mode
    assert isinstance(mode, PuzzleMode)
    assert mode.task.puzzle == line
    for index, turn in enumerate(turns_of(line)):
        if index % 2 == 0:
            assert mode.phase is Phase.SOLVING
            play_turn(bench, turn)
            bench.clock.turn(9)
    assert mode.phase is Phase.SOLVED
    assert not any(isinstance(request, JudgeTurn) for request in bench.jobs.puzzles)
    assert progress.next_number(NINE, "placing") == 1
    assert progress.seen[-1] == line.position


def test_nearest_rated_puzzle_comes_first_without_repeats() -> None:
    bench = Bench()
    progress, shown = bench.controller.features.puzzles.progress, []
    for rating in (1300, 1300, 900):
        progress.rating = rating
        left = [each for each in LINES if each.position not in progress.seen]
        bench.do(StartPractice("placing"))
        mode = bench.controller.current.mode
        assert isinstance(mode, PuzzleMode)
        shown.append(mode.task.puzzle)
        assert abs(shown[-1].rating - rating) == min(abs(each.rating - rating) for each in left)
        bench.do(NextPuzzle())
    assert len({puzzle.position for puzzle in shown}) == 3


def a_wrong_move(puzzle: Puzzle) -> Move:
    legal = map(Move, Game(NINE, puzzle.position).legal())
    return next(move for move in legal if move not in puzzle.solution[:1] and not _closes(puzzle, move))


@pytest.mark.parametrize("theme", LINE_THEMES)
def test_wrong_turn_in_line_puzzle_is_refuted(theme: str) -> None:
    bench = Bench()
    bench.do(StartPractice(theme))
    mode = bench.controller.current.mode
    assert isinstance(mode, PuzzleMode)
    puzzle = mode.task.puzzle
    before, wrong = bench.view.board.contents, a_wrong_move(puzzle)
    play_turn(bench, (wrong,))
    assert bench.view.notice is not None
    assert bench.view.notice.key == ("puzzles.draws" if puzzle.is_win else "puzzles.loses")
    bench.clock.turn(20)
    reply = refutation_of(puzzle, 0, (wrong,))
    assert reply
    assert mode.session.cursor.mainline.moves == (wrong, *reply)
    assert mode.phase is Phase.WRONG
    bench.do(RetryPuzzle())
    assert bench.view.board.contents == before
    play_turn(bench, turns_of(puzzle)[0])
    assert mode.phase in (Phase.SOLVED, Phase.JUDGED)


def test_puzzle_without_refutations_continues_with_words() -> None:
    bench = Bench()
    bench.do(StartPractice("placing"))
    assert bench.store.files["puzzle"]["task"]["puzzle"].pop("refutations")
    again = Bench(bench.store)
    mode = again.controller.current.mode
    assert isinstance(mode, PuzzleMode)
    puzzle = mode.task.puzzle
    wrong = a_wrong_move(puzzle)
    play_turn(again, (wrong,))
    assert mode.phase is Phase.WRONG
    assert again.view.notice is not None
    assert again.view.notice.key == ("puzzles.line.draws" if puzzle.is_win else "puzzles.line.loses")
    again.clock.turn(20)
    assert mode.session.cursor.mainline.moves == (wrong,)
    again.do(ShowSolution())
    assert again.controller.features.puzzles.progress.seen == [puzzle.position], "it is known as one that is shipped"


@pytest.mark.parametrize("refutations", ["d7=d7", "=", "a1", "z9=a1"])
def test_puzzle_with_illegal_refutations_is_not_restored(refutations: str) -> None:
    bench = Bench()
    bench.do(StartPractice("placing"))
    bench.store.files["puzzle"]["task"]["puzzle"]["refutations"] = refutations
    assert not isinstance(Bench(bench.store).controller.current.mode, PuzzleMode)


def _closes(puzzle: Puzzle, move: str) -> bool:
    game = Game(NINE, puzzle.position)
    game.play(move)
    return any(game.view.pending_removals)


def test_collection_starts_over_unless_more_can_be_made() -> None:
    bench = Bench()
    progress = bench.controller.features.puzzles.progress
    progress.seen = [each.position for each in read_collection()]
    bench.do(StartPractice("placing"))
    mode = bench.controller.current.mode
    assert isinstance(mode, PuzzleMode)
    assert mode.task.puzzle in LINES
    assert len(progress.seen) == len(read_collection()) - len(LINES), "of this theme only"
    progress.seen += [each.position for each in LINES]
    bench.tablebases.known[NINE] = COMPLETE
    bench.do(StartPractice("placing"))
    request = bench.jobs.puzzles[-1]
    assert isinstance(request, MakePuzzle)
    assert (request.theme, request.tables) == ("placing", Path("complete"))
    bench.do(StartPractice("close"))
    request = bench.jobs.puzzles[-1]
    assert isinstance(request, MakePuzzle)
    assert request.tables == SHIPPED, "the other themes and the daily puzzle do not depend on added tables"
