"""Line breaking for Chinese: after any character, but not before closing or after opening punctuation.

Kivy breaks lines only at spaces, which Chinese rarely has.
"""

from __future__ import annotations

from collections.abc import Callable

CLOSING = frozenset("，。！？：；、）》」』”’…·％")
OPENING = frozenset("（《「『“‘")


def is_wide(character: str) -> bool:
    """Whether it is a CJK character or punctuation mark."""
    return "\u2e80" <= character <= "\u9fff" or "\uff00" <= character <= "\uffef"


def may_break(left: str, right: str) -> bool:
    """Whether a line may end between two characters."""
    if " " in (left, right):
        return right != " "
    if right in CLOSING or left in OPENING:
        return False
    return is_wide(left) or is_wide(right)


def segments(text: str) -> list[str]:
    """Split a text wherever a line may end."""
    cuts = [index for index in range(1, len(text)) if may_break(text[index - 1], text[index])]
    return [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)])]


def break_lines(text: str, width: float, measure: Callable[[str], float]) -> str:
    """Insert line breaks so that no line is wider than ``width``."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for segment in segments(paragraph):
            if line and measure((line + segment).rstrip()) > width:
                lines.append(line.rstrip())
                line = ""
            line += segment
        lines.append(line)
    return "\n".join(lines)
