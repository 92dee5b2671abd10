"""What a tap on a point means: a move, a choice, or a refusal with its reason.

Pure: a game and what was chosen before go in, an outcome comes out. The engine alone says what is legal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from sanmill.core.i18n import Text, text
from sanmill.core.ideas import mills_through
from sanmill.core.model import Content, Line, Side
from sanmill.engine.game import Game


@dataclass(frozen=True)
class Choice:
    """What was tapped before: an own piece, or the empty point that a piece shall go to."""

    piece: str = ""
    target: str = ""


@dataclass(frozen=True)
class Play:
    """The tap completes a move."""

    move: str


@dataclass(frozen=True)
class Refuse:
    """The tap has no effect: why, and the lines that show it. The choice stays as it was."""

    words: Text
    lines: tuple[Line, ...] = ()


Outcome = Union[Play, Choice, Refuse]


def side_name(side: Side) -> Text:
    """White or Black, to be put into a sentence."""
    return text(f"side.{side.name.lower()}")


def tap(game: Game, choice: Choice, point: str) -> Outcome:
    """What tapping a point means now."""
    legal = game.legal()
    if not legal:
        return Refuse(text("refusal.game_over"))
    if legal[0].startswith("x"):
        move = f"x{point}"
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
    """The pieces that can go to a point."""
    return frozenset(move.partition("-")[0] for move in game.legal() if move.endswith(f"-{target}"))


def targets(game: Game, piece: str) -> frozenset[str]:
    """The points a piece can go to."""
    return frozenset(move.partition("-")[2] for move in game.legal() if move.startswith(f"{piece}-"))


def removable(game: Game) -> frozenset[str]:
    """The pieces that can be taken now."""
    return frozenset(move[1:] for move in game.legal() if move.startswith("x"))


def _tap_own(game: Game, choice: Choice, point: str, legal: tuple[str, ...]) -> Outcome:
    if choice.piece == point:
        return Choice()
    if choice.target and f"{point}-{choice.target}" in legal:
        return Play(f"{point}-{choice.target}")
    if targets(game, point):
        return Choice(piece=point)
    if not game.view.may_move:
        return Refuse(text("refusal.must_place"))
    return Refuse(text("refusal.blocked"))


def _tap_empty(game: Game, choice: Choice, point: str, legal: tuple[str, ...]) -> Outcome:
    if choice.piece:
        move = f"{choice.piece}-{point}"
        return Play(move) if move in legal else _refuse(game, move, point)
    if point in legal:
        return Play(point)
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
