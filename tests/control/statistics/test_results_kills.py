"""The process is killed again and again while games end; afterwards every finished game was counted once."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from sanmill.core.storage.store import Store
from tests.kit.fake_worker import Bench

ROOT = Path(__file__).resolve().parents[3]
KILLS = 5
# Real files, a real store; games of two people are given up one after the other, as fast as it goes.
PLAYER = """
import sys
from pathlib import Path
from sanmill.control.board.intents import Answer, Resign, TapPoint
from sanmill.control.play.intents import StartTwoPlayers
from sanmill.core.storage.store import Store
from tests.kit.fake_worker import Bench
bench = Bench(Store(Path(sys.argv[1])), is_first_run=True)
print("ready", flush=True)
while True:
    bench.do(StartTwoPlayers(), TapPoint("d6"), Resign(), Answer(True))
    print(bench.controller.current.session.name, flush=True)
"""


def run_and_kill(folder: Path, seconds: float) -> list[str]:
    """The names of the games that ended before the kill, which comes some time after the first was counted."""
    command = [sys.executable, "-c", PLAYER, str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        while not (folder / "statistics.json").exists():
            time.sleep(0.01)
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        return process.stdout.read().split()


def counted(folder: Path) -> list[str]:
    return [played["key"] for played in json.loads((folder / "statistics.json").read_text(encoding="utf-8"))["games"]]


def test_finished_games_are_counted_once_despite_kills(tmp_path: Path) -> None:
    chance = random.Random(5)
    (tmp_path / "state.json").write_text('{"version": 1}', encoding="utf-8")
    for _ in range(KILLS):
        ended = run_and_kill(tmp_path, chance.uniform(0.0, 0.2))
        keys = counted(tmp_path)
        assert len(keys) == len(set(keys))
        last = max((at for at, name in enumerate(ended) if name in keys), default=-1)
        assert set(ended[: last + 1]) <= set(keys), "none in between is missing"
        store = Store(tmp_path)
        game = Bench(store, is_first_run=True).controller.current.session  # type: ignore[arg-type]
        store.close()
        assert game is not None
        assert int(game.is_over) <= counted(tmp_path).count(game.info.name) <= 1, "it may be counted a moment before"
