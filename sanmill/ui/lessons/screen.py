"""The list of lessons."""

from __future__ import annotations

from functools import partial

from sanmill.control.intents import Intent, Open
from sanmill.control.lessons.intents import StartLesson
from sanmill.control.lessons.view import LessonView
from sanmill.control.routes import Kind, Route
from sanmill.core.progress.statistics import VERSUS
from sanmill.ui.widgets.action_bar import Command
from sanmill.ui.widgets.base import Columns, load_kv
from sanmill.ui.widgets.page import Page


class LearnPage(Page):
    """Lists the lessons; completed ones are ticked, the next one is the button."""

    def show(self, lessons: tuple[LessonView, ...]) -> None:
        say, send = self.app.say, self.app.send
        self.ids.content.clear_widgets()
        rows = Columns()
        self.add_widget(rows)
        for number, lesson in enumerate(lessons, 1):
            icon = "check_circle" if lesson.is_done else "school"
            detail = say("help.done") if lesson.is_done else ""
            title = f"{self.app.number(number)}. {say(lesson.title)}"
            rows.add_row(icon, title, partial(send, StartLesson(lesson.name)), detail)
        open_exercise = partial(send, Open(Route(Kind.COORDINATES)))
        rows.add_row("grid_on", say("coordinates.title"), open_exercise, say("coordinates.lesson"))
        open_openings = partial(send, Open(Route(Kind.OPENINGS)))
        rows.add_row("menu_book", say("openings.open"), open_openings, say("openings.row"))
        following = next((lesson for lesson in lessons if not lesson.is_done), None)
        words = say("lesson.following", name=following.title) if following else say("lesson.play")
        wanted: Intent = StartLesson(following.name) if following else Open(Route(Kind.NEW_GAME, VERSUS))
        self.set_foot(Command("play_arrow", words, partial(send, wanted), is_on=True))


load_kv(__file__)
