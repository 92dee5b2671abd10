"""Intents about the user's variants, about the draft in the workshop and about tablebases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO, ClassVar

from sanmill.control.intents import Intent
from sanmill.core.game.user_variants import UserVariant
from sanmill.core.reports.breadcrumbs import Recorded


@dataclass(frozen=True)
class SaveVariant(Intent):
    """Save rules under a name, in place of another variant if given, and show them."""

    name: str
    rules: str
    replaced: UserVariant | None = None


@dataclass(frozen=True)
class CopyVariant(Intent):
    """Save the same rules under another name and show them."""

    variant: UserVariant


@dataclass(frozen=True)
class ImportVariant(Intent):
    """Save a variant from shared text and show it."""

    text: str


@dataclass(frozen=True)
class DeleteVariant(Intent):
    """Delete a variant; the last one deleted can be restored."""

    variant: UserVariant


class RestoreVariant(Intent):
    """Restore the variant deleted last."""


@dataclass(frozen=True)
class ChangeRule(Intent):
    recorded: ClassVar[Recorded] = {"value": int}
    rules: str
    rule: str
    value: int


# The workshop.


@dataclass(frozen=True)
class SetRule(Intent):
    recorded: ClassVar[Recorded] = {"value": int}
    rule: str
    value: int


@dataclass(frozen=True)
class NameDraft(Intent):
    name: str


class ResetDraft(Intent):
    """Drop the changes of the draft."""


@dataclass(frozen=True)
class SaveDraft(Intent):
    """Save the draft under a name, in place of the variant it was started from, and show that."""

    name: str


class StartTrial(Intent):
    """Try the rules of the draft in fast games of the engine against itself."""


class StopTrial(Intent):
    """Stop the trial."""


# Endgame tablebases.


@dataclass(frozen=True)
class BuildTablebase(Intent):
    """Build the tablebase of these rules on this device, or continue a build."""

    rules: str


class StopTablebase(Intent):
    """Stop the build; finished subspaces stay."""


@dataclass(frozen=True)
class RemoveTablebase(Intent):
    rules: str


@dataclass(frozen=True)
class InspectTablebase(Intent):
    """Inspect a file that was picked to be added for these rules."""

    rules: str
    name: str
    open: Callable[[], BinaryIO]


class AddTablebase(Intent):
    """Copy and check the file that was inspected."""


class DropTablebase(Intent):
    """Do not add the file that was picked, or dismiss the message about it."""
