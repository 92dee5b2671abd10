"""Drives the real app in tests: frames, touches, keys, intents, screenshots.

Import this before Kivy: it renders offscreen unless the environment asks for a display.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import tests.kit.offscreen  # noqa: E402, F401

# isort: split
from kivy.animation import Animation  # noqa: E402
from kivy.app import App  # noqa: E402
from kivy.base import EventLoop, runTouchApp, stopTouchApp  # noqa: E402
from kivy.clock import Clock  # noqa: E402
from kivy.config import Config  # noqa: E402
from kivy.input.motionevent import MotionEvent  # noqa: E402
from kivy.lang.parser import global_idmap  # noqa: E402

Config.set("kivy", "exit_on_escape", "0")
Config.set("graphics", "multisamples", "0")  # software rendering is slow enough
Config.set("graphics", "maxfps", "250")  # frames that wait for no screen
Config.set("graphics", "width", "360")
Config.set("graphics", "height", "720")

from kivy.uix.textinput import TextInput  # noqa: E402 - makes the window

import sanmill.app as sanmill_app  # noqa: E402
from sanmill.control.games.session_file import record_text  # noqa: E402
from sanmill.control.intents import Intent  # noqa: E402
from sanmill.control.routes import Kind, Route  # noqa: E402
from sanmill.control.settings.intents import ChangeSetting  # noqa: E402
from sanmill.control.views.types import GameView  # noqa: E402
from sanmill.core import settings  # noqa: E402
from sanmill.core.settings import Setting  # noqa: E402
from tests.kit.patience import HANG  # noqa: E402

WAIT = 0.01  # seconds between frames, for the threads that are waited for


def collect() -> None:
    """Collect garbage, also the page or app of the text field used last: Kivy keeps the arguments of its last call."""
    TextInput._adjust_viewport(None)
    TextInput._adjust_viewport.cancel()
    gc.collect()


def route(name: str) -> Route:
    """A route from its kind and, after a colon, its subject."""
    kind, _, subject = name.partition(":")
    return Route(Kind(kind), subject)


class Finger(MotionEvent):  # type: ignore[misc]
    """A touch, moved and lifted by the driver."""

    def depack(self, args: Any) -> None:
        self.is_touch = True
        self.type_id = "touch"
        self.sx, self.sy = args
        self.profile = ["pos"]
        super().depack(args)


class Driver:
    """The running app and its user."""

    def __init__(
        self, data: Path, *, has_motion: bool = False, is_drawing: bool = False, size: tuple[int, int] = (360, 720)
    ) -> None:
        """Start the app. Unless it is drawing, widgets are laid out only: drawing takes most of the time of a frame."""
        collect()  # the app closed last: GcPolicy freezes what is there at the start, garbage too
        gc.disable()  # as in main()
        os.environ[sanmill_app.DATA_VARIABLE] = str(data)
        self.app = sanmill_app.SanmillApp(title="Sanmill")
        self.app.settings.set(settings.SPEED, "normal" if has_motion else "off")
        self.app._run_prepare()
        self.app.files.folder = data  # write nothing elsewhere
        runTouchApp(embedded=True)
        self._fingers = 0
        self._bound: list[dict[str, Callable[..., Any]]] = []
        if not is_drawing:
            self.stop_drawing()
        self.resize(*size)

    @property
    def window(self) -> Any:
        return EventLoop.window

    @property
    def view(self) -> GameView:
        view: GameView = self.app.controller.current.mode.view()
        return view

    @property
    def record(self) -> str:
        """The game in progress in portable notation."""
        session = self.app.controller.current.session
        assert session
        return record_text(session)

    @property
    def front(self) -> str:
        """The page in front, as ``route`` reads it."""
        return str(self.app.nav.current)

    @property
    def back_stack(self) -> list[str]:
        return list(map(str, self.app.nav.back_stack))

    def open(self, name: str) -> None:
        """Open a page or sheet."""
        self.app.nav.open(route(name))

    def go(self, name: str) -> None:
        self.app.nav.go(route(name))

    @property
    def parts(self) -> Any:
        """The widgets of the play screen."""
        return self.app.nav.play.ids

    def close(self) -> None:
        """Stop the app but keep the window for the next one."""
        self.app.dispatch("on_stop")
        self.app.nav.close_sheets()
        self.window.remove_widget(self.app.root)
        self.window.unbind(on_keyboard=self.app.keys.on_key)
        for callbacks in self._bound:
            self.window.unbind(**callbacks)
        self.window.children = []
        self.start_drawing()
        stopTouchApp()
        EventLoop.status = "idle"
        App._running_app = None
        object.__setattr__(global_idmap["app"], "_obj", None)  # rules that run after on_stop keep this app otherwise
        Animation.cancel_all(None)
        for event in Clock.get_events():  # nothing of this app runs under the next one
            callback = event.get_callback()
            function = callback.func if isinstance(callback, partial) else callback
            if getattr(function, "__module__", "").startswith(("sanmill.", "kivy.uix.")):
                event.cancel()

    def bind(self, **callbacks: Callable[..., Any]) -> None:
        """Bind to events of the window until the app closes; the window outlives it and would keep it alive."""
        self.window.bind(**callbacks)
        self._bound.append(callbacks)

    # Time.

    def frames(self, count: int = 2) -> None:
        for _ in range(count):
            EventLoop.idle()

    def seconds(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            EventLoop.idle()
            time.sleep(WAIT)

    def until(self, is_true: Callable[[], object], seconds: float = HANG) -> None:
        """Run frames until a condition holds."""
        end = time.monotonic() + seconds
        while not is_true():
            if time.monotonic() > end:
                raise TimeoutError(f"the condition did not hold within {seconds} s")
            EventLoop.idle()
            time.sleep(WAIT)
        self.frames()

    def stop_drawing(self) -> None:
        """Lay widgets out without drawing them."""
        self.window.on_draw = self.window.on_flip = lambda *_: None

    def start_drawing(self) -> None:
        """End stop_drawing."""
        for name in ("on_draw", "on_flip"):
            vars(self.window).pop(name, None)

    def draw(self) -> None:
        """Draw one frame even after stop_drawing."""
        type(self.window).on_draw(self.window)
        type(self.window).on_flip(self.window)

    # Touches and keys.

    def resize(self, width: int, height: int) -> None:
        self.window.size = (width, height)
        self.frames(4)

    def finger(self, x: float, y: float) -> Finger:
        """Put a finger down at window coordinates in pixels."""
        self._fingers += 1
        finger = Finger("test", self._fingers, self._part(x, y))
        EventLoop.post_dispatch_input("begin", finger)
        return finger

    def move(self, finger: Finger, x: float, y: float) -> None:
        finger.move(self._part(x, y))
        EventLoop.post_dispatch_input("update", finger)

    def lift(self, finger: Finger) -> None:
        EventLoop.post_dispatch_input("end", finger)

    def touch(self, x: float, y: float) -> None:
        finger = self.finger(x, y)
        self.lift(finger)
        self.frames(1)

    def _part(self, x: float, y: float) -> tuple[float, float]:
        return (x / max(1, self.window.width - 1), y / max(1, self.window.height - 1))

    def tap(self, *points: str) -> GameView:
        """Tap points of the board by name."""
        for point in points:
            board = self.parts.board
            self.touch(*board.to_window(*board.geometry.at(point)))
        return self.view

    def press(self, label: str) -> None:
        """Press the button, row or chip with this label."""
        place = (-1.0, -1.0)
        for _ in range(100):  # until it rests: the page may be laid out, filled anew or on its way in
            self.app.keys.scroll_to(self._labelled(label))
            self.frames(2)
            stop = self._labelled(label)
            if place == (place := stop.to_window(*stop.center)):
                break
        self.touch(*place)
        self.frames(2)

    def _labelled(self, label: str) -> Any:
        taps = self.taps()
        found = [tap for tap in taps if label in (tap.spoken, getattr(tap, "label", None)) and not tap.disabled]
        assert found, f"no enabled button is labelled {label!r}: {[tap.spoken for tap in taps]}"
        return found[0]

    def key(self, *keys: int) -> None:
        for key in keys:
            self.window.dispatch("on_keyboard", key, 0, None, [])
            self.frames(1)

    def send(self, *wanted: Intent) -> GameView:
        for intent in wanted:
            self.app.send(intent)
            self.frames(1)
        return self.view

    def set(self, setting: Setting[Any], value: Any) -> None:
        """Change a setting."""
        self.app.send(ChangeSetting(setting.key, value))

    def taps(self) -> list[Any]:
        """Everything on the front screen or sheet that can be pressed."""
        return [stop for stop in self.app.keys.focusable() if hasattr(stop, "press")]

    def texts(self) -> list[str]:
        """Every text of the front screen or sheet."""
        return [widget.text for widget in self.walk() if getattr(widget, "text", "")]

    def walk(self) -> Iterator[Any]:
        """Every visible widget of the front screen or sheet."""
        nav = self.app.nav
        waiting = [nav.sheet or nav.screens.current_screen]
        while waiting:
            widget = waiting.pop()
            if widget.opacity == 0 or widget.right < -1000:
                continue
            yield widget
            waiting += widget.children

    def picture(self, path: Path) -> Path:
        """Save a screenshot of the window."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.frames(2)
        self.app.root.export_to_png(str(path))  # the window's own surface keeps its first size
        return path


def drawn(group: Any) -> int:
    """How much is drawn in a group."""
    return sum(1 + drawn(child) if hasattr(child, "children") else 1 for child in group.children)
