"""Intents about settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sanmill.control.intents import Intent
from sanmill.core.reports.breadcrumbs import Recorded
from sanmill.core.settings import BY_KEY


@dataclass(frozen=True)
class ChangeSetting(Intent):
    """Give a setting, named by its key, another value."""

    recorded: ClassVar[Recorded] = {"key": BY_KEY}
    key: str
    value: bool | int | str


class RestoreSettings(Intent):
    """Give every setting its default; the screen has asked."""


class ExportSettings(Intent):
    """Show every setting as text."""


@dataclass(frozen=True)
class ImportSettings(Intent):
    """Take the settings of a text."""

    text: str
