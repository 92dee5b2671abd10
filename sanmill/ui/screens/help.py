"""Help: lessons, the rules of the current variant, and links."""

from __future__ import annotations

from functools import partial

from sanmill.control import intents
from sanmill.control.games import new_game
from sanmill.ui.widgets.base import load_kv
from sanmill.ui.widgets.setting_rows import Heading

from .page import Page

MORE = (("report", "bug_report"), ("about", "info"), ("license", "menu_book"))


class HelpPage(Page):
    """Lists lessons and links; completed lessons are ticked."""

    def fill(self) -> None:
        say = self.app.say
        self.ids.content.clear_widgets()
        self.add_widget(Heading(text=say("help.learn")))
        for lesson in self.app.controller.pages.lessons():
            icon, detail = ("check_circle", say("help.done")) if lesson.is_done else ("school", "")
            start = partial(self.app.send, intents.StartLesson(lesson.name))
            self.add_row(icon, say(lesson.title), start, detail)
        self.add_widget(Heading(text=say("help.rules")))
        title = self.app.controller.pages.title_of(new_game.chosen_rules(self.app.settings))
        rules = f"rules:{new_game.chosen_variant(self.app.settings)}"
        self.add_row("rule", say(title), partial(self.nav.open, rules))
        self.add_widget(Heading(text=say("help.more")))
        for page, icon in MORE:
            self.add_row(icon, say(f"help.{page}"), partial(self.nav.open, page))


load_kv(__file__)
