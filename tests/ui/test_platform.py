"""The phone's own side, with a made-up phone: what its bars cover, how their signs look, how one leaves."""

from __future__ import annotations

import os
import pwd
import re
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from kivy.app import App
from kivy.logger import KivyFormatter

from ci.robots import phone
from sanmill import __version__
from sanmill.core.storage.folder_lock import FolderLock
from sanmill.engine.messages import ImportStage
from sanmill.ui import platform, platform_android, platform_ios
from tests.kit import tablebase_file
from tests.kit.driver import Driver
from tests.kit.tablebase_file import NAME, RULES


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
        self.classes: dict[str, Any] = {
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


def test_insets_cover_system_bars(monkeypatch: pytest.MonkeyPatch) -> None:
    use(Phone(36, BARS, (0, 0, 1080, 2400)), monkeypatch)
    assert platform.insets() == BARS


def test_insets_are_zero_where_system_keeps_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    use(Phone(33, BARS, (0, 90, 1080, 2352)), monkeypatch)
    assert platform.insets() == (0, 0, 0, 0)


def test_insets_are_zero_on_old_or_unready_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    use(Phone(24, BARS, (0, 0, 1080, 2400)), monkeypatch)
    assert platform.insets() == (0, 0, 0, 0)
    phone = Phone(36, BARS, (0, 0, 1080, 2400))
    phone.decor.getRootWindowInsets = lambda: None
    use(phone, monkeypatch)
    assert platform.insets() == (0, 0, 0, 0)


def test_iphone_insets_include_notch(iphone: Any) -> None:
    iphone.get_safe_area = lambda: {"left": 0, "top": 47, "right": 0, "bottom": 34}
    iphone.get_scale = lambda: 3.0
    assert platform.insets() == (0, 141, 0, 102)


def test_bar_icons_contrast_with_background(monkeypatch: pytest.MonkeyPatch) -> None:
    phone = Phone(36, BARS, (0, 0, 1080, 2400))
    use(phone, monkeypatch)
    platform.set_bar_icons(is_dark=False)
    platform.set_bar_icons(is_dark=True)
    assert phone.signs == [(24, 24), (0, 24)]
    old = Phone(34, BARS, (0, 90, 1080, 2352))
    use(old, monkeypatch)
    platform.set_bar_icons(is_dark=False)
    assert old.signs == []


def test_screens_stay_clear_of_system_bars(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """The app reads the insets again after its start, so patch the platform function."""
    monkeypatch.setattr(platform, "insets", lambda: [0, 30, 0, 20])
    driver.app._resized()
    screen = driver.app.nav.screens
    driver.until(lambda: (screen.y, screen.top) == (20, driver.window.height - 30))


def test_back_on_home_keeps_app_running(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = Phone(36, BARS, (0, 0, 1080, 2400))
    with monkeypatch.context() as patched:
        use(phone, patched)
        driver.key(27)
    assert phone.is_behind
    assert driver.front == "home"


@pytest.mark.skipif(platform.kind != "linux", reason="other systems have the folder around it")
def test_data_folder_is_created_for_new_account(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "new"))
    folder = platform.data_folder(type("SanmillApp", (App,), {})())
    assert folder == tmp_path / "new" / ".config" / "sanmill"
    assert FolderLock(folder).acquire()
    assert folder.is_dir()


@pytest.mark.skipif(platform.kind != "linux", reason="other systems have a home for every account")
def test_data_folder_without_home_is_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(number: int) -> None:
        raise KeyError(number)

    for name in ("HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    monkeypatch.chdir(tmp_path)
    assert platform.documents() is None
    folder = platform.data_folder(type("SanmillApp", (App,), {})())
    assert FolderLock(folder).acquire()
    assert (tmp_path / folder).is_dir()


# File pickers of Android.


class JavaError(Exception):
    """What jnius raises."""

    def __init__(self, words: str) -> None:
        super().__init__("JVM exception occurred: " + words)
        self.innermessage = words


class PickerPhone(Phone):
    """A phone whose pickers stay open until they are answered; files are descriptors of this machine."""

    def __init__(self) -> None:
        super().__init__(36, BARS, (0, 0, 1080, 2400))
        self.open: list[int] = []
        self.listeners: list[Any] = []
        self.error: JavaError | None = None
        self.files: dict[str, Path] = {}

        class Intent:
            ACTION_OPEN_DOCUMENT = ACTION_CREATE_DOCUMENT = CATEGORY_OPENABLE = EXTRA_TITLE = ""

            def __init__(self, _action: str) -> None:
                self.addCategory = self.setType = self.putExtra = lambda *_: None

        resolver = SimpleNamespace(query=self._query, openFileDescriptor=self._open_file)
        activity = self.classes["org.kivy.android.PythonActivity"].mActivity
        activity.startActivityForResult = self._start
        activity.getContentResolver = lambda: resolver
        self.classes["android.content.Intent"] = Intent
        self.classes["java.lang.String"] = str

    def _start(self, _intent: Any, request: int) -> None:
        if self.error:
            raise self.error
        self.open.append(request)

    def _query(self, *_: Any) -> Any:
        raise JavaError("Permission Denial")

    def _open_file(self, document: Any, mode: str) -> Any:
        if self.error:
            raise self.error
        flags = os.O_RDONLY if mode == "r" else os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        descriptor = os.open(self.files[document.getLastPathSegment()], flags)
        return SimpleNamespace(detachFd=lambda: descriptor)

    def answer(self, request: int, name: str, result: int = platform_android.RESULT_OK) -> None:
        document = SimpleNamespace(getLastPathSegment=lambda: name)
        for listener in list(self.listeners):
            listener(request, result, SimpleNamespace(getData=lambda: document))


@pytest.fixture
def picker_phone(monkeypatch: pytest.MonkeyPatch) -> PickerPhone:
    phone = PickerPhone()
    use(phone, monkeypatch)
    jnius, android = sys.modules["jnius"], sys.modules["android"]
    monkeypatch.setattr(jnius, "JavaException", JavaError, raising=False)
    monkeypatch.setattr(jnius, "cast", lambda _, value: value, raising=False)
    bound = SimpleNamespace(bind=lambda on_activity_result: phone.listeners.append(on_activity_result))
    monkeypatch.setattr(android, "activity", bound, raising=False)
    monkeypatch.setattr(platform, "_android_pickers", platform_android.AndroidPickers())
    return phone


def test_mail_uses_mail_apps_and_reports_failure(picker_phone: PickerPhone, monkeypatch: pytest.MonkeyPatch) -> None:
    class Intent:
        ACTION_SENDTO = "to"

        def __init__(self, *facts: str) -> None:
            self.facts = facts

    started: list[Intent] = []
    monkeypatch.setitem(picker_phone.classes, "android.content.Intent", Intent)
    monkeypatch.setitem(picker_phone.classes, "android.net.Uri", SimpleNamespace(parse=lambda address: address))
    activity = picker_phone.classes["org.kivy.android.PythonActivity"].mActivity
    monkeypatch.setattr(activity, "startActivity", started.append, raising=False)
    told: list[bool] = []
    platform.mail("a@example.org", "A B", "1 & 2\n", told.append)
    assert [draft.facts for draft in started] == [("to", "mailto:a@example.org?subject=A%20B&body=1%20%26%202%0A")]

    def refuse(_: object) -> None:
        raise JavaError("ActivityNotFoundException")

    monkeypatch.setattr(activity, "startActivity", refuse)
    platform.mail("a@example.org", "A B", "text", told.append)
    assert told == [True, False]


def test_two_open_pickers_get_their_own_answers(
    driver: Driver, picker_phone: PickerPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    got: list[tuple[str, str]] = []
    for each in ("first", "second"):
        assert platform.pick_document(lambda _, name, each=each: got.append((each, name)))  # type: ignore[misc]
    first, second = picker_phone.open
    picker_phone.answer(99, "of another app")
    picker_phone.answer(second, "b.txt")
    picker_phone.answer(first, "a.txt")
    picker_phone.answer(first, "again")
    monkeypatch.setattr(platform, "kind", "linux")
    driver.until(lambda: len(got) == 2)
    assert got == [("second", "b.txt"), ("first", "a.txt")]
    assert len(picker_phone.listeners) == 1


def test_cancelled_picker_is_dropped(driver: Driver, picker_phone: PickerPhone) -> None:
    platform.pick_target("game.txt", "text/plain", lambda _: pytest.fail("it was cancelled"))
    picker_phone.answer(picker_phone.open[0], "game.txt", result=0)
    picker_phone.answer(picker_phone.open[0], "game.txt")
    driver.frames(3)


def test_documents_are_read_and_written_by_content_resolver(picker_phone: PickerPhone, tmp_path: Path) -> None:
    picker_phone.files["game.txt"] = tmp_path / "game.txt"
    document = SimpleNamespace(getLastPathSegment=lambda: "game.txt")
    platform.write_document(document, b"1. d6")
    with platform.open_document(document) as file:
        assert file.read() == b"1. d6"


def test_tablebase_is_imported_by_content_resolver(
    driver: Driver, picker_phone: PickerPhone, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    picker_phone.files[NAME] = tablebase_file.make(tmp_path)
    driver.open(f"perfect:{RULES}")
    driver.until(lambda: driver.app.tablebases.of(RULES).pieces)
    driver.press("Add the full tablebase")
    picker_phone.answer(picker_phone.open[0], NAME)
    monkeypatch.setattr(platform, "kind", "linux")
    driver.until(lambda: driver.app.tablebases.importing.stage is ImportStage.READY)
    driver.press("Add")
    driver.until(lambda: driver.app.tablebases.of(RULES).is_available)


def test_failing_picker_or_file_shows_message(
    driver: Driver, picker_phone: PickerPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    picker_phone.error = JavaError("No Activity found to handle Intent")
    driver.app.files.save("game.txt", "1. d6")
    assert "No Activity found" in driver.app.nav.toast
    assert "game.txt" in driver.app.nav.toast
    driver.app.nav.show_toast("")
    driver.app.files.open((".txt",), lambda *_: None)
    assert "No Activity found" in driver.app.nav.toast
    picker_phone.error = None
    driver.app.files.open((".txt",), lambda *_: pytest.fail("it cannot be read"))
    picker_phone.error = JavaError("the file is gone")
    picker_phone.answer(picker_phone.open[0], "lost.txt")
    driver.until(lambda: "the file is gone" in driver.app.nav.toast)
    assert "lost.txt" in driver.app.nav.toast


# iOS, with a scripted UIKit.


class Objc:
    """An object of Objective-C: any method answers with another one and is noted with its arguments."""

    def __init__(self, calls: list[tuple[str, tuple[Any, ...]]], answers: dict[str, Any]) -> None:
        self._calls, self._answers = calls, answers
        self.delegate: Any = None

    def __getattr__(self, name: str) -> Any:
        if name in self._answers:
            return self._answers[name]

        def method(*arguments: Any) -> Any:
            self._calls.append((name, arguments))
            return self

        return method


class UIKit:
    """What pyobjus shows of it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls: list[tuple[str, tuple[Any, ...]]] = []
        self.style = platform_ios.DARK
        self.has_mail = True
        self.languages = ["zh-Hans-CN"]
        self.pickers: list[Objc] = []
        pyobjus: Any = ModuleType("pyobjus")
        pyobjus.autoclass = self._class
        pyobjus.objc_str = str
        pyobjus.objc_arr = lambda *items: items
        pyobjus.protocol = lambda name: lambda method: method
        monkeypatch.setitem(sys.modules, "pyobjus", pyobjus)

    def _class(self, name: str) -> Any:
        answers: dict[str, Any] = {
            "userInterfaceStyle": self.style,
            "objectAtIndex_": lambda index: SimpleNamespace(UTF8String=lambda: self.languages[index].encode()),
            "count": len(self.languages),
            "canOpenURL_": lambda _: self.has_mail,
        }
        if name == "NSURL":
            answers = {"fileURLWithPath_": Path, "URLWithString_": str}
        made = Objc(self.calls, answers)
        if name == "UIDocumentPickerViewController":
            self.pickers.append(made)
        return made

    def of(self, method: str) -> list[tuple[Any, ...]]:
        return [arguments for name, arguments in self.calls if name == method]


def test_iphone_reports_language_and_dark_mode(monkeypatch: pytest.MonkeyPatch, iphone: Any) -> None:
    kit = UIKit(monkeypatch)
    assert platform.is_dark()
    assert platform.languages() == ["zh-Hans-CN"]
    kit.style, kit.languages = 1, ["de-AT", "fr-CA"]
    assert not platform.is_dark()
    assert platform.languages() == ["de-AT", "fr-CA"]


def test_iphone_without_answer_falls_back_to_environment(monkeypatch: pytest.MonkeyPatch, iphone: Any) -> None:
    monkeypatch.setitem(sys.modules, "pyobjus", None)
    monkeypatch.setenv("LANGUAGE", "de_DE:fr")
    assert platform.languages() == ["de_DE", "fr"]
    assert not platform.is_dark()
    assert not platform.share("1. d6")


def test_iphone_shares_texts_and_pictures(monkeypatch: pytest.MonkeyPatch, iphone: Any) -> None:
    kit = UIKit(monkeypatch)
    assert platform.share("1. d6")
    assert platform.share_picture("board.png", b"a picture", "1. d6")
    texts, pictures = kit.of("initWithActivityItems_applicationActivities_")
    assert texts == (("1. d6",), None)
    path, words = pictures[0]
    assert (path.name, path.read_bytes(), words) == ("board.png", b"a picture", "1. d6")
    assert len(kit.of("presentViewController_animated_completion_")) == 2
    assert len(kit.of("setSourceView_")) == 2, "an iPad has to know where"


def test_iphone_opens_mail_if_available(monkeypatch: pytest.MonkeyPatch, iphone: Any) -> None:
    kit = UIKit(monkeypatch)
    told: list[bool] = []
    for kit.has_mail in (True, False):
        platform.mail("a@example.org", "A B", "text", told.append)
    assert told == [True, False]
    [(address, _, _)] = kit.of("openURL_options_completionHandler_")
    assert address == "mailto:a@example.org?subject=A%20B&body=text"
    monkeypatch.setitem(sys.modules, "pyobjus", None)
    platform.mail("a@example.org", "A B", "text", told.append)
    assert told == [True, False, False]


def test_iphone_opens_and_saves_files(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, iphone: Any, tmp_path: Path
) -> None:
    kit = UIKit(monkeypatch)
    picked = tmp_path / "picked.txt"
    picked.write_text("1. d6", encoding="utf-8")
    got: list[tuple[str, str]] = []
    driver.app.files.open((".txt",), lambda name, text: got.append((name, text)))
    [picker] = kit.pickers
    url = SimpleNamespace(path=SimpleNamespace(UTF8String=lambda: str(picked)))
    picker.delegate.documentPicker_didPickDocumentsAtURLs_(picker, SimpleNamespace(objectAtIndex_=lambda _: url))
    driver.until(lambda: got == [("picked.txt", "1. d6")])
    driver.app.files.save("saved.txt", "1. d6 f4")
    driver.until(lambda: bool(kit.of("initWithURL_inMode_")))
    [(path, mode)] = kit.of("initWithURL_inMode_")
    assert (path.name, path.read_text(encoding="utf-8"), mode) == ("saved.txt", "1. d6 f4", platform_ios.EXPORT)


# The log that ci/robots/phone.py reads.


@pytest.mark.parametrize("size", [(360, 640), (360, 720), (411, 914)])
def test_log_contains_lines_expected_by_phone_script(
    size: tuple[int, int], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Touch the same places as the phone script, with system bars, from the first start on."""
    caplog.set_level("INFO")
    kivy_form = KivyFormatter("[%(levelname)-7s] %(message)s", use_color=False).format  # moves words before a colon

    def seen(pattern: re.Pattern[str]) -> list[re.Match[str]]:
        return list(filter(None, (pattern.search(kivy_form(record)) for record in caplog.records)))

    driver = Driver(tmp_path, size=size)
    width, height = size
    driver.app.insets = [0, 24, 0, 48]
    driver.until(lambda: seen(phone.FIRST_FRAME))
    [line] = seen(phone.FIRST_FRAME)
    assert line[1] == line[2] == __version__
    assert line[3] == "0"
    for pattern, points in ((phone.FIRST_GAME, phone.BUTTONS), (phone.MOVE, phone.MIDDLE_LINE)):
        for across, down in points:
            driver.frames(5)
            driver.touch(width * across, height * (1 - down))
            if seen(pattern):
                break
        assert seen(pattern)
    driver.until(lambda: seen(phone.ANSWER))
    driver.key(27)
    assert seen(phone.HOME_PAGE)
    driver.close()
