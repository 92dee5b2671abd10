"""The phone's own side, with a made-up phone: what its bars cover, how their signs look, how one leaves."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from kivy.app import App

from sanmill.ui import platform
from tests.kit.driver import Driver


class Phone:
    """An Android phone of 1080×2400 pixels: its API, what its bars take, where the app's part of the window lies."""

    def __init__(self, api: int, bars: tuple[int, int, int, int], content: tuple[int, int, int, int]) -> None:
        self.signs: list[tuple[int, int]] = []
        self.is_behind = False
        edges = ("left", "top", "right", "bottom")
        place = SimpleNamespace(**dict(zip(edges, (0, 0, 0, 0))))

        def find_place(rectangle: Any) -> bool:
            vars(rectangle).update(zip(edges, content))
            return True

        known = SimpleNamespace(getInsets=lambda kinds: SimpleNamespace(**dict(zip(edges, bars))))
        self.decor = SimpleNamespace(
            getRootWindowInsets=lambda: known,
            findViewById=lambda number: SimpleNamespace(getGlobalVisibleRect=find_place),
            getWidth=lambda: 1080,
            getHeight=lambda: 2400,
        )
        controller = SimpleNamespace(setSystemBarsAppearance=lambda *signs: self.signs.append(signs))
        window = SimpleNamespace(getDecorView=lambda: self.decor, getInsetsController=lambda: controller)
        activity = SimpleNamespace(getWindow=lambda: window, moveTaskToBack=self._go_behind)
        self.classes = {
            "org.kivy.android.PythonActivity": SimpleNamespace(mActivity=activity),
            "android.os.Build$VERSION": SimpleNamespace(SDK_INT=api),
            "android.graphics.Rect": lambda: place,
            "android.view.WindowInsets$Type": SimpleNamespace(systemBars=lambda: 7, displayCutout=lambda: 128),
        }

    def _go_behind(self, _: bool) -> bool:
        self.is_behind = True
        return True


def use(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    jnius, android, runnable = ModuleType("jnius"), ModuleType("android"), ModuleType("android.runnable")
    jnius.autoclass = phone.classes.__getitem__  # type: ignore[attr-defined]
    runnable.run_on_ui_thread = lambda call: call  # type: ignore[attr-defined]
    for module in (jnius, android, runnable):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(platform, "kind", "android")


BARS = (0, 90, 0, 48)


def test_under_the_bars_they_are_kept_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    use(Phone(36, BARS, (0, 0, 1080, 2400)), monkeypatch)
    assert platform.insets() == BARS


def test_what_the_system_keeps_clear_itself_is_not_kept_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    use(Phone(33, BARS, (0, 90, 1080, 2352)), monkeypatch)
    assert platform.insets() == (0, 0, 0, 0)


def test_an_old_phone_and_one_that_is_not_ready_say_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    use(Phone(24, BARS, (0, 0, 1080, 2400)), monkeypatch)
    assert platform.insets() == (0, 0, 0, 0)
    phone = Phone(36, BARS, (0, 0, 1080, 2400))
    phone.decor.getRootWindowInsets = lambda: None
    use(phone, monkeypatch)
    assert platform.insets() == (0, 0, 0, 0)


def test_the_notch_of_an_iphone(iphone: Any) -> None:
    iphone.get_safe_area = lambda: {"left": 0, "top": 47, "right": 0, "bottom": 34}
    iphone.get_scale = lambda: 3.0
    assert platform.insets() == (0, 141, 0, 102)


def test_the_signs_of_the_bars_stand_out(monkeypatch: pytest.MonkeyPatch) -> None:
    phone = Phone(36, BARS, (0, 0, 1080, 2400))
    use(phone, monkeypatch)
    platform.set_bar_icons(is_dark=False)
    platform.set_bar_icons(is_dark=True)
    assert phone.signs == [(24, 24), (0, 24)]
    old = Phone(34, BARS, (0, 90, 1080, 2352))
    use(old, monkeypatch)
    platform.set_bar_icons(is_dark=False)
    assert old.signs == []


def test_the_screens_keep_clear_of_the_bars(driver: Driver) -> None:
    driver.app.insets = [0, 30, 0, 20]
    driver.frames(3)
    screen = driver.app.nav.screens
    assert screen.y == 20
    assert screen.top == driver.window.height - 30


def test_back_from_home_leaves_the_app_running(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = Phone(36, BARS, (0, 0, 1080, 2400))
    with monkeypatch.context() as patched:
        use(phone, patched)
        driver.key(27)
    assert phone.is_behind
    assert driver.app.nav.current == "home"


@pytest.mark.skipif(platform.kind != "linux", reason="other systems have the folder around it")
def test_a_new_account_gets_the_folders_for_its_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "new"))
    folder = platform.data_folder(type("SanmillApp", (App,), {})())
    assert folder == tmp_path / "new" / ".config" / "sanmill"
    assert folder.is_dir()
