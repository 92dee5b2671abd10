"""The view of the exercise with coordinates."""

from __future__ import annotations

from dataclasses import dataclass

from sanmill.control.views.types import BoardView
from sanmill.core.text.i18n import Text


@dataclass(frozen=True)
class NameView:
    """A name to choose."""

    point: str
    is_wrong: bool  # it was tried


@dataclass(frozen=True)
class ExerciseView:
    """A kind of the exercise, to be started."""

    kind: str
    title: Text
    best: Text


@dataclass(frozen=True)
class CoordinatesView:
    board: BoardView
    heading: Text  # what to do, or how it went
    detail: Text
    is_wrong: bool  # the detail says so
    names: tuple[NameView, ...]
    exercises: tuple[ExerciseView, ...]  # while none is running
    is_feast: bool  # a new best
