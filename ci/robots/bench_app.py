"""Measure the app: start, response to a touch, frames and undo during a search, memory, idle frames.

python -m ci.robots.bench_app
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from ci import ROOT

GAMES, PLIES, TAPS, UNDOS = 20, 30, 20, 10
SIZE = (360, 720)
START = """
import os
import sys
import time
begin = time.perf_counter()
import tests.kit.offscreen
from kivy.clock import Clock
from kivy.config import Config
from kivy.uix.label import Label
Config.set("graphics", "multisamples", "0")  # software rendering is slow enough
import sanmill.app

def stop(_):
    seconds, processor = time.perf_counter() - begin, time.process_time()
    app = sanmill.app.SanmillApp.get_running_app()
    widgets = list(app.root.walk())
    labels = sum(isinstance(widget, Label) for widget in widgets)
    print(labels, len(widgets) - labels)
    print(seconds, processor)
    app.stop()

os.environ[sanmill.app.DATA_VARIABLE] = sys.argv[1]
sanmill.app.WINDOW = (int(sys.argv[2]), int(sys.argv[3]))
Clock.schedule_once(lambda _: Clock.schedule_once(stop, 0), 0)
sanmill.app.main()
"""
BARE = """
import sys
import time
begin = time.perf_counter()
import tests.kit.offscreen
from kivy.base import runTouchApp, stopTouchApp
from kivy.clock import Clock
from kivy.config import Config
Config.set("graphics", "multisamples", "0")
Config.set("graphics", "width", sys.argv[1])
Config.set("graphics", "height", sys.argv[2])
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label

root = BoxLayout()
for number in range(int(sys.argv[3])):
    root.add_widget(Label(text=str(number)))
for _ in range(int(sys.argv[4])):
    root.add_widget(BoxLayout())
Clock.schedule_once(lambda _: Clock.schedule_once(lambda _: stopTouchApp(), 0), 0)
runTouchApp(root)
print(time.perf_counter() - begin, time.process_time())
"""


def start_seconds() -> tuple[float, float, float]:
    """Seconds and processor time from the first import to a usable screen, and the processor time of a bare window.

    The bare window has as many labels and layouts. The best of five, in turn; the first compiles what is not compiled.
    """
    found: list[tuple[float, float]] = []
    bare: list[float] = []
    size = [str(pixels) for pixels in SIZE]
    for _ in range(5):
        with tempfile.TemporaryDirectory(prefix="sanmill-bench-") as data:
            counts, figures = _output(START, data, *size)
        seconds, processor = map(float, figures.split())
        found.append((seconds, processor))
        bare.append(float(_output(BARE, *size, *counts.split())[-1].split()[1]))
    return (*min(found), min(bare))


def _output(program: str, *arguments: str) -> list[str]:
    """The last two lines that a program prints."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", program, *arguments]
    answer = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return answer.stdout.splitlines()[-2:]


def resident_mb() -> float:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 2**20


def middle_and_worst(seconds: list[float]) -> str:
    """In milliseconds."""
    ordered = sorted(seconds)
    return f"{ordered[len(ordered) // 2] * 1000:6.1f} ms median, {ordered[-1] * 1000:.1f} worst"


def play_at_random(driver: Any, chance: random.Random) -> None:
    """Play a random game; widgets follow every move, only the end is drawn."""
    from sanmill.control.board import intents
    from sanmill.control.play import intents as play_intents

    driver.app.send(play_intents.StartTwoPlayers())
    for _ in range(PLIES):
        if driver.view.is_over:
            break
        move = chance.choice(driver.app.controller.current.session.cursor.game.legal())
        for point in move.lstrip("x").split("-"):
            driver.app.send(intents.TapPoint(point))
    driver.frames(1)


def measure_answers(driver: Any) -> None:
    """A piece on each point in turn, from the touch to the end of the frame that shows it."""
    from sanmill.control.play import intents as play_intents

    answers: list[float] = []
    worked: list[float] = []
    driver.send(play_intents.StartTwoPlayers())
    for point in [point.name for point in driver.view.board.board.points][:TAPS]:
        begin, busy = time.perf_counter(), time.thread_time()
        driver.tap(point)
        answers.append(time.perf_counter() - begin)
        worked.append(time.thread_time() - busy)
        driver.send(play_intents.StartTwoPlayers())
    print(f"touch to visible response     {middle_and_worst(answers)}")
    print(f"  of that processor time      {middle_and_worst(worked)}")


def measure_thinking(driver: Any) -> None:
    """Frame times while the highest level searches on all cores."""
    from sanmill.control.play import intents as play_intents

    driver.send(play_intents.StartVersus())
    driver.seconds(1)  # let garbage of earlier measurements be collected
    driver.tap("d6")
    frames: list[float] = []
    worked: list[float] = []
    while len(driver.view.moves) < 2 and len(frames) < 600:
        begin, busy = time.perf_counter(), time.thread_time()
        driver.frames(1)
        frames.append(time.perf_counter() - begin)
        worked.append(time.thread_time() - busy)
    print(f"longest frame during a search {max(frames) * 1000:6.1f} ms, {len(frames)} frames, {os.cpu_count()} cores")
    print(f"  of that processor time      {max(worked) * 1000:6.1f} ms")


def measure_undo(driver: Any) -> None:
    """Undo during a search at the highest level: time until the board is restored and until the engine is idle."""
    from sanmill.control.play import intents as play_intents

    ends: list[float] = []
    jobs, emit = driver.app.jobs, driver.app.jobs._emit

    def note_and_emit(event: Any) -> None:
        ends.append(time.perf_counter())
        emit(event)

    jobs._emit = note_and_emit
    shown: list[float] = []
    stopped: list[float] = []
    for _ in range(UNDOS):
        driver.send(play_intents.StartVersus())
        driver.tap("d6")
        driver.until(lambda: driver.view.top.is_thinking)
        undo = next(tap for tap in driver.taps() if tap.spoken == driver.app.say("play.undo"))
        ends.clear()
        begin = time.perf_counter()
        driver.touch(*undo.to_window(*undo.center))
        assert driver.view.board.ply == 0, "the move is taken back"
        shown.append(time.perf_counter() - begin)
        driver.until(lambda: ends)
        stopped.append(ends[0] - begin)
    jobs._emit = emit
    print(f"undo during a search, shown   {middle_and_worst(shown)}")
    print(f"  engine idle                 {middle_and_worst(stopped)}")


def measure_memory(driver: Any, chance: random.Random) -> None:
    """Memory retained after twenty games. Nothing is drawn: offscreen rendering itself retains two megabytes."""
    driver.stop_drawing()
    play_at_random(driver, chance)
    driver.seconds(1)
    before = resident_mb()
    for _ in range(GAMES):
        play_at_random(driver, chance)
        driver.seconds(1)
    print(f"memory after {GAMES} games         {resident_mb():6.1f} MB, {resident_mb() - before:+.1f} since the first")


def measure_idling(driver: Any) -> None:
    """Frames drawn while the app is idle."""
    driver.seconds(2)
    drawn: list[int] = []
    driver.window.bind(on_flip=lambda *_: drawn.append(1))
    driver.seconds(2)
    print(f"frames drawn in 2 s of idling {len(drawn):6d}")


def main() -> None:
    seconds, processor, bare = start_seconds()
    print(f"start to first usable frame   {seconds:6.2f} s, {processor:.2f} s of processor time")
    print(f"  against a bare Kivy window  {processor / bare:6.2f} times its processor time")
    with tempfile.TemporaryDirectory(prefix="sanmill-bench-") as data:
        measure_all(Path(data))


def measure_all(data: Path) -> None:
    """Measure the app while it is used."""
    from sanmill.core import settings
    from tests.kit.driver import Driver

    driver = Driver(data, is_drawing=True)
    chance = random.Random(1)
    play_at_random(driver, chance)
    measure_answers(driver)
    driver.set(settings.LEVEL, driver.app.settings.max_level)
    driver.set(settings.SPEED, "normal")
    cores = [count for count in settings.THREADS.choices if count <= (os.cpu_count() or 1)]
    driver.set(settings.THREADS, max(cores))
    measure_thinking(driver)
    driver.set(settings.TIME, max(settings.TIME.choices))  # long enough to be interrupted
    measure_undo(driver)
    driver.set(settings.SPEED, "off")
    measure_idling(driver)
    measure_memory(driver, chance)
    driver.close()


if __name__ == "__main__":
    main()
