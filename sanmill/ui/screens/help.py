"""Help: lessons, the rules of the current variant, and links."""

from __future__ import annotations

from sanmill.control import intents
from sanmill.control.games import new_game
from sanmill.control.views.types import LessonView
from sanmill.ui.widgets.base import Row, load_rules
from sanmill.ui.widgets.setting_rows import Heading

from .page import Page

MORE = (("report", "bug_report"), ("about", "info"), ("license", "menu_book"))


class HelpPage(Page):
    """Lists lessons and links; completed lessons are ticked."""

    def fill(self) -> None:
        """Build the rows."""
        content = self.ids.content
        content.clear_widgets()
        content.add_widget(Heading(text=self.app.say("help.learn")))
        for lesson in self.app.controller.pages.lessons():
            content.add_widget(self._lesson(lesson))
        content.add_widget(Heading(text=self.app.say("help.rules")))
        title = self.app.controller.pages.title_of(new_game.chosen_rules(self.app.settings))
        self._add("rule", self.app.say(title), f"rules:{new_game.chosen_variant(self.app.settings)}")
        content.add_widget(Heading(text=self.app.say("help.more")))
        for page, icon in MORE:
            self._add(icon, self.app.say(f"help.{page}"), page)

    def _lesson(self, lesson: LessonView) -> Row:
        row = Row(icon="check_circle" if lesson.is_done else "school", label=self.app.say(lesson.title))
        row.detail = self.app.say("help.done") if lesson.is_done else ""
        row.bind(on_release=lambda _: self.app.send(intents.StartLesson(lesson.name)))
        return row

    def _add(self, icon: str, label: str, page: str) -> None:
        row = Row(icon=icon, label=label)
        row.bind(on_release=lambda _: self.nav.open(page))
        self.ids.content.add_widget(row)


load_rules(__file__)
