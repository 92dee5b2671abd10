"""Starts the real app on data folders that were damaged, or whose fields have other values. Fails on any exception.

python -m ci.robots.damage DAMAGED MUTATED [SEED]
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from sanmill.control.routes import SHEETS, Kind, Route
from tests.kit.damage import damage, use, write_folder
from tests.kit.driver import Driver
from tests.kit.mutate import fresh_folder, mutate

ERRORS: list[str] = []  # exceptions of other threads
threading.excepthook = lambda arguments: ERRORS.append(repr(arguments.exc_value))

Prepare = Callable[[Path, random.Random], object]  # what was done to the folder
PAGES_SEEN = 3  # in a start


def damaged(folder: Path, chance: random.Random) -> object:
    write_folder(folder)
    return damage(folder, chance)


def mutated(folder: Path, chance: random.Random) -> object:
    fresh_folder(folder, chance)
    return mutate(folder, chance)


def start(folder: Path, chance: random.Random) -> float:
    """Start the app, look at some pages, use it and close it; return the seconds until the first frames."""
    begin = time.monotonic()
    driver = Driver(folder, has_motion=chance.random() < 0.5)
    driver.frames(2)
    seconds = time.monotonic() - begin
    for page in chance.sample([kind for kind in Kind if kind not in SHEETS], PAGES_SEEN):
        driver.app.nav.open(Route(page))
        driver.frames(1)
    use(driver.app.controller)
    driver.frames(1)
    assert [move.words for move in driver.view.moves] == ["d6"]
    driver.close()
    assert not ERRORS, ERRORS
    return seconds


def run(kind: str, prepare: Prepare, starts: int, seed: int) -> None:
    """Run the starts and print what they found."""
    times: list[float] = []
    kept = 0
    for number in range(starts):
        chance = random.Random(f"{kind} {seed} {number}")
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / "data"
            done = prepare(folder, chance)
            print(f"\r{kind} {number}, seed {seed}", end="", flush=True)
            try:
                times.append(start(folder, chance))
            except BaseException:
                print(f"\n{done}")
                raise
            kept += sum(len(list(folder.rglob(f"*{suffix}*"))) for suffix in (".unreadable", ".aside"))
            assert [path.name for path in Path(name).iterdir()] == ["data"], "a file outside the folder"
    print(f"\r{starts} {kind} starts without error, {kept} files quarantined or set aside, ", end="")
    print(f"{sum(times) / max(1, starts):.2f} s on average, {max(times, default=0.0):.2f} s at most")


if __name__ == "__main__":
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    run("damaged", damaged, int(sys.argv[1]), seed)
    run("mutated", mutated, int(sys.argv[2]), seed)
