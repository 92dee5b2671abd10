"""Variants: the list, the rules of one, the workshop with its trials, and what is proven under some rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from sanmill.control.context import Context
from sanmill.control.effects import Effect, Go, Replace, Toast
from sanmill.control.feature import Feature
from sanmill.control.features import BUILD_FILE
from sanmill.control.game_series import GameSeries
from sanmill.control.routes import Kind, Route
from sanmill.core.game.user_variants import UserVariant, VariantError
from sanmill.core.storage.guard import guarded
from sanmill.core.storage.store import save_words
from sanmill.core.text.i18n import Text, text
from sanmill.engine.messages import TablebaseChanged, TrialProgress

from . import intents
from .library import chosen_variant
from .rule_check import check
from .tablebases import TablebaseBuilder, TablebaseView, view_of
from .trial import Trials
from .view import RuleCheckView, rules_of, rules_view, title_of, variants_view
from .workshop import Workshop, changed_rules


class Variants(Feature):
    """The pages of variants and tablebases. The library belongs to the controller, which needs the titles."""

    files = (*Workshop.files, BUILD_FILE)

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._library = library = context.library
        self._error: Text | None = None  # why a variant was not saved
        self.workshop = Workshop(library, context.store)
        self._trials = Trials(lambda: self.workshop.rules, GameSeries(context.jobs))
        builder = TablebaseBuilder(context.tablebases, context.store)
        self.receivers = {TablebaseChanged: builder.receive, TrialProgress: self._trials.receive}
        self.handlers = {
            intents.SaveVariant: self._save,
            intents.CopyVariant: lambda intent: self._copy(intent.variant),
            intents.ImportVariant: lambda intent: self._import(intent.text),
            intents.DeleteVariant: lambda intent: self._delete(intent.variant),
            intents.RestoreVariant: lambda _: library.restore_removed(),
            intents.ChangeRule: self._change_rule,
            intents.SaveDraft: lambda intent: self._save_draft(intent.name),
            **self.workshop.handlers,
            **self._trials.handlers,
            **builder.handlers,
        }

    def load(self) -> None:
        self.workshop.load()

    def appear(self, route: Route) -> None:
        if route.kind is Kind.WORKSHOP:
            self.workshop.open(route.subject)

    def close(self, route: Route) -> None:
        """A message about a file that was not added has been read."""
        if route.kind is Kind.PERFECT and self._tablebase(route.subject).has_failed:
            self._context.tablebases.stop_file()

    def view(self, route: Route) -> Any:
        part = self.workshop if route.kind is Kind.WORKSHOP else self._library
        return guarded(self._context.store, part.files, partial(self._view, route), part.load)

    def _view(self, route: Route) -> Any:
        kind, subject = route.kind, route.subject
        if kind is Kind.WORKSHOP:
            return replace(self.workshop.view(), error=self._error)
        if kind is Kind.TRIAL:
            return self._trials.view
        if kind is Kind.PERFECT:
            return self._tablebase(subject)
        if kind is Kind.RULE_CHECK:
            return RuleCheckView(title_of(self._library, subject), check(rules_of(subject)))
        if kind is Kind.RULES:
            unnamed = self._context.say(text("rules.unnamed"))
            return rules_view(self._library, subject, unnamed, self._tablebase(subject), self._error)
        return variants_view(self._library, chosen_variant(self._context.settings), self._error)

    def _tablebase(self, subject: str) -> TablebaseView:
        return view_of(self._context.tablebases, rules_of(subject), self._context.title_of)

    # Changing variants.

    def _keep(self, save: Callable[[], UserVariant], show: Callable[[Route], Effect]) -> UserVariant | None:
        """Save a variant and show it, or note why it cannot be saved."""
        self._error = None
        try:
            saved = save()
        except VariantError as error:
            self._error = error.words
            return None
        self._context.tell(show(Route(Kind.RULES, saved.text)))
        return saved

    def _save(self, wanted: intents.SaveVariant) -> None:
        self._keep(lambda: self._library.save(wanted.name, wanted.rules, wanted.replaced), Replace)

    def _copy(self, variant: UserVariant) -> None:
        library = self._library
        self._keep(lambda: library.save(library.free_name(variant.name), variant.rules), Replace)
        if self._error:
            self._context.tell(Toast((self._error,)))

    def _import(self, written: str) -> None:
        unnamed = self._context.say(text("rules.unnamed"))
        saved = self._keep(lambda: self._library.take(written, unnamed), Go)
        if saved:
            self._context.tell(Toast((text("rules.read_kept", name=saved.name),)))

    def _delete(self, variant: UserVariant) -> None:
        self._library.remove(variant)
        self._context.tell(Replace(Route(Kind.VARIANTS)))

    def _change_rule(self, intent: intents.ChangeRule) -> None:
        rules = changed_rules(intent.rules, intent.rule, intent.value)
        self._context.tell(Replace(Route(Kind.RULES, rules)))

    def _save_draft(self, name: str) -> None:
        saved = self._keep(lambda: self.workshop.save(name), lambda route: Replace(route, (Kind.RULES,)))
        if saved:
            words = save_words(self._context.store, text("workshop.saved", name=saved.name))
            self._context.tell(Toast((words,)))
