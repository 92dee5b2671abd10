"""An independent, slow reference of the rules, written from RULES.md and the decisions in engine_c/README.md.

It shares no code and no data with the C engine, so that a difference between the two reveals a mistake.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Mapping

WHITE, BLACK, EMPTY, MARKED = "O", "@", "*", "X"
NOBODY = ""
OTHER = {WHITE: BLACK, BLACK: WHITE}
LETTER = {WHITE: "w", BLACK: "b"}
NAME = {WHITE: "white", BLACK: "black"}

EDGE, CROSS, DIAGONAL = "OnSquareEdges", "OnCrossLines", "OnDiagonalLines"

# What a pending removal takes: a piece for a mill or for another rule, an own piece, a piece next to an own one.
FOR_MILL, PLAIN, OWN, NEAR = "for mill", "plain", "own", "near"

# MillFormationActionInPlacingPhase.
HAND_LOSS, HAND_LOSS_PLACE_AGAIN, OPPONENT_REMOVES_OWN, MARK_POINT, COUNT_AT_END = 1, 2, 3, 4, 5
# BoardFullAction.
WHITE_LOSES, WHITE_THEN_BLACK, BLACK_THEN_WHITE, SIDE_TO_MOVE, FULL_BOARD_DRAWS = 0, 1, 2, 3, 4
# StalemateAction.
BLOCKED_LOSES, PASS, REMOVE_THEN_MOVE, REMOVE_THEN_PASS, BLOCKED_DRAWS, BOTH_REMOVE = 0, 1, 2, 3, 4, 5

DEFAULTS: dict[str, int] = {
    "Board": 0,
    "PiecesCount": 9,
    "PiecesAtLeastCount": 3,
    "HasDiagonalLines": 0,
    "MayFly": 1,
    "FlyPieceCount": 3,
    "MillFormationActionInPlacingPhase": 0,
    "MayMoveInPlacingPhase": 0,
    "IsDefenderMoveFirst": 0,
    "MayRemoveMultiple": 0,
    "MayRemoveFromMillsAlways": 0,
    "MayRemoveWhenAllInMills": 1,
    "RestrictRepeatedMillsFormation": 0,
    "OneTimeUseMill": 0,
    "BoardFullAction": 0,
    "StopPlacingWhenTwoEmptySquares": 0,
    "StalemateAction": 0,
    "NMoveRule": 100,
    "EndgameNMoveRule": 100,
    "ThreefoldRepetitionRule": 1,
    "RepetitionCount": 3,
}
for _capture in ("CustodianCapture", "InterventionCapture", "LeapCapture"):
    DEFAULTS[_capture + "Enabled"] = 0
    for _where in (EDGE, CROSS, DIAGONAL, "InPlacingPhase", "InMovingPhase"):
        DEFAULTS[_capture + _where] = 1
    DEFAULTS[_capture + "OnlyWhenOwnPiecesLeq3"] = 0

_TWELVE = {"PiecesCount": 12, "HasDiagonalLines": 1}
_MARKED = {"MillFormationActionInPlacingPhase": MARK_POINT, "MayFly": 0}
_UNPROTECTED = {"MayRemoveFromMillsAlways": 1}

VARIANTS: dict[str, dict[str, int]] = {
    "nine_mens_morris": {},
    "twelve_mens_morris": {**_TWELVE},
    "morabaraba": {
        **_TWELVE,
        "BoardFullAction": FULL_BOARD_DRAWS,
        "EndgameNMoveRule": 20,
        "RestrictRepeatedMillsFormation": 1,
    },
    "dooz": {
        **_TWELVE,
        **_UNPROTECTED,
        "MillFormationActionInPlacingPhase": HAND_LOSS,
        "BoardFullAction": SIDE_TO_MOVE,
    },
    "lasker_morris": {"PiecesCount": 10, "MayMoveInPlacingPhase": 1},
    "russian_mill": {**_UNPROTECTED, "OneTimeUseMill": 1},
    "cheng_san_qi": {**_MARKED},
    "da_san_qi": {**_TWELVE, **_MARKED, **_UNPROTECTED, "IsDefenderMoveFirst": 1, "MayRemoveMultiple": 1},
    "zhi_qi": {**_TWELVE, **_MARKED, **_UNPROTECTED, "BoardFullAction": WHITE_THEN_BLACK},
    "el_filja": {
        **_UNPROTECTED,
        "PiecesCount": 12,
        "MillFormationActionInPlacingPhase": COUNT_AT_END,
        "BoardFullAction": WHITE_THEN_BLACK,
        "MayFly": 0,
    },
    "cham_gonu": {**_TWELVE, **_MARKED, **_UNPROTECTED},
    "mul_mulan": {**_UNPROTECTED, "HasDiagonalLines": 1, "MayFly": 0, "InterventionCaptureEnabled": 1},
    "nerenchi": {**_TWELVE, **_UNPROTECTED, "IsDefenderMoveFirst": 1},
    "six_mens_morris": {"Board": 1, "PiecesCount": 6, "MayFly": 0},
    "three_mens_morris": {"Board": 2, "PiecesCount": 3, "MayFly": 0},
}


# Three points in a row; the second is the middle.
Line = tuple[str, str, str]


class Layout:
    """The points of a board in the order of the position text, its lines in the order of the mask, its neighbours."""

    def __init__(self, rings: list[list[str]], kinds: dict[Line, str], joins: list[tuple[str, str]]) -> None:
        self.rings = rings
        self.points = [point for ring in rings for point in ring]
        self.kinds = kinds
        self.lines = list(kinds)
        self.through = {point: [line for line in kinds if point in line] for point in self.points}
        steps = [step for first, middle, last in kinds for step in ((first, middle), (middle, last))] + joins
        both_ways = steps + [(two, one) for one, two in steps]
        self.neighbours = {point: {two for one, two in both_ways if one == point} for point in self.points}


def _layout(rings: list[str], diagonals: bool) -> Layout:
    """A board of nested squares, each written clockwise from its top middle point and joined at its mid-sides."""
    squares = [ring.split() for ring in rings]
    mid_sides, corners = (0, 2, 4, 6), (1, 3, 5, 7)
    kinds = {(ring[place - 1], ring[place], ring[place + 1]): EDGE for ring in squares for place in mid_sides}
    if len(squares) == 2:
        return Layout(squares, kinds, [(squares[0][place], squares[1][place]) for place in mid_sides])
    inner, middle, outer = squares
    kinds.update({(inner[place], middle[place], outer[place]): CROSS for place in mid_sides})
    if diagonals:
        kinds.update({(inner[place], middle[place], outer[place]): DIAGONAL for place in corners})
    return Layout(squares, kinds, [])


RINGS_24 = ["d5 e5 e4 e3 d3 c3 c4 c5", "d6 f6 f4 f2 d2 b2 b4 b6", "d7 g7 g4 g1 d1 a1 a4 a7"]
RINGS_16 = ["c4 d4 d3 d2 c2 b2 b3 b4", "c5 e5 e3 e1 c1 a1 a3 a5"]
RINGS_9 = [["b3", "c3", "c2", "c1", "b1", "a1", "a2", "a3"], ["b2"]]
KINDS_9 = {("a3", "b3", "c3"): EDGE, ("c3", "c2", "c1"): EDGE, ("c1", "b1", "a1"): EDGE, ("a1", "a2", "a3"): EDGE}
KINDS_9.update({("b3", "b2", "b1"): CROSS, ("a2", "b2", "c2"): CROSS})
KINDS_9.update({("c3", "b2", "a1"): DIAGONAL, ("c1", "b2", "a3"): DIAGONAL})

LAYOUT_24, LAYOUT_24_DIAGONALS = _layout(RINGS_24, diagonals=False), _layout(RINGS_24, diagonals=True)
LAYOUT_16, LAYOUT_9 = _layout(RINGS_16, diagonals=False), Layout(RINGS_9, KINDS_9, [])


class ReferenceGame:
    """One game under one set of rules, from the empty board on."""

    def __init__(self, rules: Mapping[str, int] | None = None) -> None:
        unknown = set(rules or {}) - set(DEFAULTS)
        if unknown:
            raise ValueError(f"unknown rules: {sorted(unknown)}")
        self.rules = {**DEFAULTS, **(rules or {})}
        layout_24 = LAYOUT_24_DIAGONALS if self.rules["HasDiagonalLines"] else LAYOUT_24
        self.layout = (layout_24, LAYOUT_16, LAYOUT_9)[self.rules["Board"]]
        self.least_pieces = min(self.rules["PiecesAtLeastCount"], self.rules["PiecesCount"])
        self.board: dict[str, str] = dict.fromkeys(self.layout.points, EMPTY)
        self.hand: dict[str, int] = dict.fromkeys(OTHER, self.rules["PiecesCount"])
        self.placing = True
        # `turn` keeps the turn until no removal is pending, then `next_turn` has it; `remover` removes meanwhile.
        self.turn = WHITE
        self.next_turn = BLACK
        self.remover = NOBODY
        self.first_remover = WHITE
        # `turn` removes the captured pieces first; the other pending removals follow.
        self.captured: list[str] = []
        self.pending_removals: dict[str, int] = dict.fromkeys(OTHER, 0)
        self.removal_kind = PLAIN
        # A full board is settled once each time a placement fills it.
        self.full_board_unsettled = False
        # The move that left one mill and closed another, as from and to.
        self.last_mill: dict[str, tuple[str, str] | None] = dict.fromkeys(OTHER, None)
        self.used_lines: dict[str, set[Line]] = {WHITE: set(), BLACK: set()}
        self.quiet_plies = 0
        self.full_move = 1
        self.occurrences: Counter[tuple[str, str, int, int]] = Counter()
        self.result: tuple[str, str] = ("none", "")

    def copy(self) -> ReferenceGame:
        """A game that goes on independently of this one."""
        other = copy.copy(self)
        other.board = dict(self.board)
        other.hand = dict(self.hand)
        other.captured = list(self.captured)
        other.pending_removals = dict(self.pending_removals)
        other.last_mill = dict(self.last_mill)
        other.used_lines = {side: set(lines) for side, lines in self.used_lines.items()}
        other.occurrences = Counter(self.occurrences)
        return other

    # What stands on the board.

    def _standing(self, piece: str) -> list[str]:
        return [point for point, content in self.board.items() if content == piece]

    def _is_mill(self, line: Line, side: str) -> bool:
        return all(self.board[point] == side for point in line)

    def _mills_through(self, point: str, side: str) -> list[Line]:
        return [line for line in self.layout.through[point] if self._is_mill(line, side)]

    def _captures(self, capture: str, line: Line, side: str) -> bool:
        """Whether a kind of capture holds for a side on a line, in this phase, with the pieces it has on the board."""
        phase = "InPlacingPhase" if self.placing else "InMovingPhase"
        if not all(self.rules[capture + condition] for condition in ("Enabled", self.layout.kinds[line], phase)):
            return False
        return not self.rules[capture + "OnlyWhenOwnPiecesLeq3"] or len(self._standing(side)) <= 3

    def _leapt_over(self, side: str, origin: str, target: str) -> list[str]:
        """The opposing piece, if any, that a move jumps over and takes."""
        return [
            line[1]
            for line in self.layout.through[origin]
            if {line[0], line[2]} == {origin, target}
            and self.board[line[1]] == OTHER[side]
            and self._captures("LeapCapture", line, side)
        ]

    # Legal moves.

    def legal(self) -> list[str]:
        """The texts of all legal moves, sorted; none when the game is over."""
        if self.result[0] != "none":
            return []
        if self.remover != NOBODY:
            return sorted("x" + point for point in self._removable(self.remover))
        return sorted(self._moves(self.turn))

    def _moves(self, side: str) -> list[str]:
        """The placements and slides of a side."""
        moves: list[str] = []
        if self.hand[side]:
            moves += self._standing(EMPTY)
        if not self.hand[side] or self.rules["MayMoveInPlacingPhase"]:
            moves += [f"{origin}-{target}" for origin, target in self._slides(side)]
        return moves

    def _slides(self, side: str) -> list[tuple[str, str]]:
        pieces = self._standing(side)
        flies = self.rules["MayFly"] and not self.hand[side] and len(pieces) <= self.rules["FlyPieceCount"]
        return [
            (origin, target)
            for target in self._standing(EMPTY)
            for origin in pieces
            if (flies or origin in self.layout.neighbours[target] or self._leapt_over(side, origin, target))
            and not self._repeats_mill(side, origin, target)
        ]

    def _repeats_mill(self, side: str, origin: str, target: str) -> bool:
        """Whether a move goes straight back after the remembered one and closes a mill."""
        if self.last_mill[side] != (target, origin):
            return False
        return any(
            all(point == target or (point != origin and self.board[point] == side) for point in line)
            for line in self.layout.through[target]
        )

    def _removable(self, remover: str) -> list[str]:
        """The points from which a side may remove a piece next."""
        if remover == self.turn and self.captured:
            return self.captured
        if not self.pending_removals[remover]:
            return []
        if self.removal_kind == OWN:
            return self._standing(remover)
        opposing = self._standing(OTHER[remover])
        if self.removal_kind == NEAR:
            own = set(self._standing(remover))
            return [point for point in opposing if own & self.layout.neighbours[point]]
        if self.rules["MayRemoveFromMillsAlways"]:
            return opposing
        unprotected = [point for point in opposing if not self._mills_through(point, OTHER[remover])]
        return unprotected or (opposing if self.rules["MayRemoveWhenAllInMills"] else [])

    # Playing a move.

    def play(self, move: str) -> None:
        """Play one legal move."""
        if move not in self.legal():
            raise ValueError(f"not legal: {move}")
        if move.startswith("x"):
            self._remove(move[1:])
        else:
            origin, _, target = move.rpartition("-")
            self._place_or_slide(origin, target)

    def _remove(self, point: str) -> None:
        if self.remover == self.turn and self.captured:
            self.captured.remove(point)
            caused_by_mill = False
        else:
            self.pending_removals[self.remover] -= 1
            caused_by_mill = self.removal_kind == FOR_MILL
        marks = self.placing and self.rules["MillFormationActionInPlacingPhase"] == MARK_POINT
        self.board[point] = MARKED if marks and caused_by_mill else EMPTY
        self.quiet_plies = 0
        self._remove_or_pass_turn()

    def _place_or_slide(self, origin: str, target: str) -> None:
        side = self.turn
        left_mill = False
        if origin:
            left_mill = bool(self._mills_through(origin, side))
            self.captured = self._leapt_over(side, origin, target)
            self.board[origin] = EMPTY
        else:
            self.hand[side] -= 1
            self.full_board_unsettled = True
        self.board[target] = side
        if not self.placing:
            self.quiet_plies += 1
        self.captured += self._enclosed_by(side, target)
        closed = self._mills_through(target, side)
        remembers = self.rules["RestrictRepeatedMillsFormation"] and left_mill and closed
        self.last_mill[side] = (origin, target) if remembers else None
        self._require_removals(side, closed)
        self._remove_or_pass_turn()

    def _enclosed_by(self, side: str, target: str) -> list[str]:
        """The pieces that custodian and intervention captures take after a piece has landed."""
        opponent = OTHER[side]
        taken: list[str] = []
        for line in self.layout.through[target]:
            first, middle, last = line
            standing = self.board[first], self.board[middle], self.board[last]
            if target == middle and standing == (opponent, side, opponent):
                taken += [first, last] if self._captures("InterventionCapture", line, side) else []
            if target != middle and standing == (side, opponent, side):
                taken += [middle] if self._captures("CustodianCapture", line, side) else []
        return taken

    def _require_removals(self, side: str, closed: list[Line]) -> None:
        """Set the removals due for the closed mills, and whose turn follows."""
        opponent = OTHER[side]
        action = self.rules["MillFormationActionInPlacingPhase"] if self.placing else 0
        due = [] if action == COUNT_AT_END else [line for line in closed if line not in self.used_lines[side]]
        if self.rules["OneTimeUseMill"]:
            self.used_lines[side].update(due)
        removals = len(due) if self.rules["MayRemoveMultiple"] else min(1, len(due))
        self.next_turn = opponent
        if action in (HAND_LOSS, HAND_LOSS_PLACE_AGAIN):
            lost = min(removals, self.hand[opponent])
            self.hand[opponent] -= lost
            removals -= lost
            if action == HAND_LOSS_PLACE_AGAIN and lost and self.hand[side]:
                self.next_turn = side
        if action == OPPONENT_REMOVES_OWN:
            self._set_pending({opponent: removals}, OWN, first_remover=side)
        else:
            self._set_pending({side: removals}, FOR_MILL, first_remover=side)

    # Pending removals.

    def _set_pending(self, pending_removals: dict[str, int], kind: str, first_remover: str) -> bool:
        """Set the pending removals; false when none of them is possible."""
        self.pending_removals = {WHITE: 0, BLACK: 0, **pending_removals}
        self.removal_kind = kind
        self.first_remover = first_remover
        return self._find_remover()

    def _find_remover(self) -> bool:
        """Choose the side that removes next and waive impossible removals; false when none is left."""
        for side in (self.first_remover, OTHER[self.first_remover]):
            if self._removable(side):
                self.remover = side
                return True
            self.pending_removals[side] = 0
        self.remover = NOBODY
        return False

    def _remove_or_pass_turn(self) -> None:
        if not self._lost_by_few_pieces() and not self._find_remover():
            self._pass_turn()

    def _pass_turn(self) -> None:
        """Give the turn to the next side and settle the position."""
        if self.placing and self.rules["StopPlacingWhenTwoEmptySquares"] and len(self._standing(EMPTY)) <= 2:
            if self.next_turn == self.turn and self.hand[self.turn]:
                # Nothing is left to place again.
                self.next_turn = OTHER[self.turn]
            self.hand = dict.fromkeys(OTHER, 0)
        self._give_turn_to(self.next_turn)
        self._settle()

    def _give_turn_to(self, side: str) -> None:
        if self.turn == BLACK and side == WHITE:
            self.full_move += 1
        self.turn = side

    # Settling a position without pending removals.

    def _settle(self) -> None:
        """Apply the checks in order until one ends the game or sets a pending removal."""
        for check in (self._end_placing, self._settle_full_board, self._settle_no_moves, self._settle_draws):
            check()
            if self.result[0] != "none" or self.remover != NOBODY:
                return

    def _finish(self, winner: str, reason: str) -> None:
        """End the game and drop all pending removals."""
        self.result = (NAME.get(winner, "draw"), reason)
        self.remover = NOBODY
        self.captured = []
        self.pending_removals = dict.fromkeys(OTHER, 0)

    def _lost_by_few_pieces(self) -> bool:
        short = [side for side in OTHER if len(self._standing(side)) + self.hand[side] < self.least_pieces]
        if short:
            self._finish(OTHER[short[0]] if len(short) == 1 else NOBODY, "few_pieces")
        return bool(short)

    def _end_placing(self) -> None:
        if not self.placing or any(self.hand.values()):
            return
        self.placing = False
        for point in self._standing(MARKED):
            self.board[point] = EMPTY
        if self.rules["IsDefenderMoveFirst"]:
            self.turn = BLACK
        if self._lost_by_few_pieces() or self.rules["MillFormationActionInPlacingPhase"] != COUNT_AT_END:
            return
        mills = {side: [line for line in self.layout.lines if self._is_mill(line, side)] for side in OTHER}
        if self.rules["OneTimeUseMill"]:
            for side in OTHER:
                self.used_lines[side].update(mills[side])
        self.next_turn = self.turn
        self._set_pending({side: len(mills[side]) for side in OTHER}, PLAIN, first_remover=self.turn)

    def _settle_full_board(self) -> None:
        if not self.full_board_unsettled or self._standing(EMPTY):
            return
        self.full_board_unsettled = False
        self.next_turn = self.turn
        action = self.rules["BoardFullAction"]
        if action == WHITE_LOSES:
            self._finish(BLACK, "board_full")
        elif action == FULL_BOARD_DRAWS:
            self._finish(NOBODY, "board_full")
        elif action == SIDE_TO_MOVE:
            self._set_pending({self.turn: 1}, PLAIN, first_remover=self.turn)
        else:
            self._set_pending({WHITE: 1, BLACK: 1}, PLAIN, first_remover=WHITE if action == WHITE_THEN_BLACK else BLACK)

    def _settle_no_moves(self) -> None:
        blocked, opponent = self.turn, OTHER[self.turn]
        if self._moves(blocked):
            return
        action = self.rules["StalemateAction"]
        if action == BLOCKED_DRAWS or (action == PASS and not self._moves(opponent)):
            self._finish(NOBODY, "no_moves")
            return
        if action in (PASS, REMOVE_THEN_PASS):
            # A passed turn counts as a turn, so the remembered move is dropped.
            self.last_mill[blocked] = None
        if action == PASS:
            self._give_turn_to(opponent)
            return
        self.next_turn = opponent if action == REMOVE_THEN_PASS else blocked
        pending_removals = {BLOCKED_LOSES: {}, BOTH_REMOVE: {WHITE: 1, BLACK: 1}}.get(action, {blocked: 1})
        if not self._set_pending(pending_removals, PLAIN if action == BOTH_REMOVE else NEAR, first_remover=blocked):
            self._finish(opponent, "no_moves")

    def _settle_draws(self) -> None:
        limit, endgame_limit = self.rules["NMoveRule"], self.rules["EndgameNMoveRule"]
        endgame = any(len(self._standing(side)) == 3 for side in OTHER)
        if (limit and self.quiet_plies >= limit) or (endgame and endgame_limit and self.quiet_plies >= endgame_limit):
            self._finish(NOBODY, "n_moves")
        elif self.rules["ThreefoldRepetitionRule"]:
            position = ("".join(self.board.values()), self.turn, self.hand[WHITE], self.hand[BLACK])
            self.occurrences[position] += 1
            if self.occurrences[position] == self.rules["RepetitionCount"]:
                self._finish(NOBODY, "threefold")

    # Texts and counts.

    def fen(self) -> str:
        """The position as FEN, with the extra words of engine_c/README.md."""
        side = self.remover or self.turn
        pending_removals = dict(self.pending_removals)
        pending_removals[self.turn] += len(self.captured)
        words = ["/".join("".join(self.board[point] for point in ring) for ring in self.layout.rings), LETTER[side]]
        if self.result[0] != "none":
            words += ["o", "p" if self.placing else "s"]
        else:
            words += ["p" if self.placing else "m", "r" if self.remover else "p" if self.hand[side] else "s"]
        for colour in OTHER:
            words += [str(len(self._standing(colour))), str(self.hand[colour])]
        words += [str(pending_removals[colour]) for colour in OTHER]
        for colour in OTHER:
            last = self.last_mill[colour]
            words += [str(8 + self.layout.points.index(point)) for point in last] if last else ["0", "0"]
        words += [str(self._used_mask()), str(self.quiet_plies), str(self.full_move)]
        if self.remover:
            words += self._removal_words(pending_removals)
        return " ".join(words)

    def _used_mask(self) -> int:
        bit = {line: index for index, line in enumerate(self.layout.lines)}
        white, black = (sum(1 << bit[line] for line in self.used_lines[side]) for side in OTHER)
        return white | black << 32

    def _removal_words(self, pending_removals: dict[str, int]) -> list[str]:
        words: list[str] = []
        if self.remover == self.turn and self.captured:
            words.append("take:" + ",".join(sorted(self.captured, key=self.layout.points.index)))
        elif self.removal_kind in (OWN, NEAR):
            words.append("take:" + self.removal_kind)
        last_remover = OTHER[self.remover] if pending_removals[OTHER[self.remover]] else self.remover
        if self.next_turn != OTHER[last_remover]:
            words.append("then:" + LETTER[self.next_turn])
        return words

    def perft(self, depth: int) -> int:
        """Count the leaf nodes, ignoring draws by repetition and by quiet plies."""
        game = self.copy()
        game.rules = {**self.rules, "NMoveRule": 0, "EndgameNMoveRule": 0, "ThreefoldRepetitionRule": 0}
        return game._count_leaves(depth)

    def _count_leaves(self, depth: int) -> int:
        if depth == 0:
            return 1
        leaves = 0
        for move in self.legal():
            game = self.copy()
            game.play(move)
            leaves += game._count_leaves(depth - 1)
        return leaves
