"""The list of variants, and the rules of one variant in words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kivy.properties import StringProperty

from sanmill.control.routes import Kind, Route
from sanmill.control.settings.intents import ChangeSetting
from sanmill.control.variants.intents import (
    ChangeRule,
    CopyVariant,
    DeleteVariant,
    ImportVariant,
    RestoreVariant,
    SaveVariant,
)
from sanmill.control.variants.view import ListedVariant, RuleCheckView, RulesView, VariantsView
from sanmill.control.variants.workshop import RuleView
from sanmill.core import settings
from sanmill.core.game.user_variants import UserVariant
from sanmill.core.progress.statistics import VERSUS
from sanmill.ui.widgets.action_bar import ButtonBar, Command
from sanmill.ui.widgets.base import Columns, WrappedLabel, load_kv
from sanmill.ui.widgets.board_row import BoardRow, SmallBoard
from sanmill.ui.widgets.page import Page
from sanmill.ui.widgets.pickers import PickSheet
from sanmill.ui.widgets.setting_rows import Heading
from sanmill.ui.widgets.tablebase_row import TablebaseRow
from sanmill.ui.widgets.text_sheets import NameSheet, PasteSheet


class Sentence(WrappedLabel):
    """A rule in words."""


class QuietSentence(Sentence):
    """Something beside the rules in force."""


class UndoBar(ButtonBar):
    words = StringProperty()


class VariantsPage(Page):
    """The user's variants, then the built-in ones."""

    _shown: tuple[object, ...] = ()  # what its rows depend on

    def show(self, view: VariantsView) -> None:
        super().show(view)
        shown = (replace(view, error=None), self.app.lang)
        if shown != self._shown:
            self._shown = shown
            self._fill(view)

    def _fill(self, view: VariantsView) -> None:
        say = self.app.say
        content = self.ids.content
        content.clear_widgets()
        if view.removed:
            bar = UndoBar(words=say("rules.deleted", name=view.removed))
            bar.ids.undo.bind(on_release=lambda _: self.app.send(RestoreVariant()))
            content.add_widget(bar)
        if view.own:
            content.add_widget(Heading(text=say("rules.yours")))
            self._add_rows(view.own)
            content.add_widget(Heading(text=say("rules.known")))
        self._add_rows(view.known)
        self.set_foot(
            Command("content_paste", say("rules.from_text"), self._read),
            Command("add", say("rules.make_own"), lambda: self.nav.go(Route(Kind.WORKSHOP, view.chosen)), is_on=True),
        )

    def _add_rows(self, variants: tuple[ListedVariant, ...]) -> None:
        say, rows = self.app.say, Columns()
        for each in variants:
            row = BoardRow(label=say(each.name), about=say(each.about), view=each.board)
            row.bind(on_release=lambda _, subject=each.subject: self.nav.go(Route(Kind.RULES, subject)))
            rows.add_widget(row)
        self.add_widget(rows)

    def _read(self) -> None:
        say = self.app.say
        then = lambda written: self.attempt(ImportVariant(written))  # noqa: E731 - one line
        self.nav.open_sheet(PasteSheet(title=say("rules.read"), hint=say("rules.read_hint"), then=then))


class RulesPage(Page):
    """The rules of one variant. Its subject is a name, the text of a user's variant, or plain rules."""

    _shown: tuple[object, ...] = ()  # what its rows depend on

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.has_stage = True
        self.board = SmallBoard()
        self.ids.stage.add_widget(self.board)

    def show(self, view: RulesView) -> None:
        super().show(view)
        shown = (view.title, view.own, self.app.lang)
        if shown != self._shown:
            self._shown = shown
            self._fill(view)
        self._tablebase.show(view.tablebase)

    def _fill(self, view: RulesView) -> None:
        say, own = self.app.say, view.own
        self.title = say(view.title)
        self.board.show(view.board)
        content = self.ids.content
        content.clear_widgets()
        content.add_widget(Sentence(text=say(view.about), bold=True))
        if view.story:
            content.add_widget(Sentence(text=say(view.story)))
            self.add_row("tune", say("rules.change_one"), self._choose_rule, say("rules.change_one.about"))
        for section in view.sections:
            content.add_widget(Heading(text=say(section.title)))
            for sentence in section.sentences:
                content.add_widget(Sentence(text=say(sentence)))
        if view.training:
            content.add_widget(QuietSentence(text=say(view.training)))
        self.add_row("rule", say("rules.compare"), lambda: self.nav.go(Route(Kind.RULE_CHECK, self.subject)))
        self._tablebase = TablebaseRow(view.tablebase)
        content.add_widget(self._tablebase)
        if own:
            self._add_own_rows(own)
        if view.is_named:
            label = say("rules.change" if own else "rules.make_own")
            first = Command("edit", label, lambda: self.nav.go(Route(Kind.WORKSHOP, view.variant)))
        else:
            first = Command("save", say("rules.keep"), lambda: self._name("rules.keep", self._view.unused_name))
        self.set_foot(first, Command("play_arrow", say("rules.play"), self._play, is_on=True))

    def _add_own_rows(self, own: UserVariant) -> None:
        say = self.app.say
        self.add_widget(Heading(text=say("rules.yours")))
        self.add_row("edit", say("rules.rename"), lambda: self._name("rules.rename", own.name), has_chevron=False)
        self.add_row("content_copy", say("rules.copy"), lambda: self.app.send(CopyVariant(own)), has_chevron=False)
        share = lambda: self.nav.show_text(say("rules.share"), own.text, f"{own.name}.txt")  # noqa: E731 - one line
        self.add_row("share", say("rules.share"), share, has_chevron=False)
        delete = lambda: self.app.send(DeleteVariant(own))  # noqa: E731 - one line
        self.add_row("delete", say("rules.delete"), delete, has_chevron=False, is_destructive=True)

    def _choose_rule(self) -> None:
        """Offer the rules people change most, then the values of the one chosen."""
        say = self.app.say
        choices = [(rule, say("rules.value", rule=rule.label, value=rule.words)) for rule in self._view.common]
        sheet = PickSheet(title=say("rules.change_one"), choices=choices)
        sheet.then = self._choose_value
        self.nav.open_sheet(sheet)

    def _choose_value(self, rule: RuleView) -> None:
        """The variant with the rule changed can be played at once."""
        say, rules = self.app.say, self._view.rules
        choices = [(value, say(words)) for value, words in rule.choices]
        sheet = PickSheet(title=say(rule.label), detail=say(rule.help), choices=choices, value=rule.value)
        sheet.then = lambda value: self.app.send(ChangeRule(rules, rule.name, value))
        self.nav.open_sheet(sheet)

    def _play(self) -> None:
        self.app.send(ChangeSetting(settings.VARIANT.key, self._view.variant))
        self.nav.open(Route(Kind.NEW_GAME, VERSUS))

    def _name(self, key: str, name: str) -> None:
        """Ask for the name of a new variant, or another name of the user's."""
        then = lambda written: self.attempt(SaveVariant(written, self._view.rules, self._view.own))  # noqa: E731 - one line
        self.nav.open_sheet(NameSheet(title=self.app.say(key), name=name, then=then))


class RuleCheckPage(Page):
    """What differs from the standard game; the subject is that of a page of rules."""

    def show(self, view: RuleCheckView) -> None:
        say, check = self.app.say, view.check
        self.title, nearest = say(view.title), say(f"variant.{check.nearest}")
        content = self.ids.content
        content.clear_widgets()
        if check.is_nearest:
            content.add_widget(Sentence(text=say("rules.same", variant=nearest)))
        else:
            row = say("rules.nearest", variant=nearest)
            self.add_row("rule", row, lambda: self.nav.go(Route(Kind.RULES, check.nearest)))
        if not check.differences:
            content.add_widget(Sentence(text=say("rules.standard")))
        for difference in check.differences:
            content.add_widget(Heading(text=say(difference.title)))
            for sentence in difference.here:
                content.add_widget(Sentence(text=say("rules.here", sentence=sentence)))
            for sentence in difference.standard:
                content.add_widget(QuietSentence(text=say("rules.usual", sentence=sentence)))


load_kv(__file__)
