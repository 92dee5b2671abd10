"""What players do with their pieces in a match: taken, sacrificed, and for how many plies they have fewer.

A piece is sacrificed if the opponent takes it by a mill that a move could have stopped, and its owner had not closed a
mill instead.
"""

from __future__ import annotations

from dataclasses import dataclass

from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from sanmill.engine.game import Game

from .match import Match, MatchGame, MatchPlan


@dataclass
class Material:
    taken: int = 0
    sacrificed: int = 0
    plies_behind: int = 0

    def per_game(self, games: int) -> str:
        numbers = [number / max(1, games) for number in (self.taken, self.sacrificed, self.plies_behind)]
        return "{:.2f} pieces taken, {:.2f} sacrificed, {:.1f} plies with fewer pieces a game".format(*numbers)


def count_material(match: Match) -> tuple[Material, Material]:
    counts = (Material(), Material())
    for game in match.games.values():
        _count_game(match.plan, game, counts)
    return counts


def _count_game(plan: MatchPlan, played: MatchGame, counts: tuple[Material, Material]) -> None:
    game = Game(plan.rules, plan.opening(played.number).position or None)
    moves = played.moves
    for ply, move in enumerate(moves):
        view = game.view
        mover = played.white if view.side is Side.WHITE else 1 - played.white
        counts[mover].taken += move.is_removal
        if move.is_removal and not moves[ply - 1].is_removal:
            counts[1 - mover].sacrificed += _is_sacrifice(game, moves[:ply], played.opening)
        game.play(move)
        after = game.view
        white, black = after.pieces_left(Side.WHITE), after.pieces_left(Side.BLACK)
        if white != black:
            counts[played.white if white < black else 1 - played.white].plies_behind += 1


def _is_sacrifice(game: Game, moves: list[Move], opening: int) -> bool:
    """Whether the owner of the piece that is about to be taken let the mill happen by a move without a mill."""
    if len(moves) < max(2, opening + 2) or moves[-2].is_removal:
        return False
    before, closing = game.copy(), moves[-1]
    before.undo()
    before.undo()
    return any(_stops(before, move, closing) for move in before.legal())


def _stops(game: Game, move: Move, closing: Move) -> bool:
    """Whether a move without a mill leaves the opponent no mill by the closing move."""
    owner = game.side
    game.play(move)
    stops = game.result is None and game.side is not owner
    if stops and game.refusal(closing) == "none":
        game.play(closing)
        stops = game.side is owner or game.result is not None
        game.undo()
    game.undo()
    return stops
