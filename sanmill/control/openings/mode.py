"""A drill on the board: the user's first placements of an opening, against every reply in turn.

The opening book and the tablebase know the value of every move; one that drops it is refuted on the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated, Any, Protocol

from sanmill.control.board import intents
from sanmill.control.board.game_mode import GameMode
from sanmill.control.board.game_view import game_view
from sanmill.control.board.messages import Messages
from sanmill.control.board.navigation import Navigation
from sanmill.control.board.taps import Refuse
from sanmill.control.board.touch import Touch
from sanmill.control.context import Context
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.games.session_file import SessionError
from sanmill.control.intents import Open
from sanmill.control.opening_requests import BOOK_RULES
from sanmill.control.puzzles.mode import Playout
from sanmill.control.routes import Kind, Route
from sanmill.control.views.texts import opening_name, side_name
from sanmill.control.views.types import Action, BoardView, GameView, GhostView, Prompt
from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from sanmill.core.storage.stored import Count, Length, MoveText, Range, Stored
from sanmill.core.text.i18n import Text, text
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.messages import Position
from sanmill.engine.opening_names import NamedOpening, opening_after, openings

from .intents import NextDrill, RetryDrill, ShowBetter

NAME = FILE = "drill"
PLACEMENTS = 4  # of the user, in a drill
ANSWER_SECONDS = 0.6  # before a reply
PLIES_MAX = 100
STRIDES = (1, 7, 11, 13)  # replies met together differ from time to time: one stride for each of them

Values = Mapping[Move, "int | None"]  # of the legal moves, for the side that makes them
WRONG: dict[tuple[int | None, int | None], str] = {  # by the value that there was and what is left
    (1, 0): "openings.wrong.draws",
    (1, -1): "openings.wrong.turns",
    (0, -1): "openings.wrong.loses",
}
GOALS = {1: "course.goal.win", 0: "course.goal.draw"}


class DrillPhase(Enum):
    OWN = "own"  # the user has to move
    JUDGED = "judged"  # the value of the user's move is looked up
    REPLY = "reply"  # that of the replies
    REFUTING = "refuting"  # the same after a wrong move
    ANSWERING = "answering"  # a reply is about to be played
    WRONG = "wrong"
    DONE = "done"


@dataclass(frozen=True)
class SavedDrill:
    """The opening on the board, how often it had been met then, and whether this time was recorded."""

    name: Annotated[str, Length(40)]
    side: Side
    met: Annotated[int, Range(0, 1_000_000_000)]
    moves: Annotated[tuple[MoveText, ...], Count(PLIES_MAX)]
    is_counted: bool


DRILL = Stored(SavedDrill)


class DrillCoach(Protocol):
    """Knows values, and records drills."""

    def look_up(self, position: Position | None) -> None:
        """Find the values of the moves of a position; ``DrillMode.take`` receives them."""

    def drilled(self, opening: NamedOpening, side: Side, *, is_right: bool) -> None:
        """Record a drill, at the first mistake or at its end."""

    def comes_back(self, opening: NamedOpening, side: Side) -> Text:
        """When it does."""

    def left(self) -> int:
        """How many openings are still due, besides the one on the board."""

    def start_next(self) -> None:
        """Go on with the next opening that is due."""


class DrillMode(GameMode):
    file = FILE

    def __init__(self, context: Context, coach: DrillCoach, opening: NamedOpening, side: Side, met: int) -> None:
        session = Session(NAME, BOOK_RULES, (Player(), Player()))
        super().__init__(context, session, frozenset({side}))
        self.opening, self.side, self.met = opening, side, met
        self.coach = coach
        self.phase = DrillPhase.OWN
        self.start = 0  # the ply before the user's last move
        self.is_counted = False
        self.better = Move()  # a right move that is shown
        self._keys = keys_of(opening)
        self._values: dict[tuple[str, ...], Values] = {}  # by the moves that lead to a position
        self.messages = Messages(self)
        self.touch = Touch(self, self._why_wait, self.refusal, absorbs=self._absorbs_tap, enter=self.enter_move)
        self.playout = Playout(self, self.messages)
        self.assemble(
            self.messages,
            self.touch,
            Navigation(self),
            self.playout,
            handlers={
                RetryDrill: lambda _: self.try_again(),
                ShowBetter: lambda _: self.show_better(),
                NextDrill: lambda _: coach.start_next(),
            },
        )
        self.begin()

    # Touches.

    def _why_wait(self) -> Refuse | None:
        if self.phase is DrillPhase.OWN:
            return None
        return Refuse(text("openings.over" if self.phase is DrillPhase.DONE else "puzzles.wait"))

    def _absorbs_tap(self) -> bool:
        """After a wrong move any tap tries again; at an earlier position it returns to the present."""
        if not self.cursor.is_live:
            self.show_present()
        elif self.phase is DrillPhase.WRONG:
            self.try_again()
        else:
            return False
        return True

    def enter_move(self, move: str) -> None:
        self.start = self.cursor.game_ply
        self.play(move)
        self.better = Move()
        self.phase = DrillPhase.JUDGED
        self._go_on()

    # Values.

    def plan_search(self) -> None:
        super().plan_search()
        self.coach.look_up(self._asked if self._known is None else None)

    @property
    def _asked(self) -> Position | None:
        """The position whose values are needed, or will be."""
        if self.phase in (DrillPhase.ANSWERING, DrillPhase.WRONG, DrillPhase.DONE):
            return None
        ply = self.start if self.phase is DrillPhase.JUDGED else self.cursor.game_ply
        return Position(BOOK_RULES, self.cursor.played[:ply])

    @property
    def _known(self) -> Values | None:
        return self._values.get(self._asked.moves) if self._asked else None

    def take(self, position: Position, values: Values) -> None:
        self._values[position.moves] = values
        self._go_on()

    def _go_on(self) -> None:
        """Do what waited for values, if they are known. Where book and tablebase end, the drill does."""
        values = self._known
        if self._asked is None or values is None:
            return
        if not values:  # the proof failed: nothing can be said of the user
            self.phase = DrillPhase.DONE
        elif None in values.values():
            self._end()
        elif self.phase is DrillPhase.OWN:
            self._show_new(values)
        elif self.phase is DrillPhase.JUDGED:
            self._judge(values)
        else:
            self._answer(values)

    # Playing.

    def begin(self) -> None:
        """Let the side to move go on."""
        state, cursor = self.cursor.present, self.cursor
        placed = cursor.game.rule("PiecesCount") - state.in_hand[self.side]
        self.better = Move()
        if state.result or not state.is_placing or (placed >= PLACEMENTS and not any(state.pending_removals)):
            self._end()
            return
        self.phase = DrillPhase.OWN if state.side is self.side else DrillPhase.REPLY
        if not cursor.played:
            self.messages.notice = text(f"opening.{self.opening.name}.about")
        self._go_on()

    @property
    def _is_named(self) -> bool:
        """Whether the next move belongs to the opening."""
        return self.cursor.game_ply < len(self._keys)

    def _leads_on(self, move: str, ply: int) -> bool:
        """Whether a move of a position of the opening stays in it, whichever way the board is turned."""
        return ply >= len(self._keys) or self._key_after(move, ply) == self._keys[ply]

    def _key_after(self, move: str, ply: int) -> int:
        return game_at((*self.cursor.played[:ply], move)).view.symmetric_key

    def _right(self, values: Values, ply: int) -> list[Move]:
        """The moves that keep the value, and the opening."""
        best = max(wdl for wdl in values.values() if wdl is not None)
        return [move for move, wdl in values.items() if wdl == best and self._leads_on(move, ply)]

    def _judge(self, values: Values) -> None:
        move = Move(self.cursor.played[self.start])
        right = self._right(values, self.start)
        before, after = values[right[0]], values[move]
        if move in right:
            self.begin()
            return
        self.better = right[0]
        if before == after:
            self.messages.notice = text("openings.other", name=opening_name(self.opening.name), better=self.better)
            self.phase = DrillPhase.WRONG
            return
        self._count(is_right=False)
        self.messages.notice = text(WRONG[before, after], move=move, better=self.better)
        self._refute()

    def _refute(self) -> None:
        """Let the other side show what a wrong move does, unless the user is still to move."""
        is_theirs = self.cursor.present.side is not self.side and not self.cursor.present.result
        self.phase = DrillPhase.REFUTING if is_theirs else DrillPhase.WRONG
        self._go_on()

    def _answer(self, values: Values) -> None:
        """Play a reply; after a wrong move the best one."""
        is_refuting = self.phase is DrillPhase.REFUTING
        reply = max(values, key=lambda move: values[move] or 0) if is_refuting else self._reply(values)
        self.phase = DrillPhase.ANSWERING
        self.playout.play((reply,), ANSWER_SECONDS, self._refute if is_refuting else self.begin)

    def _reply(self, values: Values) -> Move:
        """The reply whose turn it is: of the opening, or of all that differ, those that keep the value first."""
        ply = self.cursor.game_ply
        if self._is_named:
            right = self._right(values, ply)
            return right[self.met % len(right)]
        game, groups = game_at(self.cursor.played), dict[int, list[Move]]()
        for move in values if not any(self.cursor.present.pending_removals) else self._right(values, ply):
            groups.setdefault(self._key_after(move, ply), []).append(move)
        ordered = sorted(
            groups.values(), key=lambda moves: (-(values[moves[0]] or 0), not opening_after(game, moves[0]))
        )
        stride = STRIDES[ply // 2 % len(STRIDES)]
        moves = ordered[self.met * stride % len(ordered)]
        return moves[self.met % len(moves)]

    def _show_new(self, values: Values) -> None:
        """The first time, the moves of an opening are shown."""
        if self.met == 0 and self._is_named and not self.better:
            self.better = self._right(values, self.cursor.game_ply)[0]

    def _count(self, *, is_right: bool) -> None:
        if not self.is_counted:
            self.is_counted = True
            self.coach.drilled(self.opening, self.side, is_right=is_right)

    def _end(self) -> None:
        """The end of the drill, or of what refutes a wrong move."""
        if self.phase is DrillPhase.REFUTING:
            self.phase = DrillPhase.WRONG
            return
        self._count(is_right=True)
        self.phase = DrillPhase.DONE

    # Trying again, and help.

    def try_again(self) -> None:
        better = self.better
        self.rewind(0 if self.phase is DrillPhase.DONE else self.start)
        self.begin()
        self.better = better

    def show_better(self) -> None:
        values = self._known
        if self.phase is DrillPhase.OWN and values:
            self._count(is_right=False)
            self.better = self._right(values, self.cursor.game_ply)[0]

    # The view.

    def _status(self) -> Text | None:
        if self.phase is DrillPhase.DONE:
            return text("openings.done")
        if self.phase is DrillPhase.WRONG:
            return text("puzzles.wrong")
        if self.phase is not DrillPhase.OWN or any(self.cursor.present.pending_removals):
            return None
        if self._is_named:
            return text("openings.goal")
        best = max((wdl for wdl in (self._known or {}).values() if wdl is not None), default=None)
        return text(GOALS[best], side=side_name(self.side)) if best in GOALS else None

    def actions(self) -> tuple[Action, ...]:
        is_wrong, is_over = self.phase is DrillPhase.WRONG, self.phase is DrillPhase.DONE
        can_show = self.phase is DrillPhase.OWN and bool(self._known) and not self.better
        return (
            Action("replay", text("puzzles.again"), RetryDrill(), is_enabled=is_wrong or is_over, is_on=is_wrong),
            Action("lightbulb", text("puzzles.show"), ShowBetter(), is_enabled=can_show),
            Action("skip_next", text("puzzles.next"), NextDrill(), is_on=is_over),
        )

    def _board(self, board: BoardView) -> BoardView:
        """With the better move: a translucent piece where one can be placed, otherwise a ring."""
        if not self.better or not self.cursor.is_live:
            return board
        if self.phase is DrillPhase.OWN and not self.better.is_removal:
            return replace(board, ghost=GhostView(self.side, self.better.start, self.better.end), names_points=True)
        return replace(board, hint_to=self.better.end, names_points=True)

    def _reward(self) -> Prompt | None:
        if self.phase is not DrillPhase.DONE or not self.cursor.is_live:
            return None
        again, _, following = self.actions()
        return Prompt(self.coach.comes_back(self.opening, self.side), (again, following), icon="check_circle")

    def view(self) -> GameView:
        view = game_view(
            self,
            self.touch,
            self.messages,
            status=self._status(),
            actions=self.actions(),
            overflow=(
                Action("swap_vert", text("play.flip"), intents.Flip()),
                Action("settings", text("home.settings"), Open(Route(Kind.SETTINGS))),
            ),
        )
        left = self.coach.left()
        detail = text("course.left", left) if left else None
        is_above = view.top.side is not self.side
        return replace(
            view,
            title=opening_name(self.opening.name),
            board=self._board(view.board),
            top=replace(view.top, detail=detail) if is_above else view.top,
            bottom=view.bottom if is_above else replace(view.bottom, detail=detail),
            prompt=self._reward() or view.prompt,
        )

    def save(self) -> dict[str, Any]:
        """The drill up to the user's last move that was right; a finished one restarts."""
        is_open = self.phase in (DrillPhase.OWN, DrillPhase.REPLY, DrillPhase.ANSWERING)
        moves = () if self.phase is DrillPhase.DONE else self.cursor.played[: None if is_open else self.start]
        return DRILL.write(SavedDrill(self.opening.name, self.side, self.met, tuple(moves), self.is_counted))


def game_at(moves: tuple[str, ...]) -> Game:
    game = Game(BOOK_RULES)
    game.play(*moves)
    return game


def keys_of(opening: NamedOpening) -> list[int]:
    """The symmetric keys of the positions that the opening goes through."""
    game, keys = Game(BOOK_RULES), []
    for move in opening.moves:
        game.play(move)
        keys.append(game.view.symmetric_key)
    return keys


def restore(context: Context, coach: DrillCoach, saved: SavedDrill) -> DrillMode:
    """The saved drill; raises SessionError."""
    opening = next((each for each in openings() if each.name == saved.name), None)
    if opening is None:
        raise SessionError(f"no opening is called {saved.name!r}")
    drill = DrillMode(context, coach, opening, saved.side, saved.met)
    try:
        for move in saved.moves:
            drill.session.play(move)
    except EngineError as error:
        raise SessionError(f"the drill cannot be read: {error}") from error
    drill.is_counted = saved.is_counted
    drill.begin()
    return drill
