"""Make the shipped collection of puzzles from the placing phase and the midgame.

    python -m ci.assets.make_puzzles TABLES [count of each theme]

TABLES is the complete tablebase of Nine Men's Morris. Every right turn is proven to be the only one, and so is the
refutation of every other. The same count makes the same collection; the default is the one that is shipped and takes
some minutes on one core.
"""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

from sanmill.engine.game import Game
from sanmill.engine.puzzles.generator import LINE_THEMES, Puzzle
from sanmill.engine.puzzles.line_puzzles import COLLECTION, RULES, make_line_puzzle
from sanmill.engine.puzzles.line_refutations import SEPARATOR, with_refutations
from sanmill.engine.search.book import open_book
from sanmill.engine.search.proof import Prover
from sanmill.engine.tablebase.tablebase import Tablebase

COUNT = 150


def main(arguments: list[str]) -> int:
    tablebase = Tablebase(RULES, Path(arguments[0]))
    wanted = int(arguments[1]) if len(arguments) > 1 else COUNT
    tablebase.map()
    prover = Prover(RULES, tablebase, open_book(), megabytes=256)
    tickets = count(1)
    found: dict[str, Puzzle] = {}
    for theme in LINE_THEMES:
        goal = len(found) + wanted
        for number in count():
            puzzle = make_line_puzzle(prover, RULES, theme, str(number), tickets=tickets)
            if puzzle is not None:
                found.setdefault(puzzle.position, puzzle)
                print(f"{theme} {len(found)} of {goal}", flush=True)
            if len(found) == goal:
                break
    # Afterwards, because what a prover remembers decides which proofs are short enough.
    complete = []
    for puzzle in found.values():
        complete.append(with_refutations(prover, puzzle, tickets))
        print(f"refutations {len(complete)} of {len(found)}", flush=True)
    COLLECTION.write_text(write_collection(complete), encoding="ascii")
    return 0


def write_collection(puzzles: list[Puzzle]) -> str:
    """One line each: theme, points, side, hands, win or draw, choices, rating, moves, and refutations after "|"."""
    return "".join(f"{_as_line(puzzle)}\n" for puzzle in puzzles)


def _as_line(puzzle: Puzzle) -> str:
    view = Game(puzzle.rules, puzzle.position).view
    points = puzzle.position.split()[0]
    hands = " ".join(str(hand) for hand in view.in_hand)
    goal = "win" if puzzle.is_win else "draw"
    side, moves = "wb"[puzzle.side], " ".join(puzzle.solution)
    line = f"{puzzle.theme} {points} {side} {hands} {goal} {puzzle.choices} {puzzle.rating} {moves}"
    return f"{line}{SEPARATOR}{puzzle.refutations}" if puzzle.refutations else line


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
