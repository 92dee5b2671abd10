"""What a tap means: it completes a move, chooses a piece or a target, or is refused with a reason.

The engine decides what is legal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from sanmill.control.views.texts import side_name
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
class PlayMove:
    """The tap completes a move."""

    move: Move


@dataclass(frozen=True)
class Refuse:
    """The tap has no effect: why, and the lines that explain it."""

    words: Text
    lines: tuple[Line, ...] = ()


Outcome = Union[PlayMove, Choice, Refuse]


def tap(game: Game, choice: Choice, point: str) -> Outcome:
    """What tapping a point means now."""
    legal = tuple(map(Move, game.legal()))
    if not legal:
        return Refuse(text("refusal.game_over"))
    if legal[0].is_removal:
        move = Move(f"x{point}")
        return PlayMove(move) if move in legal else _refuse(game, move, point)
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
        return PlayMove(Move(f"{point}-{choice.target}"))
    if targets(game, point):
        return Choice(piece=point)
    if not game.view.may_move:
        return Refuse(text("refusal.must_place"))
    return Refuse(text("refusal.blocked"))


def _tap_empty(game: Game, choice: Choice, point: str, legal: tuple[Move, ...]) -> Outcome:
    if choice.piece:
        move = Move(f"{choice.piece}-{point}")
        return PlayMove(move) if move in legal else _refuse(game, move, point)
    if point in legal:
        return PlayMove(Move(point))
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
