"""The store loses nothing: killed at any moment, with damaged, newer or older files, on a full disk."""

from __future__ import annotations

import errno
import json
import logging
import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import pytest

from sanmill.core.reports.crash import Reports
from sanmill.core.storage import store as store_module
from sanmill.core.storage.store import FileError, Store, kind_of, write_atomically
from sanmill.core.storage.stored import Count, Key, Range, Stored
from sanmill.core.text.i18n import Translator
from tests.kit.any_content import ANY
from tests.kit.patience import HANG

ROOT = Path(__file__).resolve().parents[3]
KILLS = 200

# Forks writers, kills each at a random moment, and looks at what is there: first argument the folder, second how often.
KILLER = """
import json, os, random, signal, sys, time
from pathlib import Path
from sanmill.core.storage.store import Store
from tests.kit.any_content import ANY

folder, kills = Path(sys.argv[1]), int(sys.argv[2])
chance = random.Random(20)
filler = ["d6-d7"] * 2000

def write(first, pipe):
    store = Store(folder)
    for number in range(first, first + 100000):
        for name in ("game", "settings"):
            store.save(name, {"number": number, "filler": filler})
        if number % 3 == 0:
            store.flush()
            os.write(pipe, number.to_bytes(4, "big"))

completed = first = 0
for kill in range(kills):
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        write(first, writing)
    os.close(writing)
    os.read(reading, 4)  # it is under way
    time.sleep(chance.uniform(0, 0.02))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    told = os.read(reading, 1 << 20)
    os.close(reading)
    completed = int.from_bytes(told[-4:], "big") if told else first
    store = Store(folder, report=lambda error: sys.exit(f"kill {kill}: {error}"))
    found = [store.load(name, ANY) for name in ("game", "settings")]
    for content in found:
        assert content["filler"] == filler and content["number"] >= completed, (kill, completed, content["number"])
    store.close()
    first = max(content["number"] for content in found) // 3 * 3 + 3
print("kept", kills, first)
"""


@pytest.fixture
def told() -> list[FileError]:
    return []


@pytest.fixture
def store(tmp_path: Path, told: list[FileError]) -> Iterator[Store]:
    store = Store(tmp_path, told.append)
    yield store
    store.close()


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_deleting_unwritten_file_is_no_error(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    store.delete("games/never")
    assert store.flush()
    assert caplog.records == []


def test_two_hundred_kills_while_saving_lose_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-c", KILLER, str(tmp_path), str(KILLS)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"kept {KILLS} ")


def test_saved_content_is_read_back_at_once(store: Store) -> None:
    for number in range(50):
        store.save("game", {"number": number})
        assert store.load("game", ANY) == {"number": number}


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ("", "damaged"),
        ('{"version": 1, "a": [1, 2', "damaged"),
        ("[]", "damaged"),
        ('{"a": 1}', "damaged"),
        ('{"version": true}', "damaged"),
        ('{"version": 0}', "damaged"),
        ("[" * 100_000, "damaged"),
        ("\ufffd\x00", "damaged"),
        ('{"version": 99, "a": 1}', "newer"),
    ],
)
def test_unreadable_file_is_set_aside_and_reported(
    tmp_path: Path, store: Store, told: list[FileError], content: str, kind: str
) -> None:
    for number in ("", "2"):
        (tmp_path / "game.json").write_text(content, encoding="utf-8")
        assert store.load("game", ANY) is None
        assert (tmp_path / f"game.unreadable{number}").read_text(encoding="utf-8") == content
    assert [(error.kind, error.name) for error in told] == [(kind, "game.json")] * 2
    store.save("game", {"a": 1})
    store.flush()
    assert read(tmp_path / "game.json") == {"version": 1, "a": 1}


def test_binary_file_and_folder_are_set_aside(tmp_path: Path, store: Store, told: list[FileError]) -> None:
    (tmp_path / "game.json").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "state.json").mkdir()
    assert store.load("game", ANY) is None
    assert store.load("state", ANY) is None
    assert len(told) == 2
    store.save("state", {"a": 1})
    store.flush()
    assert store.load("state", ANY) == {"a": 1}


def test_file_that_cannot_be_set_aside_is_not_overwritten(
    tmp_path: Path, store: Store, told: list[FileError], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "game.json").write_text("precious", encoding="utf-8")

    def refuse(path: Path, target: Path) -> Path:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", refuse)
    assert store.load("game", ANY) is None
    store.save("game", {"a": 1})
    store.flush()
    assert (tmp_path / "game.json").read_text(encoding="utf-8") == "precious"
    assert store.load("game", ANY) == {"a": 1}
    assert [error.kind for error in told] == ["damaged", "read_only"]


class FullLog(logging.Handler):
    """A log file on the same full disk, as Kivy's handler treats it."""

    def emit(self, record: logging.LogRecord) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_error_is_reported_even_if_logging_fails(tmp_path: Path, store: Store, told: list[FileError]) -> None:
    log, handler = logging.getLogger("sanmill.core.storage.store"), FullLog()
    (tmp_path / "game.json.new").mkdir()  # in the way of writing
    (tmp_path / "game.json.new" / "x").mkdir()
    log.addHandler(handler)
    try:
        store.save("game", {"number": 1})
        assert not store.flush()
    finally:
        log.removeHandler(handler)
    assert [error.name for error in told] == ["game.json"]


def test_full_disk_is_reported_once_and_retried(tmp_path: Path, store: Store, told: list[FileError]) -> None:
    store.save("game", {"number": 1})
    store.flush()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        for number in (2, 3):
            store.save("game", {"number": number, "filler": "x" * 5000})
            store.flush()
        assert read(tmp_path / "game.json") == {"version": 1, "number": 1}
        assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
        content = store.load("game", ANY)
        assert content is not None
        assert content["number"] == 3
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert [error.kind for error in told] == ["full"]
    store.save("state", {"a": 1})  # it has room again: what failed is written too
    store.flush()
    assert read(tmp_path / "game.json")["number"] == 3


def test_failed_write_is_retried_automatically(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "RETRY_SECONDS", 0.02)
    trials, is_written = [28, 28, 0], threading.Event()
    real = write_atomically

    def write(path: Path, text: str) -> None:
        code = trials.pop(0) if trials else 0
        if code:
            raise OSError(code, os.strerror(code))
        real(path, text)
        is_written.set()

    monkeypatch.setattr(store_module, "write_atomically", write)
    told: list[FileError] = []
    store = Store(tmp_path, told.append)
    store.save("game", {"a": 1})
    assert is_written.wait(HANG)
    store.close()
    assert read(tmp_path / "game.json")["a"] == 1
    assert [error.kind for error in told] == ["full"]


def test_closed_store_ignores_writes(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.close()
    store.save("game", {"a": 1})
    store.flush()
    store.close()
    assert not (tmp_path / "game.json").exists()


def test_non_json_content_is_reported_as_unsaved(store: Store, told: list[FileError]) -> None:
    store.save("game", {"a": object()})
    assert not store.flush()
    assert [error.kind for error in told] == ["unwritable"]
    store.save("game", {"a": 1})
    assert store.flush()
    assert store.load("game", ANY) == {"a": 1}


def test_unwritable_file_is_reported_once_and_full_disk_too(
    tmp_path: Path, store: Store, told: list[FileError], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "game.json" / "kept").mkdir(parents=True)
    for number in range(3):
        store.save("game", {"a": number})
        store.save("settings", {"a": number})
        assert not store.flush()
    assert read(tmp_path / "settings.json")["a"] == 2
    assert [error.kind for error in told] == ["unwritable"]

    def refuse(path: Path, content: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(store_module, "write_atomically", refuse)
    store.save("settings", {"a": 3})
    store.flush()
    assert [error.kind for error in told] == ["unwritable", "full"]


def test_unreadable_folder_holds_no_files(tmp_path: Path) -> None:
    store = Store(tmp_path / ("x" * 300))  # longer than a name may be
    assert store.names("games") == []
    store.quarantine("game", ValueError())
    store.set_aside("game")
    store.close()


@pytest.mark.parametrize(("number", "kind"), [(28, "full"), (30, "read_only"), (5, "unwritable")])
def test_error_messages_are_sentences(number: int, kind: str) -> None:
    error = OSError(number, os.strerror(number))
    assert kind_of(error) == kind
    words = Translator(ROOT / "i18n").say(FileError(kind, "game.json", str(error.strerror)).words)
    assert words.endswith(".")


def test_lone_surrogate_round_trips(store: Store, tmp_path: Path) -> None:
    store.save("game", {"title": "a \ud800 \udce9 é", "\udfff": 1})
    store.flush()
    again = Store(tmp_path)
    assert again.load("game", ANY) == {"title": "a \ud800 \udce9 é", "\udfff": 1}
    again.close()


@pytest.mark.parametrize(
    "name", ["../x", "../../x", "games/../../x", "/etc/x", "a/b/c", "games/..", "", "a\\b", "a:b", "x" * 250, "\ud800"]
)
def test_name_outside_folder_is_refused(tmp_path: Path, name: str) -> None:
    store = Store(tmp_path / "data")
    with pytest.raises(ValueError, match="not the name of a file"):
        store.save(name, {"a": 1})
    with pytest.raises(ValueError, match="not the name of a file"):
        store.load(name, ANY)
    with pytest.raises(ValueError, match="not the name of a file"):
        store.delete(name)
    store.close()
    assert not list(tmp_path.rglob("*x*"))


def test_symlink_in_place_of_temporary_file_is_not_followed(tmp_path: Path, store: Store) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious", encoding="utf-8")
    (tmp_path / "game.json.new").symlink_to(victim)
    store.save("game", {"a": 1})
    store.flush()
    assert victim.read_text(encoding="utf-8") == "precious"
    assert read(tmp_path / "game.json") == {"version": 1, "a": 1}


def test_leftover_temporary_files_are_removed_at_start(tmp_path: Path) -> None:
    for name in ("game.json.new", "games/a.json.new", "reports/new report.txt.new"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("{", encoding="utf-8")
    for is_read_only, left in ((True, 3), (False, 0)):
        store = Store(tmp_path, is_read_only=is_read_only)
        Reports(tmp_path, store, dict).close()
        store.close()
        assert len(list(tmp_path.rglob("*.new"))) == left


def test_names_are_sorted_or_newest_first(tmp_path: Path, store: Store) -> None:
    for number, name in enumerate("bca"):
        store.save(f"games/{name}", {"a": 1})
        store.flush()
        os.utime(tmp_path / "games" / f"{name}.json", (number, number))
    assert store.names("games") == ["games/a", "games/b", "games/c"]
    assert store.names("games", newest_first=True) == ["games/a", "games/c", "games/b"]


def test_oversized_file_and_fifo_are_set_aside(tmp_path: Path, store: Store, told: list[FileError]) -> None:
    (tmp_path / "game.json").write_text('{"version": 1, "a": "' + "x" * ANY.size + '"}', encoding="utf-8")
    os.mkfifo(tmp_path / "state.json")
    assert store.load("game", ANY) is None
    assert store.load("state", ANY) is None
    assert [error.kind for error in told] == ["damaged"] * 2


@pytest.mark.parametrize("number", ["1e999", "-1e999", "NaN", "Infinity", "9" * 5000])
def test_invalid_number_counts_as_damage(tmp_path: Path, store: Store, told: list[FileError], number: str) -> None:
    (tmp_path / "game.json").write_text(f'{{"version": 1, "a": {number}}}', encoding="utf-8")
    assert store.load("game", Stored(dict[Key, Annotated[float, Range(-1e300, 1e300)]], Count(9))) is None
    assert [error.kind for error in told] == ["damaged"]


def test_partly_read_file_is_backed_up_once(tmp_path: Path, store: Store, told: list[FileError]) -> None:
    path = tmp_path / "game.json"
    path.write_text('{"version": 1, "a": [1, 99, NaN, 3]}', encoding="utf-8")
    digits = Annotated[list[Annotated[int, Range(0, 9)]], Count(10, is_lenient=True)]
    stored = Stored(dict[Key, digits], Count(9))
    assert store.load("game", stored) == {"a": [1, 3]}
    store.flush()
    assert store.load("game", stored) == {"a": [1, 3]}
    assert [error.kind for error in told] == ["partly"]
    assert (tmp_path / "game.unreadable").read_text(encoding="utf-8") == '{"version": 1, "a": [1, 99, NaN, 3]}'
    assert sorted(each.name for each in tmp_path.iterdir()) == ["game.json", "game.unreadable"]


def test_files_set_aside_return_last_first(tmp_path: Path, store: Store, told: list[FileError]) -> None:
    for number in (1, 2):
        store.save("game", {"number": number})
        store.flush()
        store.set_aside("game")
        assert store.load("game", ANY) is None
    assert [error.kind for error in told] == ["set_aside"] * 2
    for number in (2, 1):
        assert store.bring_back("game")
        assert store.load("game", ANY) == {"number": number}
    assert not store.bring_back("game")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.json", "game.replaced"]
    assert json.loads((tmp_path / "game.replaced").read_text(encoding="utf-8"))["number"] == 2


@pytest.mark.parametrize("is_read_only", [True, False])
def test_failed_set_aside_prevents_read_and_overwrite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_read_only: bool
) -> None:
    path = tmp_path / "game.json"
    path.write_text('{"version": 1, "a": 1}', encoding="utf-8")
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(PermissionError()))
    store = Store(tmp_path, is_read_only=is_read_only)
    store.set_aside("game")
    assert store.load("game", ANY) is None
    store.save("game", {"a": 2})
    store.flush()
    assert store.load("game", ANY) == {"a": 2}
    store.close()
    assert read(path)["a"] == 1


def test_names_of_files_set_aside_are_listed(tmp_path: Path, store: Store) -> None:
    for name in ("game", "themes/mine", "themes/mine", "games/a.b"):
        store.save(name, {})
        store.flush()
        store.set_aside(name)
    store.set_aside("state")
    assert store.names_aside() == ["game", "games/a.b", "themes/mine"]


def test_read_only_store_keeps_changes_in_memory(tmp_path: Path) -> None:
    write_atomically(tmp_path / "game.json", '{"version": 1, "a": 1}')
    write_atomically(tmp_path / "state.json", "damaged")
    store = Store(tmp_path, is_read_only=True)
    assert store.load("game", ANY) == {"a": 1}
    assert store.load("state", ANY) is None
    store.save("game", {"a": 2})
    store.flush()
    assert store.load("game", ANY) == {"a": 2}
    store.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.json", "state.json"]
    assert read(tmp_path / "game.json")["a"] == 1


@pytest.mark.parametrize("fate", ["pending", "written", "damaged", "set aside"])
def test_was_saved_stays_true_whatever_happened_to_file(tmp_path: Path, store: Store, fate: str) -> None:
    assert not store.was_saved("state")
    store.save("state", {})
    if fate != "pending":
        store.flush()
    if fate == "damaged":
        (tmp_path / "state.json").write_text("x", encoding="utf-8")
        assert store.load("state", ANY) is None
    if fate == "set aside":
        store.set_aside("state")
    assert (tmp_path / "state.json").exists() or fate != "written"
    assert store.was_saved("state")
