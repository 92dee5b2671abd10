"""Refutations of wrong turns: proven in a small game, and those of the shipped collection."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from sanmill.core.game.move import Move
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.puzzles.generator import Puzzle
from sanmill.engine.puzzles.line_puzzles import make_line_puzzle, read_collection
from sanmill.engine.puzzles.line_refutations import check_refutations, refutation_of, turns_of, with_refutations
from sanmill.engine.search.proof import Prover
from sanmill.engine.tablebase.tablebase import Tablebase
from sanmill.engine.tablebase.turns import REFUTATION_TURNS, played
from tests.kit import tablebase_file
from tests.kit.tablebase_file import RULES

PUZZLES = read_collection()


def wrong_turns(puzzle: Puzzle) -> list[tuple[int, Game, tuple[Move, ...]]]:
    """The number of each turn of the solver, the game before it, and each turn that is not the right one."""
    game, wrong = Game(puzzle.rules, puzzle.position), []
    for number, right in enumerate(turns_of(puzzle)):
        if number % 2 == 0:
            others = [turn for turn in turns(game) if turn != right]
            wrong += [(number // 2, game.copy(), turn) for turn in others]
        for move in right:
            game.play(move)
    return wrong


def turns(game: Game) -> list[tuple[Move, ...]]:
    """Every legal turn, its removals included."""
    side = game.side
    found: list[tuple[Move, ...]] = []
    for move in map(Move, game.legal()):
        with played(game, (move,)):
            is_complete = game.result or game.side is not side
            found += [(move,)] if is_complete else [(move, *rest) for rest in turns(game)]
    return found


@pytest.mark.parametrize("seed", "0123")
def test_refutation_exploits_wrong_turn(tmp_path: Path, seed: str) -> None:
    prover, tickets = Prover(RULES, Tablebase(RULES, tablebase_file.make(tmp_path)), megabytes=1), count(1)
    made = make_line_puzzle(prover, RULES, "placing", seed, tickets=tickets)
    assert made is not None
    puzzle = with_refutations(prover, made, tickets)
    assert puzzle == replace(made, refutations=puzzle.refutations)
    for number, game, wrong in wrong_turns(puzzle):
        reply = refutation_of(puzzle, number, wrong)
        for move in wrong:
            game.play(move)
        solver, gained = puzzle.side, prover.run(game, ticket=next(tickets)).wdl
        assert gained is not None
        assert gained > -int(puzzle.is_win)
        assert reply
        for move in reply:
            game.play(move)
        state = prover.run(game, ticket=next(tickets))
        after = state.wdl if not game.result else (game.result.winner is not None) * (1 - 2 * (game.side is solver))
        assert after == (-gained if game.side is solver else gained)


def test_unproven_puzzle_has_no_refutation(tmp_path: Path) -> None:
    tablebase, tickets = Tablebase(RULES, tablebase_file.make(tmp_path)), count(1)
    prover = Prover(RULES, tablebase, megabytes=1)
    made = make_line_puzzle(prover, RULES, "placing", "3", tickets=tickets)
    assert made is not None
    assert with_refutations(Prover(RULES, None, megabytes=1), made, tickets) == made
    assert with_refutations(prover, made, tickets, is_cancelled=lambda: True) == made


@pytest.mark.parametrize("text", ["a1", "a1=b2=c3", "=", "d7=", "a1=z9", " | | | a1"])
def test_invalid_refutation_text_is_refused(text: str) -> None:
    with pytest.raises((ValueError, EngineError)):
        check_refutations(replace(PUZZLES[0], refutations=text))


# The collection.


def test_wrong_turns_of_collection_have_legal_refutations() -> None:
    for puzzle in PUZZLES:
        check_refutations(puzzle)
        for number, _game, wrong in wrong_turns(puzzle):
            reply = refutation_of(puzzle, number, wrong)
            assert 0 < sum(not move.is_removal for move in reply) <= REFUTATION_TURNS


def test_right_turn_has_no_refutation() -> None:
    for puzzle in PUZZLES:
        for number, right in enumerate(turns_of(puzzle)[::2]):
            assert not refutation_of(puzzle, number, right)
