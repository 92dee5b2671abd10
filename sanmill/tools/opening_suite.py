"""Opening suites: FENs that matches start from, one a line, with their value for the side to move if it is known.

    ********/@*O*O***/**@O@*** w m s 4 0 3 0 ; win

A value is win, draw or loss. Lines that begin with # are comments.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sanmill.core.game.model import Side
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.puzzles.generator import Chance, position_of
from sanmill.engine.tablebase.tablebase import Tablebase
from sanmill.engine.tablebase.turns import rated_turns

VALUES = {"win": 1, "draw": 0, "loss": -1}
NAMES = {value: name for name, value in VALUES.items()}


@dataclass(frozen=True)
class Opening:
    position: str
    value: int | None = None

    @property
    def side(self) -> Side:
        return Side.BLACK if self.position.split(" ")[1:2] == ["b"] else Side.WHITE

    def __str__(self) -> str:
        return self.position if self.value is None else f"{self.position} ; {NAMES[self.value]}"


def read_openings(path: Path, rules: str) -> tuple[Opening, ...]:
    """The openings of a file; an error names the line."""
    openings: list[Opening] = []
    game = Game(rules)
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        position, mark, value = (part.strip() for part in line.partition(";"))
        if not position or position.startswith("#"):
            continue
        if mark and value not in VALUES:
            raise EngineError(f"{path.name}, line {number}: {value!r} is not one of {', '.join(VALUES)}")
        try:
            game.set_up(position)
        except EngineError as error:
            raise EngineError(f"{path.name}, line {number}: {error}") from error
        if game.result:
            raise EngineError(f"{path.name}, line {number}: the game is over there")
        openings.append(Opening(position, VALUES[value] if mark else None))
    if not openings:
        raise EngineError(f"{path.name} holds no position")
    return tuple(openings)


def random_openings(
    tables: Tablebase, rules: str, *, pieces: range, values: Iterable[int], seed: int
) -> Iterator[Opening]:
    """Quiet positions of these values in turn, without end; in none of them can the side to move remove a piece."""
    chance = Chance(f"openings {rules} {seed}")
    game = Game(rules)
    known = {(table.mover, table.other) for table in tables.subspaces()}
    pairs = sorted(pair for pair in known | {(other, mover) for mover, other in known} if sum(pair) in pieces)
    if not pairs:
        raise EngineError("there are no tables for so many pieces")
    wanted = list(values)
    for number in range(1 << 30):
        value = wanted[number % len(wanted)]
        while True:
            mine, theirs = pairs[chance.below(len(pairs))]
            places = chance.some(range(len(game.board.points)), mine + theirs)
            game.set_up(position_of(game.board, places[:mine], places[mine:], Side(chance.below(2))))
            verdict = None if game.result else tables.probe(game)
            if verdict and verdict.wdl == value and not any(turn.removes for turn in rated_turns(game, tables)):
                yield Opening(game.position, value)
                break


@dataclass
class ConversionStats:
    won: int = 0  # openings by value
    converted: int = 0
    drawn: int = 0
    held: int = 0  # drawn or won
    gained: int = 0  # won
    lost: int = 0
    saved: int = 0

    def count(self, value: int, points: float) -> None:
        if value > 0:
            self.won += 1
            self.converted += points == 1
        elif value == 0:
            self.drawn += 1
            self.held += points > 0
            self.gained += points == 1
        else:
            self.lost += 1
            self.saved += points > 0

    def __str__(self) -> str:
        return (
            f"converts {self.converted} of {self.won} won positions, holds {self.held} of {self.drawn} drawn ones "
            f"and wins {self.gained} of them, saves {self.saved} of {self.lost} lost ones"
        )
