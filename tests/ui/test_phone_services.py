"""What the app asks of a phone beside its screen: files inside the package, on a made-up Android."""

from __future__ import annotations

import os
import sys
import zipfile
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from sanmill.ui import platform


class JavaException(Exception):
    """What jnius raises."""


class Android:
    """Classes and services by name, on top of an activity."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.activity = SimpleNamespace()
        self.classes: dict[str, Any] = {"org.kivy.android.PythonActivity": SimpleNamespace(mActivity=self.activity)}
        self.on_ui_thread: list[str] = []
        self.bound: dict[str, Any] = {}
        jnius, android, runnable = ModuleType("jnius"), ModuleType("android"), ModuleType("android.runnable")
        jnius.autoclass = self.classes.__getitem__  # type: ignore[attr-defined]
        jnius.JavaException = JavaException  # type: ignore[attr-defined]
        jnius.cast = lambda _, value: value  # type: ignore[attr-defined]
        runnable.run_on_ui_thread = lambda call: call  # type: ignore[attr-defined]
        android.activity = SimpleNamespace(bind=self.bound.update)  # type: ignore[attr-defined]
        for module in (jnius, android, runnable):
            monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.setattr(platform, "kind", "android")


@pytest.fixture
def android(monkeypatch: pytest.MonkeyPatch) -> Android:
    return Android(monkeypatch)


class Assets:
    """Android's AssetManager over a real package: descriptors of stored files."""

    def __init__(self, package: Path) -> None:
        self._package = package
        self.open = 0

    def openFd(self, name: str) -> Any:
        with zipfile.ZipFile(self._package) as package:
            found = [each for each in package.infolist() if each.filename == f"assets/{name}"]
            if not found or found[0].compress_type != zipfile.ZIP_STORED:
                raise JavaException("java.io.FileNotFoundException")
            content = package.read(found[0])
        file = open(self._package, "rb")  # noqa: SIM115 - it is closed as in Java
        self.open += 1

        def close() -> None:
            file.close()
            self.open -= 1

        return SimpleNamespace(
            getParcelFileDescriptor=lambda: SimpleNamespace(getFd=file.fileno),
            getStartOffset=lambda: self._package.read_bytes().index(content),
            getLength=lambda: len(content),
            close=close,
        )


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="Linux names the file of a descriptor there")
def test_stored_asset_is_named_as_part_of_the_package(android: Android, tmp_path: Path) -> None:
    package = tmp_path / "base.apk"
    with zipfile.ZipFile(package, "w") as made:
        made.writestr("classes.dex", b"odd")
        made.writestr("assets/complete.tablebase", b"SANMILLC and more")
        made.writestr("assets/private.tar", b"tar", zipfile.ZIP_DEFLATED)
    assets = Assets(package)
    android.activity.getAssets = lambda: assets
    found = platform.asset("complete.tablebase")
    start = package.read_bytes().index(b"SANMILLC")
    assert found == Path(f"{package}#{start}+17")
    assert platform.asset("private.tar") is None, "compressed"
    assert platform.asset("other.tablebase") is None
    assert assets.open == 0


def test_package_of_a_desktop_has_a_plain_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "ASSETS", tmp_path)
    assert platform.asset("complete.tablebase") is None
    (tmp_path / "complete.tablebase").touch()
    assert platform.asset("complete.tablebase") == tmp_path / "complete.tablebase"
