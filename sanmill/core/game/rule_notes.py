"""Notes on a combination of rules: which rules have no effect, and which do not fit together.

Nothing is forbidden: the engine plays every combination.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from sanmill.core.text.i18n import Text, text
from sanmill.core.text.rules_text import (
    CAPTURES,
    FEW,
    LINE_RULES,
    TWO_LINES,
    Values,
    capture_lines,
    capture_phases,
    has_endgame_count,
    is_endless,
    is_sudden,
    least_pieces,
    line_kinds,
    may_anyone_fly,
    may_board_fill,
    may_placing_stop,
)

from .model import Board, LineKind

# The groups of the rule editor. A rule that no group names belongs to the last one.
GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("board", ("Board", "HasDiagonalLines", "PiecesCount", "PiecesAtLeastCount")),
    (
        "placing",
        (
            "MillFormationActionInPlacingPhase",
            "MayMoveInPlacingPhase",
            "BoardFullAction",
            "StopPlacingWhenTwoEmptySquares",
        ),
    ),
    ("moving", ("IsDefenderMoveFirst", "MayFly", "FlyPieceCount", "StalemateAction")),
    (
        "taking",
        (
            "MayRemoveMultiple",
            "MayRemoveFromMillsAlways",
            "MayRemoveWhenAllInMills",
            "RestrictRepeatedMillsFormation",
            "OneTimeUseMill",
        ),
    ),
    ("custodian", ("Custodian",)),
    ("intervention", ("Intervention",)),
    ("leap", ("Leap",)),
    ("end", ("NMoveRule", "EndgameNMoveRule", "ThreefoldRepetitionRule", "RepetitionCount")),
)


@dataclass(frozen=True)
class RuleNote:
    """A note on a rule with its current value."""

    rule: str
    words: Text
    is_idle: bool = True  # the rule has no effect


@cache
def group_of(rule: str) -> str:
    for group, names in GROUPS:
        if rule in names or any(name in CAPTURES and rule.startswith(f"{name}Capture") for name in names):
            return group
    return GROUPS[-1][0]


def notes(values: Values, board: Board, *, has_diagonal_choice: bool) -> tuple[RuleNote, ...]:
    """All notes. ``has_diagonal_choice`` comes from the engine."""
    found = [*_of_board(values, board, has_diagonal_choice), *_of_placing(values, board), *_of_flying(values)]
    found += _of_taking(values)
    for capture in CAPTURES:
        found += _of_capture(values, board, capture)
    return (*found, *_of_end(values))


def _of_board(values: Values, board: Board, has_diagonal_choice: bool) -> Iterator[RuleNote]:
    if not has_diagonal_choice:
        yield RuleNote("HasDiagonalLines", text("idle.board"))
    count, points = values["PiecesCount"], len(board.points)
    if 2 * count > points:
        yield RuleNote("PiecesCount", text("note.too_many", pieces=2 * count, points=points), is_idle=False)
    elif is_sudden(values):
        yield RuleNote("PiecesCount", text("note.sudden"), is_idle=False)
    if values["PiecesAtLeastCount"] > count:
        yield RuleNote("PiecesAtLeastCount", text("note.counts_as", count), is_idle=False)


def _of_placing(values: Values, board: Board) -> Iterator[RuleNote]:
    if not may_board_fill(values, board):
        stops = values["StopPlacingWhenTwoEmptySquares"] and may_placing_stop(values, board)
        yield RuleNote("BoardFullAction", text("idle.stops" if stops else "idle.never_full"))
    if not may_placing_stop(values, board):
        yield RuleNote("StopPlacingWhenTwoEmptySquares", text("idle.room"))


def _of_flying(values: Values) -> Iterator[RuleNote]:
    if not values["MayFly"]:
        yield RuleNote("FlyPieceCount", text("idle.no_flying"))
    elif not may_anyone_fly(values):
        for rule in ("MayFly", "FlyPieceCount"):
            yield RuleNote(rule, text("idle.lost_before", least_pieces(values)))
    elif values["PiecesCount"] <= values["FlyPieceCount"]:
        yield RuleNote("MayFly", text("note.all_fly"), is_idle=False)


def _of_taking(values: Values) -> Iterator[RuleNote]:
    if is_sudden(values):
        for rule in dict(GROUPS)["taking"]:
            yield RuleNote(rule, text("idle.sudden"))
        return
    if values["PiecesCount"] < TWO_LINES:
        yield RuleNote("MayRemoveMultiple", text("idle.two_lines", TWO_LINES))
    if values["MayRemoveFromMillsAlways"]:
        yield RuleNote("MayRemoveWhenAllInMills", text("idle.unprotected"))


def _of_capture(values: Values, board: Board, capture: str) -> Iterator[RuleNote]:
    name = f"{capture}Capture"
    if not values[f"{name}Enabled"]:
        parts = (*LINE_RULES.values(), "InPlacingPhase", "InMovingPhase", f"OnlyWhenOwnPiecesLeq{FEW}")
        for part in parts:
            yield RuleNote(name + part, text("idle.capture_off"))
        return
    if not capture_lines(values, board, capture):
        yield RuleNote(f"{name}Enabled", text("idle.no_lines"))
    elif not any(capture_phases(values, capture)):
        yield RuleNote(f"{name}Enabled", text("idle.no_phase"))
    for kind in LineKind:
        if kind not in line_kinds(board):
            yield RuleNote(name + LINE_RULES[kind], text("idle.no_such_line"))
    if capture == "Leap" and not values["MayMoveInPlacingPhase"]:
        yield RuleNote(f"{name}InPlacingPhase", text("idle.leap_moves"))


def _of_end(values: Values) -> Iterator[RuleNote]:
    if is_endless(values):
        yield RuleNote("NMoveRule", text("note.endless"), is_idle=False)
    if values["EndgameNMoveRule"] and not has_endgame_count(values):
        if least_pieces(values) > FEW:
            yield RuleNote("EndgameNMoveRule", text("idle.lost_before", least_pieces(values)))
        else:
            yield RuleNote("EndgameNMoveRule", text("idle.other_count", values["NMoveRule"]))
    if not values["ThreefoldRepetitionRule"]:
        yield RuleNote("RepetitionCount", text("idle.no_repetition"))
