"""The life of an app on a phone: killed and started again, paused, touched wildly, first opened, in a real window."""

from __future__ import annotations

import gc
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sanmill.app as sanmill_app
from sanmill.control.archive.intents import SaveGame
from sanmill.control.board import intents
from sanmill.control.games import session_file
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.lessons.intents import StartLesson
from sanmill.control.play.intents import StartTwoPlayers, StartVersus
from sanmill.control.saved_state import STACK_MAX
from sanmill.control.variants.intents import BuildTablebase
from sanmill.core import settings
from sanmill.core.game.model import Content
from sanmill.core.storage import store
from sanmill.core.storage.store import write_atomically
from sanmill.ui import gc_policy, platform
from tests.kit.driver import ROOT, Driver
from tests.kit.patience import HANG

WILD_FRAMES, WILD_TOUCHES = 30, 4  # a second, and in a frame

PLAY_THEN_WAIT = """
from pathlib import Path
import sys
from tests.kit.driver import Driver
from sanmill.control.play.intents import StartTwoPlayers
driver = Driver(Path(sys.argv[1]))
driver.send(StartTwoPlayers())
driver.tap("d6", "f4", "b4")
driver.press("Undo")
print("ready", flush=True)
driver.seconds(60)
"""


def wait_for(is_true: Callable[[], object]) -> None:
    end = time.monotonic() + HANG
    while not is_true():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)


def test_killed_app_restarts_where_it_was(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PLAY_THEN_WAIT, str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while process.stdout.readline().strip() != "ready":
            assert process.poll() is None
        kept = tmp_path / "game.json"
        wait_for(lambda: kept.exists() and json.loads(kept.read_text(encoding="utf-8"))["ply"] == 2)
        process.send_signal(signal.SIGKILL)
    driver = Driver(tmp_path)
    assert driver.front == "play"
    assert [move.words for move in driver.view.moves] == ["d6", "f4", "b4"]
    assert driver.view.board.ply == 2
    assert len(driver.parts.board.sprites) == 2
    driver.close()


def test_lesson_resumes_after_restart(tmp_path: Path) -> None:
    driver = Driver(tmp_path, has_motion=True)
    driver.send(StartLesson("mill"), intents.TapPoint("g7"))
    pulses = driver.view.board.pulses
    driver.close()
    driver = Driver(tmp_path, has_motion=True)
    assert driver.front == "play"
    assert driver.view.board.pulses == pulses != frozenset()
    driver.close()


def test_home_returns_to_game_after_killed_set_up(driver: Driver, tmp_path: Path) -> None:
    driver.send(StartTwoPlayers())
    driver.tap("d6")
    driver.key(27)
    driver.press("Set up a position")
    driver.tap("a1")
    driver.app.store.flush()
    driver.close()
    driver.__init__(tmp_path)  # type: ignore[misc]
    assert driver.view.mode == "set_up"
    driver.key(27)
    driver.press("Continue. Nine Men’s Morris. Black places. 9 in hand.")
    assert driver.view.board.last_to == "d6"


def test_f1_does_not_open_kivy_settings(driver: Driver) -> None:
    before = list(driver.window.children)
    driver.key(282)
    driver.frames()
    assert driver.window.children == before


def test_pause_and_resume_lose_nothing(driver: Driver) -> None:
    driver.send(StartVersus())
    driver.tap("d6")
    driver.app.dispatch("on_pause")
    moves = len(driver.view.moves)
    driver.seconds(0.3)
    assert len(driver.view.moves) == moves
    driver.app.dispatch("on_resume")
    driver.until(lambda: len(driver.view.moves) == 2)


def test_first_run_teaches_in_four_touches_and_starts_game(tmp_path: Path) -> None:
    driver = Driver(tmp_path)
    assert driver.front == "play"
    driver.press("Show me")
    for _ in range(4):
        driver.until(lambda: driver.view.board.pulses)
        driver.tap(min(driver.view.board.pulses))
    driver.until(lambda: driver.view.status.key == "learn.first.done")
    driver.press("Play Pip")
    assert driver.view.mode == "versus"
    driver.tap("d6")
    assert driver.view.moves
    driver.close()
    driver = Driver(tmp_path)
    assert driver.view.mode == "versus"
    driver.close()


def test_theme_is_switched_and_kept(driver: Driver, tmp_path: Path) -> None:
    driver.press("Settings")
    light = driver.app.palette
    for label in ("App", "Light or dark", "Dark"):
        driver.press(label)
    assert driver.app.palette != light
    driver.app.nav.back()
    driver.press("Appearance")
    driver.press("High contrast")
    driver.press("Coordinates")
    assert driver.app.has_coordinates
    driver.app.store.flush()
    assert json.loads((tmp_path / "settings.json").read_text(encoding="utf-8"))["app.appearance"] == "dark"


def test_left_page_is_collected_between_frames_only(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Collecting a widget while a kv rule updates its colours raises an exception."""
    monkeypatch.setattr(gc_policy, "TOO_MANY", 150_000)
    driver.frames(2)  # what there is at the start stays
    driver.open("settings")
    page = weakref.ref(driver.app.nav.screens.current_screen)
    driver.app.nav.back()
    work: list[Any] = [[] for _ in range(200_000)]  # as much as has Python collect on its own
    assert page() is not None
    for _ in range(2):
        driver.open("about")
        driver.app.nav.back()
    driver.until(lambda: page() is None)
    assert len(work) == 200_000


def is_collected(held: weakref.ref[Any]) -> bool:
    gc.collect()
    return held() is None


@pytest.mark.parametrize("name", ["moves", "more", "new_game:versus"])
def test_closed_sheet_is_collected(driver: Driver, name: str) -> None:
    driver.send(StartTwoPlayers())
    driver.open(name)
    driver.frames(2)
    sheet = weakref.ref(driver.app.nav.sheet)
    driver.app.nav.close_sheets()
    driver.until(lambda: is_collected(sheet))  # fading scroll bars hold it for a second


def start_and_stop(data: Path) -> weakref.ref[Any]:
    driver = Driver(data)
    driver.press("Settings")
    driver.close()
    return weakref.ref(driver.app)


def test_stopped_app_is_collected_before_next_start(tmp_path: Path) -> None:
    """Otherwise the test process grows to gigabytes."""
    (tmp_path / "state.json").write_text('{"version": 1, "back_stack": []}', encoding="utf-8")
    app = start_and_stop(tmp_path)
    driver = Driver(tmp_path)
    assert app() is None
    driver.close()


def test_finished_game_can_be_saved_and_shared(driver: Driver, tmp_path: Path) -> None:
    driver.send(StartTwoPlayers())
    driver.tap("d6")
    driver.send(intents.Resign(), intents.Answer(True))
    driver.until(lambda: driver.app.nav.sheet is not None)
    driver.press("Save")
    driver.until(lambda: type(driver.app.nav.sheet).__name__ == "SaveGameSheet")
    sheet: Any = driver.app.nav.sheet
    sheet.ids.entry.text = "Short and sweet"
    driver.press("Save")
    driver.app.controller.features.archive.flush()
    driver.app.store.flush()
    (saved,) = (tmp_path / "games").glob("*.json")
    assert "1. d6 1-0" in json.loads(saved.read_text(encoding="utf-8"))["record"]
    driver.until(lambda: "saved" in driver.app.nav.toast)
    driver.press("Share")
    assert type(driver.app.nav.sheet).__name__ == "ShareSheet"
    driver.key(27)
    driver.until(lambda: type(driver.app.nav.sheet).__name__ == "ResultSheet")
    driver.press("View board")
    driver.frames(3)
    assert driver.app.nav.sheet is None


def test_wild_touches_do_not_break_the_app(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Send more than a hundred touches per second of frames; reproducible by seed on any machine."""
    chance = random.Random(int(os.environ.get("WILD_SEED", "3")))
    driver.set(settings.LEVEL, 2)
    driver.app.leave = lambda: None  # type: ignore[method-assign]
    monkeypatch.setattr(platform, "mail", lambda *_: None)  # no draft on the screen of whoever runs this
    driver.send(StartVersus())
    for frame in range(int(os.environ.get("WILD_SECONDS", "3")) * WILD_FRAMES):
        for _ in range(WILD_TOUCHES):
            touch_wildly(driver, chance)
        driver.frames(1)
        if frame % 20 == 19:
            driver.resize(*chance.choice(((360, 720), (720, 360), (800, 1280))))
    driver.app.nav.close_sheets()
    driver.resize(360, 720)
    driver.app.settings.restore()  # a touch may have set other rules, or that a first tap only speaks
    driver.frames(3)
    driver.send(StartTwoPlayers())
    view = driver.tap("d6")
    assert sum(content is not Content.EMPTY for content in view.board.contents) == 1


def touch_wildly(driver: Driver, chance: random.Random) -> None:
    """A finger anywhere, which may slide, and a key now and then while it is down."""
    width, height = driver.window.size
    finger = driver.finger(chance.uniform(0, width), chance.uniform(0, height))
    if chance.random() < 0.3:
        driver.move(finger, chance.uniform(0, width), chance.uniform(0, height))
    if chance.random() < 0.1:
        driver.window.dispatch("on_keyboard", chance.choice((27, 13, 9, 273, 274, 275, 276)), 0, None, [])
    driver.lift(finger)


def test_clicks_work_in_a_real_window(tmp_path: Path) -> None:
    write_atomically(tmp_path / "state.json", '{"version": 1, "back_stack": [{"kind": "play"}]}')
    session = Session("two_players", "nine_mens_morris", (Player(), Player()))
    write_atomically(tmp_path / "game.json", json.dumps({"version": 1, **session_file.save(session)}))
    display = f":{100 + os.getpid() % 800}"
    environment = {name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"}
    environment.update(DISPLAY=display, SANMILL_DATA=str(tmp_path))
    with subprocess.Popen(["Xvfb", display, "-screen", "0", "500x900x24"], stderr=subprocess.DEVNULL) as server:
        try:
            wait_for(lambda: Path(f"/tmp/.X11-unix/X{display[1:]}").exists())
            with subprocess.Popen([sys.executable, "main.py"], cwd=ROOT, env=environment) as process:
                try:
                    click_until_a_move_is_kept(environment, tmp_path / "game.json")
                finally:
                    process.kill()
        finally:
            server.kill()


def click_until_a_move_is_kept(environment: dict[str, str], kept: Path) -> None:
    """Click on the upper half of the board, where the middle file lies."""

    def run(*command: str) -> str:
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout

    def window() -> list[int]:
        """Width, height, left, top; nothing before it is there."""
        tree = run("xwininfo", "-root", "-tree")
        found = re.search(r'"Sanmill".* (\d+)x(\d+)\S+ +\+(\d+)\+(\d+)$', tree, re.MULTILINE)
        return [int(number) for number in found.groups()] if found else []

    wait_for(window)
    width, height, left, top = window()
    assert (width, height) == (420, 840), "a desktop shows the app in the shape of a phone"

    def is_kept() -> bool:
        run("xdotool", "mousemove", str(left + 210), str(top + 250), "sleep", "0.1", "click", "1")
        return bool(json.loads(kept.read_text(encoding="utf-8"))["ply"])

    wait_for(is_kept)


def test_damaged_file_is_reported_and_app_starts(tmp_path: Path) -> None:
    (tmp_path / "state.json").write_text('{"version": 1, "screen": "home"}', encoding="utf-8")
    (tmp_path / "settings.json").write_text('{"version": 1, "play.', encoding="utf-8")
    (tmp_path / "game.json").write_text('{"version": 7}', encoding="utf-8")
    driver = Driver(tmp_path)
    driver.until(lambda: driver.app.nav.toast_alpha)
    assert [line.split()[0] for line in driver.app.nav.toast.splitlines()] == ["settings.json", "game.json"]
    assert (tmp_path / "settings.unreadable").exists()
    driver.send(StartTwoPlayers())
    driver.tap("d6")
    driver.app.store.flush()
    assert "1. d6 *" in json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))["moves"]
    driver.close()


def test_damaged_file_is_reported_in_user_language(tmp_path: Path) -> None:
    write_atomically(tmp_path / "settings.json", json.dumps({"version": 1, "app.language": "de"}))
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "mine.json").write_text("damaged", encoding="utf-8")
    driver = Driver(tmp_path)
    driver.until(lambda: driver.app.nav.toast_alpha)
    assert driver.app.nav.toast == driver.app.say("file_error.damaged", name="mine.json")
    assert driver.app.lang == "de"
    driver.close()


def test_second_instance_says_so_and_saves_nothing(driver: Driver, tmp_path: Path) -> None:
    driver.send(StartTwoPlayers())
    driver.tap("d6")
    driver.until((tmp_path / "daily_puzzle.json").exists)
    driver.app.store.flush()
    held = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    second = Driver(tmp_path)
    assert second.app.nav.sheet is not None
    assert (second.app.nav.sheet.title, second.app.nav.sheet.no) == (
        "Sanmill is already open",
        "Continue without saving",
    )
    second.press("Continue without saving")
    second.send(StartTwoPlayers())
    second.tap("a1", "a4")
    second.send(BuildTablebase("three_mens_morris"))
    second.app.dispatch("on_pause")
    second.close()
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == held
    assert [move.words for move in driver.view.moves] == ["d6"]


def test_full_disk_never_reports_game_as_saved(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, content: bytes) -> None:
        raise OSError(28, os.strerror(28))

    driver.send(StartTwoPlayers())
    driver.tap("d6")
    driver.app.store.flush()
    monkeypatch.setattr(store, "write_atomically", refuse)
    session = driver.app.controller.current.session
    assert session is not None
    driver.send(SaveGame("mine"))
    driver.until(lambda: "Not saved yet" in driver.app.nav.toast)
    driver.frames(10)
    assert "Game saved" not in driver.app.nav.toast
    monkeypatch.undo()
    driver.send(SaveGame("mine"))
    driver.until(lambda: "Game saved" in driver.app.nav.toast)


@pytest.mark.parametrize("kind", ["play", "rules"])
def test_very_long_back_stack_does_not_delay_start(tmp_path: Path, kind: str) -> None:
    routes = [{"kind": kind, "subject": str(number) if kind == "rules" else ""} for number in range(5000)]
    write_atomically(tmp_path / "state.json", json.dumps({"version": 1, "back_stack": routes}))
    driver = Driver(tmp_path)
    assert len(driver.back_stack) <= 1 + STACK_MAX
    driver.close()


@pytest.mark.parametrize("file", ["state.json", "state.aside"])
def test_missing_state_opens_home_not_first_lesson(tmp_path: Path, file: str) -> None:
    (tmp_path / file).write_text("damaged", encoding="utf-8")
    driver = Driver(tmp_path)
    assert driver.front == "home"
    driver.send(StartTwoPlayers())
    driver.tap("d6")
    driver.close()
    (tmp_path / "state.json").write_text("damaged", encoding="utf-8")
    driver = Driver(tmp_path)
    assert driver.front == "play"
    assert driver.view.board.last_to == "d6"
    driver.close()


def test_missing_game_opens_home(driver: Driver, tmp_path: Path) -> None:
    driver.send(StartTwoPlayers())
    driver.tap("d6")
    driver.app.store.flush()
    (tmp_path / "game.json").write_text("damaged", encoding="utf-8")
    driver.app.recover()
    assert driver.front == "home"
    driver.go("play")
    driver.close()
    (tmp_path / "game.json").write_text("damaged", encoding="utf-8")
    driver.__init__(tmp_path)  # type: ignore[misc]
    assert driver.front == "home"


def test_stop_cancels_start_events(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sanmill_app, "START_SECONDS", 3600.0)
    driver = Driver(tmp_path)
    starting = driver.app._start_events
    assert any(event.is_triggered for event in starting)
    driver.app.dispatch("on_stop")
    assert not any(event.is_triggered for event in starting)
    driver.close()
