"""Line breaking where Kivy, which breaks lines only at spaces, does it badly: in Chinese, Japanese and between parts.

Chinese and Japanese rarely have spaces: a line ends after any character, but not before closing or after opening
punctuation. Small kana do not begin a line either, and a word in katakana, often a name, stays whole.
"""

from __future__ import annotations

from collections.abc import Callable

CLOSING = frozenset("，。！？：；、）》〉」』】］”’…·・％〜ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ")
OPENING = frozenset("（《〈「『【［“‘")
SEPARATOR = " · "


def is_wide(character: str) -> bool:
    return "\u2e80" <= character <= "\u9fff" or "\uff00" <= character <= "\uffef"


def is_katakana(character: str) -> bool:
    return "\u30a1" <= character <= "\u30fa" or character == "ー"


def may_break(left: str, right: str) -> bool:
    if " " in (left, right):
        return right != " "
    if right in CLOSING or left in OPENING or (is_katakana(left) and is_katakana(right)):
        return False
    return is_wide(left) or is_wide(right)


def segments(text: str) -> list[str]:
    """Split a text wherever a line may end; a number stays with the word after it, as in "3 子"."""
    cuts = [
        index
        for index in range(1, len(text))
        if may_break(text[index - 1], text[index])
        and not (index > 1 and text[index - 1] == " " and text[index - 2].isdigit() and is_wide(text[index]))
    ]
    return [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)])]


def break_lines(text: str, width: float, measure: Callable[[str], float]) -> str:
    """Insert line breaks so that no line is wider than ``width`` and no character is left alone on the last one."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        rows: list[list[str]] = [[]]
        for segment in segments(paragraph):
            if rows[-1] and measure("".join((*rows[-1], segment)).rstrip()) > width:
                rows.append([])
            rows[-1].append(segment)
        if len(rows) > 1 and len(rows[-2]) > 1 and is_orphan("".join(rows[-1])):
            longer = [rows[-2][-1], *rows[-1]]
            if measure("".join(longer)) <= width:
                rows[-2:] = [rows[-2][:-1], longer]
        lines += ["".join(row).rstrip() for row in rows[:-1]]
        lines.append("".join(rows[-1]))
    return "\n".join(lines)


def break_between_parts(text: str, width: float, measure: Callable[[str], float]) -> str:
    """Break lines between parts, or between words if that takes fewer; none begins or ends with the separator."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        parts = fill(paragraph, SEPARATOR, width, measure)
        words = [line.strip(SEPARATOR) for line in fill(paragraph, " ", width, measure)]
        has_room = all(measure(part) <= width for part in parts)
        lines += parts if has_room and len(parts) <= len(words) else filter(None, words)
    return "\n".join(lines)


def fill(text: str, separator: str, width: float, measure: Callable[[str], float]) -> list[str]:
    """Lines as long as fit, broken at the separator only."""
    first, *others = text.split(separator)
    lines = [first]
    for part in others:
        longer = separator.join((lines[-1], part))
        if measure(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


def is_orphan(line: str) -> bool:
    """Whether a line holds one Chinese character, with or without punctuation."""
    characters = [each for each in line if each not in CLOSING]
    return len(characters) == 1 and is_wide(characters[0])
