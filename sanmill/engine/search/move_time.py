"""How long to think about a move in a game with clocks, as the engine shares the time."""

from __future__ import annotations

from sanmill.engine.abi import load


def time_for_move(left: float, increment: float) -> float:
    """Seconds for a move, from those left on the clock and those added after each turn."""
    _, lib = load()
    milliseconds = lib.mill_time_for_move(round(left * 1000), round(increment * 1000))
    return float(milliseconds) / 1000
