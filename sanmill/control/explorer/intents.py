"""Intents about the opening explorer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sanmill.control.intents import BoardIntent
from sanmill.core.game.model import Side
from sanmill.core.reports.breadcrumbs import Recorded


@dataclass(frozen=True)
class ExploreMove(BoardIntent):
    move: str


@dataclass(frozen=True)
class ExploreRules(BoardIntent):
    rules: str


@dataclass(frozen=True)
class PlayFrom(BoardIntent):
    """Play on from the position explored: as a side against the engine, or two players."""

    recorded: ClassVar[Recorded] = {"side": Side}
    side: Side | None
