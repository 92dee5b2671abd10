"""One game in progress: who plays, what was played, where one looks. Kept as text and read back.

``now`` is the ply the game stands at; the moves after it were taken back and can be played again.
Looking back, or at a variation, moves the engine's game, never ``now``.
"""

from __future__ import annotations

import time
import uuid
from dataclasses import dataclass
from typing import Any

from sanmill.core import record
from sanmill.core.gametree import GameTree, Node
from sanmill.core.model import GameState, Side
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.messages import Situation

from .variation import Cut, Variation, common, end_of, foresee, foresight, survey

RESIGNED, AGREED, NOTED = "resigned", "agreed", "noted"
SIDES = ("White", "Black")  # as headers name them


class SessionError(Exception):
    """A kept game that cannot be read."""


@dataclass(frozen=True)
class Player:
    """Who plays a side: a person, or the machine at a level and in a style."""

    is_machine: bool = False
    level: int = 0
    style: str = ""


@dataclass(frozen=True)
class Termination:
    """An end that the rules do not know: a side gave up, both agreed on a draw, or a record says no more."""

    kind: str
    loser: Side | None = None


class Session:
    """A game with its branches, its players and its present."""

    def __init__(
        self, mode: str, rules: str, players: tuple[Player, Player], *, start: str = "", is_rated: bool = False
    ) -> None:
        self.name = uuid.uuid4().hex[:16]  # under which it is kept
        self.title = ""  # given by the user
        self.is_kept = False  # by the user's wish
        self.headers = {"Date": time.strftime("%Y.%m.%d"), "Time": time.strftime("%H:%M:%S")}
        self.mode = mode
        self.is_rated = is_rated  # no help, nothing taken back, counts for the rating
        self.counts = True  # in the statistics, once it is over
        self.rules = rules
        self.players = players
        self.start = start
        self.game = Game(rules, start or None)
        self.tree = GameTree()
        self.now = 0
        self.termination: Termination | None = None
        self.unsure: int | None = None  # the ply at which a turn began that its player may still take back
        self.is_flipped = False
        self.edits = 0  # of comments and branches
        self.shown = 0  # the ply one looks at
        self.variation = Variation((), [self.game.view])  # the line one looks at
        self.own = self.variation  # the line of the game
        self.turns: dict[Node, tuple[int, Side]] = {}  # when each move is played and by whom
        self.cut: Cut | None = None

    # Where the game stands.

    @property
    def line(self) -> tuple[str, ...]:
        """The moves of the line one looks at; on the game's own, also those taken back."""
        return self.variation.moves

    @property
    def states(self) -> list[GameState]:
        """The states along the line one looks at."""
        return self.variation.states

    @property
    def values(self) -> dict[int, float]:
        """The evaluations along the line one looks at, by ply, 1 for White."""
        return self.variation.values

    @property
    def is_live(self) -> bool:
        """Whether one looks at the present."""
        return self.variation is self.own and self.shown == self.now

    @property
    def present(self) -> GameState:
        """The state the game stands at."""
        return self.own.states[self.now]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.is_unsure and (self.termination is not None or self.present.result is not None)

    @property
    def is_unsure(self) -> bool:
        """Whether the last turn waits to be kept or taken back."""
        return self.unsure is not None

    @property
    def winner(self) -> Side | None:
        """Who has won; nobody while it goes on and when it is drawn."""
        if self.termination:
            return None if self.termination.loser is None else self.termination.loser.other
        result = self.present.result
        return result.winner if result else None

    @property
    def situation(self) -> Situation:
        """The game as it stands, for the engine."""
        return Situation(self.rules, self.own.moves[: self.now], self.start)

    @property
    def moves_played(self) -> int:
        """The length of the game as players count it: a move of both sides is one."""
        return (sum(not move.startswith("x") for move in self.own.moves[: self.now]) + 1) // 2

    @property
    def can_be_reviewed(self) -> bool:
        """Whether there is something to look back at; in a serious game only when it is over."""
        return self.now > 1 and (self.is_over or not self.is_rated)

    def situation_at(self, ply: int) -> Situation:
        """The line one looks at up to a ply, as the engine is asked about it."""
        return Situation(self.rules, self.line[:ply], self.start)

    def side_at(self, ply: int) -> Side:
        """Who moves at a ply."""
        return self.states[ply].side

    # Going on, back and forth.

    def play(self, move: str) -> None:
        """Play a move at the position one looks at. Another way than before becomes the main line."""
        ply, before = self.shown, self.states[self.shown]
        is_known = self.line[ply : ply + 1] == (move,)
        self.game.play(move)
        node = self.tree.play(move)
        self.turns[node] = (before.turn, before.side)
        if self.variation is not self.own or not is_known:
            self.tree.promote(node)
        if not is_known:
            values = {at: value for at, value in self.values.items() if at <= ply}
            self.variation = Variation((*self.line[:ply], move), [*self.states[: ply + 1], self.game.view], values)
        self.own = self.variation
        self.now = self.shown = ply + 1
        self.termination = self.unsure = None

    def show(self, ply: int) -> None:
        """Look at the position after so many plies of the line."""
        ply = max(0, min(ply, len(self.line)))
        while self.shown > ply:
            self.game.undo()
            self.tree.back()
            self.shown -= 1
        while self.shown < ply:
            self.game.play(self.line[self.shown])
            self.tree.play(self.line[self.shown])
            self.shown += 1

    def look(self, node: Node) -> None:
        """Look at any position of the tree; off the game's line one follows that branch."""
        moves = tuple(step.move for step in node.path)
        if self.line[: len(moves)] != moves:
            if self.own.moves[: len(moves)] == moves:
                self._take(self.own)
            else:
                self._take(self._variation_to(end_of(node)))
        self.show(len(moves))

    def show_now(self) -> None:
        """Look at the present."""
        if self.variation is not self.own:
            self._take(self.own)
        self.show(self.now)

    def _variation_to(self, node: Node) -> Variation:
        """The line to a node, with what is known of it."""
        steps = node.path
        moves = tuple(step.move for step in steps)
        known = common(moves, self.line)
        self.show(known)
        states = self.states[: known + 1]
        for step in steps[known:]:
            self.turns[step] = (states[-1].turn, states[-1].side)
            self.game.play(step.move)
            states.append(self.game.view)
        for _ in steps[known:]:
            self.game.undo()
        return Variation(moves, states, {ply: value for ply, value in self.values.items() if ply <= known})

    def _take(self, variation: Variation) -> None:
        """Look along another line, from where it leaves this one."""
        self.show(min(self.shown, common(variation.moves, self.line)))
        self.variation = variation

    def rewind(self, ply: int) -> None:
        """Make an earlier or later ply of the game's line the present."""
        self.show_now()
        self.show(ply)
        self.now = self.shown
        self.termination = self.unsure = None

    def decision_before(self, ply: int, sides: frozenset[Side]) -> int | None:
        """The last ply before this one at which one of the sides began a turn."""
        return next((at for at in range(ply - 1, -1, -1) if self._begins_turn(at, sides)), None)

    def decision_after(self, ply: int, sides: frozenset[Side]) -> int | None:
        """The next ply after this one at which one of the sides began a turn, or the end of the line."""
        last = len(self.own.states) - 1
        if ply >= last:
            return None
        return next((at for at in range(ply + 1, last) if self._begins_turn(at, sides)), last)

    def _begins_turn(self, ply: int, sides: frozenset[Side]) -> bool:
        return self.own.states[ply].side in sides and not any(self.own.states[ply].pending_removals)

    def doubt(self) -> None:
        """The turn played last may still be taken back."""
        self.unsure = self.decision_before(self.now, frozenset({self.own.states[self.now - 1].side}))

    def take_back(self) -> None:
        """Undo the turn in doubt, and leave no trace of it."""
        if self.unsure is None:
            return
        ply = self.unsure
        self.rewind(ply)
        self.show(ply + 1)
        self.delete()
        self.cut = None

    # Notes and branches.

    def note(self, comment: str, marks: tuple[int, ...]) -> None:
        """Say something about the move one looks at, or before the first."""
        self.tree.current.comment, self.tree.current.marks = record.clean(comment), marks
        self.edits += 1

    def promote(self) -> None:
        """Make the branch one looks at the main line."""
        self.tree.promote(self.tree.current)
        self.edits += 1

    @property
    def can_delete(self) -> bool:
        """What was played stays; what one looks at can go if it is a branch or was taken back."""
        return bool(self.tree.current.move) and not (self.variation is self.own and self.shown <= self.now)

    def delete(self) -> None:
        """Cut off the move one looks at with all that follows it."""
        node, parent = self.tree.current, self.tree.current.parent
        if parent is None or not self.can_delete:
            return
        index, own = parent.children.index(node), self.own
        self.show(self.shown - 1)
        self.tree.delete(node)
        if self.variation is own:
            values = {ply: value for ply, value in own.values.items() if ply <= self.shown}
            self.variation = self.own = Variation(own.moves[: self.shown], own.states[: self.shown + 1], values)
        else:
            is_on_own = own.moves[: self.shown] == self.line[: self.shown]
            self._take(own if is_on_own else self._variation_to(end_of(parent)))
        self.cut = Cut(node, parent, index, own, self.own)
        self.edits += 1

    def restore_cut(self) -> None:
        """Put back what was cut off last."""
        cut, self.cut = self.cut, None
        if cut is None or cut.parent not in (node for _, node in self.tree.root.walk()):
            return
        if any(child.move == cut.node.move for child in cut.parent.children):
            return  # it was played again meanwhile
        self.tree.reattach(cut.node, cut.parent, min(cut.index, len(cut.parent.children)))
        if self.own is cut.shortened and self.own is not cut.own:
            is_here = self.variation is self.own
            self.own = cut.own
            self.variation = self.own if is_here else self.variation
        self.edits += 1

    # Keeping.

    def as_record(self) -> record.Record:
        """The game as players write it."""
        names = ("Event", "Termination", *(f"{side}{part}" for side in SIDES for part in ("Level", "Style")))
        headers = {name: value for name, value in self.headers.items() if name not in names}
        if self.title:
            headers = {"Event": self.title, **headers}
        for side, player in zip(SIDES, self.players):
            if player.is_machine:
                headers.update({side: "Sanmill", f"{side}Level": str(player.level), f"{side}Style": player.style})
        if self.termination:
            headers["Termination"] = self.termination.kind
        kept = record.Record(headers, tree=self.tree)
        kept.rules = self.rules
        if self.start:
            kept.position = self.start
        is_over, winner = self._outcome()
        if is_over:
            kept.result = "1/2-1/2" if winner is None else "1-0" if winner is Side.WHITE else "0-1"
        return kept

    def _outcome(self) -> tuple[bool, Side | None]:
        """Whether the main line has ended, and who won it. Usually it is the game itself."""
        main = tuple(node.move for node in self.tree.main_line)
        if main[: self.now] == self.own.moves[: self.now]:
            return (self.is_over, self.winner)
        game = Game(self.rules, self.start or None)
        for move in main:
            game.play(move)
        return (game.result is not None, game.result.winner if game.result else None)

    @property
    def stamp(self) -> tuple[object, ...]:
        """Differs when there is something new to save."""
        return (*self.record_stamp, self.unsure, self.is_flipped, tuple(self.own.values.items()))

    @property
    def record_stamp(self) -> tuple[object, ...]:
        """Differs when the record of the game does."""
        return (self.name, self.title, self.is_kept, self.edits, self.own.moves, self.now, self.termination)

    @property
    def text(self) -> str:
        """The game as text."""
        return record.write(self.as_record())

    def save(self) -> dict[str, Any]:
        """Everything needed to come back to this moment."""
        return {
            "name": self.name,
            "title": self.title,
            "is_kept": self.is_kept,
            "headers": dict(self.headers),
            "mode": self.mode,
            "serious": self.is_rated,
            "counts": self.counts,
            "record": self.text,
            "rules": self.rules,
            "start": self.start,
            "line": list(self.own.moves),
            "now": self.now,
            "players": [[player.is_machine, player.level, player.style] for player in self.players],
            "ending": [self.termination.kind, self.termination.loser] if self.termination else None,
            "unsure": self.unsure,
            "flipped": self.is_flipped,
            "values": {str(ply): value for ply, value in self.own.values.items()},
            "foreseen": foresight(self.tree, self.own.moves),
        }

    @classmethod
    def restore(cls, kept: dict[str, Any]) -> Session:
        """The session that was saved."""
        try:
            white, black = (Player(bool(machine), int(level), str(style)) for machine, level, style in kept["players"])
            session = cls(str(kept["mode"]), str(kept["rules"]), (white, black), start=str(kept["start"]))
            session.name = str(kept.get("name", session.name))
            session.title, session.is_kept = str(kept.get("title", "")), bool(kept.get("is_kept", False))
            session.headers = {str(name): str(value) for name, value in kept.get("headers", {}).items()}
            session.is_rated = bool(kept.get("serious", False))
            session.counts = bool(kept.get("counts", True))
            session.adopt(record.read(kept["record"]).tree, tuple(kept["line"]))
            foresee(session.tree, session.line, kept.get("foreseen", {}))
            session.rewind(int(kept["now"]))
            if kept["ending"]:
                kind, loser = kept["ending"]
                session.termination = Termination(str(kind), None if loser is None else Side(loser))
            unsure = kept.get("unsure")
            session.unsure = int(unsure) if unsure is not None and 0 <= int(unsure) < session.now else None
            session.is_flipped = bool(kept["flipped"])
            session.own.values.update({int(ply): float(value) for ply, value in kept["values"].items()})
        except (KeyError, TypeError, ValueError, AttributeError, EngineError, record.RecordError) as failure:
            raise SessionError(str(failure)) from failure
        return session

    def adopt(self, tree: GameTree, moves: tuple[str, ...]) -> None:
        """Take over a tree and stand at the end of one of its lines. Every move has to be playable where it stands."""
        self.tree = tree
        tree.merge_duplicates()
        tree.current = tree.root
        self.turns.update(survey(self.rules, self.start, tree))
        end = tree.find(moves)
        if end is None:
            raise SessionError("the line of the game is not among its branches")
        self.variation = self.own = self._variation_to(end)
        self.show(len(moves))
        self.now = self.shown
