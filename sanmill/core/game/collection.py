"""Files with one game or many: decoding, rejecting what is not text, and splitting into single records."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .record import RESULTS

SIZE_MAX = 16 << 20  # bytes of a file
HEADER = r'\s*\[\s*\w+\s+"'
FIRST_TURN = re.compile(r"\s*1(?:\.(?!\.)|[):]\s|\s{1,9}(?:place to )?[a-g][1-7])", re.IGNORECASE)
MOVES = re.compile(r"\s*\d|.*\b[a-g][1-7]\b", re.IGNORECASE)  # in a line
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
    """Split a text into games.

    A game ends before headers that follow moves, after a result at a line's end, or before the next first turn; then
    what stands between, after a blank line, belongs to the next game.
    """
    lines: list[str] = []
    first = depth = after_moves = 0
    has_moves = has_first = is_ended = is_comment = is_after_blank = False
    for line in text.split("\n"):
        is_header = re.match(HEADER, line) is not None and (not is_comment or is_after_blank)
        is_first = not is_comment and depth <= 0 and FIRST_TURN.match(line) is not None
        is_next = (is_header and (is_after_blank or not is_comment)) or (is_ended and bool(line.strip()))
        if has_moves and (is_next or (is_first and has_first)):
            end = len(lines) if is_next else _end_of_moves(lines, after_moves)
            yield GameText("\n".join(lines[:end]), first)
            lines, first = lines[end:], first + end
            depth, after_moves, has_moves, has_first, is_comment = 0, 0, False, False, False
        lines.append(line)
        if line.strip():
            has_moves, has_first = has_moves or not is_header, has_first or is_first
            after_moves = len(lines) if is_comment or is_header or MOVES.match(line) else after_moves
            depth += _depth_change(line, is_comment)
            is_comment = _is_open(line, is_comment)
            is_ended = not is_comment and line.rsplit(None, 1)[-1] in RESULTS
        is_after_blank = not line.strip()
    if any(line.strip() for line in lines):
        yield GameText("\n".join(lines), first)


def _end_of_moves(lines: list[str], after_moves: int) -> int:
    """The first blank line after the last move; the end where there is none."""
    return next((at for at in range(after_moves, len(lines)) if not lines[at].strip()), len(lines))


def _depth_change(line: str, is_comment: bool) -> int:
    """Variations that a line opens, less those that it closes."""
    if "(" not in line and ")" not in line:
        return 0
    words = line.partition("}")[2] if is_comment else line
    words = re.sub(r"\{[^}]*(?:\}|$)", "", words).partition(";")[0]
    return words.count("(") - words.count(")")


def _is_open(line: str, is_open: bool) -> bool:
    """Whether a comment is still open at the end of a line."""
    if not is_open:
        line = line.partition(";")[0] if "{" not in line.partition(";")[0] else line
    last_open, last_close = line.rfind("{"), line.rfind("}")
    return is_open if last_open == last_close else last_open > last_close
