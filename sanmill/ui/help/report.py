"""A crash or diagnostic report, shown in full and sent only by the user."""

from __future__ import annotations

from functools import partial

from sanmill.control.help.intents import DeleteReports, RestoreFiles
from sanmill.control.help.view import ReportView
from sanmill.ui import platform, questions
from sanmill.ui.widgets.action_bar import Command
from sanmill.ui.widgets.base import load_kv

from .text import TextPage

FILE_NAME = "sanmill-report.txt"


class ReportPage(TextPage):
    """Shows the saved reports, or a new diagnostic one; nothing is sent automatically."""

    def show(self, view: ReportView) -> None:
        say, files = self.app.say, self.app.files
        self._view = view
        self.note, self.text = " ".join(map(say, view.note)), view.text
        buttons = [
            Command("mail", say("report.send"), self.send)
            if view.address
            else Command("share", say("text.share"), partial(files.share, view.text)),
            Command("content_copy", say("text.copy"), partial(files.copy, view.text)),
            Command("save", say("text.save"), partial(files.save, FILE_NAME, view.text)),
        ]
        if view.has_set_aside:
            buttons.append(Command("undo", say("report.bring_back"), partial(self.app.send, RestoreFiles())))
        if view.is_stored:
            buttons.append(Command("delete", say("report.delete"), self.delete, is_destructive=True))
        self.set_foot(*buttons)

    def send(self) -> None:
        """Open a mail draft; then offer to delete the report."""
        platform.mail(self._view.address, self.app.say("report.subject"), self.text, self.draft_opened)

    def draft_opened(self, is_open: bool) -> None:
        """A mail app has taken the draft or none has; the user may have left the page."""
        if not is_open:
            self.app.nav.show_toast(self.app.say("report.no_mail"))
        elif self._view.is_stored and self.app.nav.page is self:
            self.nav.confirm(questions.DELETE_REPORT, self.delete)

    def delete(self) -> None:
        self.nav.close_sheets()
        self.nav.back()
        self.app.send(DeleteReports())


load_kv(__file__)
