"""Intents about the saved games; the archive handles them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sanmill.control.intents import Intent
from sanmill.core.reports.breadcrumbs import Recorded

RESULTS = {"1-0": "white", "0-1": "black", "1/2-1/2": "draw", "*": "unfinished"}  # results of records
OUTCOMES = ("won", "lost", "draw", "unfinished")  # for the user, as searched for


@dataclass(frozen=True)
class FindGames(Intent):
    """List the games with these words, of a variant and with an outcome, or of any."""

    recorded: ClassVar[Recorded] = {"outcome": OUTCOMES}
    words: str = ""
    rules: str = ""
    outcome: str = ""


@dataclass(frozen=True)
class SaveGame(Intent):
    title: str


@dataclass(frozen=True)
class OpenGame(Intent):
    name: str


@dataclass(frozen=True)
class RenameGame(Intent):
    name: str
    title: str


@dataclass(frozen=True)
class DeleteGame(Intent):
    """Delete a saved game; the last one deleted can be restored."""

    name: str


class RestoreGame(Intent):
    """Restore the game deleted last."""


@dataclass(frozen=True)
class ImportGames(Intent):
    """Import every game of a text or a file's bytes."""

    data: bytes | str


class StopImport(Intent):
    """Stop the import that runs; the games imported so far stay."""


@dataclass(frozen=True)
class ExportGames(Intent):
    """Export one game, or all, as a file."""

    name: str = ""


@dataclass(frozen=True)
class ShareGame(Intent):
    name: str
