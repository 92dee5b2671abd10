"""The loop waits while nothing is to be done, and only then."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from kivy.animation import Animation
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.uix.widget import Widget

from sanmill.ui import platform, waiting_loop
from sanmill.ui.waiting_loop import AWAKE, WAIT_MAX, Sdl, WaitingLoop
from tests.kit.driver import Driver
from tests.kit.frame_clock import FrameClock
from tests.kit.patience import HANG

FRAME = 0.016


class Events:
    """SDL with a queue that the test fills; a wait for an event that does not come takes its time."""

    def __init__(self, clock: FrameClock) -> None:
        self._clock = clock
        self.is_there = False
        self.waits: list[float] = []
        self.comes_after = 0.0  # seconds of a wait

    def has_event(self) -> bool:
        return self.is_there

    def wait(self, seconds: float) -> bool:
        self.is_there = bool(self.comes_after)
        self._clock.pass_time(self.comes_after or seconds)
        self.comes_after = 0.0
        self.waits.append(seconds)
        return self.is_there


@pytest.fixture(autouse=True)
def _own_schedule(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing but what a test schedules."""
    monkeypatch.setattr(EventLoop, "status", "started")
    monkeypatch.setattr(EventLoop, "quit", False)  # an app of another test may have ended
    events = Clock.get_events()
    for event in events:
        event.cancel()
    yield
    clock: Any = Clock
    del clock.on_schedule
    for event in events:
        event()


class Rest:
    """A loop with a window whose events are counted, run by the test frame by frame."""

    def __init__(self, clock: FrameClock) -> None:
        self.handled = 0
        self.on_event: Callable[[], None] = lambda: None
        self.window = SimpleNamespace(
            mainloop=self._handle, _pause_loop=False, canvas=SimpleNamespace(needs_redraw=False)
        )
        self.clock, self.sdl = clock, Events(clock)
        WaitingLoop(self.window, self.sdl)

    def _handle(self) -> None:
        self.handled += 1
        self.sdl.is_there = False
        self.on_event()

    def frames(self, count: int) -> None:
        for _ in range(count):
            self.clock.pass_time(FRAME)
            Clock.tick()
            self.window.mainloop()


@pytest.fixture
def rest() -> Iterator[Rest]:
    with FrameClock() as clock:
        yield Rest(clock)


def test_idle_loop_waits(rest: Rest) -> None:
    rest.frames(AWAKE + 10)
    assert rest.sdl.waits == [WAIT_MAX] * 10
    assert rest.handled == 0


def test_wait_ends_at_next_scheduled_call(rest: Rest) -> None:
    rest.frames(AWAKE)
    called = []
    Clock.schedule_once(lambda _: called.append(len(rest.sdl.waits)), 0.5)
    rest.frames(3)
    assert rest.sdl.waits[0] == pytest.approx(0.5, abs=2 * FRAME)
    assert called


def test_loop_does_not_wait_while_animating_or_drawing(rest: Rest) -> None:
    rest.frames(AWAKE)
    moving = Widget()
    Animation(x=100, duration=1.0).start(moving)
    rest.frames(40)
    assert 0 < moving.x < 100
    assert rest.sdl.waits == []
    rest.frames(40)
    assert moving.x == 100
    waited = len(rest.sdl.waits)
    rest.window.canvas.needs_redraw = True
    rest.frames(5)
    assert len(rest.sdl.waits) == waited


def test_event_ends_wait_and_frames_follow(rest: Rest) -> None:
    rest.frames(AWAKE)
    rest.sdl.comes_after = 0.3
    rest.frames(1)
    assert rest.handled == 1
    rest.frames(AWAKE)
    assert len(rest.sdl.waits) == 1


def test_animations_after_a_wait_start_now(rest: Rest) -> None:
    """Kivy measures delays and animations from the last frame, which is old after a wait."""
    rest.frames(AWAKE)
    moving = Widget()
    called: list[float] = []

    def touch() -> None:
        Animation(x=100, duration=0.5).start(moving)
        Clock.schedule_once(called.append, 0.5)

    rest.on_event = touch
    rest.sdl.comes_after = 0.9
    rest.frames(10)
    assert rest.handled == 1
    assert 0 < moving.x < 60
    assert not called
    rest.frames(30)
    assert moving.x == 100
    assert called


def test_paused_window_and_quit_are_left_to_kivy(rest: Rest, monkeypatch: pytest.MonkeyPatch) -> None:
    rest.frames(AWAKE)
    rest.window._pause_loop = True
    rest.window.mainloop()
    rest.window._pause_loop = False
    monkeypatch.setattr(EventLoop, "quit", True)
    rest.window.mainloop()
    assert rest.handled == 2
    assert rest.sdl.waits == []


@pytest.mark.skipif(platform.kind not in waiting_loop.DESKTOPS, reason="the loop of other systems does not wait")
def test_calls_of_other_threads_end_the_wait(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the real SDL; a call that fails to wake the loop would run only after the longest wait."""
    clock: Any = Clock
    minimum = clock.get_min_timeout
    monkeypatch.setattr(clock, "get_min_timeout", lambda: minimum() and math.inf)  # no timer ends the wait
    monkeypatch.setattr(waiting_loop, "WAIT_MAX", HANG)
    monkeypatch.setattr(waiting_loop, "AWAKE", 0)
    window = SimpleNamespace(
        mainloop=driver.window.mainloop, _pause_loop=False, canvas=SimpleNamespace(needs_redraw=False)
    )
    WaitingLoop(window, Sdl(driver.window))
    for _ in range(100):
        called: list[float] = []
        begin = time.monotonic()
        thread = threading.Thread(target=lambda called=called: Clock.schedule_once(called.append, 0))
        thread.start()
        while not called:
            window.mainloop()
            Clock.tick()
        thread.join()
        assert time.monotonic() - begin < HANG
