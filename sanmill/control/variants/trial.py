"""Trial of rules: fast games, summarised in a sentence."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass

from sanmill.control.game_series import GameSeries
from sanmill.control.intents import Handlers
from sanmill.core.game.model import Side
from sanmill.core.text.i18n import Text, text
from sanmill.engine.messages import Trial, TrialProgress
from sanmill.engine.search.self_play import Series

from .intents import StartTrial, StopTrial

GAMES = 20
# Shares that have words; the nearest one is used.
SHARES = {
    "trial.share.none": 0.0,
    "trial.share.1_10": 1 / 10,
    "trial.share.1_5": 1 / 5,
    "trial.share.1_4": 1 / 4,
    "trial.share.1_3": 1 / 3,
    "trial.share.2_5": 2 / 5,
    "trial.share.1_2": 1 / 2,
    "trial.share.3_5": 3 / 5,
    "trial.share.2_3": 2 / 3,
    "trial.share.3_4": 3 / 4,
    "trial.share.4_5": 4 / 5,
    "trial.share.9_10": 9 / 10,
    "trial.share.all": 1.0,
}


@dataclass(frozen=True)
class TrialView:
    done: int = 0
    games: int = GAMES
    is_over: bool = False
    words: Text | None = None  # the summary, once the games are over
    detail: Text | None = None


class Trials:
    """Tries the rules of the draft, one trial at a time."""

    def __init__(self, draft_rules: Callable[[], str], games: GameSeries) -> None:
        self._draft_rules = draft_rules
        self._games = games
        self._ticket = 0
        self.view = TrialView()
        self.handlers: Handlers = {
            StartTrial: lambda _: self._start(),
            StopTrial: lambda _: games.stop(),  # the games played so far are summarised
        }

    def receive(self, event: TrialProgress) -> None:
        """Show the progress of the newest trial."""
        if event.ticket == self._ticket:
            self.view = view_of(event.trial, GAMES, is_over=event.is_over)

    def _start(self) -> None:
        self.view = TrialView()
        self._ticket = self._games.start(Series(self._draft_rules(), GAMES))


def view_of(played: Trial, games: int, *, is_over: bool) -> TrialView:
    """The progress, or the summary when it is over."""
    done = len(played.winners)
    if not done:
        return TrialView(0, games, is_over, text("trial.nothing") if is_over else None)
    moves = round(statistics.median(played.lengths))
    rounded = moves if moves < 10 else 5 * round(moves / 5)
    share = played.winners.count(None) / done
    nearest = min(SHARES, key=lambda name: abs(SHARES[name] - share))
    words = text("trial.verdict", rounded, drawn=text(nearest))
    wins = [sum(winner is side for winner in played.winners) for side in Side]
    detail = text("trial.wins", white=wins[Side.WHITE], black=wins[Side.BLACK], drawn=done - sum(wins))
    return TrialView(done, games, is_over, words if is_over else None, detail)
