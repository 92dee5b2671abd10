"""Puzzles from the placing phase and the midgame: positions in which exactly one turn keeps the win or the draw.

Small tables do not know such positions, so that a puzzle comes with its line: every turn of the solver in it is the
only one that keeps the value, the opponent's replies are given, and so are the refutations of other turns. Where the
whole game can be proven, puzzles are made from games played at random; a collection of them is shipped.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

from sanmill.core.game.fen import write_fen
from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from sanmill.core.resources import ASSETS
from sanmill.engine.game import Game
from sanmill.engine.search.proof import ProofState, ProvenTurn, Prover
from sanmill.engine.tablebase.turns import TurnJudgement

from .generator import CHOICES_MIN, FORCED_MAX, PLACING, Chance, Puzzle
from .line_refutations import SEPARATOR, refutation_of, turns_of

COLLECTION = ASSETS / "puzzles" / "nine_mens_morris.txt"
RULES = "nine_mens_morris"
TRIALS = 400  # games
MIDGAME_PIECES = 12  # at least, of both sides
MIDGAME_TURNS = 10  # at most, after the placing phase
PROOF_NODES = 300  # of a position; those that take longer are passed over
REPLIES = 4  # tried, so that the line goes on
QUIET = 120  # rating for a turn without a removal
BASE, TURN, CHOICE = 500, 150, 90  # rating: the easiest puzzle, each turn, each doubling of the choices


def make_line_puzzle(
    prover: Prover,
    rules: str,
    theme: str,
    seed: str,
    *,
    tickets: Iterator[int] | None = None,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> Puzzle | None:
    """A puzzle from a game played at random; None when none was found or it was cancelled."""
    chance = Chance(f"{rules} {theme} {seed}")
    numbers = tickets or count(1)
    for _ in range(TRIALS):
        if is_cancelled():
            return None
        game = _random_game(rules, theme, chance)
        puzzle = _puzzle_at(prover, game, theme, numbers) if game else None
        if puzzle:
            return puzzle
    return None


def _random_game(rules: str, theme: str, chance: Chance) -> Game | None:
    """A position of a theme; moves are random but close and stop mills more often than not."""
    game = Game(rules)
    hand = sum(game.view.in_hand)
    plies = hand // 3 + chance.below(hand - hand // 3) if theme == PLACING else hand + chance.below(2 * MIDGAME_TURNS)
    turns = 0
    while turns < plies or any(game.view.pending_removals):
        legal = [Move(move) for move in game.legal()]
        if game.result or not legal:
            return None
        turns += not legal[0].is_removal
        game.play(_choose(game, legal, chance))
    view = game.view
    if view.result or view.is_placing is not (theme == PLACING):
        return None
    is_full = theme == PLACING or sum(view.on_board) >= min(MIDGAME_PIECES, hand * 2 // 3)
    return Game(rules, write_fen(view.contents, view.side, view.in_hand)) if is_full else None


def _choose(game: Game, legal: list[Move], chance: Chance) -> Move:
    view, lines = game.view, game.board.lines
    at = game.board.by_point(view.contents)
    wanted = []
    for owner in (view.side, view.side.other):
        for move in legal:
            others = [[p for p in line.points if p != move.end] for line in lines if move.end in line.points]
            if not move.is_removal and any(
                all(at[p] is owner.piece and p != move.start for p in points) for points in others
            ):
                wanted.append(move)
        if wanted and chance.below(4):
            return wanted[chance.below(len(wanted))]
    return legal[chance.below(len(legal))]


def _puzzle_at(prover: Prover, game: Game, theme: str, tickets: Iterator[int]) -> Puzzle | None:
    position, side = game.position, game.side
    state = prover.run(game, ticket=next(tickets), nodes=PROOF_NODES)
    first = _only(state)
    if first is None or state.lower < 0 or len(state.turns) < CHOICES_MIN:
        return None
    solution, length = _line(prover, game, first, tickets)
    is_quiet = not any(move.is_removal for move in first.moves)
    rating = BASE + TURN * length + CHOICE * math.log2(len(state.turns)) + QUIET * is_quiet
    return Puzzle(
        rules=game.rules_text,
        position=position,
        side=side,
        is_win=state.lower > 0,
        theme=theme,
        turns=None,
        length=length,
        choices=len(state.turns),
        rating=int(rating),
        solution=solution,
    )


def _only(state: ProofState) -> ProvenTurn | None:
    """The only turn that keeps the value; None if there are several or not all is known."""
    best = [turn for turn in state.turns if turn.upper >= state.upper]
    return best[0] if state.wdl is not None and len(best) == 1 else None


def _line(prover: Prover, game: Game, first: ProvenTurn, tickets: Iterator[int]) -> tuple[tuple[Move, ...], int]:
    """The moves of both sides while the solver has one right turn, and the solver's turns; they are played."""
    moves, length, turn = list(first.moves), 1, first
    game.play(*turn.moves)
    while length < FORCED_MAX and not game.result:
        found = _reply(prover, game, tickets)
        if found is None:
            break
        reply, turn = found
        moves += (*reply.moves, *turn.moves)
        game.play(*turn.moves)
        length += 1
    return tuple(moves), length


def _reply(prover: Prover, game: Game, tickets: Iterator[int]) -> tuple[ProvenTurn, ProvenTurn] | None:
    """A best reply after which one turn is right, and that turn; the reply is played."""
    state = prover.run(game, ticket=next(tickets), nodes=PROOF_NODES)
    best = [turn for turn in state.turns if state.wdl is not None and turn.lower == turn.upper == state.lower]
    for reply in best[:REPLIES]:
        game.play(*reply.moves)
        after = prover.run(game, ticket=next(tickets), nodes=PROOF_NODES) if not game.result else None
        turn = _only(after) if after and len(after.turns) >= CHOICES_MIN else None
        if turn is not None:
            return reply, turn
        game.undo(len(reply.moves))
    return None


# The line as the judge.


def judge_by_line(puzzle: Puzzle, found: int, moves: tuple[str, ...]) -> TurnJudgement:
    """The judgement of the solver's turn number ``found``: any other turn than that of the line is wrong."""
    turns = turns_of(puzzle)
    right, reply = turns[2 * found], (turns[2 * found + 1] if 2 * found + 1 < len(turns) else ())
    if moves == right:
        return TurnJudgement(is_right=True, is_slow=False, wdl=int(puzzle.is_win), reply=reply)
    refutation = refutation_of(puzzle, found, moves)
    return TurnJudgement(is_right=False, is_slow=False, wdl=0 if puzzle.is_win else -1, reply=refutation)


# The collection.


def read_collection(path: Path = COLLECTION) -> list[Puzzle]:
    """The shipped puzzles, easier ones first, from lines that ci/assets/make_puzzles.py writes."""
    puzzles = [_from_line(line) for line in path.read_text(encoding="ascii").splitlines()]
    return sorted(puzzles, key=lambda puzzle: puzzle.rating)


def _from_line(line: str) -> Puzzle:
    words, _, refutations = line.partition(SEPARATOR)
    theme, points, side, white, black, goal, choices, rating, *moves = words.split()
    solution = tuple(Move(move) for move in moves)
    phase = "p p" if theme == PLACING else "m s"
    counts = f"{points.count('O')} {white} {points.count('@')} {black}"
    puzzle = Puzzle(
        rules=RULES,
        position=f"{points} {side} {phase} {counts} 0 0 0 0 0 0 0 0 1",
        side=Side("wb".index(side)),
        is_win=goal == "win",
        theme=theme,
        turns=None,
        length=0,
        choices=int(choices),
        rating=int(rating),
        solution=solution,
        refutations=refutations,
    )
    return replace(puzzle, length=(len(turns_of(puzzle)) + 1) // 2)
