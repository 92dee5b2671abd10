"""The phases of a game, as statistics tell them apart."""

from __future__ import annotations

from .model import GameState

PHASES = PLACING, MOVING, FLYING = ("placing", "moving", "flying")


def phase_of(state: GameState) -> str:
    if state.is_placing:
        return PLACING
    return FLYING if state.may_fly[state.side] else MOVING
