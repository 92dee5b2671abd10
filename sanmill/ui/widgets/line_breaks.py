"""Where lines with Chinese in them end: after any character, but never before what closes nor after what opens.

Kivy breaks lines at spaces only; Chinese has few, and a full stop should not stand alone on a line.
"""

from __future__ import annotations

from collections.abc import Callable

CLOSING = frozenset("，。！？：；、）》」』”’…·％")
OPENING = frozenset("（《「『“‘")


def is_wide(character: str) -> bool:
    """Whether it is a Chinese character or sign."""
    return "\u2e80" <= character <= "\u9fff" or "\uff00" <= character <= "\uffef"


def may_break(left: str, right: str) -> bool:
    """Whether a line may end between two characters."""
    if " " in (left, right):
        return right != " "
    if right in CLOSING or left in OPENING:
        return False
    return is_wide(left) or is_wide(right)


def pieces(text: str) -> list[str]:
    """A text cut wherever a line may end."""
    cuts = [index for index in range(1, len(text)) if may_break(text[index - 1], text[index])]
    return [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)])]


def broken(text: str, width: float, measure: Callable[[str], float]) -> str:
    """A text with its lines ended where they are full."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for piece in pieces(paragraph):
            if line and measure((line + piece).rstrip()) > width:
                lines.append(line.rstrip())
                line = ""
            line += piece
        lines.append(line)
    return "\n".join(lines)
