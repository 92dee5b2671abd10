"""One game in progress: who plays, what was played, where one looks. Kept as text and read back.

``now`` is the ply the game stands at; the acts after it were taken back and can be played again.
Looking back moves the engine's game, never ``now``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sanmill.core import record
from sanmill.core.gametree import GameTree
from sanmill.core.model import GameState, Side
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.messages import Situation

RESIGNED, AGREED = "resigned", "agreed"


class SessionError(Exception):
    """A kept game that cannot be read."""


@dataclass(frozen=True)
class Player:
    """Who plays a side: a person, or the machine at a level and in a style."""

    is_machine: bool = False
    level: int = 0
    style: str = ""


@dataclass(frozen=True)
class Ending:
    """An end that the rules do not know: a side gave up, or both agreed on a draw."""

    kind: str
    loser: Side | None = None


class Session:
    """A game with its branches, its players and its present."""

    def __init__(self, mode: str, rules: str, players: tuple[Player, Player], *, start: str = "") -> None:
        self.mode = mode
        self.rules = rules
        self.players = players
        self.start = start
        self.game = Game(rules, start or None)
        self.tree = GameTree()
        self.now = 0
        self.ending: Ending | None = None
        self.is_flipped = False
        self.values: dict[int, float] = {}  # evaluations by ply, 1 for White
        self.line: tuple[str, ...] = ()  # the acts played and those taken back
        self.shown = 0  # the ply one looks at
        self.trail: list[GameState] = [self.game.view]  # the states along the line

    # Where the game stands.

    @property
    def is_live(self) -> bool:
        """Whether one looks at the present."""
        return self.shown == self.now

    @property
    def present(self) -> GameState:
        """The state the game stands at."""
        return self.trail[self.now]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.ending is not None or self.present.result is not None

    def situation_at(self, ply: int) -> Situation:
        """The game up to a ply, as the engine is asked about it."""
        return Situation(self.rules, self.line[:ply], self.start)

    def side_at(self, ply: int) -> Side:
        """Who acts at a ply."""
        return self.trail[ply].side

    # Going on, back and forth.

    def play(self, act: str) -> None:
        """Play an act at the position one looks at. Another way than before becomes the main line."""
        ply = self.shown
        is_known = self.line[ply : ply + 1] == (act,)
        self.game.play(act)
        self.tree.play(act)
        self.now = self.shown = ply + 1
        self.ending = None
        if not is_known:
            self.tree.promote(self.tree.current)
            self.values = {at: value for at, value in self.values.items() if at <= ply}
            self.line = (*self.line[:ply], act)
            self.trail[self.now :] = [self.game.view]

    def show(self, ply: int) -> None:
        """Look at the position after so many plies."""
        ply = max(0, min(ply, len(self.line)))
        while self.shown > ply:
            self.game.undo()
            self.tree.back()
            self.shown -= 1
        while self.shown < ply:
            self.game.redo()
            self.tree.play(self.line[self.shown])
            self.shown += 1

    def rewind(self, ply: int) -> None:
        """Make an earlier or later ply of the line the present."""
        self.show(ply)
        self.now = self.shown
        self.ending = None

    def decision_before(self, ply: int, sides: frozenset[Side]) -> int | None:
        """The last ply before this one at which one of the sides began a turn."""
        return next((at for at in range(ply - 1, -1, -1) if self._begins_turn(at, sides)), None)

    def decision_after(self, ply: int, sides: frozenset[Side]) -> int | None:
        """The next ply after this one at which one of the sides began a turn, or the end of the line."""
        last = len(self.trail) - 1
        if ply >= last:
            return None
        return next((at for at in range(ply + 1, last) if self._begins_turn(at, sides)), last)

    def _begins_turn(self, ply: int, sides: frozenset[Side]) -> bool:
        state = self.trail[ply]
        return state.side in sides and not any(state.owed)

    # Keeping.

    def as_record(self) -> record.Record:
        """The game as players write it."""
        kept = record.Record(tree=self.tree)
        kept.rules = self.rules
        if self.start:
            kept.position = self.start
        result = self.present.result
        winner = result.winner if result else self.ending.loser.other if self.ending and self.ending.loser else None
        if self.is_over:
            kept.result = "1/2-1/2" if winner is None else "1-0" if winner is Side.WHITE else "0-1"
        return kept

    @property
    def stamp(self) -> tuple[object, ...]:
        """Differs when there is something new to save."""
        return (id(self), self.line, self.now, self.ending, self.is_flipped, tuple(self.values.items()))

    @property
    def text(self) -> str:
        """The game as text."""
        return record.write(self.as_record())

    def save(self) -> dict[str, Any]:
        """Everything needed to come back to this moment."""
        return {
            "mode": self.mode,
            "record": self.text,
            "rules": self.rules,
            "start": self.start,
            "line": list(self.line),
            "now": self.now,
            "players": [[player.is_machine, player.level, player.style] for player in self.players],
            "ending": [self.ending.kind, self.ending.loser] if self.ending else None,
            "flipped": self.is_flipped,
            "values": {str(ply): value for ply, value in self.values.items()},
        }

    @classmethod
    def restore(cls, kept: dict[str, Any]) -> Session:
        """The session that was saved."""
        try:
            white, black = (Player(bool(machine), int(level), str(style)) for machine, level, style in kept["players"])
            session = cls(str(kept["mode"]), str(kept["rules"]), (white, black), start=str(kept["start"]))
            session.tree = record.read(kept["record"]).tree
            session.tree.current = session.tree.root
            for act in kept["line"]:
                session.play(act)
            session.rewind(int(kept["now"]))
            if kept["ending"]:
                kind, loser = kept["ending"]
                session.ending = Ending(str(kind), None if loser is None else Side(loser))
            session.is_flipped = bool(kept["flipped"])
            session.values = {int(ply): float(value) for ply, value in kept["values"].items()}
        except (KeyError, TypeError, ValueError, AttributeError, EngineError, record.RecordError) as failure:
            raise SessionError(str(failure)) from failure
        return session
