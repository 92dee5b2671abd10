"""Crash reports: stored on disk, shown to the user, never sent from here.

A report holds version, system, settings, breadcrumbs and stack trace. It holds no personal data: settings and
breadcrumbs have values from lists, and the trace is what crash_trace.py lets pass.
"""

from __future__ import annotations

import errno
import faulthandler
import logging
import re
import sys
import threading
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Annotated, Any, TextIO

from sanmill.core.settings import SETTINGS, Settings
from sanmill.core.storage.private_files import create_anew
from sanmill.core.storage.store import (
    UNFINISHED,
    Store,
    find_files,
    read_start,
    remove,
    remove_unfinished,
    write_atomically,
)
from sanmill.core.storage.stored import Count, Key, Length, Range, Stored

from . import breadcrumbs, crash_trace

log = logging.getLogger(__name__)

START = r"(?:~?/|\w:[\\/]|\\\\)"  # of an absolute path
# Not in a FEN; to the last quote of a line, since a path may have some.
PATH = rf"""(?<![\w*@/\\])(?:"{START}[^\n]*"|'{START}[^\n]*'|{START}[^\n]*)"""
ADDRESS = r"(?i)\b[a-z][a-z0-9+.-]*://[^\s'\"<>]+|[\w.+-]+@[\w-]+\.[\w.-]*\w|\b0x[0-9a-f]+"

EXCEPTION, ENGINE, NATIVE, ASKED = "exception", "engine", "native", "asked"
KINDS = {
    EXCEPTION: "an exception that nobody handled",
    ENGINE: "the engine failed",
    NATIVE: "the process ended in native code",
    ASKED: "the user asked for a report",
}
RUN = "run"  # in the store: facts about the last run, and whether it still runs
FOLDER, BREADCRUMBS, NATIVE_TRACE = "reports", "breadcrumbs.txt", "native_trace.txt"
UNSEEN, SEEN = "new", "seen"  # first word of a report's file name
HANG_SECONDS = 10.0  # without a frame, a start counts as failed
REPORTS_MAX, CHARACTERS_MAX = 5, 12_000
BYTES_MAX = 1 << 18  # read of a stored report or trace

Facts = Mapping[str, str]


@dataclass(frozen=True)
class Run:
    failed_starts: Annotated[int, Range(0, 1000)] = 0  # in a row
    is_starting: bool = False
    is_running: bool = False
    facts: Annotated[dict[Key, Annotated[str, Length(10_000)]], Count(1000, is_lenient=True)] = field(
        default_factory=dict
    )


RUN_FILE = Stored(Run, size=1 << 20)


class Reports:
    """Makes, stores and deletes reports.

    ``facts`` describes the running app, ``words`` are names of rules, options and errors that traces may hold.
    """

    def __init__(self, folder: Path, store: Store, facts: Callable[[], Facts], words: Collection[str] = ()) -> None:
        self._folder = folder / FOLDER
        self._store = store
        self.facts = facts
        self._words = words
        self._lock = threading.Lock()
        self._known: set[str] = set()  # signatures; a repeated error is reported once
        self._native_trace: TextIO | None = None
        self._old_hooks: tuple[Any, Any] | None = None
        self._run = store.load(RUN, RUN_FILE) or Run()  # of the last run, then of this one
        self._was_killed = self._run.is_running
        self._hang: threading.Timer | None = None
        if not store.is_read_only:
            remove_unfinished(self._folder, f"*.txt{UNFINISHED}")
        has_crashed = self._report_native_crash(breadcrumbs.read(self._folder / BREADCRUMBS))
        self._failed = self._run.failed_starts + (has_crashed and self._run.is_starting)
        self.breadcrumbs = breadcrumbs.Breadcrumbs(None if store.is_read_only else self._folder / BREADCRUMBS)

    # Start and end of a run.

    def install_hooks(self) -> None:
        """Report unhandled exceptions of every thread, and crashes in native code."""
        self._old_hooks = (sys.excepthook, threading.excepthook)
        sys.excepthook = self._unhandled
        threading.excepthook = self._unhandled_in_thread
        if self._store.is_read_only:
            return
        try:
            path = self._folder / NATIVE_TRACE
            self._native_trace = open(path, "w", encoding="utf-8", opener=create_anew)  # noqa: SIM115 - for the rest of the run
            faulthandler.enable(self._native_trace, all_threads=True)
        except OSError as error:
            log.error("a crash in native code will not be reported: %s", error)

    def begin_start(self, hang_seconds: float = HANG_SECONDS) -> int:
        """Note that the app is starting; return how many starts before failed in a row.

        A start fails by an exception, by a crash in native code or by hanging. A kill from outside does not count.
        """
        self._save(failed_starts=self._failed, is_starting=True)
        self._store.flush()
        self._hang = threading.Timer(hang_seconds, self._start_failed)
        self._hang.daemon = True
        self._hang.start()
        return self._failed

    def start_shown(self) -> None:
        """The first frame is shown: the start did not hang."""
        if self._hang:
            self._hang.cancel()
            self._hang = None
        if self._run.failed_starts > self._failed:
            self._save(failed_starts=self._failed)

    def start_succeeded(self) -> None:
        self.start_shown()
        if self._run.is_starting:
            self._failed = 0
            self._save(failed_starts=0, is_starting=False)

    def _start_failed(self) -> None:
        if self._run.is_starting:
            self._save(failed_starts=self._failed + 1)
            self._store.flush()

    def save_state(self, *, is_running: bool = True) -> None:
        """Store the facts, and whether the app is in the foreground."""
        self._save(facts={**self.facts()}, is_running=is_running)

    def _save(self, **changes: Any) -> None:
        self._run = replace(self._run, **changes)
        self._store.save(RUN, RUN_FILE.write(self._run))

    def close(self) -> None:
        """End the run normally; a second call has no effect."""
        self.start_succeeded()
        self._save(is_running=False)
        self.breadcrumbs.close()
        if self._old_hooks:
            sys.excepthook, threading.excepthook = self._old_hooks
            self._old_hooks = None
        if self._native_trace:
            faulthandler.disable()
            self._native_trace.close()
            self._native_trace = None
            remove(self._folder / NATIVE_TRACE)

    def _report_native_crash(self, steps: list[str]) -> bool:
        """Report a native crash of the last run from the trace it left, if there is one."""
        if self._store.is_read_only:
            return False
        path = self._folder / NATIVE_TRACE
        try:
            trace = read_start(path, BYTES_MAX).decode("utf-8", "replace")
            path.unlink()
        except OSError:
            return False
        if trace.strip():
            facts = self._run.facts or self.facts()
            self._write(NATIVE, compose(NATIVE, facts, steps, crash_trace.filtered(trace.strip())))
        return bool(trace.strip())

    # Making reports.

    def add_exception(self, error: BaseException) -> None:
        self.add(EXCEPTION, crash_trace.describe(error))

    def add(self, kind: str, trace: str) -> None:
        """Report an error unless it was reported before."""
        trace = crash_trace.filtered(trace.strip(), self._words)
        with self._lock:
            signature = kind + "".join(trace.splitlines()[-3:])
            if signature in self._known:
                return
            self._known.add(signature)
            self._write(kind, self._compose(kind, trace))

    def on_request(self) -> str:
        """A report of the current state, for a user who asks for one."""
        return self._compose(ASKED, "")

    def _compose(self, kind: str, trace: str) -> str:
        facts = dict(self.facts())
        if self._was_killed:
            facts["the run before"] = "was cut off"
        return compose(kind, facts, self.breadcrumbs.lines(), trace)

    def _write(self, kind: str, words: str) -> None:
        seconds, rest = divmod(time.time_ns(), 1_000_000_000)  # one clock for both, so that names sort by time
        name = f"{UNSEEN} report {time.strftime('%Y-%m-%d %H-%M-%S', time.localtime(seconds))} {rest:09} {kind}.txt"
        if self._store.is_read_only:
            return
        try:
            write_atomically(self._folder / name, words)
        except OSError as error:
            log.error("the report could not be written: %s", error)
        older = [path for path in self.files if path.name != name]  # the clock may have gone back
        for path in older[: max(0, len(older) + 1 - REPORTS_MAX)]:
            remove(path)

    # Stored reports.

    @property
    def files(self) -> tuple[Path, ...]:
        """The stored reports, oldest first."""
        return tuple(sorted(find_files(self._folder, "* report *.txt"), key=lambda path: path.name.partition(" ")[2]))

    @property
    def has_unseen(self) -> bool:
        return any(path.name.startswith(UNSEEN) for path in self.files)

    def mark_seen(self) -> None:
        for path in () if self._store.is_read_only else self.files:
            if path.name.startswith(UNSEEN):
                try:
                    path.rename(path.with_name(path.name.replace(UNSEEN, SEEN, 1)))
                except OSError as error:
                    log.error("the report could not be marked as seen: %s", error)

    def text(self) -> str:
        return "\n\n".join(filter(None, map(_read, self.files)))

    def delete(self) -> None:
        for path in self.files:
            remove(path)

    # Exception hooks.

    def _unhandled(self, kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
        if isinstance(error, Exception):
            self._start_failed()
            self.add_exception(error.with_traceback(where))
        if self._old_hooks:
            self._old_hooks[0](kind, error, where)

    def _unhandled_in_thread(self, arguments: threading.ExceptHookArgs) -> None:
        if isinstance(arguments.exc_value, Exception):
            self.add_exception(arguments.exc_value)
        if self._old_hooks:
            self._old_hooks[1](arguments)


def compose(kind: str, facts: Facts, steps: list[str], trace: str) -> str:
    lines = [f"Sanmill: {KINDS[kind]}", time.strftime("time: %Y-%m-%d %H:%M:%S %z")]
    lines += [f"{name}: {value}" for name, value in facts.items()]
    if steps:
        lines += ["", "The last steps (seconds since the start):", *steps]
    if trace:
        lines += ["", "Where it happened:", shortened(trace)]
    return scrubbed("\n".join(lines))


def _read(path: Path) -> str:
    try:
        return read_start(path, BYTES_MAX).decode("utf-8", "replace")
    except OSError as error:
        return f"a report cannot be read: {errno.errorcode.get(error.errno or 0, '')}"


def shortened(trace: str) -> str:
    if len(trace) <= CHARACTERS_MAX:
        return trace
    half = CHARACTERS_MAX // 2
    return f"{trace[:half]}\n[…]\n{trace[-half:]}"


def scrubbed(words: str) -> str:
    """A text without addresses and without paths outside the app."""
    return re.sub(PATH, "<path>", re.sub(ADDRESS, "<address>", words))


def settings_facts(chosen: Settings) -> dict[str, str]:
    """The settings that differ from their defaults, without texts the user wrote."""
    facts = {}
    for setting in SETTINGS:
        value = chosen.get(setting)
        if value != setting.default:
            is_own = isinstance(value, str) and value not in chosen.bounded[setting.key].choices
            facts[setting.key] = "(own)" if is_own else str(value)
    return facts
