"""Statistics: each game is counted once, ratings follow results, and storage loses nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sanmill.core.game.model import Side
from sanmill.core.progress.ladder import read_ladder
from sanmill.core.progress.rating import DEVIATION_MIN, LEVELS, RATING_FIRST, Rating, elo_of, nearest_level
from sanmill.core.progress.statistics import STATISTICS, GameResult, Kept, Statistics, Tally, accuracy_of

NINE, SIX = "nine_mens_morris", "six_mens_morris"


def game(key: str, score: float = 1.0, **changes: Any) -> GameResult:
    """A person with White against level 3."""
    winner = {1.0: Side.WHITE, 0.5: None, 0.0: Side.BLACK}[score]
    values: dict[str, Any] = {
        "mode": "versus",
        "rules": NINE,
        "levels": (0, 3),
        "side": Side.WHITE,
        "winner": winner,
        "turns": 20,
        "is_rated": False,
        "rating": None,
    }
    return GameResult(key, **{**values, **changes})


def counted(*games: GameResult) -> Statistics:
    statistics = Statistics()
    for each in games:
        assert statistics.count(each)
    return statistics


def test_game_is_counted_once_with_first_result() -> None:
    statistics = counted(game("a", 0.0))
    assert not statistics.count(game("a", 1.0))
    assert statistics.summary("versus").total == Tally(0, 0, 1)


def test_reset_clears_games_and_never_recounts_them() -> None:
    statistics = counted(game("a"), game("b"))
    statistics.reset()
    again = STATISTICS.read(json.loads(json.dumps(STATISTICS.write(statistics))))
    assert not again.count(game("b"))
    assert again.summary("versus").total.games == 0
    assert again.placements == statistics.placements


def test_summaries_split_by_level_rules_and_side() -> None:
    statistics = counted(
        game("a"),
        game("b", 0.5),
        game("c", 0.0, side=Side.BLACK, levels=(5, 0), winner=Side.BLACK, turns=40),
        game("d", 0.0, rules=SIX),
        game("e", mode="two_players", levels=(0, 0), side=None),
    )
    summary = statistics.summary("versus")
    assert summary.total == Tally(2, 1, 1)
    assert summary.turns == 25
    assert summary.rules == (NINE, SIX)
    assert summary.by_level == ((3, Tally(1, 1, 1)), (5, Tally(1, 0, 0)))
    assert statistics.summary("versus", side=Side.BLACK).total == Tally(1, 0, 0)
    assert statistics.summary("versus", rules=SIX).total == Tally(0, 0, 1)
    assert statistics.summary("two_players").total == Tally(1, 0, 0)
    assert statistics.summary("watch").total.games == 0


def test_watched_games_count_for_both_levels() -> None:
    watched = game("a", mode="watch", levels=(6, 4), side=None)
    assert counted(watched).summary("watch").by_level == ((4, Tally(0, 0, 1)), (6, Tally(1, 0, 0)))


def test_longest_win_streak_is_counted() -> None:
    scores = (1.0, 0.5, 1.0, 1.0, 0.0, 1.0)
    assert counted(*(game(str(at), score) for at, score in enumerate(scores))).summary("versus").streak == 2


def test_only_rated_games_change_rating_of_their_variant() -> None:
    statistics = counted(
        game("a"), game("b", is_rated=True), game("c", rules=SIX, is_rated=True), game("d", 0.0, is_rated=True)
    )
    history = statistics.history(NINE)
    assert len(history) == 2
    assert statistics.rating_change("a") is None
    after, change = statistics.rating_change("d") or (0.0, 0.0)
    assert after == history[1].value
    assert change == pytest.approx(history[1].value - history[0].value)
    assert change < 0
    assert statistics.rating_change("c") == (statistics.rating(SIX).value, statistics.rating(SIX).value - LEVELS[2])


def test_rating_converges_to_evenly_matched_level() -> None:
    rating = RATING_FIRST
    for number in range(200):
        rating = rating.after(8, float(number % 2))
    assert nearest_level(rating.value) == 8
    assert rating.deviation == DEVIATION_MIN
    even = Rating(LEVELS[7], DEVIATION_MIN).after(8, 1.0)
    assert even.value - LEVELS[7] == pytest.approx(9, abs=1)
    assert RATING_FIRST.after(12, 0.0).value == pytest.approx(RATING_FIRST.value, abs=1)


def test_level_ratings_follow_measured_ladder() -> None:
    steps = read_ladder().steps
    assert [step.level for step in steps] == list(range(1, 13))
    assert [step.opponent for step in steps[1:]] == [str(level) for level in range(1, 12)]
    assert len(LEVELS) == 13
    assert all(low < high for low, high in zip(LEVELS, LEVELS[1:]))
    assert LEVELS[11] == round(600 + sum(elo_of(step.score / 100) for step in steps[1:]))


def test_first_three_games_find_the_level() -> None:
    statistics = counted(game("x", mode="two_players", levels=(0, 0), side=None), game("a"))
    assert statistics.is_first("a")
    assert statistics.level_after("a") == statistics.suggested_level("a") == 4, "the one that the result offers"
    statistics.count(game("b", levels=(0, 5)))
    assert statistics.level_found("b") is None
    statistics.count(game("c", 0.0, levels=(0, 7)))
    found = statistics.level_found("c")
    assert found is not None
    assert (found.low, found.middle, found.high) == (5, 6, 7)
    statistics.count(game("d", 0.0, levels=(0, 6)))
    assert statistics.level_after("d") is None
    assert statistics.level_found("d") is None


def test_level_found_is_how_one_played_not_the_level_chosen() -> None:
    statistics = counted(
        game("a", levels=(0, 1)), game("resigned", 0.0, levels=(0, 8), turns=1), game("b", 0.0, levels=(0, 8))
    )
    assert statistics.level_found("b") is None, "two games so far: one without a turn does not count"
    statistics.count(game("c", 0.0, levels=(0, 8)))
    found = statistics.level_found("c")
    assert found is not None
    assert found.high <= 5


def test_found_level_stays_within_ladder() -> None:
    assert counted(game("a", 0.0, levels=(0, 1))).level_after("a") == 1
    assert counted(game("a", levels=(0, 12))).level_after("a") == 12


def test_beaten_opponent_is_followed_by_the_next_one_however_it_was_beaten() -> None:
    statistics = counted(game("a", levels=(0, 1)))
    for kept in (Kept(9, 9), Kept(10, 40)):
        statistics.note_accuracy("a", (kept, kept, Kept(0, 0)))
        assert statistics.level_after("a") == 2


def test_statistics_round_trip() -> None:
    statistics = counted(game("a", is_rated=True), game("b", 0.5, side=Side.BLACK, levels=(4, 0)))
    again = STATISTICS.read(json.loads(json.dumps(STATISTICS.write(statistics))))
    assert again == statistics
    assert again.games[1] == statistics.games[1]
    assert not again.count(game("a"))


@pytest.mark.parametrize(
    "kept",
    [
        {"games": 3},
        {"games": [{}]},
        {"placements": [1, ["old"]]},
        {"deleted": None},
    ],
)
def test_invalid_field_resets_that_field_only(kept: dict[str, Any]) -> None:
    whole, left_out = json.loads(json.dumps(STATISTICS.write(counted(game("a"))))), list[str]()
    content = STATISTICS.write(STATISTICS.read({**whole, **kept}, left_out))
    assert left_out
    assert [name for name in whole if content[name] != whole[name]] in ([], *([name] for name in kept))


@pytest.mark.parametrize(
    "damage",
    [
        {"levels": [0, 99]},
        {"mode": "chess"},
        {"side": 7},
        {"rating": {"value": float("nan"), "deviation": 1}},
        {"rating": {"value": 1e300, "deviation": 1}},
        {"turns": "x"},
        {"turns": float("inf")},
    ],
)
def test_damaged_game_is_dropped_alone(damage: dict[str, Any]) -> None:
    kept = json.loads(json.dumps(STATISTICS.write(counted(game("a"), game("b"), game("c")))))
    kept["games"][1].update(damage)
    left_out: list[str] = []
    restored = STATISTICS.read(kept, left_out)
    assert [each.key for each in restored.games] == ["a", "c"]
    assert len(left_out) == 1


KEPT = accuracy_of([("placing", True), ("placing", False), ("moving", True), ("flying", None)])


def test_accuracy_counts_proven_turns_by_phase() -> None:
    assert (Kept(1, 2), Kept(1, 1), Kept(0, 0)) == KEPT
    assert [part.percent for part in KEPT] == [50, 100, None]
    assert Kept(999, 1000).percent == 99, "100 means every turn"
    statistics = counted(game("a"), game("b"), game("c", rules=SIX))
    assert statistics.note_accuracy("a", KEPT)
    assert statistics.note_accuracy("c", accuracy_of([("flying", True)]))
    summary = statistics.summary("versus")
    assert summary.kept == (Kept(1, 2), Kept(1, 1), Kept(1, 1))
    assert summary.kept_games == 2
    assert statistics.summary("versus", rules=NINE).kept == KEPT


def test_accuracy_is_replaced_only_by_more_proven_turns() -> None:
    statistics = counted(game("a"))
    assert statistics.note_accuracy("a", KEPT)
    assert not statistics.note_accuracy("a", KEPT)
    assert not statistics.note_accuracy("a", accuracy_of([("moving", True)]))
    assert not statistics.note_accuracy("unknown", KEPT)
    more = accuracy_of([("placing", True)] * 9)
    assert statistics.note_accuracy("a", more)
    assert statistics.summary("versus").kept == more
    statistics.reset()
    assert statistics.summary("versus").kept_games == 0
    assert not statistics.note_accuracy("a", KEPT), "a game that was forgotten stays forgotten"


def test_accuracy_is_stored_and_optional() -> None:
    statistics = counted(game("a"), game("b"))
    statistics.note_accuracy("a", KEPT)
    written = json.loads(json.dumps(STATISTICS.write(statistics)))
    again = STATISTICS.read(written)
    assert [each.kept for each in again.games] == [KEPT, None]
    for each in written["games"]:
        del each["kept"]
    old = STATISTICS.read(written)
    assert [each.key for each in old.games] == ["a", "b"]
    assert old.summary("versus").kept_games == 0


def part(kept: int, turns: int) -> dict[str, int]:
    return {"kept": kept, "turns": turns}


@pytest.mark.parametrize(
    "kept", ["all", [part(1, 2)], [part(3, 2)] * 3, [part(-1, 2)] * 3, [[1, 2]] * 3, [{"turns": 1}] * 3]
)
def test_invalid_accuracy_is_dropped_and_game_kept(kept: Any) -> None:
    written = STATISTICS.write(counted(game("a")))
    written["games"][0]["kept"] = kept
    (restored,) = STATISTICS.read(json.loads(json.dumps(written))).games
    assert restored.kept is None
