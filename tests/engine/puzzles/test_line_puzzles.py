"""Puzzles with a line: made by proof in a small game, and the collection that is shipped."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from ci.assets.make_puzzles import write_collection
from sanmill.engine.game import Game
from sanmill.engine.puzzles.generator import CHOICES_MIN, LINE_THEMES
from sanmill.engine.puzzles.line_puzzles import (
    MIDGAME_PIECES,
    judge_by_line,
    make_line_puzzle,
    read_collection,
)
from sanmill.engine.puzzles.line_refutations import turns_of
from sanmill.engine.search.book import open_book
from sanmill.engine.search.proof import Prover
from sanmill.engine.tablebase.tablebase import Tablebase
from tests.kit import tablebase_file
from tests.kit.tablebase_file import RULES

NINE = "nine_mens_morris"
SHIPPED = Path(__file__).resolve().parents[3] / "assets" / "tables"
PUZZLES = read_collection()


@pytest.fixture(scope="module")
def prover(tmp_path_factory: pytest.TempPathFactory) -> Prover:
    return Prover(RULES, Tablebase(RULES, tablebase_file.make(tmp_path_factory.mktemp("tables"))), megabytes=1)


def turns_that_keep(prover: Prover, game: Game, ticket: int) -> list[tuple[str, ...]]:
    state = prover.run(game, ticket=ticket)
    return [turn.moves for turn in state.turns if turn.wdl == state.wdl]


def test_puzzle_has_one_right_turn_and_best_replies(prover: Prover) -> None:
    tickets, made = count(1), []
    for seed in "0123456789":
        puzzle = make_line_puzzle(prover, RULES, "placing", seed, tickets=tickets)
        if puzzle is not None:
            made.append(puzzle)
    assert len({puzzle.position for puzzle in made}) > 2
    for puzzle in made:
        game = Game(puzzle.rules, puzzle.position)
        assert (game.side, game.view.is_placing) == (puzzle.side, True)
        for number, turn in enumerate(turns_of(puzzle)):
            right = turns_that_keep(prover, game, next(tickets))
            assert turn in right
            assert number % 2 or right == [turn]
            for move in turn:
                game.play(move)


def test_puzzle_is_reproducible_by_seed_and_can_be_cancelled(prover: Prover) -> None:
    tickets = count(1000)
    first, second = (make_line_puzzle(prover, RULES, "placing", "3", tickets=tickets) for _ in range(2))
    assert first is not None
    assert first == second
    assert make_line_puzzle(prover, RULES, "placing", "3", tickets=tickets, is_cancelled=lambda: True) is None


# The collection.


def test_collection_has_enough_of_both_themes() -> None:
    for theme in LINE_THEMES:
        of_theme = [puzzle for puzzle in PUZZLES if puzzle.theme == theme]
        assert len(of_theme) >= 100
        assert {puzzle.is_win for puzzle in of_theme} == {True, False}
        assert {puzzle.length for puzzle in of_theme} >= {1, 2}
    assert len({puzzle.position for puzzle in PUZZLES}) == len(PUZZLES)


def test_collection_is_small_and_round_trips(tmp_path: Path) -> None:
    lines = write_collection(PUZZLES)
    assert len(lines) < 150_000
    (tmp_path / "again.puzzles").write_text(lines, encoding="ascii")
    assert read_collection(tmp_path / "again.puzzles") == PUZZLES


def test_lines_are_legal_and_fit_their_theme() -> None:
    for puzzle in PUZZLES:
        game = Game(puzzle.rules, puzzle.position)
        view = game.view
        assert game.side is puzzle.side
        assert view.is_placing is (puzzle.theme == "placing")
        assert puzzle.theme == "placing" or sum(view.on_board) >= MIDGAME_PIECES
        assert puzzle.choices >= CHOICES_MIN
        for number, turn in enumerate(turns_of(puzzle)):
            assert game.side is (puzzle.side.other if number % 2 else puzzle.side)
            for move in turn:
                game.play(move)
        assert judge_by_line(puzzle, 0, turns_of(puzzle)[0]).is_right


def test_lines_agree_with_shipped_tablebase() -> None:
    """Where all replies lead into the tablebase, it also has only one right turn."""
    prover, known = Prover(NINE, Tablebase(NINE, SHIPPED), open_book(), megabytes=1), 0
    for ticket, puzzle in enumerate(PUZZLES, start=1):
        state = prover.run(Game(puzzle.rules, puzzle.position), ticket=ticket, nodes=1)
        right = next(turn for turn in state.turns if turn.moves == turns_of(puzzle)[0])
        assert right.lower <= int(puzzle.is_win) <= right.upper
        others = [turn for turn in state.turns if turn is not right]
        assert all(turn.lower < int(puzzle.is_win) for turn in others)
        known += sum(turn.wdl is not None for turn in state.turns)
        assert len(state.turns) == puzzle.choices
    assert known > 0
