"""The lessons; and Help: the rules of the current variant, and links."""

from __future__ import annotations

from functools import partial

from sanmill.control import intents
from sanmill.control.games import new_game
from sanmill.ui.widgets.action_bar import Command
from sanmill.ui.widgets.base import Columns, load_kv
from sanmill.ui.widgets.page import Page
from sanmill.ui.widgets.setting_rows import Heading

MORE = (("report", "bug_report"), ("about", "info"), ("license", "menu_book"))


class LearnPage(Page):
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
            self.set_foot(Command("play_arrow", say("lesson.play"), partial(self.nav.open, "new_versus"), is_on=True))

    def _start(self, name: str) -> None:
        self.app.send(intents.StartLesson(name))


class HelpPage(Page):
    """Links to the lessons, the rules and more."""

    def fill(self) -> None:
        say = self.app.say
        self.ids.content.clear_widgets()
        self.add_row("school", say("home.learn"), partial(self.nav.open, "learn"), say("help.learn"))
        title = self.app.controller.pages.title_of(new_game.chosen_rules(self.app.settings))
        rules = f"rules:{new_game.chosen_variant(self.app.settings)}"
        self.add_row("rule", say(title), partial(self.nav.open, rules), say("help.rules"))
        self.add_widget(Heading(text=say("help.more")))
        for page, icon in MORE:
            self.add_row(icon, say(f"help.{page}"), partial(self.nav.open, page))


load_kv(__file__)
