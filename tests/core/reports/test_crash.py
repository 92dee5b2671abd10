"""Crash reports: their content, what they leave out, and that every kind of error leaves a report."""

from __future__ import annotations

import dataclasses
import errno
import os
import subprocess
import sys
import threading
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from sanmill.control.archive.intents import FindGames, RenameGame
from sanmill.control.board.intents import JumpTo, SetNote, TapPoint
from sanmill.control.intents import Intent, Open
from sanmill.control.lessons.intents import StartLesson
from sanmill.control.play.intents import SetTurn
from sanmill.control.puzzles.intents import StartPractice
from sanmill.control.routes import Kind, Route
from sanmill.control.variants import intents as variant_intents
from sanmill.core import settings
from sanmill.core.game.model import Side
from sanmill.core.reports import breadcrumbs, crash
from sanmill.core.reports.breadcrumbs import Breadcrumbs, describe
from sanmill.core.reports.crash import ENGINE, EXCEPTION, REPORTS_MAX, Reports, settings_facts
from sanmill.core.settings import Settings
from sanmill.core.storage.store import Store
from sanmill.engine.search.options import options

ROOT = Path(__file__).resolve().parents[3]

# A run that notes a step and then does what the second argument says.
RUN = """
import ctypes, os, sys, threading
from pathlib import Path
from sanmill.core.reports.crash import Reports
from sanmill.engine.search.options import options
from sanmill.core.storage.store import Store
folder = Path(sys.argv[1])
store = Store(folder)
reports = Reports(folder, store, lambda: {"version": "0.1.0"})
reports.install_hooks()
print(reports.begin_start(0.2), flush=True)
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
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path)
    yield store
    store.close()


def make(tmp_path: Path, store: Store) -> Reports:
    return Reports(tmp_path, store, lambda: {"version": "0.1.0"})


def run(folder: Path, action: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", RUN, str(folder), action]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("os.abort()", "Fatal Python error: Aborted"),
        ("os.abort()", 'Current thread … (most recent call first):\n  File "<string>", line 1, in <module>'),
        ("ctypes.string_at(0)", "Fatal Python error: Segmentation fault"),
        ("fail()", "ValueError: [text left out]"),
        ("fail_in_thread()", "ValueError: [text left out]"),
    ],
)
def test_crash_leaves_report(tmp_path: Path, store: Store, action: str, words: str) -> None:
    run(tmp_path, action)
    reports = make(tmp_path, store)
    assert len(reports.files) == 1
    text = reports.text()
    for part in (words, "version: 0.1.0", "TapPoint d6", "Where it happened:"):
        assert part in text.replace(" […]", "")  # the name of the thread, since Python 3.14
    assert reports.has_unseen
    reports.mark_seen()
    reports.close()
    again = make(tmp_path, store)
    assert again.text() == text
    assert not again.has_unseen
    again.delete()
    assert again.text() == ""
    again.close()


def test_deleted_report_stays_deleted(tmp_path: Path, store: Store) -> None:
    reports = make(tmp_path, store)
    reports.add_exception(ValueError("x"))
    reports.delete()
    reports.close()
    again = make(tmp_path, store)
    assert not again.files
    again.close()


@pytest.mark.parametrize("action", ["pass", "os.kill(os.getpid(), 9)", "raise KeyboardInterrupt"])
def test_normal_exit_and_kill_leave_no_report(tmp_path: Path, store: Store, action: str) -> None:
    run(tmp_path, action)
    reports = make(tmp_path, store)
    assert not reports.files
    assert ("was cut off" in reports.on_request()) == (action != "pass")
    reports.close()


HANG = "[timer.join() for timer in threading.enumerate() if isinstance(timer, threading.Timer)]; os._exit(1)"
KILL = "os.kill(os.getpid(), 9)"
SUCCEED = "reports.start_succeeded(); store.flush()"


def test_consecutive_failed_starts_are_counted(tmp_path: Path) -> None:
    assert [run(tmp_path, action).stdout.strip() for action in ("fail()", "os.abort()", HANG)] == ["0", "1", "2"]
    assert run(tmp_path, KILL).stdout.strip() == "3"
    assert run(tmp_path, "reports.start_succeeded()").stdout.strip() == "3"
    assert run(tmp_path, "pass").stdout.strip() == "0"


@pytest.mark.parametrize(
    "action",
    [
        KILL,
        f"reports.start_shown(); {HANG}",
        f"{SUCCEED}; fail()",
        f"{SUCCEED}; os.abort()",
    ],
)
def test_kill_or_late_crash_is_no_failed_start(tmp_path: Path, action: str) -> None:
    assert [run(tmp_path, action).stdout.strip() for _ in range(4)] == ["0"] * 4


def test_newest_report_is_kept_after_clock_moves_back(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports = make(tmp_path, store)
    for number in range(REPORTS_MAX):
        reports.add(EXCEPTION, f"ValueError: {number}")
    monkeypatch.setattr(time, "time_ns", lambda: 10**18)
    reports.add(EXCEPTION, "IndexError: 99")
    assert len(reports.files) == REPORTS_MAX
    assert "IndexError: 99" in reports.text()
    reports.close()


def test_duplicate_reports_are_merged_and_count_is_limited(tmp_path: Path, store: Store) -> None:
    reports = make(tmp_path, store)
    for _ in range(3):
        reports.add(ENGINE, "the engine does not answer")
    assert len(reports.files) == 1
    for number in range(REPORTS_MAX + 3):
        reports.add(EXCEPTION, f"ValueError: {number}")
    assert len(reports.files) == REPORTS_MAX
    assert f"ValueError: {REPORTS_MAX + 2}" in reports.text()
    reports.close()


def test_close_restores_hooks(tmp_path: Path, store: Store) -> None:
    before = (sys.excepthook, threading.excepthook)
    reports = make(tmp_path, store)
    reports.install_hooks()
    assert sys.excepthook != before[0]
    reports.close()
    assert (sys.excepthook, threading.excepthook) == before


def test_setting_with_user_text_is_masked(store: Store) -> None:
    chosen = Settings(store, options())
    chosen.set(settings.LEVEL, 7)
    chosen.set(settings.VARIANT, "Anna's own")
    assert settings_facts(chosen) == {"play.level": "7", "play.variant": "(own)"}


def test_long_trace_is_shortened() -> None:
    long = crash.shortened("x" * 50_000)
    assert len(long) < 13_000


@pytest.mark.parametrize(
    ("intent", "words"),
    [
        (TapPoint("d6"), "TapPoint d6"),
        (TapPoint("Anna"), "TapPoint …"),
        (SetTurn(Side.BLACK), "SetTurn black"),
        (JumpTo(4), "JumpTo 4"),
        (StartLesson("first"), "StartLesson first"),
        (StartPractice("fly"), "StartPractice fly"),
        (SetNote("sorry"), "SetNote"),
        (Open(Route(Kind.RULES, "AnnasGame")), "Open"),
        (FindGames("AnnaMueller1974", outcome="won"), "FindGames won"),
        (RenameGame("0123456789abcdef", "john.smith"), "RenameGame"),
    ],
)
def test_intent_breadcrumb_has_kind_and_enumerated_values(intent: Intent, words: str) -> None:
    assert describe(intent) == words


def kinds_of_intents(kind: type[Intent] = Intent) -> Iterator[type[Intent]]:
    for each in kind.__subclasses__():
        yield each
        yield from kinds_of_intents(each)


def test_intent_breadcrumb_never_has_user_text() -> None:
    kinds = list(kinds_of_intents())
    assert variant_intents.SaveVariant in kinds
    for kind in kinds:
        fields = [field.name for field in dataclasses.fields(kind)]
        assert set(kind.recorded) <= set(fields), kind
        assert "Anna" not in describe(kind(*["Anna"] * len(fields)))


@pytest.mark.parametrize(
    "words",
    [
        'File "/home/anna/x.py"',
        'File "/home/anna2/x.py"',
        f'File "{ROOT}-anna/x.py"',
        'File "/home/the "old" home/anna/x.py", line 3',
        "[Errno 2] No such file or directory: '/media/anna/USB Stick/x.pgn'",
        "/media/stick/games of anna.pgn is locked",
        r'"C:\Users\anna\x.pgn"',
        r"\\server\anna",
        "~/anna",
        "path=/data/user/0/anna",
        "content://provider/anna",
        "https://example.org/?user=anna",
        "written by anna.mueller@example.org",
        "written by mueller@anna.example",
    ],
)
def test_report_has_no_user_paths_or_addresses(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/anna")
    assert "anna" not in crash.scrubbed(words)


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("********/O*@*O***/******** b p p 2 7", "********/O*@*O***/******** b p p 2 7"),
        ("ply 3 d6-d7xa1, 1/2-1/2", "ply 3 d6-d7xa1, 1/2-1/2"),
    ],
)
def test_report_keeps_positions(words: str, left: str) -> None:
    assert crash.scrubbed(words) == left


def test_breadcrumbs_keep_newest_events_in_order(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for path in (tmp_path / "breadcrumbs.txt", tmp_path / "file" / "breadcrumbs.txt"):
        steps = Breadcrumbs(path)
        for number in range(breadcrumbs.SLOTS + 7):
            steps.note(f"step {number}\n{'ü' * 200}")
        lines = steps.lines()
        assert [line.split()[2] for line in lines] == [str(number) for number in range(7, breadcrumbs.SLOTS + 7)]
        assert breadcrumbs.read(path) in (lines, [])
        steps.close()
        steps.note("too late")
        assert steps.lines() == []


def test_failure_to_mark_report_as_seen_is_ignored(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports = make(tmp_path, store)
    reports.add_exception(ValueError("x"))

    def refuse(path: Path, target: Path) -> Path:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(Path, "rename", refuse)
    reports.mark_seen()
    assert reports.has_unseen
    reports.close()


@pytest.mark.parametrize("name", ["breadcrumbs.txt", "native_trace.txt"])
def test_symlink_in_place_of_run_file_is_not_followed(tmp_path: Path, store: Store, name: str) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious", encoding="utf-8")
    (tmp_path / "reports").mkdir()
    reports = make(tmp_path, store)
    reports.breadcrumbs.close()
    (tmp_path / "reports" / name).unlink(missing_ok=True)
    (tmp_path / "reports" / name).symlink_to(victim)
    reports.breadcrumbs = Breadcrumbs(tmp_path / "reports" / "breadcrumbs.txt")
    reports.install_hooks()
    reports.breadcrumbs.note("TapPoint d6")
    reports.close()
    assert victim.read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize("name", ["breadcrumbs.txt", "native_trace.txt", "new report 1.txt"])
def test_oversized_file_is_read_only_at_its_start(tmp_path: Path, store: Store, name: str) -> None:
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports" / "native_trace.txt").write_text("Fatal\n", encoding="utf-8")
    with open(tmp_path / "reports" / name, "a+b") as file:
        file.truncate(1 << 26)
    tracemalloc.start()
    reports = make(tmp_path, store)
    reports.text()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    reports.close()
    assert peak < 1 << 24
