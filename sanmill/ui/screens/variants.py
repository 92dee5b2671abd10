"""The list of variants, and the rules of one variant in words."""

from __future__ import annotations

from typing import Any

from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from sanmill.control.games import new_game
from sanmill.control.variants import rule_set
from sanmill.control.views.types import BoardView
from sanmill.core import settings
from sanmill.core.user_variants import OwnVariant, VariantError, split
from sanmill.ui.board.widget import BoardWidget
from sanmill.ui.widgets.action_bar import ButtonBar, Command
from sanmill.ui.widgets.base import Row, Tappable, WrappedLabel, load_rules
from sanmill.ui.widgets.pickers import NameSheet, PasteSheet
from sanmill.ui.widgets.setting_rows import Heading
from sanmill.ui.widgets.tablebase_row import TablebaseRow

from .page import Page


class SmallBoard(BoardWidget):
    """A small board without input."""


class VariantRow(Tappable):
    """A variant: board, name, description."""

    label = StringProperty()
    about = StringProperty()

    def __init__(self, view: BoardView, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.ids.board.show(view)


class Sentence(WrappedLabel):
    """A rule in words."""


class UndoBar(ButtonBar):
    """Names what was deleted, with an undo button."""

    words = StringProperty()


class VariantsPage(Page):
    """The user's variants, then the built-in ones."""

    _stamp: tuple[object, ...] = ()  # identifies the list shown

    def fill(self) -> None:
        """Rebuild the rows if the list changed."""
        say, library = self.app.say, self.app.controller.library
        stamp = (self.app.lang, library.own, library.removed)
        if stamp == self._stamp:
            return
        self._stamp = stamp
        content = self.ids.content
        content.clear_widgets()
        if library.removed is not None:
            bar = UndoBar(words=say("rules.deleted", name=library.removed.name))
            bar.ids.undo.bind(on_release=lambda _: self._bring_back())
            content.add_widget(bar)
        if library.own:
            content.add_widget(Heading(text=say("rules.yours")))
            for variant in library.own:
                content.add_widget(self._row(variant.text, variant.name, variant.rules))
            content.add_widget(Heading(text=say("rules.known")))
        for name in rule_set.builtin_names():
            content.add_widget(self._row(name, say(f"variant.{name}"), name))
        self.set_foot(
            Command("content_paste", say("rules.from_text"), self._read),
            Command("add", say("rules.make_own"), lambda: self.nav.go(f"workshop:{self._chosen()}"), is_on=True),
        )

    def _chosen(self) -> str:
        return new_game.chosen_variant(self.app.settings)

    def _row(self, value: str, name: str, rules: str) -> Widget:
        row = VariantRow(label=name, about=self.app.say(rule_set.about(rules)), view=rule_set.sample_view(rules))
        row.bind(on_release=lambda _: self.nav.go(f"rules:{value}"))
        return row

    def _bring_back(self) -> None:
        self.app.controller.library.bring_back()
        self.fill()

    def _read(self) -> None:
        say = self.app.say
        sheet = PasteSheet(title=say("rules.read"), hint=say("rules.read_hint"), then=self._take)
        self.nav.open_sheet(sheet)

    def _take(self, written: str) -> str:
        """Import a variant from text; return an error message, or nothing."""
        say, library = self.app.say, self.app.controller.library
        try:
            found = library.read(written)
            saved = library.save(found.name or library.free_name(say("rules.unnamed")), found.rules)
        except VariantError as failure:
            return say(failure.words)
        self.nav.go(f"rules:{saved.text}")
        self.nav.show_toast(say("rules.read_kept", name=saved.name))
        return ""


class RulesPage(Page):
    """The rules of one variant. Its subject is a name, the text of a user's variant, or plain rules."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.has_stage = True
        self._board = SmallBoard()
        self.ids.stage.add_widget(self._board)

    @property
    def rules(self) -> str:
        """The rules shown."""
        return new_game.rules_in(self.subject) or rule_set.builtin_names()[0]

    @property
    def own(self) -> OwnVariant | None:
        """The user's variant shown, if it is one."""
        if rule_set.is_builtin(self.subject):
            return None
        rules, name = self.rules, split(self.subject).name
        mine = [each for each in self.app.controller.library.own if each.rules == rules]
        return next((each for each in mine if each.name == name), mine[0] if mine else None)

    def fill(self) -> None:
        """Show board, description, rules and actions."""
        say, rules, own = self.app.say, self.rules, self.own
        self.title = own.name if own else say(self.app.controller.library.title(rules))
        self._board.show(rule_set.sample_view(rules, has_pieces=True))
        content = self.ids.content
        content.clear_widgets()
        content.add_widget(Sentence(text=say(rule_set.about(rules)), bold=True))
        for section in rule_set.sections_of(rules):
            content.add_widget(Heading(text=say(section.title)))
            for sentence in section.sentences:
                content.add_widget(Sentence(text=say(sentence)))
        content.add_widget(TablebaseRow(self.app, rules))
        if own:
            content.add_widget(Heading(text=say("rules.yours")))
            for icon, key, move in (
                ("edit", "rules.rename", self._rename),
                ("content_copy", "rules.copy", self._copy),
                ("share", "rules.share", self._share),
                ("delete", "rules.delete", self._delete),
            ):
                row = Row(icon=icon, label=say(key), leads_on=False)
                row.bind(on_release=lambda _, move=move: move())
                content.add_widget(row)
        value = own.text if own else rules
        if own or rule_set.is_builtin(rules):
            label = say("rules.change" if own else "rules.make_own")
            first = Command("tune", label, lambda: self.nav.go(f"workshop:{value}"))
        else:
            first = Command("save", say("rules.keep"), self._keep)
        self.set_foot(first, Command("play_arrow", say("rules.play"), self._play, is_on=True))

    def _play(self) -> None:
        """Select the variant and open the new game sheet."""
        own = self.own
        value = own.text if own else self.rules if rule_set.is_builtin(self.rules) else f": {self.rules}"
        self.app.settings.set(settings.VARIANT, value)
        self.nav.open("new_versus")

    def _keep(self) -> None:
        self._name("rules.keep", self.app.controller.library.free_name(self.app.say("rules.unnamed")), None)

    def _rename(self) -> None:
        own = self.own
        if own:
            self._name("rules.rename", own.name, own)

    def _name(self, key: str, name: str, replaced: OwnVariant | None) -> None:
        def save(written: str) -> str:
            try:
                saved = self.app.controller.library.save(written, self.rules, replaced)
            except VariantError as failure:
                return self.app.say(failure.words)
            self.nav.replace(f"rules:{saved.text}")
            return ""

        self.nav.open_sheet(NameSheet(title=self.app.say(key), name=name, then=save))

    def _copy(self) -> None:
        """Save a copy under another name."""
        own, library = self.own, self.app.controller.library
        if own:
            try:
                saved = library.save(library.free_name(own.name), own.rules)
            except VariantError as failure:
                self.nav.show_toast(self.app.say(failure.words))
                return
            self.nav.replace(f"rules:{saved.text}")

    def _share(self) -> None:
        own = self.own
        if own:
            self.nav.show_text(self.app.say("rules.share"), own.text, f"{own.name}.txt")

    def _delete(self) -> None:
        own = self.own
        if own:
            self.app.controller.library.remove(own)
            self.nav.replace("variants")


load_rules(__file__)
