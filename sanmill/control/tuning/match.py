"""A small match of the user's algorithm and weights against the standard ones, and what it shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from sanmill.control.game_series import GameSeries
from sanmill.control.games import new_game
from sanmill.control.intents import Handlers
from sanmill.core.progress.elo import DRAW, LOSS, WIN, Score
from sanmill.core.settings import Settings
from sanmill.core.text.i18n import Text, text
from sanmill.engine.messages import Limits, Trial, TrialProgress
from sanmill.engine.search.self_play import Series, side_of_first

from .intents import StartMatch, StopMatch
from .weights import TUNING

GAMES = (20, 100, 400)  # of the first match, the second and all later ones
NODES = 1000  # of a search
OPENING = 4  # random plies: 16,000 different ones up to symmetry in Nine Men's Morris
LEADS = {1: "match.better", -1: "match.worse", 0: "match.unknown"}


@dataclass(frozen=True)
class MatchView:
    variant: Text
    games: int
    next_games: int  # of the match after this one
    done: int = 0
    is_over: bool = False
    words: Text | None = None  # the result, once the match is over
    detail: Text | None = None


class TuningMatch:
    """Plays one match at a time; each has more games than the one before, and none of its openings."""

    def __init__(self, chosen: Settings, games: GameSeries, title_of: Callable[[str], Text]) -> None:
        self._settings = chosen
        self._title_of = title_of  # of rules
        self._games = games
        self._tried: tuple[object, ...] = ()  # rules and options of the newest match
        self._played = 0  # matches with them
        self._ticket = 0
        self.view = self._new_view()
        self.handlers: Handlers = {
            StartMatch: lambda _: self._start(),
            StopMatch: lambda _: self.stop(),
        }

    def stop(self) -> None:
        """End the match; the games played so far count."""
        self._games.stop()

    def receive(self, event: TrialProgress) -> None:
        """Show the progress of the newest match."""
        if event.ticket == self._ticket:
            self.view = view_of(event.trial, self.view, is_over=event.is_over)

    def _start(self) -> None:
        tuning = tuple((each.engine_option, self._settings.get(each)) for each in TUNING)
        standard = tuple((each.engine_option, each.default) for each in TUNING)
        rules = new_game.chosen_rules(self._settings)
        if (rules, tuning) != self._tried:
            self._tried, self._played = (rules, tuning), 0
        self.view = self._new_view()
        self._played += 1
        self._ticket = self._games.start(
            Series(rules, self.view.games, (tuning, standard), Limits(nodes=NODES), OPENING, seed=self._played)
        )

    def _new_view(self) -> MatchView:
        games, next_games = (GAMES[min(played, len(GAMES) - 1)] for played in (self._played, self._played + 1))
        return MatchView(self._title_of(new_game.chosen_rules(self._settings)), games, next_games)


def score_of(played: Trial) -> Score:
    points = {
        number: DRAW if winner is None else WIN if winner is side_of_first(number) else LOSS
        for number, winner in enumerate(played.winners)
    }
    return Score.of(points)


def view_of(played: Trial, before: MatchView, *, is_over: bool) -> MatchView:
    """The progress, or the result when it is over."""
    score = score_of(played)
    if not score.games:
        return replace(before, is_over=is_over, words=text("trial.nothing") if is_over else None)
    words = text(LEADS[score.lead], points=_points(score), games=score.games) if is_over else None
    detail = text(
        "match.detail",
        wins=score.wins,
        drawn=score.draws,
        losses=score.losses,
        rate=round(100 * score.rate),
        error=round(100 * score.rate_error),
    )
    return replace(before, done=score.games, is_over=is_over, words=words, detail=detail)


def _points(score: Score) -> str:
    whole, half = divmod(2 * score.wins + score.draws, 2)
    return f"{whole or '' if half else whole}{'½' if half else ''}"
