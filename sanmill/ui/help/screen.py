"""The lessons; and Help: the rules of the current variant, and links."""

from __future__ import annotations

from functools import partial

from sanmill.control.games import new_game
from sanmill.control.lessons.intents import StartLesson
from sanmill.control.routes import Kind, Route
from sanmill.core.progress.statistics import VERSUS
from sanmill.ui.widgets.action_bar import Command
from sanmill.ui.widgets.base import Columns, load_kv
from sanmill.ui.widgets.page import PulledPage
from sanmill.ui.widgets.setting_rows import Heading

MORE = ((Kind.REPORT, "bug_report"), (Kind.ABOUT, "info"), (Kind.LICENSE, "menu_book"))


class LearnPage(PulledPage):
    """Lists the lessons; completed ones are ticked, the next one is the button."""

    def fill(self) -> None:
        say, lessons = self.app.say, self.app.controller.pages.lessons()
        self.ids.content.clear_widgets()
        rows = Columns()
        self.add_widget(rows)
        for number, lesson in enumerate(lessons, 1):
            icon = "check_circle" if lesson.is_done else "school"
            detail = say("help.done") if lesson.is_done else ""
            title = f"{self.app.number(number)}. {say(lesson.title)}"
            rows.add_row(icon, title, partial(self._start, lesson.name), detail)
        following = next((lesson for lesson in lessons if not lesson.is_done), None)
        if following:
            words = say("lesson.following", name=following.title)
            self.set_foot(Command("play_arrow", words, partial(self._start, following.name), is_on=True))
        else:
            self.set_foot(
                Command(
                    "play_arrow", say("lesson.play"), partial(self.nav.open, Route(Kind.NEW_GAME, VERSUS)), is_on=True
                )
            )

    def _start(self, name: str) -> None:
        self.app.send(StartLesson(name))


class HelpPage(PulledPage):
    """Links to the lessons, the rules and more."""

    def fill(self) -> None:
        say = self.app.say
        self.ids.content.clear_widgets()
        self.add_row("school", say("home.learn"), partial(self.nav.open, Route(Kind.LEARN)), say("help.learn"))
        title = self.app.controller.pages.title_of(new_game.chosen_rules(self.app.settings))
        rules = Route(Kind.RULES, new_game.chosen_variant(self.app.settings))
        self.add_row("rule", say(title), partial(self.nav.open, rules), say("help.rules"))
        self.add_widget(Heading(text=say("help.more")))
        for kind, icon in MORE:
            self.add_row(icon, say(f"help.{kind.value}"), partial(self.nav.open, Route(kind)))


load_kv(__file__)
