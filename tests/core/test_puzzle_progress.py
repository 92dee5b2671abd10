"""The book of puzzles: rating, streak, practice."""

from __future__ import annotations

from datetime import date, timedelta

from sanmill.core.puzzle_progress import SHOWN, SOLVED, PuzzleBook

DAY = date(2026, 11, 16)


def test_solving_raises_the_rating_and_failing_lowers_it() -> None:
    book = PuzzleBook()
    book.rate(1000, is_right=True)
    assert book.rating == 1020
    book.rate(1600, is_right=False)
    assert 1010 < book.rating < 1020, "a hard one costs little"
    for _ in range(400):
        book.rate(400, is_right=False)
    assert book.rating == 100


def test_days_in_a_row_are_counted() -> None:
    book = PuzzleBook()
    for day in range(3):
        book.end_day(DAY + timedelta(days=day), SOLVED)
    assert book.streak_on(DAY + timedelta(days=2)) == 3
    assert book.streak_on(DAY + timedelta(days=3)) == 3, "today's is still open"
    assert book.streak_on(DAY + timedelta(days=4)) == 0
    book.end_day(DAY + timedelta(days=4), SOLVED)
    assert book.streak == 1


def test_the_first_end_of_a_day_counts() -> None:
    book = PuzzleBook()
    book.end_day(DAY, SOLVED)
    book.end_day(DAY, SHOWN)
    assert book.streak == 1
    book.end_day(DAY + timedelta(days=1), SHOWN)
    book.end_day(DAY + timedelta(days=1), SOLVED)
    assert book.streak_on(DAY + timedelta(days=1)) == 0


def test_old_days_are_forgotten() -> None:
    book = PuzzleBook()
    for day in range(100):
        book.end_day(DAY + timedelta(days=day), SOLVED)
    assert len(book.days) == 60
    assert book.streak == 100


def test_practice_goes_on_by_rules_and_theme() -> None:
    book = PuzzleBook()
    book.take("nine_mens_morris", "close")
    assert book.next_number("nine_mens_morris", "close") == 1
    assert book.next_number("nine_mens_morris", "stop") == 0


def test_it_is_kept_and_survives_nonsense() -> None:
    book = PuzzleBook()
    book.rate(1200, is_right=True)
    book.end_day(DAY, SOLVED)
    book.take("nine_mens_morris", "fly")
    assert PuzzleBook.restore(book.save()) == book
    assert PuzzleBook.restore(None) == PuzzleBook()
    hostile = {"rating": "high", "streak": True, "days": {"x": 1}, "made": {"a": "b"}, "unknown": 1, "solved": 3}
    assert PuzzleBook.restore(hostile) == PuzzleBook(solved=3)
