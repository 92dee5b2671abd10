"""Intents about the user's weights and the match that tries them."""

from __future__ import annotations

from dataclasses import dataclass

from sanmill.control.intents import Intent


@dataclass(frozen=True)
class SetWeight(Intent):
    stage: str
    name: str
    value: int


class UndoTuning(Intent):
    """Take back the last change of weights."""


class ResetTuning(Intent):
    """Return to the standard algorithm and weights."""


@dataclass(frozen=True)
class ImportWeights(Intent):
    """Take the weights of a shared text."""

    text: str


class ShareWeights(Intent):
    """Show the changed weights as text."""


class StartMatch(Intent):
    """Play fast games with the user's algorithm and weights against the standard ones."""


class StopMatch(Intent):
    """Stop the match."""
