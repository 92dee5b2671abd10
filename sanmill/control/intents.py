"""What a user can ask for, as small frozen values. The object that handles an intent lists it in its ``handlers``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from sanmill.core.game.model import Side
from sanmill.core.reports.breadcrumbs import Recorded

from .routes import Route

POINTS = frozenset(f"{file}{rank}" for file in "abcdefg" for rank in range(1, 8))


@dataclass(frozen=True)
class Intent:
    """Something a user asks for.

    ``recorded`` declares the fields that crash reports show, with their possible values; all others are left out.
    """

    recorded: ClassVar[Recorded] = {}


@dataclass(frozen=True)
class BoardIntent(Intent):
    """Something the user asks of the mode on the board; a mode without it ignores it."""


Handlers = dict[type[Intent], Callable[[Any], None]]

# Starting.


@dataclass(frozen=True)
class NextStep(BoardIntent):
    """Show the step of a lesson by making its touch."""


@dataclass(frozen=True)
class Rematch(BoardIntent):
    """The same game again with the sides swapped."""


@dataclass(frozen=True)
class TryLevel(BoardIntent):
    """A rematch at another level."""

    recorded: ClassVar[Recorded] = {"level": int}
    level: int


# On the board.


@dataclass(frozen=True)
class TapPoint(BoardIntent):
    recorded: ClassVar[Recorded] = {"point": POINTS}
    point: str


@dataclass(frozen=True)
class PressPoint(TapPoint):
    """A point was pressed by a key."""


@dataclass(frozen=True)
class Lift(BoardIntent):
    """Start dragging a piece."""

    recorded: ClassVar[Recorded] = {"point": POINTS}
    point: str


@dataclass(frozen=True)
class Drop(BoardIntent):
    """Drop the dragged piece on a point, or on none."""

    recorded: ClassVar[Recorded] = {"point": POINTS}
    point: str


@dataclass(frozen=True)
class ClearChoice(BoardIntent):
    """Unselect the chosen piece and close the prompt."""


# During a game.


@dataclass(frozen=True)
class ConfirmTurn(BoardIntent):
    """Confirm the pending turn."""


@dataclass(frozen=True)
class RejectTurn(BoardIntent):
    """Take the pending turn back."""


@dataclass(frozen=True)
class Undo(BoardIntent):
    """Back to the user's previous turn."""


@dataclass(frozen=True)
class Redo(BoardIntent):
    """Forward to the user's next turn."""


@dataclass(frozen=True)
class AskHint(BoardIntent):
    """The next step of a hint: the idea, the piece, the move."""


@dataclass(frozen=True)
class MoveNow(BoardIntent):
    """Stop the search and play the best move so far."""


@dataclass(frozen=True)
class Resign(BoardIntent):
    """Resign, after a question."""


@dataclass(frozen=True)
class OfferDraw(BoardIntent):
    """Ask the opponent for a draw."""


@dataclass(frozen=True)
class Answer(BoardIntent):
    """The answer to the prompt in the view."""

    recorded: ClassVar[Recorded] = {"is_yes": bool}
    is_yes: bool


@dataclass(frozen=True)
class Flip(BoardIntent):
    """Flip the board."""


@dataclass(frozen=True)
class JumpTo(BoardIntent):
    """Move the cursor to a ply of the line."""

    recorded: ClassVar[Recorded] = {"ply": int}
    ply: int


@dataclass(frozen=True)
class LookAt(BoardIntent):
    """Move the cursor to any node of the game tree, by its number in the record."""

    recorded: ClassVar[Recorded] = {"number": int}
    number: int


@dataclass(frozen=True)
class SetNote(BoardIntent):
    """Comment the move at the cursor: text, and annotation glyphs like "!"."""

    comment: str
    marks: tuple[int, ...] = ()


@dataclass(frozen=True)
class Promote(BoardIntent):
    """Make the variation at the cursor the main line."""


@dataclass(frozen=True)
class DeleteBranch(BoardIntent):
    """Delete the move at the cursor and all that follows, unless it was played."""


@dataclass(frozen=True)
class RestoreBranch(BoardIntent):
    """Restore the variation deleted last."""


@dataclass(frozen=True)
class ReturnToNow(BoardIntent):
    """Move the cursor to the present."""


@dataclass(frozen=True)
class SetAnalysis(BoardIntent):
    """Show or hide verdicts and the evaluation."""

    recorded: ClassVar[Recorded] = {"is_on": bool}
    is_on: bool


@dataclass(frozen=True)
class SetCoach(BoardIntent):
    recorded: ClassVar[Recorded] = {"is_on": bool}
    is_on: bool


@dataclass(frozen=True)
class ShowGraph(BoardIntent):
    """The graph was opened or closed; while it is open, missing evaluations are searched."""

    recorded: ClassVar[Recorded] = {"is_shown": bool}
    is_shown: bool


@dataclass(frozen=True)
class ShowPanelGraph(BoardIntent):
    """The graph beside the board appeared or vanished; while it is shown, missing evaluations are searched."""

    recorded: ClassVar[Recorded] = {"is_shown": bool}
    is_shown: bool


@dataclass(frozen=True)
class ShowNumbers(BoardIntent):
    """Show or hide the scores of the analysis."""

    recorded: ClassVar[Recorded] = {"is_shown": bool}
    is_shown: bool


@dataclass(frozen=True)
class PlayBest(BoardIntent):
    """Play the best line of a reviewed position on the board, one turn further each time."""


@dataclass(frozen=True)
class Retry(BoardIntent):
    """Search again after the engine failed."""


# Watching.


@dataclass(frozen=True)
class SetPaused(BoardIntent):
    recorded: ClassVar[Recorded] = {"is_paused": bool}
    is_paused: bool


@dataclass(frozen=True)
class Step(BoardIntent):
    """Play one turn, then pause."""


@dataclass(frozen=True)
class ChangeSpeed(BoardIntent):
    """Cycle through slow, normal and fast."""


# Setting a position up.


@dataclass(frozen=True)
class SetTurn(BoardIntent):
    recorded: ClassVar[Recorded] = {"side": Side}
    side: Side


@dataclass(frozen=True)
class ChangeHand(BoardIntent):
    """Add to or take from the pieces in a side's hand."""

    recorded: ClassVar[Recorded] = {"side": Side, "change": int}
    side: Side
    change: int


@dataclass(frozen=True)
class ClearBoard(BoardIntent):
    """Remove every piece."""


@dataclass(frozen=True)
class Check(BoardIntent):
    """Check whether the position can be played."""


@dataclass(frozen=True)
class PlayPosition(BoardIntent):
    """Play from the position set up, against the engine or with two players."""

    recorded: ClassVar[Recorded] = {"is_versus": bool}
    is_versus: bool


# Review.


@dataclass(frozen=True)
class TryAgain(BoardIntent):
    """Start a practice game from the position at a ply."""

    recorded: ClassVar[Recorded] = {"ply": int}
    ply: int


# Opening explorer.


@dataclass(frozen=True)
class ExplorePosition(BoardIntent):
    """The opening explorer at the position on the board."""


@dataclass(frozen=True)
class ExploreMove(BoardIntent):
    """Play a move on the board of the explorer."""

    move: str


@dataclass(frozen=True)
class ExploreRules(BoardIntent):
    """Explore the opening of a variant."""

    rules: str


@dataclass(frozen=True)
class PlayFrom(BoardIntent):
    """Play on from the position explored: as a side against the engine, or two players."""

    recorded: ClassVar[Recorded] = {"side": Side}
    side: Side | None


# Navigation.


@dataclass(frozen=True)
class Open(Intent):
    """Open a page or a sheet; handled by the app."""

    route: Route
