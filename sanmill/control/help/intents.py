"""Intents about reports and files that were set aside."""

from __future__ import annotations

from sanmill.control.intents import Intent


class DeleteReports(Intent):
    """Delete every stored report."""


class RestoreFiles(Intent):
    """Restore the files that were set aside, and what they hold."""
