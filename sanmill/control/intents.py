"""What a user can ask for, as small frozen values."""

from __future__ import annotations

from dataclasses import dataclass

from sanmill.core.model import Side


@dataclass(frozen=True)
class Intent:
    """Something a user asks for."""


# Starting.


@dataclass(frozen=True)
class StartVersus(Intent):
    """A game against the machine, as set."""


@dataclass(frozen=True)
class StartTwoPlayers(Intent):
    """A game of two people on one phone, as set."""


@dataclass(frozen=True)
class StartWatch(Intent):
    """A game of two machines, as set."""


@dataclass(frozen=True)
class StartSetUp(Intent):
    """An empty board to put pieces on."""


@dataclass(frozen=True)
class StartLesson(Intent):
    """A lesson by name, played on the board; without a name the first minutes."""

    name: str = "first"


@dataclass(frozen=True)
class Rematch(Intent):
    """The same game again with the sides swapped."""


@dataclass(frozen=True)
class Resume(Intent):
    """Go on with the game in progress."""


@dataclass(frozen=True)
class StartDaily(Intent):
    """The puzzle of the day."""


@dataclass(frozen=True)
class StartPractice(Intent):
    """A puzzle of a theme, under the rules set for practice."""

    theme: str


@dataclass(frozen=True)
class NextPuzzle(Intent):
    """Another puzzle like the one on the board."""


@dataclass(frozen=True)
class ShowSolution(Intent):
    """Play the solution of the puzzle."""


@dataclass(frozen=True)
class RetryPuzzle(Intent):
    """Back to where the puzzle went wrong, or to its start."""


# Endgame tables.


@dataclass(frozen=True)
class BuildTablebase(Intent):
    """Build the tables of some rules on this device, or go on with it."""

    rules: str


@dataclass(frozen=True)
class StopTablebase(Intent):
    """Stop building tables; what is done stays."""


@dataclass(frozen=True)
class RemoveTablebase(Intent):
    """Delete the tables built for some rules."""

    rules: str


# On the board.


@dataclass(frozen=True)
class TapPoint(Intent):
    """A point was tapped."""

    point: str


@dataclass(frozen=True)
class PressPoint(TapPoint):
    """A point was pressed by a key."""


@dataclass(frozen=True)
class Lift(Intent):
    """A piece is being dragged away."""

    point: str


@dataclass(frozen=True)
class Drop(Intent):
    """The dragged piece was let go over a point, or over none."""

    point: str


@dataclass(frozen=True)
class ClearChoice(Intent):
    """Forget the chosen piece."""


# During a game.


@dataclass(frozen=True)
class Keep(Intent):
    """The move in doubt stays."""


@dataclass(frozen=True)
class TakeBack(Intent):
    """The move in doubt was not meant."""


@dataclass(frozen=True)
class Undo(Intent):
    """Back to one's previous decision."""


@dataclass(frozen=True)
class Redo(Intent):
    """On to one's next decision."""


@dataclass(frozen=True)
class AskHint(Intent):
    """The next step of a hint: the idea, the piece, the move."""


@dataclass(frozen=True)
class MoveNow(Intent):
    """Stop thinking and play what is known to be best."""


@dataclass(frozen=True)
class Resign(Intent):
    """Give the game up; asks first."""


@dataclass(frozen=True)
class OfferDraw(Intent):
    """Ask the opponent for a draw."""


@dataclass(frozen=True)
class Answer(Intent):
    """The answer to the question in the view."""

    is_yes: bool


@dataclass(frozen=True)
class Flip(Intent):
    """Turn the board round."""


@dataclass(frozen=True)
class JumpTo(Intent):
    """Look at the position after so many plies."""

    ply: int


@dataclass(frozen=True)
class LookAt(Intent):
    """Look at the position after a move of the record, by its number there."""

    number: int


@dataclass(frozen=True)
class SetNote(Intent):
    """Say something about the move one looks at: words, and marks like "!"."""

    comment: str
    marks: tuple[int, ...] = ()


@dataclass(frozen=True)
class Promote(Intent):
    """Make the branch one looks at the main line."""


@dataclass(frozen=True)
class DeleteBranch(Intent):
    """Cut off the move one looks at and all that follows, if it was not played."""


@dataclass(frozen=True)
class RestoreBranch(Intent):
    """Put back the branch that was cut off last."""


@dataclass(frozen=True)
class ReturnToNow(Intent):
    """Stop looking back."""


@dataclass(frozen=True)
class SetAnalysis(Intent):
    """Show or hide verdicts and the evaluation."""

    is_on: bool


@dataclass(frozen=True)
class SetCoach(Intent):
    """Have one's own moves commented, or not."""

    is_on: bool


@dataclass(frozen=True)
class ShowGraph(Intent):
    """The graph came into sight or left it; while it is seen, missing evaluations are worked out."""

    is_shown: bool


@dataclass(frozen=True)
class Retry(Intent):
    """Start the opponent again after it stopped."""


# Watching.


@dataclass(frozen=True)
class SetPaused(Intent):
    """Hold the machines or let them go on."""

    is_paused: bool


@dataclass(frozen=True)
class Step(Intent):
    """One turn, then hold."""


@dataclass(frozen=True)
class ChangeSpeed(Intent):
    """The next speed: slow, normal, fast and round again."""


# Setting a position up.


@dataclass(frozen=True)
class SetTurn(Intent):
    """Whose turn it is."""

    side: Side


@dataclass(frozen=True)
class ChangeHand(Intent):
    """So many pieces more or fewer in a side's hand."""

    side: Side
    change: int


@dataclass(frozen=True)
class ClearBoard(Intent):
    """Take every piece off."""


@dataclass(frozen=True)
class Check(Intent):
    """Say whether the position can be played."""


@dataclass(frozen=True)
class PlayPosition(Intent):
    """Go on from the position set up: against the machine, or for two."""

    is_versus: bool


# Review.


@dataclass(frozen=True)
class StartReview(Intent):
    """Look at where the game in progress was decided."""


@dataclass(frozen=True)
class TryAgain(Intent):
    """Play on from the position after so many plies."""

    ply: int


# Statistics.


@dataclass(frozen=True)
class ResetStatistics(Intent):
    """Forget every game that was counted; the screen has asked."""


# Elsewhere.


@dataclass(frozen=True)
class Open(Intent):
    """Show a screen or sheet; for the navigation, not for a game."""

    name: str


@dataclass(frozen=True)
class Share(Intent):
    """Hand the game out as text; for the platform, not for a game."""


@dataclass(frozen=True)
class Save(Intent):
    """Keep the game as a file; for the platform, not for a game."""
