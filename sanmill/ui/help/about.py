"""What the app is, its privacy statement, its versions, and the licences of bundled works."""

from __future__ import annotations

from functools import partial

from kivy.properties import StringProperty

from sanmill.control.help.view import AboutView, LicenceView
from sanmill.control.routes import Kind, Route
from sanmill.core.licences import LicensedWork
from sanmill.core.resources import ASSETS
from sanmill.core.text.i18n import Text
from sanmill.ui.direction import BoxLayout
from sanmill.ui.widgets.base import Columns, TextButton, WrappedLabel, load_kv
from sanmill.ui.widgets.page import Page
from sanmill.ui.widgets.setting_rows import Heading

from .text import TextPage


class Fact(BoxLayout):
    name = StringProperty()
    value = StringProperty()


class AboutHead(BoxLayout):
    """The logo above the name."""

    logo = str(ASSETS / "icons" / "sanmill.png")
    name = StringProperty()


class AboutPage(Page):
    """Shows what the app is, in a few lines, then its versions; copies the diagnostics."""

    def show(self, view: AboutView) -> None:
        say = self.app.say
        self.ids.content.clear_widgets()
        self.add_widget(AboutHead(name=view.title))
        for line in view.lines:
            self.add_widget(WrappedLabel(text=say(line), align="center"))
        self.add_widget(Heading(text=say("help.more")))
        rows = ((Kind.PRIVACY, "visibility", "about.privacy"), (Kind.LICENSE, "menu_book", "help.license"))
        for kind, icon, label in (*rows, (Kind.REPORT, "bug_report", "help.report")):
            self.add_row(icon, say(label), partial(self.nav.open, Route(kind)))
        self.add_widget(Heading(text=say("about.technical")))
        for name, value in view.facts:
            self.add_widget(Fact(name=say(name), value=value))
        copy = lambda _: self.app.files.copy(view.diagnostics)  # noqa: E731 - one line
        self.add_widget(TextButton(icon="content_copy", label=say("about.copy"), on_release=copy))


class PrivacyPage(Page):
    """What the app keeps and what it sends."""

    def show(self, paragraphs: tuple[Text, ...]) -> None:
        self.ids.content.clear_widgets()
        for number, paragraph in enumerate(paragraphs):
            self.add_widget(Paragraph(text=self.app.say(paragraph), bold=not number))


class Paragraph(WrappedLabel):
    """One of several below each other."""


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
