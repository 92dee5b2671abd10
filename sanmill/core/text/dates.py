"""Dates as people say them: today, yesterday, 16 Nov."""

from __future__ import annotations

from datetime import date, timedelta

from .i18n import Text, text


def day_words(day: date, today: date) -> Text:
    """A day as seen from another one; the year is left out where it is the same."""
    if day == today:
        return text("date.today")
    if day == today - timedelta(days=1):
        return text("date.yesterday")
    if day.year == today.year:
        return text("date.day", day=day.day, month=_month(day))
    return full_day(day)


def full_day(day: date) -> Text:
    return text("date.day_year", day=day.day, month=_month(day), year=day.year)


def _month(day: date) -> Text:
    return text(f"date.month.{day.month}")


def read_day(written: str) -> date | None:
    """The day of a record, written 2026.11.16; ``None`` where it is unknown or impossible."""
    try:
        year, month, day = map(int, written.split("."))
        return date(year, month, day)
    except ValueError:
        return None
