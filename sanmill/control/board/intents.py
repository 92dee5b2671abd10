"""Intents about a game on the board, which its parts handle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sanmill.control.intents import BoardIntent
from sanmill.core.reports.breadcrumbs import Recorded

POINTS = frozenset(f"{file}{rank}" for file in "abcdefg" for rank in range(1, 8))


class Rematch(BoardIntent):
    """The same game again with the sides swapped."""


@dataclass(frozen=True)
class TapPoint(BoardIntent):
    recorded: ClassVar[Recorded] = {"point": POINTS}
    point: str


class PressPoint(TapPoint):
    """A point was pressed by a key."""


@dataclass(frozen=True)
class Lift(BoardIntent):
    """Start dragging a piece."""

    recorded: ClassVar[Recorded] = {"point": POINTS}
    point: str


@dataclass(frozen=True)
class Drop(BoardIntent):
    recorded: ClassVar[Recorded] = {"point": POINTS}
    point: str


class ClearChoice(BoardIntent):
    """Unselect the chosen piece and close the prompt."""


class ConfirmTurn(BoardIntent):
    """Confirm the pending turn."""


class RejectTurn(BoardIntent):
    """Take the pending turn back."""


class Undo(BoardIntent):
    """Back to the user's previous turn."""


class Redo(BoardIntent):
    """Forward to the user's next turn."""


class AskHint(BoardIntent):
    """The next step of a hint: the idea, the piece, the move."""


class MoveNow(BoardIntent):
    """Stop the search and play the best move so far."""


class Resign(BoardIntent):
    """Resign, after a question."""


class OfferDraw(BoardIntent):
    """Ask the opponent for a draw."""


@dataclass(frozen=True)
class Answer(BoardIntent):
    """The answer to the prompt in the view."""

    recorded: ClassVar[Recorded] = {"is_yes": bool}
    is_yes: bool


class Flip(BoardIntent):
    """Flip the board."""


@dataclass(frozen=True)
class JumpTo(BoardIntent):
    recorded: ClassVar[Recorded] = {"ply": int}
    ply: int


@dataclass(frozen=True)
class LookAt(BoardIntent):
    """Move the cursor to any node of the game tree, by its number in the record."""

    recorded: ClassVar[Recorded] = {"number": int}
    number: int


@dataclass(frozen=True)
class SetNote(BoardIntent):
    comment: str
    marks: tuple[int, ...] = ()


@dataclass(frozen=True)
class Draw(BoardIntent):
    """Draw a ring around a point, or an arrow to another one; the same again removes it."""

    recorded: ClassVar[Recorded] = {"start": POINTS, "end": POINTS}
    start: str
    end: str = ""


class NextColour(BoardIntent):
    """Draw in the next colour, also what was drawn last."""


class Erase(BoardIntent):
    """Remove the rings and arrows at the move shown."""


class Promote(BoardIntent):
    """Make the variation at the cursor the main line."""


class DeleteBranch(BoardIntent):
    """Delete the move at the cursor and all that follows, unless it was played."""


class RestoreBranch(BoardIntent):
    """Restore the variation deleted last."""


class ReturnToNow(BoardIntent):
    """Move the cursor to the present."""


@dataclass(frozen=True)
class SetAnalysis(BoardIntent):
    """Show or hide verdicts and the evaluation."""

    recorded: ClassVar[Recorded] = {"is_on": bool}
    is_on: bool


@dataclass(frozen=True)
class ShowNumbers(BoardIntent):
    """Show or hide the scores of the analysis."""

    recorded: ClassVar[Recorded] = {"is_shown": bool}
    is_shown: bool


class Retry(BoardIntent):
    """Search again after the engine failed."""


@dataclass(frozen=True)
class SetPaused(BoardIntent):
    recorded: ClassVar[Recorded] = {"is_paused": bool}
    is_paused: bool


class ExplorePosition(BoardIntent):
    """The opening explorer at the position on the board."""
