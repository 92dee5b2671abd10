"""Help: links to the lessons, the rules of the current variant, and more."""

from __future__ import annotations

from functools import partial

from sanmill.control.help.view import HelpView
from sanmill.control.routes import Kind, Route
from sanmill.ui.widgets.base import load_kv
from sanmill.ui.widgets.page import Page
from sanmill.ui.widgets.setting_rows import Heading

MORE = ((Kind.REPORT, "bug_report"), (Kind.ABOUT, "info"), (Kind.LICENSE, "menu_book"))


class HelpPage(Page):
    def show(self, view: HelpView) -> None:
        say = self.app.say
        self.ids.content.clear_widgets()
        self.add_row("school", say("home.learn"), partial(self.nav.open, Route(Kind.LEARN)), say("help.learn"))
        rules = Route(Kind.RULES, view.variant)
        self.add_row("rule", say(view.title), partial(self.nav.open, rules), say("help.rules"))
        self.add_widget(Heading(text=say("help.more")))
        for kind, icon in MORE:
            self.add_row(icon, say(f"help.{kind.value}"), partial(self.nav.open, Route(kind)))


load_kv(__file__)
