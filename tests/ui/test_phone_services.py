"""What the app asks of a phone beside its screen: files inside the package, on a made-up Android."""

from __future__ import annotations

import io
import os
import sys
import zipfile
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import glDeleteTextures, glIsTexture

from sanmill.control.intents import Open
from sanmill.control.play.intents import StartTwoPlayers, StartWatch
from sanmill.control.routes import HOME
from sanmill.core.game.model import Side
from sanmill.engine import turn_code
from sanmill.ui import platform, platform_android
from sanmill.ui.received import take
from sanmill.ui.widgets.text_field import TextField
from tests.kit.driver import Driver


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
        jnius.PythonJavaClass = object  # type: ignore[attr-defined]
        jnius.java_method = lambda _: lambda method: method  # type: ignore[attr-defined]
        jnius.cast = lambda _, value: value  # type: ignore[attr-defined]
        runnable.run_on_ui_thread = lambda call: call  # type: ignore[attr-defined]
        android.activity = SimpleNamespace(bind=self.bound.update, unbind=self._unbind)  # type: ignore[attr-defined]
        for module in (jnius, android, runnable):
            monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.setattr(platform, "kind", "android")

    def _unbind(self, **listeners: Any) -> None:
        for event, listener in listeners.items():
            assert self.bound.pop(event) is listener


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
    monkeypatch.setattr(platform, "kind", "ios")
    assert platform.asset("complete.tablebase") == tmp_path / "complete.tablebase", "in the bundle, as it is"


# What other apps hand over.


class Intent:
    """Of Android: an action with a text, a document, or both missing."""

    ACTION_SEND, ACTION_VIEW = "android.intent.action.SEND", "android.intent.action.VIEW"
    EXTRA_TEXT, EXTRA_STREAM = "text", "stream"

    def __init__(self, action: str, *, text: str = "", document: Any = None, flags: int = 0) -> None:
        self._extras = {"text": SimpleNamespace(toString=lambda: text) if text else None, "stream": document}
        self.setType, self.putExtra = (lambda kind: setattr(self, "kind", kind)), self._extras.__setitem__
        self.getAction = lambda: action
        self.getData = lambda: document
        self.getFlags = lambda: flags
        self.getCharSequenceExtra = self.getParcelableExtra = self._extras.get

    @staticmethod
    def createChooser(intent: Intent, _title: None) -> Intent:
        return intent


def document(path: Path) -> Any:
    return SimpleNamespace(path=path, getLastPathSegment=lambda: path.name, toString=lambda: f"content://{path}")


def share_with(android: Android, first: Intent) -> None:
    """The app was started by an intent, and documents are files of this machine."""

    def open_descriptor(wanted: Any, _mode: str) -> Any:
        descriptor = os.open(wanted.path, os.O_RDONLY)
        return SimpleNamespace(detachFd=lambda: descriptor)

    android.classes["android.content.Intent"] = Intent
    android.activity.getIntent = lambda: first
    android.activity.getContentResolver = lambda: SimpleNamespace(
        query=lambda *_: None, openFileDescriptor=open_descriptor
    )


@pytest.fixture
def received(android: Android, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bytes]]:
    """What reached the app."""
    monkeypatch.setattr(Clock, "schedule_once", lambda call, _: call(0))
    return []


def take_into(received: list[tuple[str, bytes]]) -> Any:
    def take(name: str, open_file: Any) -> None:
        with open_file() as file:
            received.append((name, file.read()))

    return take


def test_shared_text_arrives_once_at_the_start_and_later(
    android: Android, received: list[tuple[str, bytes]], tmp_path: Path
) -> None:
    share_with(android, Intent(Intent.ACTION_SEND, text="1. d6 f4"))
    stop = platform.receive(take_into(received))
    assert received == [("", b"1. d6 f4")]
    path = tmp_path / "game.pgn"
    path.write_text("1. a1", encoding="utf-8")
    later = android.bound["on_new_intent"]
    later(Intent(Intent.ACTION_VIEW, document=document(path)))
    later(Intent(Intent.ACTION_SEND, document=document(path)))
    later(Intent("android.intent.action.MAIN"))
    assert received[1:] == [("game.pgn", b"1. a1")] * 2
    later(Intent(Intent.ACTION_VIEW, document=SimpleNamespace(toString=lambda: "sanmill:a-turn")))
    assert received[3:] == [("", b"sanmill:a-turn")]
    stop()
    assert "on_new_intent" not in android.bound


@pytest.mark.usefixtures("driver")
@pytest.mark.parametrize("system", ["ios", "linux"])
def test_file_or_link_dropped_on_the_window_arrives(
    system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platform, "kind", system)
    received: list[tuple[str, bytes]] = []
    stop = platform.receive(take_into(received))
    (tmp_path / "Mühle.txt").write_text("1. d6", encoding="utf-8")
    Window.dispatch("on_drop_file", os.fsencode(tmp_path / "Mühle.txt"), 10, 10)
    Window.dispatch("on_drop_file", "sanmill:a-turn", 10, 10)
    stop()
    Window.dispatch("on_drop_file", "sanmill:a-turn", 10, 10)
    assert received == [("Mühle.txt", b"1. d6"), ("", b"sanmill:a-turn")]


def test_start_from_recent_apps_repeats_nothing(android: Android, received: list[tuple[str, bytes]]) -> None:
    share_with(android, Intent(Intent.ACTION_SEND, text="1. d6", flags=platform_android.FROM_HISTORY))
    platform.receive(take_into(received))
    assert received == []


def test_text_shared_while_paused_arrives_once_after_the_pause(
    driver: Driver, android: Android, monkeypatch: pytest.MonkeyPatch
) -> None:
    share_with(android, Intent("android.intent.action.MAIN"))
    platform.receive(lambda name, open_file: take(name, open_file, "nine_mens_morris"))
    monkeypatch.setattr(platform, "kind", "linux")
    driver.app.dispatch("on_pause")
    home = driver.front
    android.bound["on_new_intent"](Intent(Intent.ACTION_SEND, text="1. d6 f4"))
    assert driver.front == home
    driver.app.dispatch("on_resume")
    driver.until(lambda: driver.front == "play")
    driver.app.send(Open(HOME))
    for event in ("on_pause", "on_resume"):
        driver.app.dispatch(event)
        driver.frames(5)
    assert driver.front == "home"


def test_shared_games_are_imported_and_tablebases_inspected(driver: Driver, tmp_path: Path) -> None:
    take("", lambda: io.BytesIO(b"1. d6 f4"), "nine_mens_morris")
    driver.until(lambda: driver.front == "play")
    assert [move.words for move in driver.view.moves] == ["d6", "f4"]
    path = tmp_path / "any.tablebase"
    path.write_bytes(b"not a tablebase")
    take(path.name, lambda: path.open("rb"), "nine_mens_morris")
    assert driver.front.startswith("perfect")
    assert driver.app.tablebases.importing.name == path.name


def test_turn_of_a_friend_is_shared_to_the_app_and_the_answer_from_it(
    driver: Driver, android: Android, monkeypatch: pytest.MonkeyPatch
) -> None:
    share_with(android, Intent("android.intent.action.MAIN"))
    platform.receive(lambda name, open_file: take(name, open_file, "nine_mens_morris"))
    monkeypatch.setattr(platform, "kind", "linux")
    started: list[Intent] = []
    android.activity.startActivity = started.append
    android.classes["java.lang.String"] = str
    monkeypatch.setattr(platform, "share", lambda words: platform_android.share(words) or True)  # type: ignore[func-returns-value]
    sent = turn_code.TurnMessage(7, "nine_mens_morris", ("Anna", ""), Side.WHITE, ("d6",))
    message = Intent(Intent.ACTION_SEND, text=f"Hi! {turn_code.write(sent)}")
    android.bound["on_new_intent"](message)
    driver.until(lambda: driver.front == "play")
    assert [move.words for move in driver.view.moves] == ["d6"]
    driver.tap("f4")
    driver.press("Send")
    (answer,) = started
    (read,) = turn_code.read(str(answer.getCharSequenceExtra(Intent.EXTRA_TEXT)))
    assert (read.game, read.moves, read.sender) == (7, ("d6", "f4"), Side.BLACK)
    driver.go("home")
    android.bound["on_new_intent"](message)
    driver.until(lambda: driver.front == "friends")
    assert driver.app.nav.toast == "You have this turn already. Your game is as it was."
    link = turn_code.write(replace(sent, moves=(*read.moves, "d2")))
    android.bound["on_new_intent"](
        Intent(Intent.ACTION_VIEW, document=SimpleNamespace(toString=lambda: f"sanmill:{link}"))
    )
    driver.until(lambda: driver.front == "play")
    assert [move.words for move in driver.view.moves] == ["d6", "f4", "d2"]


# Text.


class Field(SimpleNamespace):
    """Android's EditText."""

    def __init__(self, _activity: Any) -> None:
        super().__init__(text="", kind=0)
        self.setInputType = lambda kind: setattr(self, "kind", kind)
        self.setText = lambda text: setattr(self, "text", str(text))
        self.getText = lambda: SimpleNamespace(toString=lambda: self.text)
        self.setSelection = self.requestFocus = lambda *_: None
        self.length = lambda: len(self.text)


class Dialogs:
    """Android's AlertDialog.Builder; remembers the dialog shown last."""

    def __init__(self) -> None:
        self.field: Any = None
        self.listener: Any = None
        self.title = ""
        self.shown = 0

    def __call__(self, _activity: Any) -> Any:
        window = SimpleNamespace(setSoftInputMode=lambda _: None)
        return SimpleNamespace(
            setTitle=lambda title: setattr(self, "title", title),
            setView=lambda field: setattr(self, "field", field),
            setPositiveButton=lambda _, listener: setattr(self, "listener", listener),
            setNegativeButton=lambda *_: None,
            create=lambda: SimpleNamespace(getWindow=lambda: window, show=self._show),
        )

    def _show(self) -> None:
        self.shown += 1


def test_text_is_typed_in_a_dialog_of_the_system(driver: Driver, android: Android) -> None:
    dialogs = Dialogs()
    android.classes.update(
        {"android.widget.EditText": Field, "android.app.AlertDialog$Builder": dialogs, "java.lang.String": str}
    )
    entry = TextField(text="old", hint_text="Name", multiline=False)
    driver.window.add_widget(entry)
    written = []
    entry.bind(on_text_validate=lambda field: written.append(field.text))
    entry.focus = True
    driver.until(lambda: dialogs.shown == 1)
    assert not entry.focus, "Kivy's keyboard stays away"
    assert (dialogs.title, dialogs.field.text, dialogs.field.kind) == ("Name", "old", platform_android.SHORT_TEXT)
    dialogs.field.text = "新しい"
    dialogs.listener.onClick(None, -1)
    driver.until(lambda: written == ["新しい"])
    driver.window.remove_widget(entry)


# Power and volume.


def test_screen_stays_on_while_engines_play(driver: Driver) -> None:
    driver.app.send(StartWatch())
    driver.until(lambda: not driver.window.allow_screensaver)
    driver.app.send(Open(HOME))
    driver.until(lambda: driver.window.allow_screensaver)


def test_volume_keys_change_the_volume_of_the_app(android: Android) -> None:
    streams: list[int] = []
    android.activity.setVolumeControlStream = streams.append
    platform.use_media_volume()
    assert streams == [platform_android.MEDIA]


def test_app_is_silent_while_the_phone_is_muted_or_in_a_call(android: Android) -> None:
    normal, vibrating, in_call = 2, 1, 3
    android.classes["android.media.AudioManager"] = SimpleNamespace(RINGER_MODE_NORMAL=normal, MODE_NORMAL=0)
    for ringer, mode, is_silent in ((normal, 0, False), (vibrating, 0, True), (normal, in_call, True)):
        manager = SimpleNamespace(getRingerMode=lambda ringer=ringer: ringer, getMode=lambda mode=mode: mode)
        android.activity.getSystemService = {"audio": manager}.__getitem__
        assert platform.is_silent() == is_silent


# Graphics.


def test_pictures_return_after_android_took_them(driver: Driver, tmp_path: Path) -> None:
    driver.send(StartTwoPlayers())
    driver.tap("d6")
    before = driver.picture(tmp_path / "before.png").read_bytes()
    driver.app.dispatch("on_pause")
    for name in filter(glIsTexture, range(1, 10_000)):
        glDeleteTextures(1, name.to_bytes(4, sys.byteorder))
    assert driver.picture(tmp_path / "lost.png").read_bytes() != before
    driver.app.dispatch("on_resume")
    driver.frames(5)
    assert driver.picture(tmp_path / "after.png").read_bytes() == before
