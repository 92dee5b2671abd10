"""What a user can ask of the saved games."""

from __future__ import annotations

from dataclasses import dataclass

from sanmill.control.intents import Intent


@dataclass(frozen=True)
class GamesIntent(Intent):
    """Something about the saved games; for the archive, not for a game."""


@dataclass(frozen=True)
class FindGames(GamesIntent):
    """Show the games in which these words stand, of a variant and with a result, or of any."""

    words: str = ""
    rules: str = ""
    result: str = ""


@dataclass(frozen=True)
class OpenGame(GamesIntent):
    """Bring a saved game to the board."""

    name: str


@dataclass(frozen=True)
class RenameGame(GamesIntent):
    """Give a saved game another title."""

    name: str
    title: str


@dataclass(frozen=True)
class DeleteGame(GamesIntent):
    """Delete a saved game; it can be put back for a while."""

    name: str


@dataclass(frozen=True)
class RestoreGame(GamesIntent):
    """Put back the game that was deleted last."""


@dataclass(frozen=True)
class ImportGames(GamesIntent):
    """Take in every game of a text or a file's bytes."""

    data: bytes | str


@dataclass(frozen=True)
class ExportGames(GamesIntent):
    """Save games as one file: the one of a name, or all."""

    name: str = ""


@dataclass(frozen=True)
class ShareGame(GamesIntent):
    """Hand a saved game to another app as text."""

    name: str
