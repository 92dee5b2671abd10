"""The variants one can choose from: the engine's and the user's own, which are kept here by name."""

from __future__ import annotations

import logging

from sanmill.core import settings
from sanmill.core import user_variants as own_variants
from sanmill.core.i18n import Text, text
from sanmill.core.names import clean_name, free_name
from sanmill.core.settings import Settings
from sanmill.core.store import Store
from sanmill.core.user_variants import OwnVariant, VariantError
from sanmill.engine.errors import EngineError

from . import rule_set

log = logging.getLogger(__name__)

FILE = "variants"
OWN_MOST = 200


class Library:
    """Own variants in the order they were made. Names differ; the setting of the chosen variant follows a change."""

    def __init__(self, store: Store, chosen: Settings) -> None:
        self._store = store
        self._settings = chosen
        self._own = self._loaded()
        self._removed: tuple[int, OwnVariant, bool] | None = None

    @property
    def own(self) -> tuple[OwnVariant, ...]:
        """Every own variant."""
        return tuple(self._own)

    @property
    def removed(self) -> OwnVariant | None:
        """The variant deleted last, as long as it can be brought back."""
        return self._removed[1] if self._removed else None

    def title(self, rules: str) -> Text:
        """What rules are called on the screen: by a variant's name, or as own rules."""
        return title_of(rules, self.own)

    def choices(self) -> tuple[tuple[str, Text], ...]:
        """Every value the setting of the variant can have, and its name; own ones first."""
        mine = [(variant.text, text("variant.named", name=variant.name)) for variant in self._own]
        return (*mine, *((name, text(f"variant.{name}")) for name in rule_set.builtin_names()))

    # Changing.

    def save(self, name: str, rules: str, replaced: OwnVariant | None = None) -> OwnVariant:
        """Keep rules under a name, as a new variant or in place of one; a name that is taken is refused."""
        name = clean_name(name)
        others = [variant.name.casefold() for variant in self._own if variant != replaced]
        if not name:
            raise VariantError(text("workshop.no_name"))
        if name.casefold() in others:
            raise VariantError(text("workshop.name_taken", name=name))
        if replaced not in self._own and len(self._own) >= OWN_MOST:
            raise VariantError(text("workshop.too_many", OWN_MOST))
        variant = OwnVariant(name, _checked(rules))
        if replaced is not None and replaced in self._own:
            self._own[self._own.index(replaced)] = variant
            if self._settings.get(settings.VARIANT) == replaced.text:
                self._settings.set(settings.VARIANT, variant.text)
        else:
            self._own.append(variant)
        self._keep()
        return variant

    def remove(self, variant: OwnVariant) -> None:
        """Delete a variant; the last one deleted can be brought back."""
        if variant not in self._own:
            return
        place = self._own.index(variant)
        was_chosen = self._settings.get(settings.VARIANT) == variant.text
        self._own.remove(variant)
        self._removed = (place, variant, was_chosen)
        if was_chosen:
            self._settings.set(settings.VARIANT, settings.VARIANT.default)
        self._keep()

    def bring_back(self) -> OwnVariant | None:
        """The last variant deleted is there again, where it was."""
        if self._removed is None:
            return None
        place, variant, was_chosen = self._removed
        self._removed = None
        name = self.free_name(variant.name)
        again = OwnVariant(name, variant.rules)
        self._own.insert(place, again)
        if was_chosen:
            self._settings.set(settings.VARIANT, again.text)
        self._keep()
        return again

    def read(self, written: str) -> OwnVariant:
        """A variant from text that somebody shared, not kept yet; its name is one that is free."""
        found = own_variants.read(written, rule_set.all_rules(), rule_set.builtin_names())
        return OwnVariant(self.free_name(found.name) if found.name else "", _checked(found.rules))

    def free_name(self, wanted: str) -> str:
        """The name, or with a number if there is one like it."""
        return free_name(wanted, [variant.name for variant in self._own])

    # Keeping.

    def _keep(self) -> None:
        kept = [{"name": variant.name, "rules": variant.rules} for variant in self._own]
        self._store.save(FILE, {"variants": kept})

    def _loaded(self) -> list[OwnVariant]:
        """What was kept; an entry that cannot be read is left out."""
        listed = (self._store.load(FILE) or {}).get("variants")
        found: list[OwnVariant] = []
        for entry in listed if isinstance(listed, list) else []:
            variant = _read_entry(entry)
            if variant and len(found) < OWN_MOST:
                name = free_name(variant.name, [each.name for each in found])
                found.append(OwnVariant(name, variant.rules))
        return found


def _read_entry(entry: object) -> OwnVariant | None:
    """A variant as it was kept; none when it cannot be read."""
    name, rules = (entry.get("name"), entry.get("rules")) if isinstance(entry, dict) else (None, None)
    if not isinstance(name, str) or not isinstance(rules, str) or not clean_name(name):
        return None
    try:
        return OwnVariant(clean_name(name), _checked(rules))
    except VariantError as failure:
        log.error("a kept variant cannot be read: %s", failure)
        return None


def title_of(rules: str, own: tuple[OwnVariant, ...]) -> Text:
    """What rules are called."""
    if rule_set.is_builtin(rules):
        return text(f"variant.{rules}")
    name = next((variant.name for variant in own if variant.rules == rules), "")
    return text("variant.named", name=name) if name else text("variant.own")


def _checked(rules: str) -> str:
    """Rules as the engine writes them, or its word on why it does not read them."""
    try:
        return rule_set.rules_of(rule_set.values_of(rules))
    except EngineError as failure:
        raise VariantError(text("variant_text.refused", cause=str(failure))) from failure
