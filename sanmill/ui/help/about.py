"""What the app is, its privacy statement, its versions, and the licences of bundled works."""

from __future__ import annotations

from functools import partial

from kivy.properties import StringProperty

from sanmill.control.help.view import AboutView, LicenceView
from sanmill.control.routes import Kind, Route
from sanmill.core.licences import LicensedWork
from sanmill.ui.direction import BoxLayout
from sanmill.ui.widgets.base import Columns, TextButton, load_kv
from sanmill.ui.widgets.page import Page

from .text import TextPage


class Fact(BoxLayout):
    name = StringProperty()
    value = StringProperty()


class AboutPage(Page):
    """Shows name, source, licence, privacy statement and versions; copies the diagnostics."""

    def show(self, view: AboutView) -> None:
        say = self.app.say
        self.ids.content.clear_widgets()
        for name, value in view.facts:
            self.add_widget(Fact(name=say(name), value="\n\n".join(map(say, value))))
        copy = lambda _: self.app.files.copy(view.diagnostics)  # noqa: E731 - one line
        self.add_widget(TextButton(icon="content_copy", label=say("about.copy"), on_release=copy))
        for kind, icon in ((Kind.LICENSE, "menu_book"), (Kind.REPORT, "bug_report")):
            self.add_row(icon, say(f"help.{kind.value}"), partial(self.nav.open, Route(kind)))


class LicensePage(Page):
    """Every bundled work with its licence; a tap shows the text."""

    def show(self, works: tuple[LicensedWork, ...]) -> None:
        self.ids.content.clear_widgets()
        rows = Columns()
        for work in works:
            rows.add_row(
                "menu_book", work.name, partial(self.nav.open, Route(Kind.LICENSE_TEXT, work.name)), work.licence
            )
        self.add_widget(rows)


class LicenseTextPage(TextPage):
    """The licence text of one work."""

    def show(self, view: LicenceView) -> None:
        self.title, self.text = view.work, view.text


load_kv(__file__)
