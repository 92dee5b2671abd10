"""The clock for a wooden board: pressed in turn, paused out of sight, kept through a kill."""

from __future__ import annotations

import pytest

from sanmill.control.clock.intents import PauseClock, PressClock, ResetClock, SwapSides
from sanmill.control.clock.view import ClockView
from sanmill.control.routes import HOME, Kind, Route
from sanmill.control.settings.intents import ChangeSetting
from sanmill.core import settings
from sanmill.core.game.model import Side
from tests.kit.fake_worker import Bench, MemoryStore

CLOCK, SETTINGS = Route(Kind.CLOCK), Route(Kind.CLOCK_SETTINGS)
WHITE, BLACK = Side.WHITE, Side.BLACK


def opened(store: MemoryStore | None = None) -> Bench:
    bench = Bench(store)
    bench.go(CLOCK)
    return bench


def shown(bench: Bench) -> ClockView:
    view: ClockView = bench.shown(CLOCK)
    return view


def times(bench: Bench) -> tuple[str, str]:
    """Of White, below, and Black."""
    view = shown(bench)
    return (view.bottom.time, view.top.time)


def test_press_ends_the_own_turn_only() -> None:
    bench = opened()
    bench.do(PressClock(BLACK))
    bench.clock.turn(30)
    assert times(bench) == ("9:30", "10:00"), "who presses first lets the other begin"
    bench.do(PressClock(BLACK))
    bench.clock.turn(30)
    assert times(bench) == ("9:00", "10:00"), "a second press of the same side has no effect"
    bench.do(PressClock(WHITE))
    bench.clock.turn(60)
    assert times(bench) == ("9:00", "9:00")
    view = shown(bench)
    assert (view.bottom.is_running, view.top.is_running, view.keeps_awake) == (False, True, True)
    assert view.bottom.words.count == 1


def test_time_up_ends_the_game_and_lets_the_screen_sleep() -> None:
    bench = opened()
    bench.do(PressClock(BLACK))
    bench.clock.turn(601)
    view = shown(bench)
    assert (view.is_over, view.keeps_awake, view.bottom.has_lost) == (True, False, True)
    assert (view.bottom.words.key, view.top.words.key) == ("clock.time_up", "clock.won")
    bench.do(PressClock(WHITE), PressClock(BLACK))
    assert shown(bench).is_over
    bench.do(ResetClock())
    assert times(bench) == ("10:00", "10:00")


@pytest.mark.parametrize("is_delay", [False, True])
def test_bonus_is_added_or_waited_for(is_delay: bool) -> None:
    bench = opened()
    bench.settings.set(settings.TABLE_BONUS, 10)
    bench.settings.set(settings.TABLE_DELAY, is_delay)
    bench.do(PressClock(BLACK))
    bench.clock.turn(30)
    bench.do(PressClock(WHITE))
    assert times(bench)[0] == "9:40"


def test_unequal_times() -> None:
    bench = opened()
    bench.settings.set(settings.TABLE_BLACK_MINUTES, 3)
    bench.controller.update()
    assert times(bench) == ("10:00", "3:00")
    bench.do(SwapSides())
    assert (shown(bench).bottom.time, shown(bench).bottom.side) == ("3:00", BLACK)


def test_clock_is_paused_out_of_sight_and_by_hand() -> None:
    bench = opened()
    bench.do(PressClock(BLACK))
    for pause in (lambda: bench.do(PauseClock(True)), lambda: bench.go(HOME), bench.controller.pause):
        before = times(bench)
        pause()
        bench.clock.turn(100)
        bench.controller.resume()
        bench.go(CLOCK)
        view = shown(bench)
        assert (times(bench), view.is_paused, view.keeps_awake) == (before, True, False)
        bench.do(PressClock(BLACK))
        assert shown(bench).is_paused, "the time of White stands"
        bench.do(PressClock(WHITE))
        assert shown(bench).bottom.is_running, "the first press only ends the pause"
        bench.clock.turn(10)


def test_settings_pause_and_wait_for_the_next_start() -> None:
    bench = opened()
    bench.do(PressClock(BLACK))
    bench.clock.turn(60)
    bench.go(SETTINGS)
    bench.do(ChangeSetting(settings.TABLE_MINUTES.key, 3))
    bench.go(CLOCK)
    assert times(bench) == ("9:00", "10:00")
    assert shown(bench).is_paused
    bench.do(ResetClock())
    assert times(bench) == ("3:00", "3:00")


def test_clock_survives_a_kill_and_does_not_run_meanwhile() -> None:
    bench = opened()
    bench.do(PressClock(BLACK))
    bench.clock.turn(20)
    bench.do(PressClock(WHITE))
    bench.clock.turn(50)
    bench.controller.pause()
    again = opened(bench.store)
    again.clock.turn(100)
    assert (times(again), shown(again).is_paused) == (("9:40", "9:10"), True)
    again.do(PressClock(BLACK))
    assert shown(again).bottom.is_running is False


def test_damaged_file_gives_a_new_clock() -> None:
    store = MemoryStore()
    store.files["clock"] = {"clock": {"minutes": 5, "left": [1e9, -3]}}
    bench = opened(store)
    assert times(bench) == ("10:00", "10:00")
    bench.do(PressClock(WHITE))
    assert shown(bench).top.is_running
