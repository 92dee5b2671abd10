"""Texts that several views use."""

from __future__ import annotations

from sanmill.core.game.model import GameState, Reason, Side
from sanmill.core.text.i18n import Text, text

DRAWS = {
    "agreed": "reason.draw.agreed",
    "noted": "reason.draw.noted",
    Reason.THREEFOLD.value: "reason.draw.threefold",
    Reason.N_MOVES.value: "reason.draw.n_moves",
    Reason.BOARD_FULL.value: "reason.draw.board_full",
    Reason.NO_MOVES.value: "reason.draw.no_moves",
}
LOSSES = {  # of the only person, and of a side
    "resigned": ("reason.you.resigned", "reason.side.resigned"),
    "noted": ("reason.you.noted", "reason.side.noted"),
    "time": ("reason.you.time", "reason.side.time"),
    "two_pieces": ("reason.you.two_pieces", "reason.side.two_pieces"),
    Reason.FEW_PIECES.value: ("reason.you.few_pieces", "reason.side.few_pieces"),
    Reason.NO_MOVES.value: ("reason.you.no_moves", "reason.side.no_moves"),
    Reason.BOARD_FULL.value: ("reason.you.board_full", "reason.side.board_full"),
}


def side_name(side: Side) -> Text:
    return text("side.white" if side is Side.WHITE else "side.black")


def opening_name(name: str) -> Text:
    """Of an opening in the table of names."""
    return text(f"opening.{name}")


def reason_words(
    state: GameState, reason: str, loser: Side | None, name: Text, human_sides: frozenset[Side] = frozenset()
) -> Text:
    """Why a game ended; the loser has a name, the only person is addressed as you."""
    if loser is None:
        return text(DRAWS[reason])
    if reason == Reason.FEW_PIECES.value and state.pieces_left(loser) == 2:
        reason = "two_pieces"
    you, other = LOSSES[reason]
    return text(you) if human_sides == {loser} else text(other, side=name)
