"""Files with one game or many: decoding, rejecting what is not text, and splitting into single records."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .record import RESULTS

SIZE_MAX = 16 << 20  # bytes of a file
HEADER = r'\s*\[\s*\w+\s+"'
CONTROLS = "[\x00-\x08\x0e-\x1f]"
CONTROLS_MAX = 0.02  # tolerated share of control characters


class NotGamesError(Exception):
    """Not a text with games: ``too_big``, ``not_text`` or ``empty``."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


@dataclass(frozen=True)
class GameText:
    """The text of one game and its first line in the file, counted from 0."""

    text: str
    line: int


def decode(data: bytes) -> str:
    if len(data) > SIZE_MAX:
        raise NotGamesError("too_big")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = data.decode("utf-16", errors="replace")
    else:
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            text = data.decode("latin-1")
    return checked(text)


def checked(text: str) -> str:
    """The text with Unix line ends; NotGamesError if it cannot be a game."""
    if len(text) > SIZE_MAX:
        raise NotGamesError("too_big")
    if not text.strip("\ufeff \t\r\n"):
        raise NotGamesError("empty")
    if "\0" in text or len(re.findall(CONTROLS, text)) > CONTROLS_MAX * len(text):
        raise NotGamesError("not_text")
    return text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def split(text: str) -> Iterator[GameText]:
    """Split a text into games. A game ends before headers that follow moves, or after a result at a line's end."""
    lines: list[str] = []
    first = 0
    has_moves = is_ended = is_comment = is_after_blank = False
    for number, line in enumerate(text.split("\n")):
        is_header = re.match(HEADER, line) is not None and (not is_comment or is_after_blank)
        if has_moves and ((is_header and (is_after_blank or not is_comment)) or (is_ended and line.strip())):
            yield GameText("\n".join(lines), first)
            lines, first, has_moves, is_comment = [], number, False, False
        lines.append(line)
        if line.strip():
            has_moves = has_moves or not is_header
            is_comment = _is_open(line, is_comment)
            is_ended = not is_comment and line.rsplit(None, 1)[-1] in RESULTS
        is_after_blank = not line.strip()
    if any(line.strip() for line in lines):
        yield GameText("\n".join(lines), first)


def _is_open(line: str, is_open: bool) -> bool:
    """Whether a comment is still open at the end of a line."""
    if not is_open:
        line = line.partition(";")[0] if "{" not in line.partition(";")[0] else line
    last_open, last_close = line.rfind("{"), line.rfind("}")
    return is_open if last_open == last_close else last_open > last_close
