"""Trial of rules: fast games on a thread, summarised in a sentence."""

from __future__ import annotations

import logging
import statistics
import threading
from collections.abc import Callable
from dataclasses import dataclass

from sanmill.core.i18n import Text, text
from sanmill.core.model import Side
from sanmill.engine import self_play
from sanmill.engine.errors import EngineError
from sanmill.engine.self_play import Trial
from sanmill.engine.thread_priority import lower_priority

log = logging.getLogger(__name__)

GAMES = 20
# Shares that have words; the nearest one is used.
SHARES = {
    "none": 0.0,
    "1_10": 1 / 10,
    "1_5": 1 / 5,
    "1_4": 1 / 4,
    "1_3": 1 / 3,
    "2_5": 2 / 5,
    "1_2": 1 / 2,
    "3_5": 3 / 5,
    "2_3": 2 / 3,
    "3_4": 3 / 4,
    "4_5": 4 / 5,
    "9_10": 9 / 10,
    "all": 1.0,
}


@dataclass(frozen=True)
class TrialView:
    """The progress of the games and their summary."""

    done: int
    games: int
    is_over: bool
    words: Text | None  # the summary, once the games are over
    detail: Text | None = None


class Tryout:
    """Plays until done or stopped; calls ``publish`` on its thread."""

    def __init__(self, rules: str, publish: Callable[[TrialView], None], games: int = GAMES) -> None:
        self._rules = rules
        self._publish = publish
        self._games = games
        self._is_stopped = threading.Event()
        self._done = -1
        self._thread = threading.Thread(target=self._run, name="tryout", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop; the games played so far are summarised."""
        self._is_stopped.set()

    def join(self) -> None:
        """Wait for the thread to end."""
        self._thread.join()

    def _run(self) -> None:
        lower_priority()
        try:
            played = self_play.play(self._rules, self._games, self._report)
        except EngineError as error:
            log.error("the rules cannot be tried: %s", error)
            played = Trial()
        self._publish(view_of(played, self._games, is_over=True))

    def _report(self, played: Trial) -> bool:
        if len(played.winners) != self._done:
            self._done = len(played.winners)
            self._publish(view_of(played, self._games, is_over=False))
        return not self._is_stopped.is_set()


def view_of(played: Trial, games: int, *, is_over: bool) -> TrialView:
    """The progress, or the summary when it is over."""
    done = len(played.winners)
    if not done:
        return TrialView(0, games, is_over, text("trial.nothing") if is_over else None)
    moves = round(statistics.median(played.lengths))
    rounded = moves if moves < 10 else 5 * round(moves / 5)
    share = played.winners.count(None) / done
    nearest = min(SHARES, key=lambda name: abs(SHARES[name] - share))
    words = text("trial.verdict", rounded, drawn=text(f"trial.share.{nearest}"))
    wins = [sum(winner is side for winner in played.winners) for side in Side]
    detail = text("trial.wins", white=wins[Side.WHITE], black=wins[Side.BLACK], drawn=done - sum(wins))
    return TrialView(done, games, is_over, words if is_over else None, detail)
