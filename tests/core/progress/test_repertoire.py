"""Which openings are due: learned ones when it is time, new ones a few at a time."""

from __future__ import annotations

from datetime import date, timedelta

from sanmill.core.game.model import Side
from sanmill.core.progress.repertoire import REPERTOIRE, YOUNG_MAX, Repertoire
from sanmill.core.progress.spaced_repetition import INTERVALS, LEARNED

TODAY = date(2026, 11, 16)
NAMES = [f"opening {number}" for number in range(12)]


def test_new_openings_come_a_few_at_a_time_until_all_are_learned() -> None:
    known, day, most = Repertoire(), TODAY, 0
    while any(known.find(name, Side.WHITE) is None for name in NAMES):
        due = known.due(NAMES, Side.WHITE, day)
        most = max(most, sum(known.find(name, Side.WHITE) is None for name in due))
        for name in due:
            known.answer(name, Side.WHITE, is_right=True, today=day)
        day += timedelta(1)
    assert most == YOUNG_MAX
    for _ in range(sum(INTERVALS)):
        for name in known.due(NAMES, Side.WHITE, day):
            known.answer(name, Side.WHITE, is_right=True, today=day)
        day += timedelta(1)
    assert {drill.card.box for drill in known.drills} == {LEARNED}
    assert known.next_day(Side.WHITE, day) is None


def test_mistake_brings_an_opening_back_today_before_new_ones() -> None:
    known = Repertoire()
    known.answer(NAMES[5], Side.WHITE, is_right=False, today=TODAY)
    assert known.due(NAMES, Side.WHITE, TODAY) == [NAMES[5], NAMES[0], NAMES[1]]
    assert known.met(NAMES[5], Side.WHITE) == 1


def test_sides_do_not_share_what_is_known() -> None:
    known = Repertoire()
    known.answer(NAMES[0], Side.WHITE, is_right=True, today=TODAY)
    assert NAMES[0] not in known.due(NAMES, Side.WHITE, TODAY)
    assert NAMES[0] in known.due(NAMES, Side.BLACK, TODAY)
    assert known.next_day(Side.WHITE, TODAY) == TODAY + timedelta(INTERVALS[1])
    assert known.next_day(Side.BLACK, TODAY) is None


def test_opening_that_has_no_name_any_more_is_not_due() -> None:
    known = Repertoire()
    known.answer("old", Side.WHITE, is_right=False, today=TODAY)
    assert "old" not in known.due(NAMES, Side.WHITE, TODAY)


def test_repertoire_is_read_as_written() -> None:
    known = Repertoire(side=Side.BLACK)
    known.answer(NAMES[0], Side.WHITE, is_right=True, today=TODAY)
    known.answer(NAMES[1], Side.BLACK, is_right=False, today=TODAY)
    assert REPERTOIRE.read(REPERTOIRE.write(known)) == known
