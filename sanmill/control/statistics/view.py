"""Builds the view of the statistics: rating, bars, a few numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sanmill.control.games.people import opponent_name
from sanmill.control.views.types import BarView
from sanmill.core.game.model import Side
from sanmill.core.game.phase import PHASES
from sanmill.core.progress.rating import RATING_FIRST, nearest_level
from sanmill.core.progress.statistics import VERSUS, Kept, Statistics, Summary
from sanmill.core.text.i18n import Text, text

from .intents import FilterGames

Title = Callable[[str], Text]  # of rules


@dataclass(frozen=True)
class RatingView:
    """The rating under some rules, with its history."""

    rules: Text
    value: int
    level: Text  # the nearest level
    history: tuple[float, ...]  # before the first game and after each


@dataclass(frozen=True)
class AccuracyView:
    """The share of the user's turns that kept the value, from proven values only."""

    parts: tuple[tuple[Text, int, Text], ...]  # of phases with turns: phase, percent, and of how many turns
    about: Text


@dataclass(frozen=True)
class StatisticsView:
    is_empty: bool  # no game counted
    mode: str  # of the games; empty rules and no side stand for any
    rules: str
    side: Side | None
    rating: RatingView | None
    variants: tuple[tuple[str, Text], ...]  # to choose from
    total: BarView
    by_level: tuple[BarView, ...]
    numbers: tuple[tuple[Text, Text], ...]  # label and value
    accuracy: AccuracyView | None = None  # of games against the computer


def statistics_view(statistics: Statistics, title: Title, wanted: FilterGames) -> StatisticsView:
    """The games of a mode, limited to some rules and to the user's side if given."""
    mode, side = wanted.mode, wanted.side if wanted.mode == VERSUS else None
    rules = wanted.rules if wanted.rules in statistics.summary(mode).rules else ""
    summary = statistics.summary(mode, rules=rules, side=side)
    return StatisticsView(
        is_empty=not statistics.games,
        mode=mode,
        rules=rules,
        side=side,
        rating=rating_view(statistics, title, rules),
        variants=tuple((name, title(name)) for name in summary.rules),
        total=BarView.of(text("statistics.total" if mode == VERSUS else "statistics.total.white"), summary.total),
        by_level=tuple(BarView.of(opponent_name(level), tally) for level, tally in summary.by_level),
        numbers=_numbers(summary, mode),
        accuracy=_accuracy(summary) if mode == VERSUS else None,
    )


def _accuracy(summary: Summary) -> AccuracyView:
    parts = [
        (text(f"statistics.accuracy.{phase}"), part.percent, text("statistics.accuracy.turns", part.turns))
        for phase, part in zip(PHASES, summary.kept)
        if part.percent is not None
    ]
    if not parts:
        return AccuracyView((), text("statistics.accuracy.none"))
    turns = text("statistics.accuracy.turns", Kept.total(summary.kept).turns)
    games = text("statistics.accuracy.games", summary.kept_games)
    return AccuracyView(tuple(parts), text("statistics.accuracy.about", turns=turns, games=games))


def _numbers(summary: Summary, mode: str) -> tuple[tuple[Text, Text], ...]:
    streak = "statistics.streak" if mode == VERSUS else "statistics.streak.white"
    turns = text("statistics.moves", round(summary.turns))
    return (
        (text("statistics.games"), text("statistics.count", summary.total.games)),
        (text(streak), text("statistics.count", summary.streak)),
        (text("statistics.length"), turns if summary.total.games else text("statistics.none")),
    )


def rating_view(statistics: Statistics, title: Title, rules: str = "") -> RatingView | None:
    """The rating under these rules; without any, under those with most rated games."""
    if not rules:
        rated = [played.rules for played in statistics.games if played.rating]
        rules = max(rated, key=rated.count, default="")
    history = statistics.history(rules)
    if not history:
        return None
    return RatingView(
        rules=title(rules),
        value=round(history[-1].value),
        level=opponent_name(nearest_level(history[-1].value)),
        history=(RATING_FIRST.value, *(rating.value for rating in history)),
    )
