"""What reports say of an exception: where and of which type, and nothing that a user wrote."""

from __future__ import annotations

import faulthandler
import gc
import itertools
import logging
import random
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sanmill.core.reports import crash_trace
from sanmill.core.reports.crash import ENGINE, REPORTS_MAX, Reports
from sanmill.core.reports.crash_trace import LEFT_OUT, describe, filtered
from sanmill.core.storage.store import Store
from sanmill.core.text.i18n import text
from sanmill.core.themes import ThemeError
from sanmill.engine.errors import EngineError, Status
from sanmill.engine.messages import Position
from sanmill.engine.search.jobs import Think
from sanmill.engine.vocabulary import vocabulary


def spelled_out(templates: Iterable[str]) -> list[str]:
    """Each template with every one of its words."""
    parts = (re.split(r"\{([^}]*\|[^}]*)\}", template) for template in templates)
    choices = ([part.split("|") if at % 2 else [part] for at, part in enumerate(each)] for each in parts)
    return ["".join(chosen) for each in choices for chosen in itertools.product(*each)]


LINES, MESSAGES = spelled_out(crash_trace.LINES), spelled_out(crash_trace.MESSAGES)

SECRET = "AnnaMueller"
QUOTATIONS = (
    "{}",
    "'{}'",
    '"{}"',
    "“{}”",
    "«{}»",
    "„{}“",
    "「{}」",
    "‹{}›",
    "`{}`",
    "x {} y",
    "{}:",
    "{}\n{}",
    "a\n  {}",
)


class Unprintable(Exception):
    """An error whose message cannot be had."""

    def __str__(self) -> str:
        raise RuntimeError(SECRET)


class Group(Exception):
    """As ExceptionGroup of Python 3.11 has its members."""

    def __init__(self, message: str, members: tuple[object, ...]) -> None:
        super().__init__(message)
        self.exceptions = members


@pytest.fixture
def reports(tmp_path: Path) -> Iterator[Reports]:
    store = Store(tmp_path)
    reports = Reports(tmp_path, store, lambda: {"version": "0.1.0"}, vocabulary())
    yield reports
    reports.close()
    store.close()


def raised(call: Callable[..., object], *arguments: object) -> Exception:
    try:
        call(*arguments)
    except Exception as error:  # noqa: BLE001 - whatever it is
        return error
    raise AssertionError("nothing was raised")


def throw(error: BaseException, cause: BaseException | None = None) -> None:
    if cause is not None:
        raise error from cause
    raise error


def throw_during(earlier: Exception, error: Exception) -> None:
    try:
        raise earlier
    except Exception:  # noqa: BLE001 - as above
        raise error  # noqa: B904 - the context is meant


def noted(error: Exception, note: str) -> Exception:
    error.__notes__ = [note]  # type: ignore[attr-defined] # what add_note of Python 3.11 does
    return error


def failing_with(secret: str) -> list[Exception]:
    """Exceptions that hold a text everywhere one can."""
    path = Path(tempfile.gettempdir()) / secret / f"{secret}.pgn"
    evil: dict[str, Any] = {}
    exec(compile("def fail(value):\n    raise ValueError(value)", str(path), "exec"), evil)
    return [
        *(kind(secret) for kind in (ValueError, KeyError, TypeError, AttributeError, NameError, ImportError, OSError)),
        EngineError(secret, Status.DAMAGED),
        ThemeError(text("appearance.name_taken", name=secret)),
        ValueError(1, secret, RuntimeError(secret), [secret], {secret: secret}),
        Unprintable(secret),
        noted(ValueError("x"), secret),
        noted(noted(ValueError(secret), secret), secret),
        OSError(2, secret, secret, None, secret),
        SyntaxError(secret, (secret, 1, 2, secret)),
        UnicodeDecodeError("utf-8", secret.encode(), 0, 1, secret),
        UnicodeEncodeError("ascii", secret, 0, len(secret), secret),
        Group(secret, (ValueError(secret), Group(secret, (KeyError(secret), secret)))),
        raised(throw, ValueError("x"), KeyError(secret)),
        raised(throw, KeyError(secret), Group(secret, (noted(ValueError(secret), secret),))),
        raised(throw_during, ValueError(secret), RuntimeError(secret)),
        raised(open, path),
        raised(evil["fail"], secret),
        raised(getattr, object(), secret),
        raised(int, secret),
        raised(compile, f"{secret} +", str(path), "exec"),
        raised(lambda: f"{secret}\udcff".encode()),
        raised(lambda: throw(**{secret: 1})),  # type: ignore[arg-type]
        raised(vars(dict)["__getitem__"], {}, secret),
        raised(__import__, secret),
    ]


@pytest.mark.parametrize("quotation", QUOTATIONS)
def test_exception_text_is_not_in_report(reports: Reports, quotation: str) -> None:
    for error in failing_with(quotation.format(SECRET, SECRET)):
        assert SECRET not in describe(error)
        reports.add_exception(error)
        assert type(error).__name__ in describe(error)
    assert len(reports.files) == REPORTS_MAX
    written = [*(path.read_text(encoding="utf-8") for path in reports.files), reports.text(), reports.on_request()]
    assert not [report for report in written if SECRET in report]


@pytest.mark.parametrize("message", MESSAGES)
def test_interpreter_message_has_no_user_text(message: str) -> None:
    for gap in ("type", "text", "n", "address"):
        said = filtered(
            "ValueError: " + message.replace(f"{{{gap}}}", SECRET).replace("{n}", "2").format(type="int", text="x")
        )
        assert SECRET not in said


def test_interpreter_messages_are_kept() -> None:
    nothing: Any = None
    for call, message in (
        (lambda: nothing.ply, "AttributeError: 'NoneType' object has no attribute '…'"),
        (lambda: nothing + 1, "TypeError: unsupported operand type(s) for …: 'NoneType' and 'int'"),
        (lambda: [][1], "IndexError: list index out of range"),
        (lambda: dict[int, int]()[4], "KeyError: 4"),
        (lambda: 1 / 0, "ZeroDivisionError: division by zero"),
        (lambda: (lambda: 1)(2), "TypeError: … takes 0 positional arguments but 1 was given"),  # type: ignore[call-arg]
        (lambda: int("x"), "ValueError: invalid literal for int() with base 10: …"),
        (lambda: Path("/nowhere/at all").read_bytes(), "FileNotFoundError: ENOENT"),
        (lambda: b"ab\xff".decode(), "UnicodeDecodeError: 2"),
        (lambda: throw(EngineError("x", Status.DAMAGED)), "sanmill.engine.errors.EngineError: DAMAGED"),
    ):
        assert describe(raised(call)).endswith(f"\n{message}")


def test_paths_are_relative_to_package() -> None:
    for path, name in (
        (crash_trace.__file__, "sanmill/core/reports/crash_trace.py"),
        ("/home/anna/builds/app/sanmill/core/reports/crash_trace.py", "sanmill/core/reports/crash_trace.py"),
        (r"C:\Users\anna\sanmill\core\reports\crash_trace.pyc", "sanmill/core/reports/crash_trace.py"),
        ("sanmill/ui/help/report.kv", "sanmill/ui/help/report.kv"),
        (threading.__file__, "threading.py"),
        ("/home/anna/lib/python3.14/json/__init__.py", "json/__init__.py"),
        ("<string>", "<string>"),
        ('/home/the "old" anna/sanmill/core/reports/crash_trace.py', "sanmill/core/reports/crash_trace.py"),
        ("<anna>", "…"),
        ("/home/anna/anna.py", "…"),
    ):
        line = filtered(f'  File "{path}", line 3, in add')
        assert line.removesuffix("c").replace(".pyc", ".py") == f'  File "{name}", line 3, in add'


def test_description_is_already_filtered() -> None:
    for error in failing_with(SECRET):
        said = describe(error)
        assert filtered(said, vocabulary()) == said


@pytest.mark.parametrize("line", [*LINES, *(f"ValueError: {message}" for message in MESSAGES)])
def test_filter_is_idempotent(line: str) -> None:
    for kind in ("int", SECRET):
        said = filtered(line.format(n=2, text=SECRET, address="0x7f", type=kind) if "{" in line else line)
        assert SECRET not in said
        assert said.endswith(LEFT_OUT) == (line == LEFT_OUT)
        assert filtered(said) == said


def recurse(depth: int) -> int:
    return recurse(depth + 1) + 1


def test_recursion_and_exception_chains_are_cut() -> None:
    said = describe(raised(recurse, 0))
    assert "frames left out]" in said
    assert "RecursionError: maximum recursion depth exceeded" in said
    assert len(said.splitlines()) < 80
    error = ValueError()
    error.__context__ = other = KeyError()
    other.__context__ = error
    assert describe(error) == f"KeyError\n\n{crash_trace.CONTEXT}\n\nValueError"
    for _ in range(10_000):
        error, error.__context__ = ValueError(), error
    assert len(describe(error).splitlines()) < 80
    group: Exception = ValueError()
    for _ in range(10_000):
        group = Group("", (group,) * 1000)
    assert len(describe(group).splitlines()) < 1000


def test_incomparable_type_does_not_break_filter() -> None:
    class Incomparable(type):
        def __eq__(cls, other: object) -> bool:
            raise ValueError

        def __hash__(cls) -> int:
            raise ValueError

    odd = Incomparable("Odd", (), {})
    assert "ZeroDivisionError: division by zero" in filtered("ZeroDivisionError: division by zero")
    del odd
    gc.collect()


def test_exception_cause_is_described_with_place() -> None:
    said = describe(raised(throw, ValueError(SECRET), raised(recurse, "x")))
    assert said.index("TypeError: can only concatenate str") < said.index(crash_trace.CAUSE) < said.index("ValueError")
    assert "in recurse" in said
    assert describe(raised(throw_during, KeyError(), ValueError())).count("Traceback") == 2


def test_search_context_keeps_engine_words_only(reports: Reports) -> None:
    fen = "********/O*@*O***/******** b p p 2 7 1 8 0 0"
    position = Position(
        f"nine_mens_morris PiecesCount=10 {SECRET}=3", ("d6", "d6-d7", "xa1", SECRET), f"{fen} {SECRET}"
    )
    command = Think(7, position, (("Level", "3"), ("TablePath", f"/home/{SECRET}"), ("Style", SECRET)))
    reports.add(ENGINE, f"{SECRET}: cannot be opened\n{command}\n{describe(EngineError(SECRET, Status.TRUNCATED))}")
    report = reports.text()
    assert SECRET not in report
    for part in (
        "search: Think 7",
        "rules: nine_mens_morris PiecesCount=10 …=3",
        f"start: {fen} …",
        "moves: d6 d6-d7 xa1 …",
        "options: Level=3 TablePath=… Style=…",
        "EngineError: TRUNCATED",
    ):
        assert part in report


def test_random_text_is_removed() -> None:
    dice = random.Random(7)
    lines = [
        *LINES,
        *(f"ValueError: {message}" for message in MESSAGES),
        "rules: x",
        '  File "x", line 3, in x',
    ]
    tried = []
    for _ in range(3000):
        line = dice.choice(lines)
        at = dice.randrange(len(line) + 1)
        tried.append(f"{line[:at]} {SECRET} {line[at:]}")
    assert SECRET not in filtered("\n".join(tried), vocabulary())


def test_native_trace_keeps_threads_and_places() -> None:
    program = "import faulthandler, os, threading; faulthandler.enable(); os.abort()"
    written = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False).stderr
    said = filtered(written).replace(" […]", "")  # the name of the thread, since Python 3.14
    assert said.startswith("Fatal Python error: Aborted\n\nCurrent thread … (most recent call first):\n")
    assert 'File "<string>", line 1, in <module>' in said
    assert "left out" not in filtered(f"{written}\nExtension modules: {', '.join(['kivy._clock'] * 300)} (total: 300)")
    with tempfile.TemporaryFile("w+", prefix=SECRET) as file:
        faulthandler.dump_traceback(file)
        file.seek(0)
        said = filtered(file.read())
    assert 'File "tests/core/reports/test_crash_trace.py"' in said
    assert "left out" not in said


def test_public_log_has_no_messages(caplog: pytest.LogCaptureFixture) -> None:
    caplog.handler.addFilter(crash_trace.without_messages)
    try:
        log = logging.getLogger("test")
        log.error("%d %% of %s: %s", 50, "games", OSError(2, SECRET, SECRET))
        log.error("it failed with 100 %", exc_info=raised(int, SECRET))
    finally:
        caplog.handler.removeFilter(crash_trace.without_messages)
    assert SECRET not in caplog.text
    assert "50 % of games: FileNotFoundError: ENOENT" in caplog.text
    assert "it failed with 100 %\nTraceback" in caplog.text
    assert "ValueError: invalid literal for int() with base 10: …" in caplog.text


def test_native_trace_names_libraries_without_folders() -> None:
    written = f"""Current thread 0x00007ffff7d23740 [python] (most recent call first):
  File "/home/{SECRET}/sanmill/core/reports/crash_trace.py", line 7 in describe

Current thread's C stack trace (most recent call first):
  Binary file "/home/{SECRET}/libsanmill.so", at mill_search+0x42 [0x5b27f7d7147e]
  Binary file "/home/{SECRET}/libsanmill.so", at +0x42 [0x5b27f7d7147e]
  Binary file "/lib/libc.so.6" [0x775006414520]
  <truncated rest of calls>"""
    assert (
        filtered(written)
        == """Current thread … […] (most recent call first):
  File "sanmill/core/reports/crash_trace.py", line 7, in describe

Current thread's C stack trace (most recent call first):
  Binary file "libsanmill.so", at mill_search
  Binary file "libsanmill.so", at …
  Binary file "libc.so.6", at …
  <truncated rest of calls>"""
    )
    assert filtered(filtered(written)) == filtered(written)
