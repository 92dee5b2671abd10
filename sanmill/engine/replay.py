"""Records checked by the engine: every move of every branch has to be playable where it stands."""

from __future__ import annotations

from sanmill.core.record import Record, RecordError

from .errors import EngineError
from .game import Game


def replay(record: Record) -> Game:
    """The game at the end of the record's main line, once all its moves, branches included, have been played."""
    game = start_of(record)
    ply = 0
    for depth, node in record.tree.root.walk():
        if depth == 0:
            continue
        while ply >= depth:
            game.undo()
            ply -= 1
        try:
            game.play(node.move)
        except EngineError as error:
            raise RecordError(node.line, str(error)) from error
        ply += 1
    while game.undo():
        pass
    for node in record.tree.main_line:
        game.play(node.move)
    return game


def start_of(record: Record) -> Game:
    """The position the record starts from; each fault is told with the header it comes from."""
    lines = record.header_lines
    try:
        game = Game(record.rules)
    except EngineError as error:
        raise RecordError(lines.get("Rules", lines.get("Variant", 0)), str(error)) from error
    if record.position is None:
        return game
    try:
        return Game(record.rules, record.position)
    except EngineError as error:
        raise RecordError(lines.get("FEN", 0), str(error)) from error
