"""Play games through the library and print every move; ci/robots/arm_test.sh compares the output across processors.

Needs only what a phone has: Python, cffi's own module, the library and the files that come along.
"""

from __future__ import annotations

import platform
import queue
import struct
import sys
from functools import partial

from sanmill.core.resources import ASSETS
from sanmill.engine.abi import load
from sanmill.engine.game import Game
from sanmill.engine.jobs import Jobs
from sanmill.engine.messages import Event, Limits, MoveChosen, Position
from sanmill.engine.rules import variants
from sanmill.engine.search.jobs import Think
from sanmill.engine.search.searcher import Searcher
from sanmill.engine.tablebase.tablebase import Tablebase

MOVES_MAX = 150
ENDING = "********/*@***@**/OO@*@*O* w m s 3 0 4 0 0 0 0 0 0 0 0 0 9"


def play(rules: str, level: int, start: str = "") -> str:
    """Let the engine play itself through the search thread, as in the app."""
    events: queue.Queue[Event] = queue.Queue()
    jobs = Jobs(events.put, partial(Searcher, ASSETS / "tables"))
    game = Game(rules, start or None)
    options = (("Level", str(level)), ("Shuffle", "false"), ("Seed", "7"))
    while game.result is None and len(game.history) < MOVES_MAX:
        jobs.submit(Think(len(game.history) + 1, Position(rules, game.history, start), options, Limits(nodes=1500)))
        event = events.get()
        assert isinstance(event, MoveChosen), event
        game.play(event.move)
    jobs.close()
    return f"{rules}, level {level}: {' '.join(game.history)} {game.result}"


def main() -> None:
    load()
    print(f"{platform.machine()}, Python {platform.python_version()}, {8 * struct.calcsize('P')} bits", file=sys.stderr)
    print(play("nine_mens_morris", 7))
    print(play("nine_mens_morris", 12, ENDING))
    for variant in variants():
        print(play(variant.name, 3))
    print(Tablebase("nine_mens_morris", ASSETS / "tables").probe(Game("nine_mens_morris", ENDING)))


if __name__ == "__main__":
    main()
