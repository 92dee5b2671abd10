"""The list of lessons."""

from __future__ import annotations

from sanmill.control.lesson_plans import FIRST, LESSONS, LessonProgress
from sanmill.control.views.types import LessonView


def lesson_views(progress: LessonProgress) -> tuple[LessonView, ...]:
    """Every lesson, and whether it is completed."""
    return tuple(LessonView(plan.name, plan.title, plan in progress) for plan in (FIRST, *LESSONS))
