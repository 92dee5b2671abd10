"""Measures the app: start, answer to a touch, frames while the machine thinks, memory over games, idle frames.

python ci/bench_app.py
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

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

GAMES, PLIES, TAPS = 20, 30, 20
START = """
import time
begin = time.perf_counter()
from pathlib import Path
import sys
from ci.driver import Driver
driver = Driver(Path(sys.argv[1]))
driver.frames(2)
assert driver.parts.board.view is not None
print(time.perf_counter() - begin, time.process_time())
"""


def start_seconds() -> tuple[float, float]:
    """From the first import to a board that can be touched, and the processor time of it; the best of three."""
    found: list[tuple[float, float]] = []
    for _ in range(3):
        command = [sys.executable, "-c", START, tempfile.mkdtemp(prefix="sanmill-bench-")]
        answer = subprocess.run(command, cwd=Path(__file__).parents[1], capture_output=True, text=True, check=True)
        seconds, processor = answer.stdout.split()[-2:]
        found.append((float(seconds), float(processor)))
    return min(found)


def resident_mb() -> float:
    """Memory in use now."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 2**20


def main() -> None:
    from ci.driver import Driver
    from sanmill.control import intents
    from sanmill.core import settings

    seconds, processor = start_seconds()
    print(f"start to first usable frame   {seconds:6.2f} s, {processor:.2f} s of processor time")
    driver = Driver(Path(tempfile.mkdtemp(prefix="sanmill-bench-")))
    chance = random.Random(1)

    def random_game() -> None:
        """Every widget follows every act; drawn is the end only, since software rendering grows by itself."""
        driver.app.send(intents.StartTwoPlayers())
        for _ in range(PLIES):
            session = driver.app.controller._game
            assert session is not None
            if driver.view.is_over:
                break
            act = chance.choice(session.game.legal())
            for point in act.lstrip("x").split("-"):
                driver.app.send(intents.TapPoint(point))
        driver.frames(1)

    random_game()
    answers: list[float] = []
    worked: list[float] = []
    driver.send(intents.StartTwoPlayers())
    for point in [point.name for point in driver.view.board.board.points][:TAPS]:
        begin, busy = time.perf_counter(), time.thread_time()
        driver.tap(point)
        answers.append(time.perf_counter() - begin)
        worked.append(time.thread_time() - busy)
        driver.send(intents.StartTwoPlayers())
    answers.sort()
    middle, worst = answers[len(answers) // 2] * 1000, answers[-1] * 1000
    print(f"touch to visible answer       {middle:6.1f} ms median, {worst:.1f} worst")
    worked.sort()
    middle, worst = worked[len(worked) // 2] * 1000, worked[-1] * 1000
    print(f"  of that processor time      {middle:6.1f} ms median, {worst:.1f} worst")

    driver.app.settings.set(settings.LEVEL, settings.LEVEL_MOST)
    driver.app.settings.set(settings.SPEED, "normal")
    driver.send(intents.StartVersus())
    driver.tap("d6")
    frames: list[tuple[float, float]] = []
    while len(driver.view.moves) < 2 and len(frames) < 600:
        begin, busy = time.perf_counter(), time.thread_time()
        driver.frames(1)
        frames.append((time.perf_counter() - begin, time.thread_time() - busy))
    longest, busiest = max(frame[0] for frame in frames) * 1000, max(frame[1] for frame in frames) * 1000
    print(f"longest frame while it thinks {longest:6.1f} ms, {len(frames)} frames, {os.cpu_count()} cores")
    print(f"  of that processor time      {busiest:6.1f} ms")
    driver.app.settings.set(settings.SPEED, "off")

    random_game()
    before = resident_mb()
    for _ in range(GAMES):
        random_game()
    print(f"memory after {GAMES} games         {resident_mb():6.1f} MB, {resident_mb() - before:+.1f} since the first")

    driver.seconds(2)
    drawn: list[int] = []
    driver.window.bind(on_flip=lambda *_: drawn.append(1))
    driver.seconds(2)
    print(f"frames drawn in 2 s of idling {len(drawn):6d}")
    driver.close()


if __name__ == "__main__":
    main()
