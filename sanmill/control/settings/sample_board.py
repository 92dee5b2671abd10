"""A sample position for the pages of appearance settings."""

from __future__ import annotations

from functools import cache

from sanmill.control.board.taps import targets
from sanmill.control.views.types import BoardView
from sanmill.core.game.model import Content
from sanmill.core.game.move import Move
from sanmill.engine.game import Game

SMALL_RULES, SMALL_POSITION = "three_mens_morris", ".OX.XO.O."  # a dot, or a piece of White or Black, per point
RULES = "nine_mens_morris"
START = "*OO**@**/@O*@**O*/O@@*@@*O b m s 6 0 7 0 0 0 0 0 0 0 0 12 14"
MOVES = (Move("a1-a4"), Move("e4-f4"))  # the move before, and the animated move


@cache
def board(is_moved: bool) -> BoardView:
    """The position before the move, with its piece chosen, or after it."""
    game = Game(RULES, START)
    for move in MOVES if is_moved else MOVES[:1]:
        game.play(move)
    last = MOVES[1] if is_moved else MOVES[0]
    chosen = "" if is_moved else MOVES[1].start
    return BoardView(
        board=game.board,
        contents=game.view.contents,
        chosen=chosen,
        targets=targets(game, chosen) if chosen else frozenset(),
        last_from=last.start,
        last_to=last.end,
        ply=2 if is_moved else 1,
    )


@cache
def small() -> BoardView:
    """A few pieces on the smallest board, for pictures of themes."""
    contents = {".": Content.EMPTY, "O": Content.WHITE, "X": Content.BLACK}
    return BoardView(board=Game(SMALL_RULES).board, contents=tuple(contents[mark] for mark in SMALL_POSITION))
