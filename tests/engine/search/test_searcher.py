"""The real library behind the searcher and the worker: every variant, options, stops, many threads."""

from __future__ import annotations

import queue
import random
import threading
import time
from pathlib import Path

import pytest

from sanmill.core.game.move import Move
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.jobs import ENGINE, Jobs
from sanmill.engine.messages import AnalysisDone, Event, Limits, MoveChosen, Position, Progress, SearchLine
from sanmill.engine.rules import variants
from sanmill.engine.search.jobs import Analyse, Think
from sanmill.engine.search.options import OptionKind, options
from sanmill.engine.search.proof import Prover
from sanmill.engine.search.searcher import Searcher
from sanmill.engine.tablebase.tablebase import Tablebase
from sanmill.engine.tablebase.turns import best_turns, rated_turns
from tests.kit import tablebase_file
from tests.kit.fake_worker import game_of
from tests.kit.patience import HANG
from tests.kit.strategies import play_at_random

NINE = Position("nine_mens_morris")
OVER = Position("nine_mens_morris", (), "OO******/OO@*****/**@***** b o s 4 0 2 0 0 0 0 0 0 0 0 0 9")
SAME_EACH_TIME = (("Shuffle", "false"), ("Seed", "1"))


def test_options_match_engine() -> None:
    listed = {option.name: option for option in options()}
    level = listed["Level"]
    assert (level.kind, level.minimum, level.maximum, level.default) == (OptionKind.SPIN, 1, 12, "12")
    assert listed["Style"].choices[0] == listed["Style"].default == "balanced"
    assert listed["Shuffle"].default == "true"
    assert listed["TablePath"].default == ""


@pytest.mark.parametrize("level", range(1, 13))
def test_move_is_chosen_among_those_wanted(level: int) -> None:
    wanted = (Move("a1"), Move("c3"), Move("g7"))
    options = (("Level", str(level)), ("MoveTimeMs", "20"))
    chosen = Searcher().think(Think(1, NINE, options, Limits(moves=wanted)))
    assert isinstance(chosen, MoveChosen)
    assert chosen.move in wanted


@pytest.mark.parametrize("variant", [variant.name for variant in variants()])
def test_all_variants_are_played_and_analysed(variant: str) -> None:
    searcher = Searcher()
    for ticket, plies in enumerate((0, 7, 25, 60), start=1):
        game = Game(variant)
        play_at_random(game, seed=plies, plies=plies)
        position = Position(variant, game.history)
        chosen = searcher.think(Think(2 * ticket, position, (("Level", "3"),)))
        assert isinstance(chosen, MoveChosen)
        assert chosen.move in (game.legal() or ("",))
        judged = searcher.think(Analyse(2 * ticket + 1, position, (), Limits(depth=2)))
        assert isinstance(judged, AnalysisDone)
        assert sorted(line.move for line in judged.lines) == sorted(game.legal())
        scores = [line.score for line in judged.lines]
        assert scores == sorted(scores, reverse=True)
        for line in judged.lines:
            follower = game.copy()
            for move in line.moves:
                follower.play(move)


def test_known_moves_are_not_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []
    play = Game.play

    def watched_play(game: Game, *moves: str) -> None:
        played.extend(moves)
        play(game, *moves)

    monkeypatch.setattr(Game, "play", watched_play)
    searcher = Searcher()
    limits = Limits(depth=1)
    for ticket, moves in enumerate(("d6", "d6 f4", "d6 f4 b4 d2", "d6 f4 b4", "a1"), start=1):
        searcher.think(Think(ticket, Position(NINE.rules, tuple(moves.split())), (), limits))
    assert played == "d6  f4  b4 d2  d6 f4 b4  a1".split()


def test_illegal_position_leaves_searcher_usable() -> None:
    searcher = Searcher()
    limits = Limits(depth=1)
    searcher.think(Think(1, Position(NINE.rules, ("d6",)), (), limits))
    with pytest.raises(EngineError, match="d6"):
        searcher.think(Think(2, Position(NINE.rules, ("d6", "f4", "d6")), (), limits))
    chosen = searcher.think(Think(3, Position(NINE.rules, ("d6", "d2")), (), limits))
    assert isinstance(chosen, MoveChosen)
    assert game_of(Position(NINE.rules, ("d6", "d2"))).refusal(chosen.move) == "none"


def test_options_apply_to_their_own_command_only() -> None:
    searcher = Searcher()
    command = Think(1, NINE, (("level", "2"), *SAME_EACH_TIME))
    weak = searcher.think(command)
    full = searcher.think(Think(2, NINE, SAME_EACH_TIME, Limits(nodes=20_000)))
    again = searcher.think(Think(3, NINE, (("Level", "2"), *SAME_EACH_TIME)))
    assert isinstance(weak, MoveChosen)
    assert isinstance(full, MoveChosen)
    assert isinstance(again, MoveChosen)
    assert weak.nodes == again.nodes < 1000 < full.nodes


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (("Level", "13"), "Level takes 1 to 12, not '13'"),
        (("Speed", "1"), "no option is called 'speed'"),
        (("Style", "rude"), "Style is one of"),
        (("TablePath", "a\0b"), "does not read"),
    ],
)
def test_invalid_option_is_refused(option: tuple[str, str], message: str) -> None:
    searcher = Searcher()
    with pytest.raises(EngineError, match=message):
        searcher.think(Think(1, NINE, (option,)))
    assert searcher.think(Think(2, NINE, (), Limits(depth=1))).ticket == 2


def test_analysis_ignores_level() -> None:
    weak = Analyse(1, NINE, (("Level", "1"), ("Algorithm", "random"), ("Style", "sacrificing")), Limits(depth=4))
    judged = Searcher().think(weak)
    assert isinstance(judged, AnalysisDone)
    assert judged.depth == 4
    assert len(judged.lines) == 24


def test_finished_game_has_no_move() -> None:
    searcher = Searcher()
    assert game_of(OVER).result
    assert searcher.think(Think(1, OVER)) == MoveChosen(1, Move(""), (), 0, 0)
    assert searcher.think(Analyse(2, OVER, (), Limits(depth=5))) == AnalysisDone(2, (), 0)


def test_peek_is_none_outside_search() -> None:
    searcher = Searcher()
    assert searcher.peek() is None
    searcher.think(Think(1, NINE, (), Limits(depth=3)))
    assert searcher.peek() is None


def test_infinite_analysis_shows_progress_and_stops() -> None:
    events: queue.Queue[Event] = queue.Queue()
    jobs = Jobs(events.put, Searcher)
    jobs.submit(Analyse(1, NINE))
    first, second = events.get(timeout=HANG), events.get(timeout=HANG)
    assert isinstance(first, Progress)
    assert isinstance(second, Progress)
    assert 0 < first.nodes < second.nodes
    assert len(second.lines) == 24
    jobs.stop(ENGINE, 1)
    last = events.get(timeout=HANG)
    while isinstance(last, Progress):
        last = events.get(timeout=HANG)
    assert isinstance(last, AnalysisDone)
    assert last.depth >= second.depth
    jobs.close()


def test_two_hundred_immediate_stops_take_effect() -> None:
    events: queue.Queue[Event] = queue.Queue()
    jobs = Jobs(events.put, Searcher)
    for ticket in range(1, 201):
        endless = Limits(is_infinite=True)
        jobs.submit((Think if ticket % 2 else Analyse)(ticket, NINE, (), endless))
        jobs.stop(ENGINE, ticket)
        answer = events.get(timeout=HANG)
        assert answer.ticket == ticket
        assert isinstance(answer, (MoveChosen, AnalysisDone))
    jobs.close()


def test_main_thread_runs_during_search() -> None:
    """The main thread must not block for the whole search; `make soak` measures the longest pause."""
    events: queue.Queue[Event] = queue.Queue()
    jobs = Jobs(events.put, Searcher)
    jobs.submit(Think(1, NINE, (("Threads", "4"),), Limits(time_ms=500)))
    turns = 0
    while events.empty():
        turns += 1
        time.sleep(0.001)
    assert isinstance(events.get(timeout=HANG), MoveChosen)
    assert turns > 10
    jobs.close()


def test_searchers_run_concurrently() -> None:
    answers: list[MoveChosen | AnalysisDone] = []

    def think(seed: str) -> None:
        answers.append(Searcher().think(Think(1, NINE, (("Seed", seed), ("Level", "7")))))

    threads = [threading.Thread(target=think, args=(str(seed),)) for seed in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 4


@pytest.mark.parametrize(
    "position",
    [
        "***O@***/****@@O*/**O***** w m s 3 0 3 0",
        "****O@@*/*O****@*/**O***** w m s 3 0 3 0",
        "*O*****@/@***O***/@****O** w m s 3 0 3 0",
    ],
)
def test_lost_position_is_defended_stubbornly(position: str) -> None:
    """Among the longest defences, choose the one with the fewest winning replies."""
    folder = Path(__file__).resolve().parents[3] / "assets" / "tables"
    game, tables = Game("nine_mens_morris", position), Tablebase("nine_mens_morris", folder)
    winning = {
        turn.moves[0]: _winning_share(game, tables, turn.moves[0]) for turn in best_turns(rated_turns(game, tables))
    }
    assert len(set(winning.values())) > 1
    for seed in range(1, 4):
        options = (("Seed", str(seed)),)
        command = Think(seed, Position("nine_mens_morris", (), position), options, Limits(depth=3))
        chosen = Searcher(folder).think(command)
        assert isinstance(chosen, MoveChosen)
        assert winning[chosen.move] == min(winning.values())


def _winning_share(game: Game, tables: Tablebase, move: str) -> float:
    """The share of the opponent's moves after this one that win."""
    game.play(move)
    answers, wins = game.legal(), 0
    side = game.side
    for answer in answers:
        game.play(answer)
        verdict = tables.probe(game)
        if game.result:
            wins += game.result.winner is side
        elif verdict:
            wins += verdict.wdl == (1 if game.side is side else -1)
        game.undo()
    game.undo()
    return wins / len(answers)


SOON = Limits(depth=1, nodes=1_000)  # the search ends before a proof can
SHIPPED = Path(__file__).resolve().parents[3] / "assets" / "tables"


def proven(lines: tuple[SearchLine, ...]) -> dict[str, int]:
    """The proven outcome of each move."""
    return {line.move: (line.score > 0) - (line.score < 0) for line in lines if line.is_proven}


def values(tables: Path, game: Game) -> dict[str, int]:
    """The same by a prover that has all the time it needs."""
    state = Prover(game.rules_text, Tablebase(game.rules_text, tables)).run(game, ticket=1)
    found = {move: state.wdl_of(move) for move in game.legal()}
    return {move: wdl for move, wdl in found.items() if wdl is not None}


def placing(rules: str, seed: int, placed: int) -> Position:
    """A random position after so many placements."""
    game, moves, dice = Game(rules), list[str](), random.Random(seed)
    while len([move for move in moves if not Move(move).is_removal]) < placed or any(game.view.pending_removals):
        moves.append(dice.choice(game.legal()))
        game.play(moves[-1])
    return Position(rules, tuple(moves))


@pytest.mark.parametrize("placed", [*range(8), 9, 12])
def test_short_analysis_still_shows_proven_values(placed: int) -> None:
    """The shipped tablebase proves all turns up to the eighth placement, and none after it."""
    searcher = Searcher(SHIPPED)
    for seed in (1, 2):
        position = placing("nine_mens_morris", seed, placed)
        game = game_of(position)
        lines = searcher.think(Analyse(seed, position, (), SOON)).lines
        assert set(proven(lines)) == (set(game.legal()) if placed < 8 else set())
        if placed > 3:  # before, the book has them all
            assert proven(lines) == values(SHIPPED, game)


def test_complete_tablebase_proves_all_moves_of_short_analysis(tmp_path: Path) -> None:
    file, searcher = tablebase_file.make(tmp_path), Searcher()
    for placed in range(2 * 3):
        position = placing(tablebase_file.RULES, placed, placed)
        game = game_of(position)
        if not game.view.result:
            answer = searcher.think(Analyse(1 + placed, position, (("TablePath", str(file)),), SOON))
            assert proven(answer.lines) == values(file, game)
            assert set(proven(answer.lines)) == set(game.legal())


def test_estimate_never_exceeds_proven_value() -> None:
    """With eight pieces placed the shipped tablebase knows the position, but not its successors."""
    searcher, bare, too_high = Searcher(SHIPPED), Searcher(), 0
    tablebase = Tablebase("nine_mens_morris", SHIPPED)
    for seed in range(1, 9):
        position = placing("nine_mens_morris", seed, 8)
        wdl = Prover("nine_mens_morris", tablebase).run(game_of(position), ticket=1).wdl
        assert wdl is not None
        if wdl == 0:
            assert all(line.score <= 0 for line in searcher.think(Analyse(seed, position, (), SOON)).lines)
            too_high += any(line.score > 0 for line in bare.think(Analyse(seed, position, (), SOON)).lines)
    assert too_high, "there is something to correct"


def test_tablebases_are_opened_before_the_search(tmp_path: Path) -> None:
    """A search cannot be stopped while it opens a tablebase."""
    file, searcher = tablebase_file.make(tmp_path), Searcher()
    command = Analyse(1, Position(tablebase_file.RULES), (("TablePath", str(file)),), SOON)
    searcher.prepare(command)
    file.unlink()
    assert all(line.is_proven for line in searcher.think(command).lines)


ENDING = "OO*@@*O@/* w m s 3 0 3 0"


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="the system does not list open files")
def test_deleted_tablebase_is_closed_when_another_is_opened(tmp_path: Path) -> None:
    """The disk space of a deleted file is freed when it is closed."""
    file = tablebase_file.make(tmp_path)
    position = Position(tablebase_file.RULES, (), ENDING)
    searcher = Searcher()

    def is_proven(ticket: int, path: Path) -> bool:
        answer = searcher.think(Analyse(ticket, position, (("TablePath", str(path)),), Limits(depth=1)))
        return all(line.is_proven for line in answer.lines)

    assert is_proven(1, file)
    file.unlink()
    assert is_proven(2, file)
    assert is_proven(3, tmp_path / "subspaces")
    assert not tablebase_file.is_open(file)


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="the system does not list open files")
def test_deleted_tablebase_is_closed_by_release(tmp_path: Path) -> None:
    file, position = tablebase_file.make(tmp_path), Position(tablebase_file.RULES)
    searcher, options = Searcher(), (("TablePath", str(file)),)
    searcher.close_deleted()
    searcher.think(Think(1, position, options, Limits(depth=1)))
    searcher.close_deleted()
    moved = file.rename(tmp_path / "moved")
    searcher.close_deleted()
    assert not tablebase_file.is_open(moved)
    moved.rename(file)
    answer = searcher.think(Think(2, Position(tablebase_file.RULES, (), ENDING), options, Limits(depth=1)))
    assert all(line.is_proven for line in answer.lines), "it is used again"
