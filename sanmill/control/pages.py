"""The views of the pages off the board. A page reads its view here and changes things by intents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from sanmill.control.tuning.match import MatchView, TuningMatch
from sanmill.control.tuning.weights import UserWeights, WeightsView
from sanmill.control.variants.library import Library
from sanmill.control.variants.tablebases import TablebaseView
from sanmill.control.variants.trial import Trials, TrialView
from sanmill.control.variants.workshop import Workshop, WorkshopView
from sanmill.control.views.types import RulesView, VariantsView
from sanmill.core.game.user_variants import UserVariant, split
from sanmill.core.settings import Settings
from sanmill.core.storage.guard import Part, Result, guarded
from sanmill.core.storage.store import Store
from sanmill.core.text.i18n import Text

from .ports import Tablebases
from .variants import rule_set, tablebases


class PageSources(Protocol):
    """What the views are built from; the controller has it."""

    library: Library
    settings: Settings
    tablebases: Tablebases
    trials: Trials
    tuning_match: TuningMatch
    user_weights: UserWeights
    workshop: Workshop


class Pages:
    """Builds the views of pages on request."""

    def __init__(self, sources: PageSources, store: Store) -> None:
        self._sources = sources
        self._store = store

    def _shown(self, part: Part, view: Callable[[], Result]) -> Result:
        """A view of a part; files that it cannot be built from are set aside."""
        return guarded(self._store, part.files, view, part.load)

    def title_of(self, rules: str) -> Text:
        library = self._sources.library
        return self._shown(library, lambda: library.title(rules))

    def tablebase(self, rules: str) -> TablebaseView:
        return tablebases.view_of(self._sources.tablebases, rules, self.title_of)

    def variant_choices(self) -> tuple[tuple[str, Text], ...]:
        """Every value of the variant setting with its name, the user's variants first."""
        return self._shown(self._sources.library, self._sources.library.choices)

    def variants(self) -> VariantsView:
        """The user's variants, and the outcome of the last change."""
        library = self._sources.library
        return VariantsView(library.own, library.removed, library.saved, library.error)

    def rules(self, subject: str) -> RulesView:
        """The rules of a variant given by name, as a user variant's text, or as plain rules."""
        rules = rule_set.rules_in(subject) or rule_set.builtin_names()[0]
        own = None if rule_set.is_builtin(subject) else self._own_variant(rules, split(subject).name)
        return RulesView(rules, own, self.title_of(rules))

    def _own_variant(self, rules: str, name: str) -> UserVariant | None:
        same = [variant for variant in self._sources.library.own if variant.rules == rules]
        return next((variant for variant in same if variant.name == name), same[0] if same else None)

    def workshop(self) -> WorkshopView:
        return self._shown(self._sources.workshop, self._sources.workshop.view)

    def trial(self) -> TrialView:
        return self._sources.trials.view

    def weights(self) -> WeightsView:
        weights = self._sources.user_weights
        return self._shown(self._sources.settings, lambda: weights.view)

    def tuning_match(self) -> MatchView:
        return self._sources.tuning_match.view

    def free_variant_name(self, wanted: str) -> str:
        """A name no other variant of the user has."""
        return self._sources.library.free_name(wanted)
