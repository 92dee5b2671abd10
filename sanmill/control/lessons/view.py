"""The list of lessons."""

from __future__ import annotations

from dataclasses import dataclass

from sanmill.control.lesson_plans import FIRST, LESSONS, LessonProgress
from sanmill.core.text.i18n import Text


@dataclass(frozen=True)
class LessonView:
    name: str
    title: Text
    is_done: bool


def lesson_views(progress: LessonProgress) -> tuple[LessonView, ...]:
    """Every lesson, and whether it is completed."""
    return tuple(LessonView(plan.name, plan.title, plan in progress) for plan in (FIRST, *LESSONS))
