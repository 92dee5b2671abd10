"""Help: lessons, the rules of the current variant, and links."""

from __future__ import annotations

from sanmill.control import intents
from sanmill.control.games import new_game
from sanmill.control.modes.lessons import FIRST, LESSONS, Plan
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
        for plan in (FIRST, *LESSONS):
            content.add_widget(self._lesson(plan))
        content.add_widget(Heading(text=self.app.say("help.rules")))
        title = self.app.controller.library.title(new_game.chosen_rules(self.app.settings))
        self._add("rule", self.app.say(title), f"rules:{new_game.chosen_variant(self.app.settings)}")
        content.add_widget(Heading(text=self.app.say("help.more")))
        for page, icon in MORE:
            self._add(icon, self.app.say(f"help.{page}"), page)

    def _lesson(self, plan: Plan) -> Row:
        is_done = plan in self.app.controller.lesson_progress
        row = Row(icon="check_circle" if is_done else "school", label=self.app.say(plan.title))
        row.detail = self.app.say("help.done") if is_done else ""
        row.bind(on_release=lambda _: self.app.send(intents.StartLesson(plan.name)))
        return row

    def _add(self, icon: str, label: str, page: str) -> None:
        row = Row(icon=icon, label=label)
        row.bind(on_release=lambda _: self.nav.open(page))
        self.ids.content.add_widget(row)


load_rules(__file__)
