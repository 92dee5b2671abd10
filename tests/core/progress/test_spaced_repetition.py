"""Cards come back at growing intervals, until they hold, whatever the clock does."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from sanmill.core.progress.spaced_repetition import INTERVALS, LEARNED, Card, review

TODAY = date(2026, 3, 1)


def days(count: int) -> timedelta:
    return timedelta(days=count)


def test_a_new_card_is_due_at_once() -> None:
    assert Card(TODAY).is_due(TODAY)


def test_right_answers_lengthen_the_intervals_until_the_card_is_learned() -> None:
    card, day, met = Card(TODAY), TODAY, []
    while not card.is_learned:
        met.append((day - TODAY).days)
        card = review(card, is_right=True, today=day)
        day = max(day, card.due)
    assert met == [0, 1, 4, 11, 27, 62]
    assert not card.is_due(day + days(10_000))


@pytest.mark.parametrize("box", range(LEARNED + 1))
def test_a_wrong_answer_starts_again_from_any_box(box: int) -> None:
    assert review(Card(TODAY, box), is_right=False, today=TODAY) == Card(TODAY, 0)


def test_answering_again_on_the_same_day_does_not_count_twice() -> None:
    once = review(Card(TODAY), is_right=True, today=TODAY)
    assert review(once, is_right=True, today=TODAY) == once


@pytest.mark.parametrize("box", range(1, LEARNED))
def test_a_card_met_while_the_clock_was_ahead_is_due_after_it_is_set_right(box: int) -> None:
    ahead = TODAY + days(4000)
    assert Card(ahead + days(INTERVALS[box]), box).is_due(TODAY)


@pytest.mark.parametrize("box", range(1, LEARNED))
def test_a_journey_to_the_west_brings_nothing_back_early(box: int) -> None:
    card = Card(TODAY + days(INTERVALS[box]), box)
    assert not card.is_due(TODAY)
    assert not card.is_due(TODAY - days(1))


def test_a_late_answer_counts_from_its_own_day() -> None:
    late = TODAY + days(20)
    assert review(Card(TODAY, 1), is_right=True, today=late) == Card(late + days(INTERVALS[2]), 2)


def test_the_last_day_of_the_calendar_is_no_trouble() -> None:
    assert review(Card(TODAY), is_right=True, today=date.max).due == date.max
