"""Reports of what went wrong: kept on disk, shown to the user, never sent from here.

A report says which version ran on what, how it was set, the last steps, and where it happened. What could tell who
somebody is stays out: free texts are not noted, and folders of the user are not named.
"""

from __future__ import annotations

import faulthandler
import logging
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Optional, TextIO

from . import breadcrumbs
from .settings import SETTINGS, Settings
from .store import FileStore, remove, write_atomically

log = logging.getLogger(__name__)

ADDRESS = "calcitem@outlook.com"
ROOT = Path(__file__).resolve().parents[2]

EXCEPTION, ENGINE, NATIVE, ASKED = "exception", "engine", "native", "asked"
KINDS = {
    EXCEPTION: "an exception that nobody handled",
    ENGINE: "the engine failed",
    NATIVE: "the process ended in native code",
    ASKED: "the user asked for a report",
}
RUN = "run"  # in the store: what ran last, and whether it still did
FOLDER, TRAIL, DEATH = "reports", "trail.txt", "death.txt"
NEW, SEEN = "new", "seen"  # what the names of reports begin with
MOST_REPORTS, MOST_CHARACTERS = 5, 12_000

Facts = Mapping[str, str]
Failure = Optional[BaseException]


class Reports:
    """Where reports are made, kept and taken back. ``facts`` says what runs now."""

    def __init__(self, folder: Path, store: FileStore, facts: Callable[[], Facts]) -> None:
        self._folder = folder / FOLDER
        self._store = store
        self._facts = facts
        self._lock = threading.Lock()
        self._known: set[str] = set()  # a failure that comes again is told once
        self._death: TextIO | None = None
        self._old_hooks: tuple[Any, Any] | None = None
        self._run = store.load(RUN) or {}  # what is known of the last run, then of this one
        self._was_cut = bool(self._run.get("is_running"))
        self._take_death(breadcrumbs.read(self._folder / TRAIL))
        self.breadcrumbs = breadcrumbs.Breadcrumbs(self._folder / TRAIL)

    # The life of a run.

    def guard(self) -> None:
        """From now on nothing goes wrong unseen: not in Python, on no thread, and not in C."""
        self._old_hooks = (sys.excepthook, threading.excepthook)
        sys.excepthook = self._unhandled
        threading.excepthook = self._unhandled_in_thread
        try:
            self._death = open(self._folder / DEATH, "w", encoding="utf-8")  # noqa: SIM115 - for the rest of the run
            faulthandler.enable(self._death, all_threads=True)
        except OSError as failure:
            log.error("a death in native code will not be seen: %s", failure)

    def start(self) -> int:
        """The app starts; how many starts before it failed in a row. Written before anything else can go wrong."""
        failed = self._failed_starts()
        self._save(starts=failed + 1)
        self._store.flush()
        return failed

    def started(self) -> None:
        """The start went well."""
        self._save(starts=0)

    def mark(self, *, is_running: bool = True) -> None:
        """Leave on disk what runs, and whether it is in front now."""
        self._save(facts={**self._facts()}, is_running=is_running)

    def _failed_starts(self) -> int:
        starts = self._run.get("starts")
        return starts if isinstance(starts, int) else 0

    def _save(self, **changes: Any) -> None:
        self._run = {**self._run, **changes}
        self._store.save(RUN, self._run)

    def close(self) -> None:
        """The run ends in good order; to end it twice does no harm."""
        self._save(is_running=False, starts=0)
        self.breadcrumbs.close()
        if self._old_hooks:
            sys.excepthook, threading.excepthook = self._old_hooks
            self._old_hooks = None
        if self._death:
            faulthandler.disable()
            self._death.close()
            self._death = None
            remove(self._folder / DEATH)

    def _take_death(self, steps: list[str]) -> None:
        """If the last run died in native code, make a report of what it left."""
        path = self._folder / DEATH
        try:
            trace = path.read_text(encoding="utf-8", errors="replace")
            path.unlink()
        except OSError:
            return
        if trace.strip():
            facts = self._run.get("facts")
            self._keep(NATIVE, compose(NATIVE, facts if isinstance(facts, dict) else self._facts(), steps, trace))

    # Making reports.

    def failed(self, failure: BaseException) -> None:
        """An exception that nobody handled."""
        lines = traceback.format_exception(type(failure), failure, failure.__traceback__)
        self.add(EXCEPTION, "".join(lines))

    def add(self, kind: str, trace: str) -> None:
        """Keep a report of a failure, unless the same was seen before."""
        with self._lock:
            signature = kind + "".join(trace.strip().splitlines()[-3:])
            if signature in self._known:
                return
            self._known.add(signature)
            self._keep(kind, self._compose(kind, trace))

    def fresh(self) -> str:
        """A report of how things are, for a user who asks for one."""
        return self._compose(ASKED, "")

    def _compose(self, kind: str, trace: str) -> str:
        facts = dict(self._facts())
        if self._was_cut:
            facts["the run before"] = "was cut off"
        return compose(kind, facts, self.breadcrumbs.lines(), trace)

    def _keep(self, kind: str, words: str) -> None:
        seconds, rest = divmod(time.time_ns(), 1_000_000_000)  # of one clock, so that names sort by time
        name = f"{NEW} report {time.strftime('%Y-%m-%d %H-%M-%S', time.localtime(seconds))} {rest:09} {kind}.txt"
        try:
            write_atomically(self._folder / name, words)
        except OSError as failure:
            log.error("the report could not be kept: %s", failure)
        for path in self.waiting[:-MOST_REPORTS]:
            remove(path)

    # What is kept.

    @property
    def waiting(self) -> tuple[Path, ...]:
        """Reports that the user has not decided about, the oldest first."""
        return tuple(sorted(self._folder.glob("* report *.txt"), key=lambda path: path.name.partition(" ")[2]))

    @property
    def has_news(self) -> bool:
        """Whether one of them was not shown yet."""
        return any(path.name.startswith(NEW) for path in self.waiting)

    def seen(self) -> None:
        """They were shown; they stay until they are deleted."""
        for path in self.waiting:
            if path.name.startswith(NEW):
                path.rename(path.with_name(path.name.replace(NEW, SEEN, 1)))

    def text(self) -> str:
        """All of them as one text."""
        return "\n\n".join(filter(None, (_read(path) for path in self.waiting)))

    def delete(self) -> None:
        """They are gone."""
        for path in self.waiting:
            remove(path)

    # Hooks.

    def _unhandled(self, kind: type[BaseException], failure: BaseException, where: TracebackType | None) -> None:
        if isinstance(failure, Exception):
            self.failed(failure.with_traceback(where))
        if self._old_hooks:
            self._old_hooks[0](kind, failure, where)

    def _unhandled_in_thread(self, arguments: threading.ExceptHookArgs) -> None:
        if isinstance(arguments.exc_value, Exception):
            self.failed(arguments.exc_value)
        if self._old_hooks:
            self._old_hooks[1](arguments)


def compose(kind: str, facts: Facts, steps: list[str], trace: str) -> str:
    """A report as text."""
    lines = [f"Sanmill: {KINDS[kind]}", time.strftime("%Y-%m-%d %H:%M:%S %z")]
    lines += [f"{name}: {value}" for name, value in facts.items()]
    if steps:
        lines += ["", "The last steps (seconds since the start):", *steps]
    if trace.strip():
        lines += ["", "Where it happened:", shortened(trace.strip())]
    return scrubbed("\n".join(lines))


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as failure:
        return f"{path.name}: {failure}"


def shortened(trace: str) -> str:
    """The beginning and the end of a long trace."""
    if len(trace) <= MOST_CHARACTERS:
        return trace
    half = MOST_CHARACTERS // 2
    return f"{trace[:half]}\n[…]\n{trace[-half:]}"


def scrubbed(words: str) -> str:
    """Without the names of the user's folders."""
    home = os.path.expanduser("~")
    for folder, name in ((str(ROOT), "sanmill-app"), (sys.prefix, "python"), (home, "~")):
        if len(folder) > 3:
            words = words.replace(folder, name)
    return words


def settings_facts(chosen: Settings) -> dict[str, str]:
    """The settings that differ from the standard; what somebody may have written themselves is left out."""
    facts = {}
    for setting in SETTINGS:
        value = chosen.get(setting)
        if value != setting.default:
            is_own = isinstance(value, str) and value not in chosen.bounded[setting.key].choices
            facts[setting.key] = "(own)" if is_own else str(value)
    return facts
