"""Crash reports: their content, what they leave out, and that every kind of failure leaves a report."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from sanmill.control.intents import JumpTo, SetTurn, TapPoint
from sanmill.core import breadcrumbs, crash, settings
from sanmill.core.breadcrumbs import Breadcrumbs, describe
from sanmill.core.crash import ENGINE, EXCEPTION, MOST_REPORTS, Reports, settings_facts
from sanmill.core.model import Side
from sanmill.core.settings import Settings
from sanmill.core.store import FileStore
from sanmill.engine.options import options

ROOT = Path(__file__).resolve().parents[2]

# A run that notes a step and then does what the second argument says.
RUN = """
import ctypes, os, sys, threading
from pathlib import Path
from sanmill.core.crash import Reports
from sanmill.engine.options import options
from sanmill.core.store import FileStore
folder = Path(sys.argv[1])
store = FileStore(folder)
reports = Reports(folder, store, lambda: {"version": "0.1.0"})
reports.install_hooks()
print(reports.count_start())
reports.save_state(is_running=True)
store.flush()
reports.breadcrumbs.note("TapPoint d6")
def fail():
    raise ValueError("on purpose")
def fail_in_thread():
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
exec(sys.argv[2])
reports.close()
store.close()
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[FileStore]:
    store = FileStore(tmp_path)
    yield store
    store.close()


def make(tmp_path: Path, store: FileStore) -> Reports:
    return Reports(tmp_path, store, lambda: {"version": "0.1.0"})


def run(folder: Path, action: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", RUN, str(folder), action]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("os.abort()", "Fatal Python error: Aborted"),
        ("ctypes.string_at(0)", "Fatal Python error: Segmentation fault"),
        ("fail()", "ValueError: on purpose"),
        ("fail_in_thread()", "ValueError: on purpose"),
    ],
)
def test_every_crash_leaves_a_report(tmp_path: Path, store: FileStore, action: str, words: str) -> None:
    run(tmp_path, action)
    reports = make(tmp_path, store)
    assert len(reports.files) == 1
    text = reports.text()
    for part in (words, "version: 0.1.0", "TapPoint d6", "Where it happened:"):
        assert part in text
    assert reports.has_unseen
    reports.mark_seen()
    reports.close()
    again = make(tmp_path, store)
    assert again.text() == text
    assert not again.has_unseen
    again.delete()
    assert again.text() == ""
    again.close()


def test_a_deleted_report_is_gone(tmp_path: Path, store: FileStore) -> None:
    reports = make(tmp_path, store)
    reports.add_exception(ValueError("x"))
    reports.delete()
    reports.close()
    again = make(tmp_path, store)
    assert not again.files
    again.close()


@pytest.mark.parametrize("action", ["pass", "os.kill(os.getpid(), 9)", "raise KeyboardInterrupt"])
def test_a_good_end_and_a_kill_from_outside_leave_none(tmp_path: Path, store: FileStore, action: str) -> None:
    run(tmp_path, action)
    reports = make(tmp_path, store)
    assert not reports.files
    assert ("was cut off" in reports.on_request()) == (action != "pass")
    reports.close()


def test_starts_that_fail_in_a_row_are_counted(tmp_path: Path) -> None:
    assert [run(tmp_path, "os._exit(1)").stdout.strip() for _ in range(3)] == ["0", "1", "2"]
    assert run(tmp_path, "reports.start_succeeded()").stdout.strip() == "3"
    assert run(tmp_path, "pass").stdout.strip() == "0"


def test_the_same_failure_is_reported_once_and_only_a_few_are_kept(tmp_path: Path, store: FileStore) -> None:
    reports = make(tmp_path, store)
    for _ in range(3):
        reports.add(ENGINE, "the engine does not answer")
    assert len(reports.files) == 1
    for number in range(MOST_REPORTS + 3):
        reports.add(EXCEPTION, f"failure {number}")
    assert len(reports.files) == MOST_REPORTS
    assert f"failure {MOST_REPORTS + 2}" in reports.text()
    reports.close()


def test_hooks_are_given_back(tmp_path: Path, store: FileStore) -> None:
    before = (sys.excepthook, threading.excepthook)
    reports = make(tmp_path, store)
    reports.install_hooks()
    assert sys.excepthook != before[0]
    reports.close()
    assert (sys.excepthook, threading.excepthook) == before


def test_a_report_names_no_folders_of_the_user_and_no_own_texts(
    tmp_path: Path, store: FileStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/anna")
    assert "anna" not in crash.scrubbed('File "/home/anna/x.py"')
    assert str(ROOT) not in crash.scrubbed(f'File "{ROOT}/sanmill/app.py"')
    chosen = Settings(store, options())
    chosen.set(settings.LEVEL, 7)
    chosen.set(settings.VARIANT, "Anna's own")
    assert settings_facts(chosen) == {"play.level": "7", "play.variant": "(own)"}
    assert describe(TapPoint("d6")) == "TapPoint d6"
    assert describe(SetTurn(Side.BLACK)) == "SetTurn black"
    assert describe(JumpTo(4)) == "JumpTo 4"
    assert describe(TapPoint("Anna and Ben")) == "TapPoint …"
    long = crash.shortened("x" * 50_000)
    assert len(long) < 13_000


def test_breadcrumbs_keep_the_newest_events_in_order_on_disk_and_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for path in (tmp_path / "trail.txt", tmp_path / "file" / "trail.txt"):
        steps = Breadcrumbs(path)
        for number in range(breadcrumbs.SLOTS + 7):
            steps.note(f"step {number}\n{'ü' * 200}")
        lines = steps.lines()
        assert [line.split()[2] for line in lines] == [str(number) for number in range(7, breadcrumbs.SLOTS + 7)]
        assert breadcrumbs.read(path) in (lines, [])
        steps.close()
        steps.note("too late")
        assert steps.lines() == []
