"""Positions as the engine reads them, made from what stands where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sanmill.core.model import Content, Side
from sanmill.engine.game import Game

LETTERS = {Content.EMPTY: "*", Content.WHITE: "O", Content.BLACK: "@", Content.MARKED: "X"}
QUIET = -2  # the place of the plies since the last removal in the text


def write_position(
    game: Game, contents: Mapping[str, Content], hands: Sequence[int], side: Side, quiet: int = 0
) -> str:
    """Modelled on the engine's own text of the game's position."""
    fields = game.position.split(" ")
    letters = iter(LETTERS[contents[point.name]] for point in game.board.points)
    fields[0] = "".join(sign if sign == "/" else next(letters) for sign in fields[0])
    fields[1] = "wb"[side]
    fields[2:4] = ["p", "p"] if any(hands) else ["m", "s"]
    fields[4:8] = [str(number) for each in Side for number in (count(contents, each), hands[each])]
    fields[QUIET] = str(quiet)
    return " ".join(fields)


def count(contents: Mapping[str, Content], side: Side) -> int:
    """Pieces of a side on the board."""
    content = Content.WHITE if side is Side.WHITE else Content.BLACK
    return sum(here is content for here in contents.values())
