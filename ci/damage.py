"""Starts the real app on randomly damaged data folders: ``ci/damage.py STARTS [SEED]``. Fails on any exception."""

from __future__ import annotations

import random
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.kit.damage import damage, use, write_folder
from tests.kit.driver import Driver

FAILURES: list[str] = []  # exceptions of other threads
threading.excepthook = lambda arguments: FAILURES.append(repr(arguments.exc_value))


def start(folder: Path, *, has_motion: bool) -> float:
    """Start the app, use it and close it; return the seconds until the first frames."""
    begin = time.monotonic()
    driver = Driver(folder, has_motion=has_motion)
    driver.frames(2)
    seconds = time.monotonic() - begin
    use(driver.app.controller)
    driver.frames(1)
    assert [move.words for move in driver.view.moves] == ["d6"]
    driver.close()
    assert not FAILURES, FAILURES
    return seconds


def main(starts: int, seed: int) -> None:
    """Run the starts and print what they found."""
    times: list[float] = []
    lost = 0
    for number in range(starts):
        chance = random.Random(f"{seed} {number}")
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / "data"
            write_folder(folder)
            damage(folder, chance)
            print(f"\rstart {number}, seed {seed}", end="", flush=True)
            times.append(start(folder, has_motion=chance.random() < 0.5))
            lost += len(list(folder.rglob("*.unreadable")))
            assert [path.name for path in Path(name).iterdir()] == ["data"], "a file outside the folder"
    print(f"\r{starts} starts without failure, {lost} files quarantined, ", end="")
    print(f"{sum(times) / starts:.2f} s on average, {max(times):.2f} s at most")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
