"""The list of variants, and the rules of one variant in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from sanmill.control.games import new_game
from sanmill.control.intents import Intent
from sanmill.control.routes import Kind, Route
from sanmill.control.variants import intents as variant_intents
from sanmill.control.variants import rule_check, rule_set, workshop
from sanmill.control.variants.workshop import RuleView
from sanmill.control.views.types import BoardView, RulesView
from sanmill.core import settings
from sanmill.core.game.user_variants import UserVariant
from sanmill.core.progress.statistics import VERSUS
from sanmill.ui.board.widget import BoardWidget
from sanmill.ui.widgets.action_bar import ButtonBar, Command
from sanmill.ui.widgets.base import Columns, Tappable, WrappedLabel, load_kv
from sanmill.ui.widgets.page import PulledPage
from sanmill.ui.widgets.pickers import NameSheet, PasteSheet, PickSheet
from sanmill.ui.widgets.setting_rows import Heading
from sanmill.ui.widgets.tablebase_row import TablebaseRow


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


class QuietSentence(Sentence):
    """Something beside the rules in force."""


class UndoBar(ButtonBar):
    """Names what was deleted, with an undo button."""

    words = StringProperty()


class VariantsPage(PulledPage):
    """The user's variants, then the built-in ones."""

    _stamp: tuple[object, ...] = ()  # identifies the list shown

    def fill(self) -> None:
        say, view = self.app.say, self.app.controller.pages.variants()
        stamp = (self.app.lang, view.own, view.removed)
        if stamp == self._stamp:
            return
        self._stamp = stamp
        content = self.ids.content
        content.clear_widgets()
        if view.removed is not None:
            bar = UndoBar(words=say("rules.deleted", name=view.removed.name))
            bar.ids.undo.bind(on_release=lambda _: self._bring_back())
            content.add_widget(bar)
        if view.own:
            content.add_widget(Heading(text=say("rules.yours")))
            self._add_rows((variant.text, variant.name, variant.rules) for variant in view.own)
            content.add_widget(Heading(text=say("rules.known")))
        self._add_rows((name, say(f"variant.{name}"), name) for name in rule_set.builtin_names())
        self.set_foot(
            Command("content_paste", say("rules.from_text"), self._read),
            Command(
                "add", say("rules.make_own"), lambda: self.nav.go(Route(Kind.WORKSHOP, self._chosen())), is_on=True
            ),
        )

    def _chosen(self) -> str:
        return new_game.chosen_variant(self.app.settings)

    def _add_rows(self, variants: Iterable[tuple[str, str, str]]) -> None:
        rows = Columns()
        for variant in variants:
            rows.add_widget(self._row(*variant))
        self.add_widget(rows)

    def _row(self, value: str, name: str, rules: str) -> Widget:
        row = VariantRow(label=name, about=self.app.say(rule_set.about(rules)), view=rule_set.sample_view(rules))
        row.bind(on_release=lambda _: self.nav.go(Route(Kind.RULES, value)))
        return row

    def _bring_back(self) -> None:
        self.app.send(variant_intents.RestoreVariant())
        self.fill()

    def _read(self) -> None:
        say = self.app.say
        sheet = PasteSheet(title=say("rules.read"), hint=say("rules.read_hint"), then=self._take)
        self.nav.open_sheet(sheet)

    def _take(self, written: str) -> str:
        """Import a variant from text; return an error message, or nothing."""
        say = self.app.say
        self.app.send(variant_intents.ImportVariant(written, say("rules.unnamed")))
        view = self.app.controller.pages.variants()
        if view.saved:
            self.nav.go(Route(Kind.RULES, view.saved.text))
            self.nav.show_toast(say("rules.read_kept", name=view.saved.name))
        return say(view.error) if view.error else ""


class RulesPage(PulledPage):
    """The rules of one variant. Its subject is a name, the text of a user's variant, or plain rules."""

    _tablebase: TablebaseRow | None = None

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.has_stage = True
        self.board = SmallBoard()
        self.ids.stage.add_widget(self.board)

    @property
    def _view(self) -> RulesView:
        return self.app.controller.pages.rules(self.subject)

    def fill(self) -> None:
        say, view = self.app.say, self._view
        rules, own = view.rules, view.own
        self.title = own.name if own else say(view.title)
        self.board.show(rule_set.sample_view(rules, has_pieces=True))
        content = self.ids.content
        content.clear_widgets()
        content.add_widget(Sentence(text=say(rule_set.about(rules)), bold=True))
        if not own:
            content.add_widget(Sentence(text=say(rule_set.story(rules))))
            self.add_row("tune", say("rules.change_one"), self._choose_rule, say("rules.change_one.about"))
        for section in rule_set.sections_of(rules):
            content.add_widget(Heading(text=say(section.title)))
            for sentence in section.sentences:
                content.add_widget(Sentence(text=say(sentence)))
        training = rule_set.training(rules)
        if training:
            content.add_widget(QuietSentence(text=say(training)))
        self.add_row("rule", say("rules.compare"), lambda: self.nav.go(Route(Kind.RULE_CHECK, self.subject)))
        self._tablebase = TablebaseRow(self.app.controller.pages.tablebase(rules))
        content.add_widget(self._tablebase)
        if own:
            content.add_widget(Heading(text=say("rules.yours")))
            for icon, key, run in (
                ("edit", "rules.rename", self._rename),
                ("content_copy", "rules.copy", self._copy),
                ("share", "rules.share", self._share),
                ("delete", "rules.delete", self._delete),
            ):
                self.add_row(icon, say(key), run, has_chevron=False, is_destructive=run == self._delete)
        value = own.text if own else rules
        if own or rule_set.is_builtin(rules):
            label = say("rules.change" if own else "rules.make_own")
            first = Command("edit", label, lambda: self.nav.go(Route(Kind.WORKSHOP, value)))
        else:
            first = Command("save", say("rules.keep"), self._keep)
        self.set_foot(first, Command("play_arrow", say("rules.play"), self._play, is_on=True))

    def show(self, _view: object) -> None:
        if self._tablebase:
            self._tablebase.show(self.app.controller.pages.tablebase(self._view.rules))

    def _choose_rule(self) -> None:
        """Offer the rules people change most, then the values of the one chosen."""
        say, found = self.app.say, workshop.common_rules(self._view.rules)
        choices = [(rule, say("rules.value", rule=rule.label, value=rule.words)) for rule in found]
        sheet = PickSheet(title=say("rules.change_one"), choices=choices)
        sheet.then = self._choose_value
        self.nav.open_sheet(sheet)

    def _choose_value(self, rule: RuleView) -> None:
        say = self.app.say
        choices = [(value, say(words)) for value, words in rule.choices]
        sheet = PickSheet(title=say(rule.label), detail=say(rule.help), choices=choices, value=rule.value)
        sheet.then = lambda value: self._change(rule.name, value)
        self.nav.open_sheet(sheet)

    def _change(self, rule: str, value: int) -> None:
        """Show the variant with a rule changed; it can be played at once."""
        self.nav.replace(Route(Kind.RULES, workshop.changed_rules(self._view.rules, rule, value)))

    def _play(self) -> None:
        """Select the variant and open the new game sheet."""
        own, rules = self._view.own, self._view.rules
        value = own.text if own else rules if rule_set.is_builtin(rules) else f": {rules}"
        self.app.settings.set(settings.VARIANT, value)
        self.nav.open(Route(Kind.NEW_GAME, VERSUS))

    def _keep(self) -> None:
        self._name("rules.keep", self.app.controller.pages.free_variant_name(self.app.say("rules.unnamed")), None)

    def _rename(self) -> None:
        own = self._view.own
        if own:
            self._name("rules.rename", own.name, own)

    def _name(self, key: str, name: str, replaced: UserVariant | None) -> None:
        def save(written: str) -> str:
            return self._save(variant_intents.SaveVariant(written, self._view.rules, replaced))

        self.nav.open_sheet(NameSheet(title=self.app.say(key), name=name, then=save))

    def _copy(self) -> None:
        """Save a copy under another name."""
        own = self._view.own
        error = self._save(variant_intents.CopyVariant(own)) if own else ""
        if error:
            self.nav.show_toast(error)

    def _save(self, intent: Intent) -> str:
        """Save a variant and show it; returns the error."""
        self.app.send(intent)
        outcome = self.app.controller.pages.variants()
        if outcome.saved:
            self.nav.replace(Route(Kind.RULES, outcome.saved.text))
        return self.app.say(outcome.error) if outcome.error else ""

    def _share(self) -> None:
        own = self._view.own
        if own:
            self.nav.show_text(self.app.say("rules.share"), own.text, f"{own.name}.txt")

    def _delete(self) -> None:
        own = self._view.own
        if own:
            self.app.send(variant_intents.DeleteVariant(own))
            self.nav.replace(Route(Kind.VARIANTS))


class RuleCheckPage(PulledPage):
    """What differs from the standard game; the subject is that of a page of rules."""

    def fill(self) -> None:
        say, view = self.app.say, self.app.controller.pages.rules(self.subject)
        result = rule_check.check(view.rules)
        self.title = view.own.name if view.own else say(view.title)
        nearest = say(f"variant.{result.nearest}")
        content = self.ids.content
        content.clear_widgets()
        if result.is_nearest:
            content.add_widget(Sentence(text=say("rules.same", variant=nearest)))
        else:
            self.add_row(
                "rule", say("rules.nearest", variant=nearest), lambda: self.nav.go(Route(Kind.RULES, result.nearest))
            )
        if not result.differences:
            content.add_widget(Sentence(text=say("rules.standard")))
        for difference in result.differences:
            content.add_widget(Heading(text=say(difference.title)))
            for sentence in difference.here:
                content.add_widget(Sentence(text=say("rules.here", sentence=sentence)))
            for sentence in difference.standard:
                content.add_widget(QuietSentence(text=say("rules.usual", sentence=sentence)))


load_kv(__file__)
