"""Reports as the user meets them: after a death in C, after a error in a callback, on request."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from sanmill.control.archive import intents as archive_intents
from sanmill.control.board import intents
from sanmill.control.play.intents import StartTwoPlayers, StartVersus
from sanmill.control.routes import Kind, Route
from sanmill.control.variants import intents as variant_intents
from sanmill.core import publisher, settings
from sanmill.core.reports.crash import ENGINE
from sanmill.core.reports.crash_trace import NO_ANSWER, without_messages
from sanmill.engine.messages import WorkFailed
from sanmill.ui import crash_guard, platform
from sanmill.ui.crash_guard import CrashGuard
from tests.kit.driver import ROOT, Driver
from tests.kit.patience import HANG

# The app as it is started, which plays a move and then does what the second argument says.
START = """
import ctypes, os, sys
os.environ["SANMILL_DATA"] = sys.argv[1]
import tests.kit.driver
from kivy.app import App
from kivy.clock import Clock
from sanmill import app
from sanmill.control.board import intents
from sanmill.control.archive import intents as archive_intents
from sanmill.control.play.intents import StartTwoPlayers, StartVersus
from sanmill.control.variants import intents as variant_intents
def move(*_):
    running = App.get_running_app()
    running.send(StartTwoPlayers())
    running.send(intents.TapPoint("d6"))
    running.store.flush()
    exec(sys.argv[2], {**globals(), "running": running})
Clock.schedule_once(move, 0.1)
app.main()
"""
NO_MAIL = "No email app could be opened. Copy or save the report instead."
FAIL = """
errors = []
def fail(*_):
    errors.append(1)
    is_last = len(errors) == %d
    Clock.schedule_once(running.stop if is_last else fail, 0.01)
    raise ValueError("on purpose")
Clock.schedule_once(fail, 0.01)
"""


class Mail:
    """A desktop whose one program is an xdg-open, which notes what it is given and then does as told."""

    def __init__(self, folder: Path, then: str) -> None:
        self._notes = folder / "notes"
        script = folder / "xdg-open"
        script.write_text(f'#!/bin/sh\nprintf "%s\\n" "$1" >>"${{0%/*}}/notes"\n{then}\n', encoding="utf-8")
        script.chmod(0o755)

    @property
    def drafts(self) -> list[tuple[str, str]]:
        """Recipients and texts."""
        if not self._notes.exists():
            return []
        addresses = [urlsplit(line) for line in self._notes.read_text(encoding="utf-8").splitlines()]
        return [(address.path, parse_qs(address.query)["body"][0]) for address in addresses]


@pytest.fixture
def programs(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for the only programs that can be found."""
    folder = tmp_path_factory.mktemp("Ä b")
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(platform, "OPEN_SECONDS", HANG)
    return folder


@pytest.fixture
def mail(programs: Path) -> Mail:
    """A desktop with a mail program."""
    return Mail(programs, "exit 0")


def run(folder: Path, move: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", START, str(folder), move]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=HANG)


def report_of(driver: Driver) -> str:
    """What the report page in front says, line by line."""
    page = driver.app.nav.screens.current_screen
    driver.until(lambda: page.long_text.data)
    return "\n".join(line["text"] for line in page.long_text.data)


@pytest.mark.parametrize("death", ["os.abort()", "ctypes.string_at(0)"])
def test_report_of_native_crash_is_sent_only_with_consent(tmp_path: Path, mail: Mail, death: str) -> None:
    assert run(tmp_path, death).returncode < 0
    driver = Driver(tmp_path)
    assert driver.app.nav.sheet is not None
    assert driver.app.nav.sheet.title == "Your game is safe"
    driver.frames(2)
    driver.press("Show report")
    assert driver.front == "report"
    assert driver.app.nav.screens.current_screen.note.startswith("Something went wrong earlier.")
    words = report_of(driver)
    for part in ("Fatal Python error", "version: 0.1.0", "system: linux", "rules: nine_mens_morris", "TapPoint d6"):
        assert part in words, part
    assert not mail.drafts
    driver.press("Send")
    driver.until(lambda: driver.app.nav.sheet is not None)
    assert driver.app.nav.sheet.title == "The report was opened in your email app. Delete it here?"
    assert mail.drafts == [(publisher.REPORT_ADDRESS, driver.app.reports.text())]
    driver.press("Delete")
    driver.frames(3)
    assert driver.front == "play"
    assert driver.view.board.last_to == "d6"
    driver.close()
    driver = Driver(tmp_path)
    assert driver.front == "play"
    driver.close()


def test_declined_report_is_kept_until_deleted(tmp_path: Path, mail: Mail) -> None:
    run(tmp_path, "os.abort()")
    driver = Driver(tmp_path)
    driver.frames(2)
    driver.press("Continue")
    driver.frames(2)
    assert driver.app.nav.sheet is None
    assert driver.front == "play"
    driver.close()
    driver = Driver(tmp_path)
    assert driver.front == "play"
    driver.open("report")
    assert "Fatal Python error" in report_of(driver)
    driver.press("Delete")
    assert driver.front == "play"
    assert not driver.app.reports.files
    assert not mail.drafts
    driver.close()


def test_requested_report_can_be_copied_and_saved_without_mail(driver: Driver, tmp_path: Path, programs: Path) -> None:
    driver.app.files.folder = tmp_path
    driver.open("report")
    assert "the user asked" in report_of(driver)
    driver.press("Send")
    driver.until(lambda: driver.app.nav.toast == NO_MAIL)
    driver.press("Copy")
    assert driver.app.nav.toast == "Copied"
    driver.press("Save")
    driver.until(lambda: driver.app.nav.sheet is not None)
    driver.press("Save")
    driver.until(lambda: driver.app.nav.sheet is None)
    assert "the user asked" in (tmp_path / "sanmill-report.txt").read_text(encoding="utf-8")


def test_report_without_address_is_copied_or_shared(
    driver: Driver, mail: Mail, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver.open("report")
    assert publisher.REPORT_ADDRESS in driver.app.nav.screens.current_screen.note
    driver.app.nav.back()
    monkeypatch.setattr(publisher, "REPORT_ADDRESS", "")
    driver.open("report")
    driver.frames(2)
    assert "no address" in driver.app.nav.screens.current_screen.note
    labels = [tap.spoken for tap in driver.taps()]
    assert "Send" not in labels
    for label in ("Share", "Copy"):
        driver.app.nav.toast = ""
        driver.press(label)
        assert driver.app.nav.toast == "Copied"
    assert not mail.drafts


def test_failed_mail_program_is_reported(driver: Driver, programs: Path) -> None:
    mail = Mail(programs, "exit 3")  # of xdg-open: a required tool could not be found
    driver.app.reports.add(ENGINE, NO_ANSWER)
    driver.open("report")
    driver.press("Send")
    driver.until(lambda: driver.app.nav.toast == NO_MAIL)
    assert len(mail.drafts) == 1
    assert driver.app.nav.sheet is None
    assert driver.app.reports.files


def test_long_report_is_mailed_with_its_newest_part(driver: Driver, mail: Mail) -> None:
    told: list[bool] = []
    platform.mail("a@example.org", "", '"\n' * 100_000 + "the end", told.append)
    driver.until(lambda: told)
    [(_, text)] = mail.drafts
    assert told == [True]
    assert text.startswith("[…]\n")
    assert text.endswith("the end")


def test_running_mail_program_counts_as_success(
    driver: Driver, programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platform, "OPEN_SECONDS", 0.01)
    os.mkfifo(programs / "end")
    Mail(programs, 'read -r _ <"${0%/*}/end"')
    driver.app.reports.add(ENGINE, NO_ANSWER)
    driver.open("report")
    driver.press("Send")
    driver.until(lambda: driver.app.nav.sheet is not None)
    (programs / "end").write_text("\n", encoding="utf-8")


def test_late_mail_answer_asks_nothing_on_other_page(driver: Driver, mail: Mail) -> None:
    driver.app.reports.add(ENGINE, NO_ANSWER)
    driver.open("report")
    page = driver.app.nav.screens.current_screen
    driver.open("help")
    driver.frames(2)
    page.draft_opened(True)
    assert driver.app.nav.sheet is None


def test_user_text_never_leaves_in_report(driver: Driver, mail: Mail, tmp_path: Path) -> None:
    app, user = driver.app, "AnnaMueller"
    start = f"********/O*@*O***/******** b p p 2 7 1 8 0 0 0 0 0 0 0 0 2 {user}"
    app.send(archive_intents.ImportGames(f'[Event "{user}"]\n[White "{user}"]\n[FEN "{start}"]\n\na1 {{{user}}} *'))
    driver.until(lambda: app.facts().get("position", "").startswith("********/O*@*O***"))
    app.send(archive_intents.FindGames(user))
    app.send(archive_intents.SaveGame(user))
    app.send(intents.SetNote(user))
    app.send(variant_intents.SaveVariant(user, "nine_mens_morris PiecesCount=10"))
    app.settings.set(settings.THEME, app.themes.add(user, app.board_theme).value)
    app.settings.set(settings.TABLES, str(tmp_path / user))
    app.nav.open(Route(Kind.RULES, f"{user}: nine_mens_morris PiecesCount=10"))
    platform.copy(user)
    driver.frames(2)
    app.emit(WorkFailed(0, f"{user}.tablebase: truncated", f"search: Think {user}\nrules: {user}\n{user}"))
    guard = CrashGuard(app.reports, lambda: None)
    for use in (app.store.set_aside, app.controller.library.title, read_bytes, app.themes.find, int):
        with pytest.raises(ValueError, match=user) as raised:
            fail_with(use, f"{tmp_path}/{user}")
        guard.handle_exception(raised.value)
    app.nav.open(Route(Kind.REPORT))
    shown = report_of(driver)
    for part in ("ImportGames", "FindGames", "SetNote", "SaveVariant", "page rules", "(own)", "search: Think …"):
        assert part in shown
    assert "in fail_with\nValueError: [text left out]" in shown
    driver.press("Copy")
    driver.press("Send")
    driver.until(lambda: app.nav.sheet is not None)
    driver.press("Keep")
    driver.frames(2)
    app.files.save_in(tmp_path, "saved.txt", app.nav.screens.current_screen.text)
    driver.until((tmp_path / "saved.txt").exists)
    kept = [path.read_text(encoding="utf-8") for path in (*app.reports.files, tmp_path / "reports" / "breadcrumbs.txt")]
    out = [shown, platform.paste(), mail.drafts[0][1], (tmp_path / "saved.txt").read_text(encoding="utf-8"), *kept]
    assert len(out) >= 6
    for text in (*out, app.reports.on_request()):
        assert user not in text
        assert "TapPoint" in text or "ImportGames" in text


def read_bytes(name: str) -> bytes:
    return Path(name).read_bytes()


def fail_with(use: Callable[[str], object], name: str) -> None:
    """Fail with an exception that tells of another one, as code that adds to a message does."""
    try:
        use(name)
    except Exception as error:
        raise ValueError(f"{name}: {error}") from error
    raise ValueError(name)


def test_callback_failure_is_reported_and_app_continues(tmp_path: Path) -> None:
    done = run(tmp_path, FAIL % 2)
    assert done.returncode == 0, done.stderr
    driver = Driver(tmp_path)
    driver.frames(2)
    driver.press("Show report")
    assert "in fail\nValueError: [text left out]" in report_of(driver)
    driver.key(27)
    assert driver.view.board.last_to == "d6"
    driver.close()


def test_repeated_callback_failure_ends_app(tmp_path: Path) -> None:
    done = run(tmp_path, FAIL % 100)
    assert done.returncode == 1
    assert "ValueError: on purpose" in done.stderr
    driver = Driver(tmp_path)
    assert len(driver.app.reports.files) == 1
    driver.close()


def test_file_preventing_start_is_set_aside_after_retries(tmp_path: Path) -> None:
    driver = Driver(tmp_path)
    driver.send(StartTwoPlayers())
    driver.tap("d6")
    driver.close()
    driver = Driver(tmp_path)
    kept = (tmp_path / "game.json").read_text(encoding="utf-8")
    driver.close()
    (tmp_path / "run.json").write_text('{"version": 1, "failed_starts": 3}', encoding="utf-8")
    assert run(tmp_path, "running.stop()").returncode == 0
    assert (tmp_path / "game.aside").read_text(encoding="utf-8") == kept


SHORT_VISIT = "running.dispatch('on_pause'); os.kill(os.getpid(), 9)"


def test_short_paused_visits_set_nothing_aside(tmp_path: Path) -> None:
    for _ in range(4):
        run(tmp_path, SHORT_VISIT)
    assert not list(tmp_path.glob("*.aside*"))
    assert not list(tmp_path.glob("*.unreadable*"))
    assert (tmp_path / "game.json").exists()


def test_file_set_aside_is_restored_from_report_page(driver: Driver, tmp_path: Path) -> None:
    driver.send(StartTwoPlayers())
    driver.tap("d6", "f4")
    driver.app.store.flush()
    driver.app.store.set_aside("game")
    driver.until(lambda: "set aside" in driver.app.nav.toast)
    driver.send(StartTwoPlayers())
    driver.tap("a1")
    driver.open("report")
    driver.press("Restore")
    assert [move.words for move in driver.view.moves] == ["d6", "f4"]
    assert not list(tmp_path.glob("*.aside*"))


def test_recovery_returns_to_stored_game(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    driver.send(StartTwoPlayers())
    driver.tap("d6")
    session = driver.app.controller.current.session
    assert session is not None
    session.info.rules = "broken"
    driver.app.recover()
    driver.frames(2)
    assert driver.view.board.last_to == "d6"
    assert "Your game is safe" in driver.app.nav.toast
    driver.tap("f4")
    assert len(driver.view.moves) == 2


def test_failing_engine_is_reported_and_restarted(driver: Driver) -> None:
    driver.send(StartVersus())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            driver.app.jobs,
            "submit",
            lambda command: driver.app.emit(WorkFailed(command.ticket, NO_ANSWER, str(command))),
        )
        driver.tap("d6")
        driver.until(lambda: driver.view.status.key == "status.error")
    report = driver.app.reports.text()
    for part in (NO_ANSWER, "search: Think", "rules: nine_mens_morris", "moves: d6", "Level=3"):
        assert part in report, part
    driver.tap("f4")
    driver.until(lambda: len(driver.view.moves) == 2)
    assert driver.view.moves[0].words == "d6"


def test_phone_log_has_no_exception_text(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    for module in (sys, threading):
        monkeypatch.setattr(module, "excepthook", module.excepthook)
    monkeypatch.setattr(logging.root, "handlers", [caplog.handler])
    crash_guard.keep_log_private()
    error = ValueError("AnnaMueller")
    sys.excepthook(ValueError, error, None)
    threading.excepthook(threading.ExceptHookArgs((ValueError, error, None, threading.current_thread())))
    caplog.handler.removeFilter(without_messages)
    assert caplog.text.count("ValueError: [text left out]") == 2
    assert "Anna" not in caplog.text
