"""Waits for events while nothing is scheduled, drawn or touched; Kivy's own loop polls 60 times a second.

On a desktop only: elsewhere SDL has no wait of its own and polls too.
"""

from __future__ import annotations

import ctypes
import logging
import sys
import threading
from typing import Any

from kivy.base import EventLoop
from kivy.clock import Clock

from . import platform

log = logging.getLogger(__name__)

DESKTOPS = ("linux", "win", "macosx")
AWAKE = 30  # frames after the last event: handlers and providers of touches may act later
WAIT_MAX = 1.0  # seconds; Python handles Ctrl-C between waits only
USER_EVENT = 0x8000  # SDL_USEREVENT, which Kivy ignores
JOYSTICKS = 0x200  # SDL_INIT_JOYSTICK
EVENT_SIZE = 128  # bytes, more than any SDL_Event


def install(window: Any) -> None:
    """Let the loop of a window wait, where SDL can be reached."""
    if platform.kind in DESKTOPS:
        try:
            sdl = load_sdl(window)
        except (OSError, AttributeError):
            log.info("SDL cannot be reached: the loop does not wait")
        else:
            sdl.SDL_QuitSubSystem(JOYSTICKS)  # with one connected, a wait asks for its state each millisecond
            WaitingLoop(window, sdl)


def load_sdl(window: Any) -> Any:
    """The SDL library of a window: a symbol is also looked up in the libraries that an extension was linked to."""
    extension = sys.modules[type(window._win).__module__]
    sdl = ctypes.CDLL("SDL2.dll" if platform.kind == "win" else extension.__file__)
    sdl.SDL_WaitEventTimeout.argtypes = (ctypes.c_void_p, ctypes.c_int)
    sdl.SDL_PollEvent.argtypes = sdl.SDL_PushEvent.argtypes = (ctypes.c_void_p,)
    return sdl


class WaitingLoop:
    """Takes the place of the window's ``mainloop``, which Kivy calls after each frame to handle all SDL events."""

    def __init__(self, window: Any, sdl: Any) -> None:
        self._window, self._sdl = window, sdl
        self._handle_events = window.mainloop
        self._frames = AWAKE  # to run before the next wait
        self._is_waking = False  # whether an event that ends the wait is on its way
        self._waker = ctypes.create_string_buffer(USER_EVENT.to_bytes(4, "little"), EVENT_SIZE)
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
            return bool(self._sdl.SDL_PollEvent(None))
        found = bool(self._sdl.SDL_WaitEventTimeout(None, int(seconds * 1000)))
        clock: Any = Clock
        clock._last_tick = clock.time()  # the time at which handlers schedule calls and animations
        return found

    def _rest(self) -> float:
        """How long nothing is to be done."""
        self._is_waking = False  # before the clock is asked: what is scheduled later wakes the loop
        if self._frames or self._window.canvas.needs_redraw:
            return 0.0
        clock: Any = Clock
        return float(min(WAIT_MAX, clock.get_min_timeout() - clock.time()))

    def _on_schedule(self, event: Any) -> None:
        """A call was scheduled, on any thread; one that came during a wait counts from now."""
        if threading.get_ident() != self._thread:
            clock: Any = Clock
            event._last_dt = clock.time()
            if not self._is_waking:
                self._is_waking = True
                self._sdl.SDL_PushEvent(self._waker)
