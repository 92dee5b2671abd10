"""The measured strength of the levels: each level's score against the one below.

``python -m sanmill ladder`` measures it and writes the file. Ratings, and the table and chart of tests/MEASUREMENTS.md,
are made from that file.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from sanmill.core.resources import ASSETS

FILE = ASSETS / "ladder.json"


@dataclass(frozen=True)
class LadderStep:
    """A match of a level against the one below, the lowest level against a bot."""

    level: int
    opponent: str
    games: int
    score: float  # percent
    error: float  # percent, half of the 95 % interval
    draws: int | None = None  # None: not recorded


@dataclass(frozen=True)
class Ladder:
    """The steps from the lowest level up. The highest, which has no limit of its own, had so many nodes a move."""

    variant: str
    full_nodes: int
    steps: tuple[LadderStep, ...] = ()

    def with_step(self, step: LadderStep) -> Ladder:
        steps = {each.level: each for each in (*self.steps, step)}
        return replace(self, steps=tuple(steps[level] for level in sorted(steps)))


def read_ladder(path: Path = FILE) -> Ladder:
    content = json.loads(path.read_text(encoding="utf-8"))
    return Ladder(content["variant"], content["full_nodes"], tuple(LadderStep(**step) for step in content["steps"]))


def write_ladder(path: Path, ladder: Ladder) -> None:
    steps = ",\n".join(f"    {json.dumps(asdict(step))}" for step in ladder.steps)
    head = f'  "variant": "{ladder.variant}",\n  "full_nodes": {ladder.full_nodes},\n'
    path.write_text(f'{{\n{head}  "steps": [\n{steps}\n  ]\n}}\n', encoding="utf-8")
