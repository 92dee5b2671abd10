"""The views of the pages off the board. A page reads its view here and changes things by intents."""

from __future__ import annotations

from typing import Protocol

from sanmill.control.variants.library import Library
from sanmill.core.text.i18n import Text


class PageSources(Protocol):
    """What the views are built from; the controller has it."""

    library: Library


class Pages:
    """Builds the views of pages on request."""

    def __init__(self, sources: PageSources) -> None:
        self._sources = sources

    def title_of(self, rules: str) -> Text:
        return self._sources.library.title(rules)

    def variant_choices(self) -> tuple[tuple[str, Text], ...]:
        """Every value of the variant setting with its name, the user's variants first."""
        return self._sources.library.choices()
