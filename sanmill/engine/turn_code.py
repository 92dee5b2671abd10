"""The code of a message between friends: a whole game as one large number, in letters and digits that check themselves.

It holds the game's identity, rules, names and moves, each move as its index among the legal ones. A game too long for
one message leaves out its first moves, which the receiver has.
"""

from __future__ import annotations

import math
import re
import string
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from sanmill.core.publisher import LINKS
from sanmill.core.text.names import one_line

from .errors import EngineError
from .game import Game
from .rules import rules, variants

LENGTH_MAX = 190  # characters of a code
LINK_MAX = 199  # of a link with it
VERSION = "1"
FOUND = re.compile(r"turn([0-9])/")
DIGITS = string.digits + string.ascii_uppercase + string.ascii_lowercase
MARK = f"turn{VERSION}/"
BEFORE = len(MARK) + 2  # characters before the letters: the mark and two digits with their number
LETTERS_MAX = LENGTH_MAX - BEFORE
AROUND_MAX = 3 * LENGTH_MAX  # characters in which the letters stand, with line breaks and quotation marks
NAME_MAX, NAME_BYTES = 12, 24
MOVES_MAX = 4096
GAMES = 1 << 32  # identities
SUMS, EARLIER_SUMS = 1 << 32, 1 << 16
VARIANTS, CHANGES = 64, 128  # more than there are


class Sign(Enum):
    """What a message says besides the moves."""

    NONE = 0
    RESIGNED = 1
    OFFERED_DRAW = 2
    AGREED_DRAW = 3


@dataclass(frozen=True)
class TurnMessage:
    """A game as its sender sees it."""

    game: int
    rules: str
    names: tuple[str, str]
    sender: Side
    moves: tuple[str, ...]
    sign: Sign = Sign.NONE


class TurnCodeError(Exception):
    """Not a message of a game: ``none``, ``cut``, ``damaged``, ``newer`` or ``earlier`` (moves that are not here)."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


Known = Callable[[int], Sequence[str]]  # the moves of a game that are here


def write(message: TurnMessage) -> str:
    """The code, at most LENGTH_MAX characters, and as short as its link wants it."""
    head = list(_head(message))
    choices = list(_choices(message.rules, message.moves))
    letters_max = min(LETTERS_MAX, LINK_MAX - len(LINKS[-1]) - BEFORE)
    room = math.log2(len(DIGITS)) * letters_max - sum(math.log2(count) for _, count in head) - 74
    first = len(choices)
    while first and room > math.log2(choices[first - 1][1]):
        first -= 1
        room -= math.log2(choices[first][1])
    earlier = message.moves[:first]
    parts = [*head, (first, MOVES_MAX)]
    parts += [(_sum(earlier) % EARLIER_SUMS, EARLIER_SUMS)] if first else []
    parts += [(len(choices) - first, MOVES_MAX), *choices[first:]]
    packed = 0
    for value, count in reversed(parts):
        packed = packed * count + value
    letters = _letters(packed * SUMS + _checksum(packed, message))
    return f"{MARK}{DIGITS[len(letters) // len(DIGITS)]}{DIGITS[len(letters) % len(DIGITS)]}{letters}"


def read(text: str, known: Known = lambda _: ()) -> list[TurnMessage]:
    """The messages in a text, as mail programs break and quote them; raises TurnCodeError if there is none."""
    found = [_tried(text[each.end() :][:AROUND_MAX], each[1], known) for each in FOUND.finditer(text)]
    messages = [each for each in found if isinstance(each, TurnMessage)]
    if not messages:
        raise next((each for each in found if isinstance(each, TurnCodeError)), TurnCodeError("none"))
    return list(dict.fromkeys(messages))


def is_code(text: str) -> bool:
    return FOUND.search(text) is not None


def clean_name(name: str) -> str:
    """A name as short as a code wants it."""
    cut = one_line(name, NAME_MAX).encode()[:NAME_BYTES]
    return cut.decode("utf-8", "ignore").strip()


# Writing.


def _head(message: TurnMessage) -> Iterator[tuple[int, int]]:
    """What stands before the moves, as values below a count."""
    yield message.game, GAMES
    yield message.sender, len(Side)
    yield message.sign.value, len(Sign)
    game = Game(message.rules)
    base = game.rules_text.split()[0]
    names = [variant.name for variant in variants()]
    yield names.index(base), VARIANTS
    usual = Game(base)
    changes = [index for index, rule in enumerate(rules()) if game.rule(rule.name) != usual.rule(rule.name)]
    yield len(changes), CHANGES
    for index in changes:
        yield index, CHANGES
        yield game.rule(rules()[index].name), rules()[index].maximum + 1
    for name in message.names:
        written = clean_name(name).encode()
        yield len(written), NAME_BYTES + 1
        yield from ((byte, 256) for byte in written)


def _choices(rules_text: str, moves: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The index of each move among the legal ones, and how many these are."""
    game = Game(rules_text)
    for move in moves:
        legal = sorted(game.legal())
        yield legal.index(Move(move)), len(legal)
        game.play(move)


def _letters(number: int) -> str:
    letters = ""
    while number:
        number, digit = divmod(number, len(DIGITS))
        letters = DIGITS[digit] + letters
    return letters


def _sum(moves: Sequence[str]) -> int:
    return zlib.crc32(" ".join(moves).encode())


def _checksum(packed: int, message: TurnMessage) -> int:
    """Of the number and of what it means: another list of rules or another order of moves is noticed."""
    return zlib.crc32(f"{packed:x} {message.rules} {' '.join(message.moves)}".encode())


# Reading.


def _tried(around: str, version: str, known: Known) -> TurnMessage | TurnCodeError:
    """The message after a mark, or why there is none."""
    try:
        if version != VERSION:
            raise TurnCodeError("newer")
        return _read(around, known)
    except TurnCodeError as error:
        return error


def _read(around: str, known: Known) -> TurnMessage:
    kept = re.sub("[^0-9A-Za-z]", "", around)
    length = DIGITS.index(kept[0]) * len(DIGITS) + DIGITS.index(kept[1]) if len(kept) > 1 else 0
    letters = kept[2 : 2 + length]
    if len(letters) < length or length < 2:
        raise TurnCodeError("cut")
    if length > LETTERS_MAX:
        raise TurnCodeError("damaged")
    number = 0
    for letter in letters:
        number = number * len(DIGITS) + DIGITS.index(letter)
    packed, checksum = divmod(number, SUMS)
    try:
        message = _unpacked(_Parts(packed), known)
    except (EngineError, ValueError, IndexError) as error:
        raise TurnCodeError("damaged") from error
    if checksum != _checksum(packed, message) or _letters(number) != letters:
        raise TurnCodeError("damaged")
    return message


class _Parts:
    """Takes a number apart."""

    def __init__(self, number: int) -> None:
        self.rest = number

    def take(self, count: int) -> int:
        self.rest, value = divmod(self.rest, count)
        return value


def _unpacked(parts: _Parts, known: Known) -> TurnMessage:
    identity, sender, sign = parts.take(GAMES), Side(parts.take(len(Side))), Sign(parts.take(len(Sign)))
    words = [variants()[parts.take(VARIANTS)].name]
    for _ in range(parts.take(CHANGES)):
        rule = rules()[parts.take(CHANGES)]
        words.append(f"{rule.name}={parts.take(rule.maximum + 1)}")
    game = Game(" ".join(words))
    names = tuple(bytes(parts.take(256) for _ in range(parts.take(NAME_BYTES + 1))).decode() for _ in Side)
    first = parts.take(MOVES_MAX)
    moves = list(known(identity)[:first]) if first else []
    if first and parts.take(EARLIER_SUMS) != _sum(moves) % EARLIER_SUMS:
        raise TurnCodeError("earlier")
    for move in moves:
        game.play(move)
    for _ in range(parts.take(MOVES_MAX)):
        legal = sorted(game.legal())
        if not legal:
            raise ValueError("the game is over before")
        moves.append(legal[parts.take(len(legal))])
        game.play(moves[-1])
    if parts.rest or any(name != clean_name(name) for name in names):
        raise ValueError("more than a game")
    return TurnMessage(identity, game.rules_text, (names[0], names[1]), sender, tuple(moves), sign)
