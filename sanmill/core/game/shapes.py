"""Rings and arrows drawn on the board, and the commands in comments by which chess programs write them.

[%csl Gd6,Rf4] rings a point in green and another in red; [%cal Gd6f4] draws a green arrow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

SHAPES_MAX = 64  # at one move
GREEN, RED, BLUE, YELLOW = COLOURS = ("G", "R", "B", "Y")
POINT = "[a-g][1-7]"
_COMMAND = re.compile(r"\[%c(?P<kind>sl|al)\s+(?P<items>[^\[\]{}]*?)\s*\]")
_ITEMS = {"sl": re.compile(f"[{''.join(COLOURS)}]{POINT}"), "al": re.compile(f"[{''.join(COLOURS)}]{POINT}{POINT}")}


@dataclass(frozen=True)
class Shape:
    """A ring around a point, or an arrow to another one."""

    colour: str
    start: str
    end: str = ""

    @property
    def place(self) -> tuple[str, str]:
        return (self.start, self.end)

    def __str__(self) -> str:
        return f"{self.colour}{self.start}{self.end}"


def drawn(shapes: tuple[Shape, ...], shape: Shape) -> tuple[Shape, ...]:
    """The shapes with one more; the same one again is removed, one in another colour replaced."""
    others = tuple(each for each in shapes if each.place != shape.place)
    if shape in shapes or len(others) == SHAPES_MAX:
        return others
    return (*others, shape)


def read(comment: str) -> tuple[str, tuple[Shape, ...]]:
    """The words of a comment, and what is drawn. A command that cannot be read stays among the words."""
    shapes: tuple[Shape, ...] = ()
    words: list[str] = []
    end = 0
    for command in _COMMAND.finditer(comment):
        found = _shapes(command)
        places = {each.place for each in (*shapes, *found)}
        if not found or len(places) > SHAPES_MAX:
            continue
        for shape in found:
            shapes = (*(each for each in shapes if each.place != shape.place), shape)
        words.append(comment[end : command.start()])
        end = command.end()
    if not shapes:
        return comment, ()
    return " ".join(filter(None, (part.strip() for part in (*words, comment[end:])))), shapes


def _shapes(command: re.Match[str]) -> tuple[Shape, ...]:
    """What a command draws; nothing if a part of it cannot be read."""
    items = [item.strip() for item in command["items"].split(",")]
    if not all(_ITEMS[command["kind"]].fullmatch(item) and item[1:3] != item[3:] for item in items):
        return ()
    return tuple(Shape(item[0], item[1:3], item[3:]) for item in items)


def write(shapes: Iterable[Shape]) -> str:
    """The commands; empty without shapes."""
    listed = tuple(shapes)
    rings = ",".join(str(shape) for shape in listed if not shape.end)
    arrows = ",".join(str(shape) for shape in listed if shape.end)
    return (f"[%csl {rings}]" if rings else "") + (f"[%cal {arrows}]" if arrows else "")
