"""A game as a short code: the index of each move among the legal moves, combined into one large number.

It holds rules, start position, result and a checksum, but no comments and no variations.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Sequence

from sanmill.core.game.record import RESULTS, STANDARD_RULES, UNFINISHED, Record, RecordError

from .errors import EngineError
from .game import Game

PREFIX = "mill1:"
LENGTH_MAX = 6000  # characters of a code
MOVES_MAX = 5000
FOUND = re.compile(re.escape(PREFIX) + r"([A-Za-z0-9_-]+)")
HAS_RULES, HAS_START = 4, 8  # flags in the first byte, above the result


class CodeError(Exception):
    """A game that has no code, or a text without a readable one: ``none``, ``too_long``, ``cut`` or ``damaged``."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


def write(record: Record, plies: int | None = None) -> str:
    """The main line of a record as a code, or so many plies of it."""
    moves = [node.move for node in record.tree.main_line][:plies]
    if len(moves) > MOVES_MAX:
        raise CodeError("too_long")
    rules, start = record.rules, record.position or ""
    if not moves and not start and record.result != UNFINISHED:
        raise CodeError("none")
    first = RESULTS.index(record.result)
    body = bytearray()
    for text, flag in ((rules if rules != STANDARD_RULES else "", HAS_RULES), (start, HAS_START)):
        if text:
            first |= flag
            body += _size(len(text.encode())) + text.encode()
    game = Game(rules, start or None)
    choices: list[tuple[int, int]] = []
    for move in moves:
        legal = sorted(game.legal())
        choices.append((legal.index(move), len(legal)))
        game.play(move)
    number = 0
    for index, count in reversed(choices):
        number = number * count + index
    packed = (
        bytes([first]) + bytes(body) + _size(len(moves)) + number.to_bytes((number.bit_length() + 7) // 8, "little")
    )
    return PREFIX + base64.urlsafe_b64encode(_sum(packed, moves) + packed).decode().rstrip("=")


def read(text: str) -> Record:
    """The record of the first code in a text; the code may be broken into lines."""
    found = FOUND.search(text)
    if found is None:
        raise CodeError("none")
    try:
        return _read(found[1])
    except CodeError:
        joined = re.match(r"[A-Za-z0-9_-]+", re.sub(r"\s+", "", text[found.start(1) : found.start(1) + 2 * LENGTH_MAX]))
        if joined is None or joined[0] == found[1]:
            raise
        return _read(joined[0])


def is_code(text: str) -> bool:
    return FOUND.search(text) is not None


def _read(letters: str) -> Record:
    if len(letters) > LENGTH_MAX:
        raise CodeError("too_long")
    try:
        data = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    except (binascii.Error, ValueError) as error:
        raise CodeError("cut") from error
    try:
        record, moves = _unpacked(data[2:])
    except (IndexError, ValueError, EngineError, RecordError) as error:
        raise CodeError("damaged") from error
    if _sum(data[2:], moves) != data[:2]:
        raise CodeError("damaged")
    return record


def _unpacked(packed: bytes) -> tuple[Record, list[str]]:
    record = Record()
    first, at = packed[0], 1
    texts = []
    for flag in (HAS_RULES, HAS_START):
        size, at = _read_size(packed, at) if first & flag else (0, at)
        texts.append(packed[at : at + size].decode("utf-8"))
        at += size
    rules, start = texts
    game = Game(rules or STANDARD_RULES, start or None)
    record.rules = rules or STANDARD_RULES
    record.position = start or None
    record.result = RESULTS[first & 3]
    count, at = _read_size(packed, at)
    number = int.from_bytes(packed[at:], "little")
    if count > MOVES_MAX:
        raise ValueError("too many moves")
    moves: list[str] = []
    for _ in range(count):
        legal = sorted(game.legal())
        if not legal:
            raise ValueError("the game is over before")
        number, index = divmod(number, len(legal))
        moves.append(legal[index])
        game.play(legal[index])
        record.tree.play(legal[index])
    record.tree.current = record.tree.root
    if number or packed[at:].endswith(b"\0") or first >> 4:
        raise ValueError("more than the moves")
    if not moves and not start and record.result != UNFINISHED:
        raise ValueError("the result of no game")
    return record, moves


def _sum(packed: bytes, moves: Sequence[str]) -> bytes:
    """The checksum of two bytes."""
    return binascii.crc_hqx(" ".join(moves).encode(), binascii.crc_hqx(packed, 0)).to_bytes(2, "big")


def _size(number: int) -> bytes:
    written = bytearray()
    while number >= 128:
        written.append(number & 127 | 128)
        number >>= 7
    return bytes(written) + bytes([number])


def _read_size(packed: bytes, at: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        byte = packed[at]
        number |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return number, at
        if shift > 28:
            raise ValueError("a number that is too large")
