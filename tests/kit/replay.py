"""Records played to their end."""

from __future__ import annotations

from sanmill.core.game.record import Record
from sanmill.engine.game import Game
from sanmill.engine.replay import replay, start_of


def final_game(record: Record) -> Game:
    """The game at the end of the main line, once every variation has been played."""
    game = start_of(record)
    nodes = [node for node, _ in replay(game, record.tree)]
    assert len(nodes) == len(record.tree)
    for node in record.tree.main_line:
        game.play(node.move)
    return game
