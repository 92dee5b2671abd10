"""Compare the search speed of two builds of the engine, on Linux.

python -m ci.robots.bench_search engine_c/build/sanmill-uci OTHER [--runs 10] [--nodes 300000]

Both search the same positions, from games of the first one, to the same number of nodes, in turn, so that a busy
machine slows both alike. What counts is processor time.
"""

from __future__ import annotations

import argparse
import random
import statistics

from ci import ROOT
from sanmill.engine.game import Game
from sanmill.tools.uci_client import UciEngine

PLIES = (0, 4, 8, 12, 16, 20, 24, 30, 36, 44, 52, 60, 80)
GAMES = 2  # of each length
RANDOM_PLIES = 5
PLAYING_NODES = 1000
SETTINGS = (
    ("OwnBook", "false"),
    ("ProvePlacing", "false"),
    ("Shuffle", "false"),
    ("TablePath", ""),
    ("NetworkPath", str(ROOT / "assets" / "networks")),
)


def play(command: str, plies: int, chance: random.Random) -> tuple[str, ...]:
    """The moves of a game that goes on after so many plies and a removal; the first ones are random."""
    engine = UciEngine(command, SETTINGS, go=f"nodes {PLAYING_NODES}", timeout=60.0)
    while True:
        game = Game()
        engine.new_game(game)
        while game.result is None and (len(game.history) < plies or game.legal()[0].is_removal):
            is_random = len(game.history) < RANDOM_PLIES
            game.play(chance.choice(game.legal()) if is_random else engine.choose(game.history).move)
        if game.result is None:
            engine.close()
            return game.history


def seconds_of(engine: UciEngine, moves: tuple[str, ...], nodes: int) -> float:
    """Processor time of a search from an empty transposition table; endings that are solved first do not count."""
    engine.new_game(Game())
    engine.go = "go nodes 1"
    engine.choose(moves)
    begun = engine.processor_seconds()
    engine.go = f"go nodes {nodes}"
    engine.choose(moves)
    return engine.processor_seconds() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("other")
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--nodes", type=int, default=300_000)
    chosen = parser.parse_args()
    chance = random.Random(1)
    positions = [play(chosen.engine, plies, chance) for plies in PLIES * GAMES]
    engines = [UciEngine(command, SETTINGS, go="", timeout=600.0) for command in (chosen.engine, chosen.other)]
    ratios = []
    for run in range(chosen.runs):
        spent = [0.0, 0.0]
        for index, moves in enumerate(positions):
            for side in (0, 1) if (run + index) % 2 else (1, 0):
                spent[side] += seconds_of(engines[side], moves, chosen.nodes)
        ratios.append(spent[1] / spent[0])
        speeds = " and ".join(f"{len(positions) * chosen.nodes / seconds / 1e6:.2f}" for seconds in spent)
        print(f"run {run + 1}: {speeds} million nodes a second, ratio {ratios[-1]:.3f}", flush=True)
    print(f"ratio {statistics.mean(ratios):.3f}, {min(ratios):.3f} to {max(ratios):.3f}, {len(positions)} positions")
    for engine in engines:
        engine.close()


if __name__ == "__main__":
    main()
