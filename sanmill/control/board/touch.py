"""Touches on the board: what a tap means, and the touch state of a game.

A tap completes a move, chooses a piece or a target, or is refused with a reason. The engine decides what is legal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Union

from sanmill.control import intents
from sanmill.control.views.texts import side_name
from sanmill.control.views.types import Action, Prompt
from sanmill.core.game.ideas import mills_through
from sanmill.core.game.model import Content, Line, Side
from sanmill.core.game.move import Move
from sanmill.core.text.i18n import Text, text
from sanmill.engine.game import Game


@dataclass(frozen=True)
class Choice:
    """The own piece tapped first, or the empty point a piece shall move to."""

    piece: str = ""
    target: str = ""


@dataclass(frozen=True)
class Play:
    """The tap completes a move."""

    move: Move


@dataclass(frozen=True)
class Refuse:
    """The tap has no effect: why, and the lines that explain it."""

    words: Text
    lines: tuple[Line, ...] = ()


Outcome = Union[Play, Choice, Refuse]


def tap(game: Game, choice: Choice, point: str) -> Outcome:
    """What tapping a point means now."""
    legal = tuple(map(Move, game.legal()))
    if not legal:
        return Refuse(text("refusal.game_over"))
    if legal[0].is_removal:
        move = Move(f"x{point}")
        return Play(move) if move in legal else _refuse(game, move, point)
    content = _content(game, point)
    if content is Content.EMPTY:
        return _tap_empty(game, choice, point, legal)
    if content in (Content.WHITE, Content.BLACK) and content - 1 == game.view.side:
        return _tap_own(game, choice, point, legal)
    if choice.piece:
        return _refuse(game, f"{choice.piece}-{point}", point)
    return _refuse(game, point if content is Content.MARKED else f"{point}-{point}", point)


def reachers(game: Game, target: str) -> frozenset[str]:
    """The pieces that can move to a point."""
    return frozenset(move.start for move in map(Move, game.legal()) if move.start and move.end == target)


def targets(game: Game, piece: str) -> frozenset[str]:
    return frozenset(move.end for move in map(Move, game.legal()) if piece and move.start == piece)


def removable(game: Game) -> frozenset[str]:
    return frozenset(move.end for move in map(Move, game.legal()) if move.is_removal)


def _tap_own(game: Game, choice: Choice, point: str, legal: tuple[Move, ...]) -> Outcome:
    if choice.piece == point:
        return Choice()
    if choice.target and f"{point}-{choice.target}" in legal:
        return Play(Move(f"{point}-{choice.target}"))
    if targets(game, point):
        return Choice(piece=point)
    if not game.view.may_move:
        return Refuse(text("refusal.must_place"))
    return Refuse(text("refusal.blocked"))


def _tap_empty(game: Game, choice: Choice, point: str, legal: tuple[Move, ...]) -> Outcome:
    if choice.piece:
        move = Move(f"{choice.piece}-{point}")
        return Play(move) if move in legal else _refuse(game, move, point)
    if point in legal:
        return Play(Move(point))
    if choice.target == point:
        return Choice()
    if game.view.may_move:
        return Choice(target=point) if reachers(game, point) else Refuse(text("refusal.out_of_reach"))
    return _refuse(game, point, point)


def _refuse(game: Game, move: str, point: str) -> Refuse:
    reason = game.refusal(move)
    if reason == "others_piece":
        owner = Side.WHITE if _content(game, point) is Content.WHITE else Side.BLACK
        return Refuse(text("refusal.others_piece", side=side_name(owner)))
    lines = mills_through(game.board, game.view.contents, point) if reason == "in_mill" else ()
    return Refuse(text(f"refusal.{reason}"), lines)


def _content(game: Game, point: str) -> Content:
    index = [known.name for known in game.board.points].index(point)
    return game.view.contents[index]


class TouchState:
    """The choice, the refusal of the last tap, and the prompt waiting for an answer."""

    def __init__(self) -> None:
        self.choice = Choice()
        self.refusal: Refuse | None = None
        self.prompt: Prompt | None = None
        self._on_yes: Callable[[], None] | None = None

    def reset(self) -> None:
        """The position changed: nothing chosen, refused or asked."""
        self.choice, self.refusal, self.prompt = Choice(), None, None

    def tap(self, game: Game, point: str, *, is_drag_only: bool) -> Move | None:
        """Apply a tap; returns the move it completes."""
        outcome = tap(game, self.choice, point)
        if isinstance(outcome, Play):
            return outcome.move
        if isinstance(outcome, Refuse):
            self.refusal = outcome
        elif is_drag_only:
            self.refusal = Refuse(text("refusal.drag"))
        else:
            self.choice = outcome
        return None

    def lift(self, game: Game, point: str) -> None:
        """Choose a piece while it is dragged."""
        if targets(game, point):
            self.refusal = None
            self.choice = Choice(piece=point)

    def ask(
        self,
        question: str,
        yes: str,
        on_yes: Callable[[], None],
        *,
        no: str = "play.cancel",
        is_destructive: bool = False,
        **values: Any,
    ) -> None:
        """Show a prompt; the answer comes as an intent."""
        self.prompt = Prompt(
            text(question, **values),
            (
                Action("close", text(no), intents.Answer(False)),
                Action("check", text(yes), intents.Answer(True), is_destructive=is_destructive),
            ),
        )
        self._on_yes = on_yes

    def answer(self, is_yes: bool) -> None:
        """Close the prompt, and do what it asked about if the answer is yes."""
        if self.prompt:
            self.prompt = None
            self.choice = Choice()
            if is_yes and self._on_yes:
                self._on_yes()
