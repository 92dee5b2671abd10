"""A crash or diagnostic report, shown in full and sent only by the user."""

from __future__ import annotations

from sanmill.core import publisher
from sanmill.ui import platform, questions
from sanmill.ui.widgets.action_bar import Command
from sanmill.ui.widgets.base import load_kv

from .text import TextPage


class ReportPage(TextPage):
    """Shows the saved reports, or a new diagnostic one; nothing is sent automatically."""

    def fill(self) -> None:
        reports, say = self.app.reports, self.app.say
        has_any = bool(reports.files)
        address = publisher.REPORT_ADDRESS
        reason = say("report.kept" if has_any else "report.fresh")
        self.note = f"{reason} {say('report.by_mail', address=address) if address else say('report.no_address')}"
        self.text = reports.text() if has_any else reports.on_request()
        buttons = [
            Command("mail", say("report.send"), self.send)
            if address
            else Command("share", say("text.share"), lambda: self.app.files.share(self.text)),
            Command("content_copy", say("text.copy"), lambda: self.app.files.copy(self.text)),
            Command("save", say("text.save"), lambda: self.app.files.save("sanmill-report.txt", self.text)),
        ]
        if self.app.controller.has_set_aside:
            buttons.append(Command("undo", say("report.bring_back"), self.bring_back))
        if has_any:
            buttons.append(Command("delete", say("report.delete"), self.delete, is_destructive=True))
        self.set_foot(*buttons)
        reports.mark_seen()

    def send(self) -> None:
        """Open a mail draft; then offer to delete the report."""
        platform.mail(publisher.REPORT_ADDRESS, self.app.say("report.subject"), self.text, self.draft_opened)

    def draft_opened(self, is_open: bool) -> None:
        """A mail app has taken the draft or none has; the user may have left the page."""
        if not is_open:
            self.app.nav.show_toast(self.app.say("report.no_mail"))
        elif self.app.reports.files and self.app.nav.page is self:
            self.nav.confirm(questions.DELETE_REPORT, self.delete)

    def bring_back(self) -> None:
        """Restore what was set aside."""
        self.app.bring_back()
        self.fill()
        self.app.nav.show_toast(self.app.say("report.brought_back"))

    def delete(self) -> None:
        self.app.reports.delete()
        self.nav.close_sheets()
        self.nav.back()
        self.app.nav.show_toast(self.app.say("report.deleted"))


load_kv(__file__)
