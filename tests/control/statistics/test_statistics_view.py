"""What the statistics page is told: the games chosen and the rating that belongs to them."""

from __future__ import annotations

from sanmill.control.statistics.intents import FilterGames
from sanmill.control.statistics.view import statistics_view
from sanmill.core.game.model import Side
from sanmill.core.progress.statistics import GameResult, Kept, Statistics
from sanmill.core.text.i18n import Text, text

NINE, SIX = "nine_mens_morris", "six_mens_morris"


def title(rules: str) -> Text:
    return text(f"variant.{rules}")


def games() -> Statistics:
    statistics = Statistics()
    for number in range(6):
        side, rules = Side(number % 2), SIX if number == 5 else NINE
        levels = (0, 3) if side is Side.WHITE else (3, 0)
        statistics.count(
            GameResult(str(number), "versus", rules, levels, side, side, 20, is_rated=number != 4, rating=None)
        )
    statistics.count(GameResult("two", "two_players", NINE, (0, 0), None, Side.BLACK, 31, is_rated=False, rating=None))
    return statistics


def test_empty_statistics_have_no_rating() -> None:
    view = statistics_view(Statistics(), title, FilterGames())
    assert view.is_empty
    assert view.rating is None
    assert view.numbers[2][1].key == "statistics.none"


def test_filters_select_games_and_rating_of_variant() -> None:
    view = statistics_view(games(), title, FilterGames())
    assert not view.is_empty
    assert (view.total.wins, view.total.draws, view.total.losses) == (6, 0, 0)
    assert [name for name, _ in view.variants] == [NINE, SIX]
    assert view.rating is not None
    assert view.rating.rules.key == f"variant.{NINE}"
    assert len(view.rating.history) == 5, "four rated games and where it began"
    white = statistics_view(games(), title, FilterGames(side=Side.WHITE))
    assert white.total.wins == 3
    six = statistics_view(games(), title, FilterGames(rules=SIX))
    assert six.total.wins == 1
    assert six.rating is not None
    assert len(six.rating.history) == 2


def test_games_without_own_side_count_for_white() -> None:
    view = statistics_view(games(), title, FilterGames(mode="two_players", side=Side.BLACK, rules=SIX))
    assert view.total.label.key == "statistics.total.white"
    assert view.total.losses == 1
    assert view.by_level == ()


def test_accuracy_shows_number_of_turns_and_games() -> None:
    statistics = games()
    empty = statistics_view(statistics, title, FilterGames()).accuracy
    assert empty is not None
    assert (empty.parts, empty.about.key) == ((), "statistics.accuracy.none")
    statistics.note_accuracy("0", (Kept(3, 4), Kept(0, 0), Kept(5, 5)))
    statistics.note_accuracy("1", (Kept(3, 4), Kept(0, 0), Kept(0, 0)))
    accuracy = statistics_view(statistics, title, FilterGames()).accuracy
    assert accuracy is not None
    assert [(words.key, percent) for words, percent, _ in accuracy.parts] == [
        ("statistics.accuracy.placing", 75),
        ("statistics.accuracy.flying", 100),
    ]
    told = dict(accuracy.about.values)
    assert [told[part].count for part in ("turns", "games")] == [13, 2]
    assert statistics_view(statistics, title, FilterGames(mode="two_players")).accuracy is None
