"""Every yes/no question of the app outside the board: its texts, and which answer throws something away."""

from __future__ import annotations

from dataclasses import dataclass

YES, NO = "yes", "no"


@dataclass(frozen=True)
class Question:
    """Text keys of a question; the answer that deletes or discards something is shown as a warning."""

    words: str
    yes: str
    detail: str = ""
    no: str = "ask.no"
    discards: str = ""  # YES, NO or neither


REPLACE_FILE = Question("files.replace", "files.replace_yes", discards=YES)
DELETE_REPORT = Question("report.opened", "report.delete", no="report.keep", discards=YES)
DELETE_TABLEBASE = Question("tablebase.remove_question", "tablebase.remove", "tablebase.remove_detail", discards=YES)
REMOVE_TABLES = Question("perfect.remove_question", "tablebase.remove", "perfect.remove_detail", discards=YES)
RESET_STATISTICS = Question("statistics.reset_question", "statistics.reset_yes", "statistics.reset_about", discards=YES)
RESTORE_SETTINGS = Question("settings.restore_question", "settings.restore_yes", "settings.restore_about", discards=YES)
RESET_TUNING = Question("weights.reset_question", "weights.reset_yes", discards=YES)
RESET_CLOCK = Question("clock.reset_question", "clock.reset_yes", discards=YES)
RESET_DRAFT = Question("workshop.anew_question", "workshop.anew_yes", discards=YES)
LEAVE_WORKSHOP = Question(
    "workshop.leave_question", "workshop.save", "workshop.leave_about", "workshop.discard", discards=NO
)
SECOND_WINDOW = Question("second.title", "second.close", "second.detail", "second.look")
AFTER_CRASH = Question("report.safe", "play.continue", "report.safe_about", "report.show")
AFTER_CRASH_IDLE = Question("report.back", "play.continue", "report.safe_about", "report.show")
