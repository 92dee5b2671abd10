"""The variants to choose from: the engine's, and the user's own, which are saved by name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from sanmill.core import settings
from sanmill.core.game import user_variants as own_variants
from sanmill.core.game.user_variants import UserVariant, VariantError
from sanmill.core.settings import Settings
from sanmill.core.storage.guard import guarded
from sanmill.core.storage.store import Store
from sanmill.core.storage.stored import Count, SchemaError, Stored
from sanmill.core.text.i18n import Text, text
from sanmill.core.text.names import clean_name, free_name
from sanmill.engine.errors import EngineError

from . import rule_set

FILE = "variants"
UNNAMED = "?"  # where a file names none
OWN_MAX = 200


def _playable(variant: UserVariant) -> UserVariant:
    """A stored variant with its rules in the engine's notation; raises SchemaError where it rejects them."""
    try:
        return replace(variant, rules=rule_set.rules_of(rule_set.values_of(variant.rules)))
    except EngineError as error:
        raise SchemaError(str(error)) from error


@dataclass(frozen=True)
class StoredVariants:
    variants: Annotated[tuple[Annotated[UserVariant, _playable], ...], Count(OWN_MAX, is_lenient=True)] = ()


VARIANTS = Stored(StoredVariants, size=2 << 20)


class Library:
    """The user's variants in the order they were made. Names are unique; the variant setting follows a change."""

    files = (FILE,)

    def __init__(self, store: Store, chosen: Settings) -> None:
        self._store = store
        self._settings = chosen
        self._own: list[UserVariant] = []
        guarded(store, self.files, self.load)
        self._removed: tuple[int, UserVariant, bool] | None = None

    @property
    def own(self) -> tuple[UserVariant, ...]:
        return tuple(self._own)

    @property
    def removed(self) -> UserVariant | None:
        """The variant deleted last, while it can be restored."""
        return self._removed[1] if self._removed else None

    def title(self, rules: str) -> Text:
        """The title of rules: a variant's name, or that of the nearest one, changed."""
        return guarded(self._store, self.files, lambda: title_of(rules, self.own), self.load)

    def choices(self) -> tuple[tuple[str, Text], ...]:
        """Every value of the variant setting with its name, the user's variants first."""
        return guarded(self._store, self.files, lambda: choices_of(self.own), self.load)

    # Changing.

    def take(self, written: str, unnamed: str) -> UserVariant:
        """Save a variant from shared text; raises VariantError."""
        found = self.read(written)
        return self.save(found.name or self.free_name(unnamed), found.rules)

    def save(self, name: str, rules: str, replaced: UserVariant | None = None) -> UserVariant:
        """Save rules under a name, as a new variant or in place of one; raises VariantError for a taken name."""
        name = clean_name(name)
        others = [variant.name.casefold() for variant in self._own if variant != replaced]
        if not name:
            raise VariantError(text("workshop.no_name"))
        if name.casefold() in others:
            raise VariantError(text("workshop.name_taken", name=name))
        if replaced not in self._own and len(self._own) >= OWN_MAX:
            raise VariantError(text("workshop.too_many", OWN_MAX))
        variant = UserVariant(name, _checked(rules))
        if replaced is not None and replaced in self._own:
            self._own[self._own.index(replaced)] = variant
            if self._settings.get(settings.VARIANT) == replaced.text:
                self._settings.set(settings.VARIANT, variant.text)
        else:
            self._own.append(variant)
            if len(self._own) == OWN_MAX:
                self._removed = None  # there would be no room for it
        self._write()
        return variant

    def remove(self, variant: UserVariant) -> None:
        """Delete a variant; the last one deleted can be restored."""
        if variant not in self._own:
            return
        place = self._own.index(variant)
        was_chosen = self._settings.get(settings.VARIANT) == variant.text
        self._own.remove(variant)
        self._removed = (place, variant, was_chosen)
        if was_chosen:
            self._settings.set(settings.VARIANT, settings.VARIANT.default)
        self._write()

    def restore_removed(self) -> None:
        """Restore the variant deleted last at its place."""
        if self._removed is None:
            return
        place, variant, was_chosen = self._removed
        self._removed = None
        again = UserVariant(self.free_name(variant.name), variant.rules)
        self._own.insert(place, again)
        if was_chosen:
            self._settings.set(settings.VARIANT, again.text)
        self._write()

    def read(self, written: str) -> UserVariant:
        """A variant from shared text, not saved yet, with a free name."""
        found = own_variants.read(written, rule_set.all_rules(), rule_set.builtin_names())
        return UserVariant(self.free_name(found.name) if found.name else "", _checked(found.rules))

    def free_name(self, wanted: str) -> str:
        return free_name(wanted, [variant.name for variant in self._own])

    # Saving.

    def _write(self) -> None:
        self._store.save(FILE, VARIANTS.write(StoredVariants(self.own)))

    def load(self) -> None:
        saved = self._store.load(FILE, VARIANTS) or StoredVariants()
        self._own = []
        for variant in saved.variants:
            name = clean_name(variant.name) or UNNAMED
            self._own.append(UserVariant(self.free_name(name), variant.rules))


def chosen_variant(chosen: Settings) -> str:
    """The variant as set; the default one when it cannot be read."""
    value = chosen.get(settings.VARIANT)
    return value if rule_set.rules_in(value) else settings.VARIANT.default


def choices_of(own: tuple[UserVariant, ...]) -> tuple[tuple[str, Text], ...]:
    mine = [(variant.text, text("variant.named", name=variant.name)) for variant in own]
    return (*mine, *((name, text(f"variant.{name}")) for name in rule_set.builtin_names()))


def title_of(rules: str, own: tuple[UserVariant, ...]) -> Text:
    if rule_set.is_builtin(rules):
        return text(f"variant.{rules}")
    name = next((variant.name for variant in own if variant.rules == rules), "")
    if name:
        return text("variant.named", name=name)
    return text("variant.changed", base=text(f"variant.{rule_set.base_of(rules)}"))


def _checked(rules: str) -> str:
    """Rules in the engine's own notation; raises VariantError when it rejects them."""
    try:
        return rule_set.rules_of(rule_set.values_of(rules))
    except EngineError as error:
        raise VariantError(text("variant_text.refused", error=str(error))) from error
