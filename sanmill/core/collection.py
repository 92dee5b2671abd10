"""Files with one game or many: told apart from foreign ones, decoded, and taken apart into single records."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .record import RESULTS

SIZE_MOST = 4_000_000  # bytes of a file
HEADER = re.compile(r'\s*\[\s*\w+\s+"')
CONTROLS = re.compile("[\x00-\x08\x0e-\x1f]")
STRANGE_MOST = 0.02  # the share of characters that no text has


class ForeignError(Exception):
    """Something that is no text with games: ``too_big``, ``not_text`` or ``empty``."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


@dataclass(frozen=True)
class Part:
    """The text of one game and the line of the file at which it begins, counted from 0."""

    text: str
    line: int


def decode(data: bytes) -> str:
    """The text of a file."""
    if len(data) > SIZE_MOST:
        raise ForeignError("too_big")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = data.decode("utf-16", errors="replace")
    else:
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            text = data.decode("latin-1")
    return checked(text)


def checked(text: str) -> str:
    """Text that can be a game, with lines that end as usual."""
    if len(text) > SIZE_MOST:
        raise ForeignError("too_big")
    if not text.strip("\ufeff \t\r\n"):
        raise ForeignError("empty")
    if "\0" in text or len(CONTROLS.findall(text)) > STRANGE_MOST * len(text):
        raise ForeignError("not_text")
    return text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def split(text: str) -> Iterator[Part]:
    """The games of a text. A new one begins with headers after moves, or after a result at the end of a line."""
    lines: list[str] = []
    first = 0
    has_moves = is_ended = is_comment = is_after_blank = False
    for number, line in enumerate(text.split("\n")):
        is_header = HEADER.match(line) is not None and (not is_comment or is_after_blank)
        if has_moves and ((is_header and (is_after_blank or not is_comment)) or (is_ended and line.strip())):
            yield Part("\n".join(lines), first)
            lines, first, has_moves, is_comment = [], number, False, False
        lines.append(line)
        if line.strip():
            has_moves = has_moves or not is_header
            is_comment = _is_open(line, is_comment)
            is_ended = not is_comment and line.rsplit(None, 1)[-1] in RESULTS
        is_after_blank = not line.strip()
    if any(line.strip() for line in lines):
        yield Part("\n".join(lines), first)


def _is_open(line: str, is_open: bool) -> bool:
    """Whether a comment in braces is open after a line."""
    if not is_open:
        line = line.partition(";")[0] if "{" not in line.partition(";")[0] else line
    last_open, last_close = line.rfind("{"), line.rfind("}")
    return is_open if last_open == last_close else last_open > last_close
