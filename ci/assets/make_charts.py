"""Draw the charts of tests/MEASUREMENTS.md: the ladder of levels, and the share of turns that drop value.

    python -m ci.assets.make_charts

Plain SVG in tests/charts, from assets/ladder.json and assets/leak.json. `make ladder` and `make leak` call it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from html import escape
from typing import Any

from ci import ROOT
from sanmill.core.progress.ladder import Ladder, read_ladder
from sanmill.core.progress.rating import FIRST, elo_of
from sanmill.core.resources import ASSETS

TARGET = ROOT / "tests" / "charts"
WIDTH, HEIGHT = 760, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 56, 52
PAPER, INK, FAINT, GRID = "#ffffff", "#2b2621", "#7a7168", "#e6e0d8"
PHASES = {"placing": "#b5651d", "moving": "#1f6f8b", "flying": "#6b8e23"}


def text(x: float, y: float, words: str, anchor: str = "middle", size: int = 13, colour: str = INK) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{colour}"'
    return f"<text {place}>{escape(words)}</text>"


def line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 1) -> str:
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width}"/>'


def error_bar(x: float, low: float, high: float, colour: str) -> Iterator[str]:
    yield line(x, low, x, high, colour, 1.5)
    for end in (low, high):
        yield line(x - 5, end, x + 5, end, colour, 1.5)


def document(title: str, below: str, shapes: Iterator[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
        f' font-family="sans-serif" role="img"><title>{escape(title)}</title>'
    )
    paper = f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="{PAPER}"/>'
    heading = text(LEFT, 28, title, "start", 16)
    under = text(LEFT + (WIDTH - LEFT - RIGHT) / 2, HEIGHT - 12, below, colour=FAINT)
    return "\n".join([head, paper, heading, *shapes, under, "</svg>"]) + "\n"


def height_of(value: float, low: float, high: float) -> float:
    """The y of a value on an axis from low to high."""
    return HEIGHT - BOTTOM - (value - low) / (high - low) * (HEIGHT - TOP - BOTTOM)


def axis(low: int, high: int, step: int, unit: str) -> Iterator[str]:
    for value in range(low, high + 1, step):
        y = height_of(value, low, high)
        yield line(LEFT, y, WIDTH - RIGHT, y, GRID)
        yield text(LEFT - 8, y + 4, f"{value:,}{unit}", "end", colour=FAINT)


def ladder_chart(ladder: Ladder) -> str:
    """The rating of each level, with the score against the one below and its 95 % interval."""
    low, high = 400, 2600
    gap = (WIDTH - LEFT - RIGHT) / len(ladder.steps)

    def shapes() -> Iterator[str]:
        yield from axis(low, high, 400, "")
        below = rating = FIRST
        for index, step in enumerate(ladder.steps):
            x = LEFT + gap * (index + 0.5)
            yield text(x, HEIGHT - BOTTOM + 20, str(step.level))
            if index:
                rating = below + elo_of(step.score / 100)
                least, most = (below + elo_of((step.score + sign * step.error) / 100) for sign in (-1, 1))
                top = height_of(most, low, high)
                yield from error_bar(x, height_of(least, low, high), top, PHASES["moving"])
                yield text(x, top - 8, f"{step.score:.1f} %", size=12)
            yield f'<circle cx="{x:.1f}" cy="{height_of(rating, low, high):.1f}" r="4" fill="{PHASES["moving"]}"/>'
            below = rating

    title = "Levels: rating, and score against the level below (bars: 95 %)"
    return document(title, "level; ratings in Elo, level 1 at 600", shapes())


def leak_chart(players: list[dict[str, Any]]) -> str:
    """The share of turns that drop value, by player and phase."""
    low, high = 0, 45
    floor = HEIGHT - BOTTOM
    gap = (WIDTH - LEFT - RIGHT) / len(players)
    bar = gap / 4

    def shapes() -> Iterator[str]:
        yield from axis(low, high, 10, " %")
        for index, player in enumerate(players):
            start = LEFT + gap * index + (gap - 3 * bar) / 2
            yield text(start + 1.5 * bar, HEIGHT - BOTTOM + 20, str(player["player"]).capitalize())
            for number, (phase, colour) in enumerate(PHASES.items()):
                turns, drops = player[phase]["turns"], player[phase]["drops"]
                share = drops / turns
                x, y = start + number * bar, height_of(100 * share, low, high)
                size = f'x="{x:.1f}" y="{y:.1f}" width="{bar - 1:.1f}" height="{floor - y:.1f}"'
                yield f'<rect {size} fill="{colour}"/>'
                error = 196 * math.sqrt(share * (1 - share) / turns)
                if drops:
                    ends = [height_of(100 * share + sign * error, low, high) for sign in (-1, 1)]
                    yield line(x + bar / 2 - 0.5, min(ends[0], floor), x + bar / 2 - 0.5, ends[1], INK)
        for number, (phase, colour) in enumerate(PHASES.items()):
            x = WIDTH - RIGHT - 300 + 100 * number
            yield f'<rect x="{x}" y="62" width="12" height="12" fill="{colour}"/>'
            yield text(x + 18, 73, phase, "start")

    title = "Turns that drop value, by level and phase (lines: 95 %)"
    return document(title, "level; share of its turns that make the position worth less", shapes())


def charts() -> dict[str, str]:
    """The charts by file name."""
    players = json.loads((ASSETS / "leak.json").read_text(encoding="utf-8"))
    return {"ladder.svg": ladder_chart(read_ladder()), "leak.svg": leak_chart(players)}


def main() -> None:
    TARGET.mkdir(exist_ok=True)
    for name, drawing in charts().items():
        (TARGET / name).write_text(drawing, encoding="utf-8")


if __name__ == "__main__":
    main()
