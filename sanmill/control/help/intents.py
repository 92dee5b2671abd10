"""Intents about reports and files that were set aside."""

from __future__ import annotations

from dataclasses import dataclass

from sanmill.control.intents import Intent


@dataclass(frozen=True)
class DeleteReports(Intent):
    """Delete every stored report."""


@dataclass(frozen=True)
class RestoreFiles(Intent):
    """Restore the files that were set aside, and what they hold."""
