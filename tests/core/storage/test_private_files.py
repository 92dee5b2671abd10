"""What the app keeps is closed to other accounts, whatever the umask; what the user exports follows the umask."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from sanmill.core.reports.breadcrumbs import Breadcrumbs
from sanmill.core.reports.crash import ENGINE, Reports
from sanmill.core.reports.crash_trace import NO_ANSWER
from sanmill.core.storage.folder_lock import FolderLock
from sanmill.core.storage.private_files import SHARED, close_to_others, create_anew, is_open, make_folder
from sanmill.core.storage.store import Store, write_atomically

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes of files")


@pytest.fixture(params=[0o000, 0o022, 0o077])
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    old = os.umask(request.param)
    yield request.param
    os.umask(old)


def modes(folder: Path) -> dict[str, int]:
    paths = (folder, *folder.rglob("*"))
    return {str(path.relative_to(folder)): stat.S_IMODE(path.lstat().st_mode) for path in paths}


def test_app_files_are_private(tmp_path: Path, umask: int) -> None:
    data = tmp_path / "config" / "sanmill"
    lock = FolderLock(data)
    assert lock.acquire()
    store = Store(data)
    store.save("settings", {"a": 1})
    store.save("games/one", {"a": 1})
    reports = Reports(data, store, lambda: {"version": "0.1.0"})
    reports.install_hooks()
    reports.begin_start()
    reports.add(ENGINE, NO_ANSWER)
    store.flush()
    found = modes(tmp_path / "config")
    reports.close()
    store.close()
    lock.release()
    names = {"sanmill/lock", "sanmill/settings.json", "sanmill/games/one.json", "sanmill/run.json"}
    assert names | {"sanmill/reports/breadcrumbs.txt", "sanmill/reports/native_trace.txt"} <= set(found)
    for name, mode in found.items():
        assert mode == (0o700 if (tmp_path / "config" / name).is_dir() else 0o600), name


def test_rewritten_file_becomes_private(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text("{}", encoding="utf-8")
    path.chmod(0o644)
    write_atomically(path, "{}")
    assert modes(tmp_path)["settings.json"] == 0o600


def test_exported_file_follows_umask(tmp_path: Path, umask: int) -> None:
    write_atomically(tmp_path / "game.pgn", "1. d6", SHARED)
    assert modes(tmp_path)["game.pgn"] == 0o666 & ~umask


def test_open_folder_is_made_private_recursively(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("", encoding="utf-8")
    outside.chmod(0o644)
    data = tmp_path / "data"
    (data / "games").mkdir(parents=True)
    for name in ("settings.json", "games/one.json", "games/two.unreadable"):
        (data / name).write_text("", encoding="utf-8")
        (data / name).chmod(0o664)
    (data / "run").write_text("", encoding="utf-8")
    (data / "run").chmod(0o755)
    (data / "link").symlink_to(outside)
    (data / "nowhere").symlink_to(tmp_path / "nothing")
    data.chmod(0o755)
    assert is_open(data)
    close_to_others(data)
    assert not is_open(data)
    found = modes(data)
    assert {found[name] for name in ("settings.json", "games/one.json", "games/two.unreadable")} == {0o600}
    assert (found["."], found["games"], found["run"]) == (0o700, 0o700, 0o700)
    assert stat.S_IMODE(outside.stat().st_mode) == 0o644
    assert not is_open(tmp_path / "nothing")


def test_folder_is_not_open_without_file_modes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.chmod(0o755)
    monkeypatch.delattr(os, "getuid")
    assert not is_open(tmp_path)


def test_failure_to_make_private_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str, mode: int) -> None:
        raise PermissionError(1, os.strerror(1))

    tmp_path.chmod(0o755)
    monkeypatch.setattr(os, "chmod", refuse)
    close_to_others(tmp_path)


def test_folder_below_file_or_dangling_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name in ("file", "file/a/b", "link"):
        with pytest.raises(OSError, match=name.partition("/")[0]):
            make_folder(tmp_path / name)
    make_folder(tmp_path)


def test_symlink_in_place_of_new_file_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "victim").write_text("precious", encoding="utf-8")
    (tmp_path / "new").symlink_to(tmp_path / "victim")
    os.close(create_anew(str(tmp_path / "new"), os.O_WRONLY | os.O_CREAT))
    assert (tmp_path / "victim").read_text(encoding="utf-8") == "precious"


def test_breadcrumbs_are_private(tmp_path: Path, umask: int) -> None:
    steps = Breadcrumbs(tmp_path / "reports" / "breadcrumbs.txt")
    found = modes(tmp_path / "reports")
    steps.close()
    assert found == {".": 0o700, "breadcrumbs.txt": 0o600}
