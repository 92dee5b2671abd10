"""What crosses the queue between the controller and the engine worker.

Commands go in, events come out. All are frozen; every event carries the
ticket of the command it answers, so that stale answers can be dropped.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Union


@dataclass(frozen=True)
class Situation:
    """A game as text: its rules, where it starts (empty: the usual start) and the moves since then."""

    rules: str
    moves: tuple[str, ...] = ()
    start: str = ""


@dataclass(frozen=True)
class Limits:
    """When to stop thinking; 0 means no such limit. Without any, the level and its time decide."""

    depth: int = 0
    nodes: int = 0
    time_ms: int = 0
    is_infinite: bool = False


@dataclass(frozen=True)
class Think:
    """Choose a move for the side to move, as strong as the options say."""

    ticket: int
    situation: Situation
    options: tuple[tuple[str, str], ...] = ()
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True)
class Analyse:
    """Judge every legal move at full strength, better and better, until stopped or a limit is reached."""

    ticket: int
    situation: Situation
    options: tuple[tuple[str, str], ...] = ()
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True)
class Line:
    """One legal move with its score (from the side to move) and the play expected after it.

    ``mate`` counts plies to the end of the game: positive when the side to move wins, negative when it
    loses, 0 when no end is in sight. ``is_proven`` says that an endgame table speaks, not an estimate;
    ``turns`` is then its distance to the end in turns of both sides, -1 for a draw or where it does not know.
    """

    move: str
    score: int
    mate: int
    depth: int
    is_proven: bool
    turns: int
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Progress:
    """What an analysis knows so far: the best lines first."""

    ticket: int
    depth: int
    nodes: int
    time_ms: int
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class MoveChosen:
    """The answer to Think. ``move`` is empty when the game was over."""

    ticket: int
    move: str
    lines: tuple[Line, ...]
    nodes: int
    time_ms: int


@dataclass(frozen=True)
class AnalysisDone:
    """The last word of an analysis."""

    ticket: int
    lines: tuple[Line, ...]
    depth: int


@dataclass(frozen=True)
class WorkFailed:
    """The engine could not do what was asked; the worker is alive and takes the next command."""

    ticket: int
    message: str
    trace: str = field(default="", compare=False)  # for a report


Command = Union[Think, Analyse]
Event = Union[Progress, MoveChosen, AnalysisDone, WorkFailed]
