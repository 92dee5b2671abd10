"""What a user can ask for, as small frozen values. The object that handles an intent lists it in its ``handlers``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, BinaryIO, ClassVar

from sanmill.core.game.model import Side
from sanmill.core.reports.breadcrumbs import Recorded
from sanmill.engine.puzzles.generator import THEMES

from .lesson_plans import BY_NAME as LESSONS

POINTS = frozenset(f"{file}{rank}" for file in "abcdefg" for rank in range(1, 8))


@dataclass(frozen=True)
class Intent:
    """Something a user asks for.

    ``recorded`` declares the fields that crash reports show, with their possible values; all others are left out.
    """

    recorded: ClassVar[Recorded] = {}


Handlers = dict[type[Intent], Callable[[Any], None]]

# Starting.


@dataclass(frozen=True)
class StartVersus(Intent):
    """A game against the engine, as set."""


@dataclass(frozen=True)
class StartTwoPlayers(Intent):
    """A game of two people on one device, as set."""


@dataclass(frozen=True)
class StartWatch(Intent):
    """A game between two engines, as set."""


@dataclass(frozen=True)
class StartSetUp(Intent):
    """Set up a position on an empty board."""


@dataclass(frozen=True)
class StartLesson(Intent):
    """A lesson by name; by default the first one."""

    recorded: ClassVar[Recorded] = {"name": LESSONS}
    name: str = "first"


@dataclass(frozen=True)
class NextStep(Intent):
    """Show the step of a lesson by making its touch."""


@dataclass(frozen=True)
class StartFirstGame(Intent):
    """The game after the first lesson: unrated, at a low level, coached for beginners."""

    recorded: ClassVar[Recorded] = {"level": int, "is_coached": bool}
    level: int
    is_coached: bool


@dataclass(frozen=True)
class Rematch(Intent):
    """The same game again with the sides swapped."""


@dataclass(frozen=True)
class TryLevel(Intent):
    """A rematch at another level."""

    recorded: ClassVar[Recorded] = {"level": int}
    level: int


@dataclass(frozen=True)
class Resume(Intent):
    """Return to the game in progress."""


@dataclass(frozen=True)
class StartDaily(Intent):
    """The puzzle of the day."""


@dataclass(frozen=True)
class StartPractice(Intent):
    """A puzzle of a theme, under the rules set for practice."""

    recorded: ClassVar[Recorded] = {"theme": THEMES}
    theme: str


@dataclass(frozen=True)
class NextPuzzle(Intent):
    """Another puzzle of the same theme."""


@dataclass(frozen=True)
class ShowSolution(Intent):
    """Play the solution of the puzzle."""


@dataclass(frozen=True)
class RetryPuzzle(Intent):
    """Back to where the puzzle went wrong, or to its start."""


# Endgame tablebases.


@dataclass(frozen=True)
class BuildTablebase(Intent):
    """Build the tablebase of these rules on this device, or continue a build."""

    rules: str


@dataclass(frozen=True)
class StopTablebase(Intent):
    """Stop the build; finished subspaces stay."""


@dataclass(frozen=True)
class RemoveTablebase(Intent):
    """Delete the tablebase added or built for these rules."""

    rules: str


@dataclass(frozen=True)
class PickTablebase(Intent):
    """Pick a tablebase file to add for these rules; handled by the page, which knows the system's file picker."""

    rules: str


@dataclass(frozen=True)
class InspectTablebase(Intent):
    """Inspect a file that was picked to be added for these rules."""

    rules: str
    name: str
    open: Callable[[], BinaryIO]


@dataclass(frozen=True)
class AddTablebase(Intent):
    """Copy and check the file that was inspected."""


@dataclass(frozen=True)
class DropTablebase(Intent):
    """Do not add the file that was picked, or dismiss the message about it."""


# On the board.


@dataclass(frozen=True)
class TapPoint(Intent):
    recorded: ClassVar[Recorded] = {"point": POINTS}
    point: str


@dataclass(frozen=True)
class PressPoint(TapPoint):
    """A point was pressed by a key."""


@dataclass(frozen=True)
class Lift(Intent):
    """Start dragging a piece."""

    recorded: ClassVar[Recorded] = {"point": POINTS}
    point: str


@dataclass(frozen=True)
class Drop(Intent):
    """Drop the dragged piece on a point, or on none."""

    recorded: ClassVar[Recorded] = {"point": POINTS}
    point: str


@dataclass(frozen=True)
class ClearChoice(Intent):
    """Unselect the chosen piece and close the prompt."""


# During a game.


@dataclass(frozen=True)
class ConfirmTurn(Intent):
    """Confirm the pending turn."""


@dataclass(frozen=True)
class RejectTurn(Intent):
    """Take the pending turn back."""


@dataclass(frozen=True)
class Undo(Intent):
    """Back to the user's previous turn."""


@dataclass(frozen=True)
class Redo(Intent):
    """Forward to the user's next turn."""


@dataclass(frozen=True)
class AskHint(Intent):
    """The next step of a hint: the idea, the piece, the move."""


@dataclass(frozen=True)
class MoveNow(Intent):
    """Stop the search and play the best move so far."""


@dataclass(frozen=True)
class Resign(Intent):
    """Resign, after a question."""


@dataclass(frozen=True)
class OfferDraw(Intent):
    """Ask the opponent for a draw."""


@dataclass(frozen=True)
class Answer(Intent):
    """The answer to the prompt in the view."""

    recorded: ClassVar[Recorded] = {"is_yes": bool}
    is_yes: bool


@dataclass(frozen=True)
class Flip(Intent):
    """Flip the board."""


@dataclass(frozen=True)
class JumpTo(Intent):
    """Move the cursor to a ply of the line."""

    recorded: ClassVar[Recorded] = {"ply": int}
    ply: int


@dataclass(frozen=True)
class LookAt(Intent):
    """Move the cursor to any node of the game tree, by its number in the record."""

    recorded: ClassVar[Recorded] = {"number": int}
    number: int


@dataclass(frozen=True)
class SetNote(Intent):
    """Comment the move at the cursor: text, and annotation glyphs like "!"."""

    comment: str
    marks: tuple[int, ...] = ()


@dataclass(frozen=True)
class Promote(Intent):
    """Make the variation at the cursor the main line."""


@dataclass(frozen=True)
class DeleteBranch(Intent):
    """Delete the move at the cursor and all that follows, unless it was played."""


@dataclass(frozen=True)
class RestoreBranch(Intent):
    """Restore the variation deleted last."""


@dataclass(frozen=True)
class ReturnToNow(Intent):
    """Move the cursor to the present."""


@dataclass(frozen=True)
class SetAnalysis(Intent):
    """Show or hide verdicts and the evaluation."""

    recorded: ClassVar[Recorded] = {"is_on": bool}
    is_on: bool


@dataclass(frozen=True)
class SetCoach(Intent):
    recorded: ClassVar[Recorded] = {"is_on": bool}
    is_on: bool


@dataclass(frozen=True)
class ShowGraph(Intent):
    """The graph was opened or closed; while it is open, missing evaluations are searched."""

    recorded: ClassVar[Recorded] = {"is_shown": bool}
    is_shown: bool


@dataclass(frozen=True)
class ShowPanelGraph(Intent):
    """The graph beside the board appeared or vanished; while it is shown, missing evaluations are searched."""

    recorded: ClassVar[Recorded] = {"is_shown": bool}
    is_shown: bool


@dataclass(frozen=True)
class ShowNumbers(Intent):
    """Show or hide the scores of the analysis."""

    recorded: ClassVar[Recorded] = {"is_shown": bool}
    is_shown: bool


@dataclass(frozen=True)
class PlayBest(Intent):
    """Play the best line of a reviewed position on the board, one turn further each time."""


@dataclass(frozen=True)
class Retry(Intent):
    """Search again after the engine failed."""


# Watching.


@dataclass(frozen=True)
class SetPaused(Intent):
    recorded: ClassVar[Recorded] = {"is_paused": bool}
    is_paused: bool


@dataclass(frozen=True)
class Step(Intent):
    """Play one turn, then pause."""


@dataclass(frozen=True)
class ChangeSpeed(Intent):
    """Cycle through slow, normal and fast."""


# Setting a position up.


@dataclass(frozen=True)
class SetTurn(Intent):
    recorded: ClassVar[Recorded] = {"side": Side}
    side: Side


@dataclass(frozen=True)
class ChangeHand(Intent):
    """Add to or take from the pieces in a side's hand."""

    recorded: ClassVar[Recorded] = {"side": Side, "change": int}
    side: Side
    change: int


@dataclass(frozen=True)
class ClearBoard(Intent):
    """Remove every piece."""


@dataclass(frozen=True)
class Check(Intent):
    """Check whether the position can be played."""


@dataclass(frozen=True)
class PlayPosition(Intent):
    """Play from the position set up, against the engine or with two players."""

    recorded: ClassVar[Recorded] = {"is_versus": bool}
    is_versus: bool


# Review.


@dataclass(frozen=True)
class StartReview(Intent):
    """Review the game in progress."""


@dataclass(frozen=True)
class TryAgain(Intent):
    """Start a practice game from the position at a ply."""

    recorded: ClassVar[Recorded] = {"ply": int}
    ply: int


# Opening explorer.


@dataclass(frozen=True)
class StartExplorer(Intent):
    """The opening explorer where it was left, or at the start."""


@dataclass(frozen=True)
class ExplorePosition(Intent):
    """The opening explorer at the position on the board."""


@dataclass(frozen=True)
class LeaveExplorer(Intent):
    """Return from the opening explorer to the game in progress."""


@dataclass(frozen=True)
class ExploreMove(Intent):
    """Play a move on the board of the explorer."""

    move: str


@dataclass(frozen=True)
class ExploreRules(Intent):
    """Explore the opening of a variant."""

    rules: str


@dataclass(frozen=True)
class PlayFrom(Intent):
    """Play on from the position explored: as a side against the engine, or two players."""

    recorded: ClassVar[Recorded] = {"side": Side}
    side: Side | None


# Statistics.


@dataclass(frozen=True)
class ResetStatistics(Intent):
    """Delete every counted game; the screen has asked."""


# Elsewhere.


@dataclass(frozen=True)
class Open(Intent):
    """Open a screen or sheet; handled by the app."""

    name: str


@dataclass(frozen=True)
class Share(Intent):
    """Share the game; handled by the app."""


@dataclass(frozen=True)
class Save(Intent):
    """Save the game under a title; handled by the app."""
