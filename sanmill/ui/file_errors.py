"""Errors of files: shown as a toast, those that nobody expected also reported."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock

from sanmill.core.reports.crash import Reports
from sanmill.core.storage.store import FileError

from .app_port import the_app

ERROR_SECONDS = 8.0  # duration of a toast about an error


class FileErrors:
    """Collects the errors of a frame."""

    def __init__(self, reports: Callable[[], Reports]) -> None:
        self._reports = reports
        self._errors: list[FileError] = []
        self._trigger = Clock.create_trigger(lambda _: self._show())

    def add(self, error: FileError) -> None:
        """Show an error with a file; called on any thread."""
        self._errors.append(error)
        self._trigger()

    def _show(self) -> None:
        app, reports = the_app(), self._reports()
        errors, self._errors = self._errors, []
        unexpected = [each.error for each in errors if each.error]
        for exception in unexpected:
            reports.add_exception(exception)
        if unexpected:
            reports.mark_seen()  # the toast names the page of reports
        words = dict.fromkeys(app.say(each.words) for each in errors)
        app.nav.show_toast("\n".join(words), seconds=ERROR_SECONDS)
