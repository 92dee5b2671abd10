"""Texts that several views use."""

from __future__ import annotations

from sanmill.core.game.model import GameState, Reason, Side
from sanmill.core.text.i18n import Text, text


def side_name(side: Side) -> Text:
    return text(f"side.{side.name.lower()}")


def opening_name(name: str) -> Text:
    """Of an opening in the table of names."""
    return text(f"opening.{name}")


def reason_words(
    state: GameState, reason: str, loser: Side | None, name: Text, human_sides: frozenset[Side] = frozenset()
) -> Text:
    """Why a game ended; the loser has a name, the only person is addressed as you."""
    if loser is None:
        return text(f"reason.draw.{reason}")
    if reason == Reason.FEW_PIECES.value and state.pieces_left(loser) == 2:
        reason = "two_pieces"
    if human_sides == {loser}:
        return text(f"reason.you.{reason}")
    return text(f"reason.side.{reason}", side=name)
