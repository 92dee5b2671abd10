"""What the app is, its privacy statement, its versions, and the licences of bundled works."""

from __future__ import annotations

from functools import partial

from kivy.properties import StringProperty

from sanmill.control.routes import Kind, Route
from sanmill.core import publisher
from sanmill.core.licences import Work, read_text, read_works, reflowed
from sanmill.ui import background
from sanmill.ui.direction import BoxLayout
from sanmill.ui.widgets.base import Columns, TextButton, load_kv
from sanmill.ui.widgets.page import PulledPage

from .text import TextPage

NAME = "Sanmill"
PRIVACY = (  # as in ci/packaging/fastlane/PRIVACY.md
    "about.privacy.nothing",
    "about.privacy.network",
    "about.privacy.services",
    "about.privacy.folder",
    "about.privacy.sharing",
    "about.privacy.reports",
)


class Fact(BoxLayout):
    """A name and its value."""

    name = StringProperty()
    value = StringProperty()


class AboutPage(PulledPage):
    """Shows name, source, licence, privacy statement and versions; copies the diagnostics."""

    def fill(self) -> None:
        say = self.app.say
        self.ids.content.clear_widgets()
        version, *platform = self.app.about.items()
        own = (
            ("name", NAME),
            version,
            ("source", publisher.SOURCE_ADDRESS or say("about.no_source")),
            ("licence", read_works(self.app.assets)[0].licence),
            ("privacy", "\n\n".join(say(key) for key in PRIVACY)),
        )
        for key, value in (*own, *platform):
            self.add_widget(Fact(name=say(f"about.{key}"), value=value))
        copy = lambda _: self.app.files.copy(self.diagnostics)  # noqa: E731 - one line
        self.add_widget(TextButton(icon="content_copy", label=say("about.copy"), on_release=copy))
        for kind, icon in ((Kind.LICENSE, "menu_book"), (Kind.REPORT, "bug_report")):
            self.add_row(icon, say(f"help.{kind.value}"), partial(self.nav.open, Route(kind)))

    @property
    def diagnostics(self) -> str:
        return "\n".join(f"{name}: {value}" for name, value in self.app.facts().items())


class LicensePage(PulledPage):
    """Every bundled work with its licence; a tap shows the text."""

    def fill(self) -> None:
        background.run(lambda: read_works(self.app.assets), self._show, self.app.files.failed)

    def _show(self, works: tuple[Work, ...]) -> None:
        self.ids.content.clear_widgets()
        rows = Columns()
        for work in works:
            rows.add_row(
                "menu_book", work.name, partial(self.nav.open, Route(Kind.LICENSE_TEXT, work.name)), work.licence
            )
        self.add_widget(rows)


class LicenseTextPage(TextPage):
    """The licence text of one work."""

    def fill(self) -> None:
        background.run(self._read, self._show, self.app.files.failed)

    def _read(self) -> tuple[str, str]:
        assets = self.app.assets
        work = next((work for work in read_works(assets) if work.name == self.subject), read_works(assets)[0])
        return work.name, reflowed(read_text(assets, work))

    def _show(self, found: tuple[str, str]) -> None:
        self.title, self.text = found


load_kv(__file__)
