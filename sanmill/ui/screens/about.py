"""About: which version runs on what; and the licences of everything that is bundled."""

from __future__ import annotations

from kivy.properties import StringProperty

from sanmill.core.licences import Work, read_text, read_works, reflowed
from sanmill.ui import background
from sanmill.ui.direction import BoxLayout
from sanmill.ui.widgets.base import Row, TextButton, load_rules

from .page import Page
from .text import TextPage


class Fact(BoxLayout):
    """A name and what it is."""

    name = StringProperty()
    value = StringProperty()


class AboutPage(Page):
    """Versions to read, and everything about this copy to take along."""

    def fill(self) -> None:
        """The facts, and ways on."""
        content, say = self.ids.content, self.app.say
        content.clear_widgets()
        for key, value in self.app.about.items():
            content.add_widget(Fact(name=say(f"about.{key}"), value=value))
        copy = TextButton(icon="content_copy", label=say("about.copy"))
        copy.bind(on_release=lambda _: self.app.files.copy(self.diagnostics))
        content.add_widget(copy)
        for place, icon in (("license", "menu_book"), ("report", "bug_report")):
            row = Row(icon=icon, label=say(f"help.{place}"))
            row.bind(on_release=lambda _, place=place: self.nav.open(place))
            content.add_widget(row)

    @property
    def diagnostics(self) -> str:
        """Everything about this copy of the app."""
        return "\n".join(f"{name}: {value}" for name, value in self.app.facts().items())


class LicensePage(Page):
    """Every bundled work with its licence in short; a touch shows the whole text."""

    def fill(self) -> None:
        """The works, once they are read."""
        background.run(lambda: read_works(self.app.assets), self._show, self.app.files.failed)

    def _show(self, works: tuple[Work, ...]) -> None:
        self.ids.content.clear_widgets()
        for work in works:
            row = Row(icon="menu_book", label=work.name, detail=work.licence)
            row.bind(on_release=lambda _, place=f"license_text:{work.name}": self.nav.open(place))
            self.ids.content.add_widget(row)


class LicenseTextPage(TextPage):
    """The whole licence of one work."""

    def fill(self) -> None:
        """The text, once it is read."""
        background.run(self._read, self._show, self.app.files.failed)

    def _read(self) -> tuple[str, str]:
        assets = self.app.assets
        work = next((work for work in read_works(assets) if work.name == self.subject), read_works(assets)[0])
        return work.name, reflowed(read_text(assets, work))

    def _show(self, found: tuple[str, str]) -> None:
        self.title, self.text = found


load_rules(__file__)
