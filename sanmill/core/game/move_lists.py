"""Move lists of other programs and sites, rewritten in the notation of a record; every line keeps its number.

PlayOK numbers the points from 1 to 24, row by row from the top. GoldToken writes "Place to d6" and
"a4 -> a7, take d7" in columns. Other lists have ``1)``, ``a4→a7``, ``a4-a7/xd7``, ``1:0`` or "White: Anna" above the
moves. Comments, headers and what is not understood stay as they are: reading the record then says what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from sanmill.core.text.i18n import text

from .record import RESULTS, VALUE_MAX, RecordError, clean

# PlayOK's points from 1 on.
NUMBERED = (
    *("a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4"),
    *("e4", "f4", "g4", "c3", "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1"),
)
PLAYOK = '[Site "PlayOK"]'
PAGE_END = "quick jump"  # what follows the moves on a page of GoldToken

_POINT = "[a-g][1-7]"
_HAS_POINT = re.compile(rf"\b{_POINT}\b", re.IGNORECASE)
_FIRST_NUMBER = re.compile(r"(?<!\S)1\.(?!\.)")
_NUMBERED_MOVE = re.compile(r"(\d{1,4}\.{1,3})?((?:\d{1,2}(?:-\d{1,2})?)?(?:x\d{1,2})*)", re.IGNORECASE)
_TURN = re.compile(r"\s*\d{1,4}\s*(?:[.):]|\s)")
_NAMED = re.compile(r"\s*(white|black|event|site|date|round|result)\s{0,9}[:=]\s*(\S.*)", re.IGNORECASE)
_RESIGNED = re.compile(r"\bresign(?:s|ed)?\b", re.IGNORECASE)
_ASIDE = re.compile(r"\(([^()]{1,1000})\)")  # a comment, unless it has moves
_RESULT_WORDS = (
    (re.compile(r"\b(?:white (?:wins|won)|black (?:resigns|resigned))[.!]?\s*$", re.IGNORECASE), "1-0"),
    (re.compile(r"\b(?:black (?:wins|won)|white (?:resigns|resigned))[.!]?\s*$", re.IGNORECASE), "0-1"),
    (re.compile(r"(?<!\S)(?:draw|drawn|draw agreed)[.!]?\s*$", re.IGNORECASE), "1/2-1/2"),
    (re.compile(r"(?<!\S)1 ?[-:–—] ?0(?!\S)"), "1-0"),
    (re.compile(r"(?<!\S)0 ?[-:–—] ?1(?!\S)"), "0-1"),
    (re.compile(r"(?<!\S)(?:½|0[.,]5|1/2)(?: ?[-:–—] ?(?:½|0[.,]5|1/2))?(?!\S)"), "1/2-1/2"),
)
_SIGNS = (
    (re.compile(r"^(\s*\d{1,4})\s?[):](?=\s)"), r"\1."),
    (re.compile(rf"\bplace (?:to|on|at) ({_POINT})\b", re.IGNORECASE), r"\1"),
    (re.compile(rf"\b({_POINT}) ?(?:->|=>|→|–|—|−|‐|‑| to ) ?({_POINT})\b", re.IGNORECASE), r"\1-\2"),
    (re.compile(rf"[ ,]{{0,2}}\b(?:takes?|captures?|removes?) ({_POINT})\b", re.IGNORECASE), r"x\1"),
    (re.compile(rf"(?<=[1-7])(?:-?/| |, )?(?:x ?|×|:|/)({_POINT})\b", re.IGNORECASE), r"x\1"),
    (re.compile(r"\|"), " "),
)


class _Part(NamedTuple):
    """A line or a piece of one; comments and headers stay as they are."""

    words: str
    is_kept: bool


def rewritten(source: str) -> str:
    """The text in the notation of a record; the same text where nothing is known. RecordError for an unknown point."""
    parts = list(_parts(source))
    code = "".join(part.words for part in parts if not part.is_kept)
    if (_FIRST_NUMBER.search(code) or PLAYOK in source) and not _HAS_POINT.search(code):
        ours = _with_names(parts)
    else:
        ours = "".join(part.words if part.is_kept else _with_signs(part.words) for part in parts)
    return "\n".join(_with_comments(ours.split("\n")))


def has_moves(source: str) -> bool:
    return _HAS_POINT.search(source) is not None


def _parts(source: str) -> Iterator[_Part]:
    """Divide a text into comments and headers, and what lies between."""
    at = first = 0
    marks = re.compile(r"[{;\[]")
    while (mark := marks.search(source, at)) is not None:
        end = _end_of(source, mark.start())
        yield _Part(source[first : mark.start()], is_kept=False)
        yield _Part(source[mark.start() : end], is_kept=True)
        at = first = end
    yield _Part(source[first:], is_kept=False)


def _end_of(source: str, start: int) -> int:
    """Where a comment or a header ends; what is not closed reaches to the end of the text or of the line."""
    if source[start] == "{":
        return source.find("}", start) + 1 or len(source)
    end_of_line = source.find("\n", start)
    end_of_line = len(source) if end_of_line < 0 else end_of_line
    return source.find("]", start, end_of_line) + 1 or end_of_line if source[start] == "[" else end_of_line


# PlayOK.


def _with_names(parts: list[_Part]) -> str:
    """Names for the numbers of points."""
    written, line = [], 1
    for part in parts:
        words = re.split(r"(\s+)", part.words) if not part.is_kept else [part.words]
        for word in words:
            written.append(word if part.is_kept or not word.strip() else _named(word, line))
            line += word.count("\n")
    return "".join(written)


def _named(word: str, line: int) -> str:
    """A word of a list by numbers. A word that is no turn number and no result has to be a move."""
    if word in RESULTS or word == "TXT":  # the latter is a button of the page
        return "" if word == "TXT" else word
    found = _NUMBERED_MOVE.fullmatch(word)
    if not found:
        return word
    number, move = found.groups(default="")
    points = [int(point) for point in re.findall(r"\d+", move)]
    if not all(1 <= point <= len(NUMBERED) for point in points):
        raise RecordError(line, text("record.no_move", word=word))
    names = re.sub(r"\d+", lambda point: NUMBERED[int(point[0]) - 1], move)
    return f"{number} {names}" if number and move else number + names


# Other lists.


def _with_signs(words: str) -> str:
    """Our signs for those of others."""
    return "\n".join(_line_with_signs(line) for line in words.split("\n"))


def _line_with_signs(line: str) -> str:
    is_turn = _TURN.match(line) is not None
    for result, ours in _RESULT_WORDS:
        found = result.search(line)
        if found and (is_turn or _HAS_POINT.search(line) or found[0].strip() == line.strip()):
            line = result.sub(ours, line)
    for sign, ours in _SIGNS:
        line = sign.sub(ours, line)
    line = _ASIDE.sub(lambda aside: aside[0] if _HAS_POINT.search(aside[0]) else f"{{{clean(aside[1])}}}", line)
    resigned = _RESIGNED.search(line) if is_turn else None
    if resigned:
        is_white = len(_moves_in(line[: resigned.start()])) % 2 == 0
        line = f"{line[: resigned.start()]}{'0-1' if is_white else '1-0'}"
    return line


def _moves_in(line: str) -> list[str]:
    return re.findall(rf"(?<![\w-]){_POINT}", line, re.IGNORECASE)


def _with_comments(lines: list[str]) -> Iterator[str]:
    """Lines above and between the moves that have neither a turn nor a move, as headers or comments."""
    is_after_moves = is_open = False
    for line in lines:
        if is_open or not line.strip() or line.lstrip()[0] in "{[(;%":
            yield line
        elif _TURN.match(line) or _HAS_POINT.search(line) or _is_result(line):
            is_after_moves = True
            yield line
        elif PAGE_END in line.lower():
            return
        else:
            named = _NAMED.fullmatch(line)
            yield _header(*named.groups()) if named and not is_after_moves else f"{{{clean(line)}}}"
        is_open = line.rfind("{") > line.rfind("}") or (is_open and "}" not in line)


def _is_result(line: str) -> bool:
    return line.strip() in RESULTS


def _header(name: str, value: str) -> str:
    escaped = value.strip()[: VALUE_MAX // 2].replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name.capitalize()} "{escaped}"]'
