"""Waits for events while nothing is scheduled or to be drawn; Kivy's own loop polls 60 times a second.

On a desktop only: elsewhere SDL has no wait of its own and polls too.
"""

from __future__ import annotations

import logging
import sys
import threading
from importlib import import_module
from typing import Any

from kivy.base import EventLoop
from kivy.clock import Clock

from . import platform

log = logging.getLogger(__name__)

DESKTOPS = ("linux", "win", "macosx")
AWAKE = 30  # frames after the last event: handlers and providers of touches may act later
WAIT_MAX = 1.0  # seconds; Python handles Ctrl-C between waits only


def install(window: Any) -> None:
    """Let the loop of a window wait, where SDL can be reached."""
    if platform.kind in DESKTOPS:
        try:
            sdl = Sdl(window)
        except (ImportError, OSError, AttributeError):
            log.info("SDL cannot be reached: the loop does not wait")
        else:
            sdl.close_joysticks()
            WaitingLoop(window, sdl)


class Sdl:
    """What SDL can do and Kivy does not offer."""

    USER_EVENT, EVENT_SIZE = 0x8000, 128  # a type of events that Kivy ignores; bytes, more than any event has
    JOYSTICKS = 0x200

    def __init__(self, window: Any) -> None:
        """Open the library of a window: a symbol is also looked up in the libraries that an extension is linked to."""
        ctypes = import_module("ctypes")  # which a phone need not have
        extension = sys.modules[type(window._win).__module__]
        library = ctypes.CDLL("SDL2.dll" if platform.kind == "win" else extension.__file__)
        self._wait, self._poll, self._push = library.SDL_WaitEventTimeout, library.SDL_PollEvent, library.SDL_PushEvent
        self._wait.argtypes = (ctypes.c_void_p, ctypes.c_int)
        self._poll.argtypes = self._push.argtypes = (ctypes.c_void_p,)
        self._quit = library.SDL_QuitSubSystem
        self._waker = ctypes.create_string_buffer(self.USER_EVENT.to_bytes(4, sys.byteorder), self.EVENT_SIZE)

    def has_event(self) -> bool:
        return bool(self._poll(None))

    def wait(self, seconds: float) -> bool:
        """Wait for an event, without handling it; false if none came in time."""
        return bool(self._wait(None, int(seconds * 1000)))

    def wake(self) -> None:
        """End the wait, or the next one; called on any thread."""
        self._push(self._waker)

    def close_joysticks(self) -> None:
        """While one is open, a wait asks for its state each millisecond."""
        self._quit(self.JOYSTICKS)


class WaitingLoop:
    """Takes the place of the window's ``mainloop``, which Kivy calls after each frame to handle all SDL events."""

    def __init__(self, window: Any, sdl: Any) -> None:
        self._window, self._sdl = window, sdl
        self._handle_events = window.mainloop
        self._frames = AWAKE  # to run before the next wait
        self._is_waking = False  # whether the end of the wait is on its way
        self._thread = threading.get_ident()
        clock: Any = Clock
        clock.on_schedule = self._on_schedule
        window.mainloop = self._after_frame

    def _after_frame(self) -> None:
        """Handle the events that are there, or wait for one while nothing else is to be done."""
        if self._window._pause_loop or EventLoop.quit or EventLoop.status != "started":
            self._handle_events()
        elif self._has_event():
            self._frames = AWAKE
            self._handle_events()
        elif self._frames:
            self._frames -= 1

    def _has_event(self) -> bool:
        """Whether SDL has an event, if need be after a wait; none is handled that this has not seen."""
        seconds = self._rest()
        if seconds <= 0:
            return bool(self._sdl.has_event())
        has_event = bool(self._sdl.wait(seconds))
        clock: Any = Clock
        clock._last_tick = clock.time()  # the time from which handlers count delays and animations
        return has_event

    def _rest(self) -> float:
        """How long nothing is to be done, in seconds."""
        self._is_waking = False  # before the clock is asked: what is scheduled later ends the wait
        if self._frames or self._window.canvas.needs_redraw:
            return 0.0
        clock: Any = Clock
        return float(min(WAIT_MAX, clock.get_min_timeout() - clock.time()))

    def _on_schedule(self, event: Any) -> None:
        """A call was scheduled, on any thread; one that comes during a wait counts from now."""
        if threading.get_ident() != self._thread:
            clock: Any = Clock
            event._last_dt = clock.time()
            if not self._is_waking:
                self._is_waking = True
                self._sdl.wake()
