"""The views of the pages off the board. A page reads its view here and changes things by intents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from sanmill.control.tuning.match import MatchView, TuningMatch
from sanmill.control.tuning.weights import UserWeights, WeightsView
from sanmill.control.variants.library import Library
from sanmill.control.variants.tablebases import TablebaseView
from sanmill.core.settings import Settings
from sanmill.core.storage.guard import GuardedPart, Result, guarded
from sanmill.core.storage.store import Store
from sanmill.core.text.i18n import Text

from .ports import Tablebases
from .variants import tablebases


class PageSources(Protocol):
    """What the views are built from; the controller has it."""

    library: Library
    settings: Settings
    tablebases: Tablebases
    tuning_match: TuningMatch
    user_weights: UserWeights


class Pages:
    """Builds the views of pages on request."""

    def __init__(self, sources: PageSources, store: Store) -> None:
        self._sources = sources
        self._store = store

    def _shown(self, part: GuardedPart, view: Callable[[], Result]) -> Result:
        """A view of a part; files that it cannot be built from are set aside."""
        return guarded(self._store, part.files, view, part.load)

    def title_of(self, rules: str) -> Text:
        return self._sources.library.title(rules)

    def tablebase(self, rules: str) -> TablebaseView:
        return tablebases.view_of(self._sources.tablebases, rules, self.title_of)

    def variant_choices(self) -> tuple[tuple[str, Text], ...]:
        """Every value of the variant setting with its name, the user's variants first."""
        return self._sources.library.choices()

    def weights(self) -> WeightsView:
        weights = self._sources.user_weights
        return self._shown(self._sources.settings, lambda: weights.view)

    def tuning_match(self) -> MatchView:
        return self._sources.tuning_match.view
