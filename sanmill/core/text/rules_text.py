"""The rules of a variant in sentences, generated from its values and its board.

Rules that cannot come into play are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sanmill.core.game.model import Board, LineKind, Rule, RuleKind

from .i18n import Text, text

Values = Mapping[str, int]

CAPTURES = ("Custodian", "Intervention", "Leap")
LINE_RULES = {
    LineKind.EDGE: "OnSquareEdges",
    LineKind.CROSS: "OnCrossLines",
    LineKind.DIAGONAL: "OnDiagonalLines",
}
# Rules whose numbers are choices.
ACTIONS = ("Board", "MillFormationActionInPlacingPhase", "BoardFullAction", "StalemateAction", "RepetitionCount")
COUNTED_LATER = 5  # value of MillFormationActionInPlacingPhase: removals after the placing phase
TWO_LINES = 5  # pieces in two mills that share a point
TWICE = 2  # value of RepetitionCount
FEW = 3  # pieces at which a side's endgame begins; captures can be limited to it


@dataclass(frozen=True)
class Section:
    title: Text
    sentences: tuple[Text, ...]


# Consequences of the values.


def least_pieces(values: Values) -> int:
    """The least number of pieces; a side with fewer has lost."""
    return min(values["PiecesAtLeastCount"], values["PiecesCount"])


def is_sudden(values: Values) -> bool:
    """Whether the first piece lost ends the game."""
    return values["PiecesCount"] <= values["PiecesAtLeastCount"]


def may_anyone_fly(values: Values) -> bool:
    return bool(values["MayFly"]) and values["FlyPieceCount"] >= least_pieces(values)


def may_placing_stop(values: Values, board: Board) -> bool:
    """Whether placing can stop with pieces in hand, two points being empty."""
    return 2 * values["PiecesCount"] > len(board.points) - 2


def may_board_fill(values: Values, board: Board) -> bool:
    is_stopped = values["StopPlacingWhenTwoEmptySquares"]
    return not is_stopped and 2 * values["PiecesCount"] >= len(board.points)


def has_endgame_count(values: Values) -> bool:
    """Whether the N-move rule is shorter for a side with three pieces."""
    normal, short = values["NMoveRule"], values["EndgameNMoveRule"]
    return least_pieces(values) <= FEW and short > 0 and (normal == 0 or short < normal)


def line_kinds(board: Board) -> tuple[LineKind, ...]:
    found = {line.kind for line in board.lines}
    return tuple(kind for kind in LineKind if kind in found)


def capture_lines(values: Values, board: Board, capture: str) -> tuple[LineKind, ...]:
    return tuple(kind for kind in line_kinds(board) if values[f"{capture}Capture{LINE_RULES[kind]}"])


def capture_phases(values: Values, capture: str) -> tuple[bool, bool]:
    """Whether a capture works in the placing and in the moving phase. A leap needs a piece that may move."""
    may_capture = capture != "Leap" or bool(values["MayMoveInPlacingPhase"])
    return (
        bool(values[f"{capture}CaptureInPlacingPhase"]) and may_capture,
        bool(values[f"{capture}CaptureInMovingPhase"]),
    )


def works(values: Values, board: Board, capture: str) -> bool:
    """Whether a capture can ever happen."""
    is_on = bool(values[f"{capture}CaptureEnabled"])
    return is_on and bool(capture_lines(values, board, capture)) and any(capture_phases(values, capture))


# Sentences.


def sections(values: Values, board: Board) -> tuple[Section, ...]:
    parts = {
        "board": _board(values, board),
        "placing": _placing(values, board),
        "moving": _moving(values),
        "taking": _taking(values),
        "captures": _captures(values, board),
        "end": _end(values),
    }
    written = ((text(f"rules_text.{name}"), tuple(sentences)) for name, sentences in parts.items())
    return tuple(Section(title, sentences) for title, sentences in written if sentences)


def _board(values: Values, board: Board) -> Iterator[Text]:
    yield text("rules_text.pieces", values["PiecesCount"])
    yield text("rules_text.size", points=len(board.points), lines=len(board.lines))
    kinds = line_kinds(board)
    if LineKind.DIAGONAL in kinds:
        yield text("rules_text.diagonals")
    if LineKind.CROSS not in kinds:
        yield text("rules_text.no_cross")


def _placing(values: Values, board: Board) -> Iterator[Text]:
    yield text("rules_text.place_or_move" if values["MayMoveInPlacingPhase"] else "rules_text.place")
    action = values["MillFormationActionInPlacingPhase"]
    if action:
        yield text(f"rules_text.placing_mill.{action}")
    if values["StopPlacingWhenTwoEmptySquares"] and may_placing_stop(values, board):
        yield text("rules_text.stops")
    if may_board_fill(values, board):
        yield text(f"rules_text.full.{values['BoardFullAction']}")


def _moving(values: Values) -> Iterator[Text]:
    yield text("rules_text.move")
    if values["IsDefenderMoveFirst"]:
        yield text("rules_text.black_first")
    if may_anyone_fly(values):
        yield text("rules_text.fly", values["FlyPieceCount"])
    else:
        yield text("rules_text.no_fly")
    yield text(f"rules_text.stuck.{values['StalemateAction']}")


def _taking(values: Values) -> Iterator[Text]:
    yield text("rules_text.mill")
    if is_sudden(values):
        return
    if values["PiecesCount"] >= TWO_LINES:
        yield text("rules_text.several" if values["MayRemoveMultiple"] else "rules_text.single")
    if values["MayRemoveFromMillsAlways"]:
        yield text("rules_text.unprotected")
    else:
        yield text("rules_text.protected" if values["MayRemoveWhenAllInMills"] else "rules_text.all_protected")
    if values["RestrictRepeatedMillsFormation"]:
        yield text("rules_text.restricted")
    if values["OneTimeUseMill"]:
        yield text("rules_text.once")


def _captures(values: Values, board: Board) -> Iterator[Text]:
    for capture in CAPTURES:
        if not works(values, board, capture):
            continue
        yield text(f"rules_text.{capture.lower()}")
        kinds = capture_lines(values, board, capture)
        if kinds != line_kinds(board):
            yield text("rules_text.only." + "_".join(kind.name.lower() for kind in kinds))
        placing, moving = capture_phases(values, capture)
        if not (placing and moving):
            yield text("rules_text.only.placing" if placing else "rules_text.only.moving")
        if values[f"{capture}CaptureOnlyWhenOwnPiecesLeq3"]:
            yield text("rules_text.only.few", FEW)


def _end(values: Values) -> Iterator[Text]:
    if is_sudden(values):
        yield text("rules_text.sudden")
        if values["MillFormationActionInPlacingPhase"] != COUNTED_LATER:
            yield text("rules_text.first_mill")
    else:
        yield text("rules_text.few", least_pieces(values))
    if values["NMoveRule"]:
        yield text("rules_text.quiet", values["NMoveRule"])
    if has_endgame_count(values):
        yield text("rules_text.quiet_endgame", values["EndgameNMoveRule"], few=FEW)
    if values["ThreefoldRepetitionRule"]:
        yield text("rules_text.twofold" if values["RepetitionCount"] == TWICE else "rules_text.threefold")
    if is_endless(values):
        yield text("rules_text.endless")


def is_endless(values: Values) -> bool:
    """Whether a game without removals can go on for ever."""
    return not values["NMoveRule"] and not values["ThreefoldRepetitionRule"]


# Names of rules and of their values.


def key_of(rule: str) -> str:
    """The translation key of a rule; the three captures share most of theirs."""
    for capture in CAPTURES:
        part = rule.partition(f"{capture}Capture")[2]
        if part and part != "Enabled":
            return f"rule.capture_{_snake(part)}"
    return f"rule.{_snake(rule)}"


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def value_text(rule: Rule, value: int) -> Text:
    if rule.kind is RuleKind.SWITCH:
        return text("rule.on" if value else "rule.off")
    if rule.kind is RuleKind.LIMIT and value == 0:
        return text("rule.never")
    if rule.name in ACTIONS:
        return text(f"{key_of(rule.name)}.{value}")
    return text("rule.number", number=value)
