"""One process at a time writes a data folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from sanmill.core.storage.folder_lock import FolderLock

ROOT = Path(__file__).resolve().parents[3]
HOLD = """
import sys
from pathlib import Path
from sanmill.core.storage.folder_lock import FolderLock
lock = FolderLock(Path(sys.argv[1]))
print(lock.acquire(), flush=True)
sys.stdin.read()
"""


def test_lock_is_free_after_release_and_after_kill(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    lock = FolderLock(tmp_path)
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "True\n"
        assert not lock.acquire()
        process.kill()
    assert lock.acquire()
    assert not FolderLock(tmp_path).acquire()
    lock.release()
    again = FolderLock(tmp_path)
    assert again.acquire()
    again.release()


def test_folder_without_lock_support_is_usable(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert FolderLock(tmp_path / "file").acquire()
