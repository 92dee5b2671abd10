"""The engine's scores as verdicts on moves and as values for the evaluation bar and graph."""

from __future__ import annotations

import math
from collections.abc import Iterable

from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from sanmill.core.text.i18n import Text, text
from sanmill.engine.messages import SearchLine

from .texts import side_name
from .types import Badge, Verdict

CLEAR = 60  # a larger score is a clear advantage
DECIDED = 10000  # a larger score is a forced end or a tablebase value
SCALE = 250.0  # this score fills three quarters of the bar
RANK = {Verdict.BETTER: 2, Verdict.LEVEL: 1, Verdict.WORSE: 0}
BEST_MAX, BLUNDERS_MAX = 3, 4  # points marked at once


def verdict_of(line: SearchLine) -> Verdict:
    """Whether a move is good, level or bad for the side that makes it."""
    advantage = line.mate or (line.score if abs(line.score) >= CLEAR else 0)
    if advantage > 0:
        return Verdict.BETTER
    return Verdict.WORSE if advantage < 0 else Verdict.LEVEL


def accepts_draw(lines: tuple[SearchLine, ...]) -> bool:
    """Whether the engine accepts a draw, by its search for the side that offers it: unless it stands better."""
    return bool(lines) and (lines[0].mate > 0 or (not lines[0].mate and lines[0].score > -CLEAR // 4))


def own_turns(dtw: int) -> int:
    """The turns that one player still makes, of a distance that counts those of both: players count their own."""
    return (dtw + 1) // 2


def turns_to_end(line: SearchLine) -> int:
    """The player's own turns to a known end of the game; 0 without one."""
    if line.is_proven and line.dtw > 0:
        return own_turns(line.dtw)
    return own_turns(abs(line.mate) - sum(move.is_removal for move in line.moves)) if line.mate else 0


def number_of(line: SearchLine) -> str:
    """The score of a line in pieces; the player's own turns to a known end as ``#6``, lost as ``#-6``."""
    turns = turns_to_end(line)
    if turns and abs(line.score) >= DECIDED:
        return f"#{turns if line.score > 0 else -turns}"
    return f"{max(-99.0, min(99.0, line.score / 100)):+.1f}"


def badges_of(lines: Iterable[SearchLine], chosen: str, *, has_numbers: bool = False) -> tuple[Badge, ...]:
    """The verdict of each move on its target; without a chosen piece, of each piece's best move on the piece.

    Only the best and the worst are marked, unless the user asked for the numbers.
    """
    best: dict[str, Badge] = {}
    for line in lines:
        move = Move(line.move)
        if chosen and move.start != chosen:
            continue
        point = move.end if chosen else move.points[0]
        badge = Badge(point, verdict_of(line), line.is_proven, number_of(line) if has_numbers else "")
        if point not in best or RANK[badge.verdict] > RANK[best[point].verdict]:
            best[point] = badge
    return tuple(best.values()) if has_numbers else telling(list(best.values()))


def telling(badges: list[Badge]) -> tuple[Badge, ...]:
    """The best of badges, which come first, and the blunders: moves that lose what the best one keeps."""
    rest = badges[BEST_MAX:]
    is_lost = any(badge.verdict is Verdict.WORSE for badge in badges[:BEST_MAX])  # then so is everything after it
    blunders = [] if is_lost else [badge for badge in rest if badge.verdict is Verdict.WORSE]
    return (*badges[:BEST_MAX], *blunders[-BLUNDERS_MAX:])


def proof_of(line: SearchLine) -> Text | None:
    """The tablebase value of a move in words, for the side that makes it; ``None`` without one."""
    if not line.is_proven:
        return None
    verdict = verdict_of(line)
    if verdict is Verdict.LEVEL:
        return text("proof.draws")
    turns = own_turns(line.dtw) if line.dtw > 0 else 0
    if verdict is Verdict.BETTER:
        return text("proof.wins", turns) if turns else text("proof.wins_sometime")
    return text("proof.loses", turns) if turns else text("proof.loses_sometime")


def proven_value(line: SearchLine, side: Side) -> Text | None:
    """Who wins and in how many turns of its own after a side's move; ``None`` without a tablebase value."""
    if not line.is_proven:
        return None
    verdict = verdict_of(line)
    if verdict is Verdict.LEVEL:
        return text("value.drawn")
    winner = side if verdict is Verdict.BETTER else side.other
    name = side_name(winner)
    return text("value.wins_in", own_turns(line.dtw), side=name) if line.dtw > 0 else text("value.won", side=name)


def value_of(line: SearchLine, side: Side) -> float:
    """The value of a side's line from -1 to 1; 1 is a win for White."""
    is_decided = abs(line.score) >= DECIDED
    value = math.copysign(1.0, line.score) if is_decided else 0.96 * math.tanh(line.score / SCALE)
    return value if side is Side.WHITE else -value


def value_words(value: float) -> Text:
    size = abs(value)
    if size < 0.12:
        return text("value.level")
    side = side_name(Side.WHITE if value > 0 else Side.BLACK)
    return text("value.wins" if size >= 1 else "value.better" if size > 0.5 else "value.slightly", side=side)
