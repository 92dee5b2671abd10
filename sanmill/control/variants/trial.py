"""Trial of rules: fast games on a thread, summarised in a sentence."""

from __future__ import annotations

import logging
import statistics
import threading
from collections.abc import Callable
from dataclasses import dataclass

from sanmill.control.intents import Handlers
from sanmill.core.executor import BackgroundExecutor
from sanmill.core.i18n import Text, text
from sanmill.core.model import Side
from sanmill.engine import self_play
from sanmill.engine.errors import EngineError
from sanmill.engine.messages import Trial, TrialProgress
from sanmill.engine.thread_priority import lower_priority

from .variant_intents import StartTrial, StopTrial

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

    done: int = 0
    games: int = GAMES
    is_over: bool = False
    words: Text | None = None  # the summary, once the games are over
    detail: Text | None = None


class Trials:
    """Tries the rules of the draft, one trial at a time; ``emit`` is called on their thread."""

    def __init__(self, draft_rules: Callable[[], str], emit: Callable[[TrialProgress], None]) -> None:
        self._draft_rules = draft_rules
        self._emit = emit
        self._ticket = 0
        self._stop = threading.Event()
        self._executor = BackgroundExecutor("trial", lower_priority)
        self.view = TrialView()
        self.handlers: Handlers = {
            StartTrial: lambda _: self._start(),
            StopTrial: lambda _: self._stop.set(),  # the games played so far are summarised
        }

    def close(self) -> None:
        self._stop.set()
        self._executor.shutdown(wait=False)

    def receive(self, event: TrialProgress) -> None:
        """Show the progress of the newest trial."""
        if event.ticket == self._ticket:
            self.view = view_of(event.trial, GAMES, is_over=event.is_over)

    def _start(self) -> None:
        self._stop.set()
        self._stop = threading.Event()
        self._ticket += 1
        self.view = TrialView()
        self._executor.submit(self._run, self._ticket, self._draft_rules(), self._stop)

    def _run(self, ticket: int, rules: str, stop: threading.Event) -> None:
        done = 0

        def report(trial: Trial) -> bool:
            nonlocal done
            if len(trial.winners) != done:
                done = len(trial.winners)
                self._emit(TrialProgress(ticket, trial, is_over=False))
            return not stop.is_set()

        trial = Trial()
        try:
            trial = self_play.play(rules, GAMES, report)
        except EngineError as error:
            log.error("the rules cannot be tried: %s", error)
        finally:
            self._emit(TrialProgress(ticket, trial, is_over=True))


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
