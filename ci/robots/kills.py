"""Kills the real app while it starts, plays and saves, and fails if anything is lost.

python -m ci.robots.kills KILLS [SEED]

The app runs as a user's does, with its crash guard and its lock on the data folder. After each kill the next start must
have the game that was on disk, and every game that ended must be among the saved games and counted once.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from ci import ROOT

START_SHARE = 0.25  # of kills that come at any moment of the start
START_SECONDS, PLAY_SECONDS = 3.0, 4.0  # a kill comes at most this long after the process started or the game was there
# Plays random moves, one in each frame, against a person and against the engine in turn. It says what it has on disk.
PLAYER = """
import os, random, sys
os.environ["SANMILL_DATA"] = sys.argv[1]
import tests.kit.driver
from kivy.app import App
from kivy.clock import Clock
from sanmill import app
from sanmill.control.play.intents import StartTwoPlayers, StartVersus
from sanmill.control.board import intents
from sanmill.core import settings
from sanmill.core.game.move import Move

chance = random.Random(sys.argv[2])

def say(word):
    session = running.controller.current.session
    print(word, *((session.info.name, *session.cursor.line) if session else ()), flush=True)

def begin(*_):
    global running
    running = App.get_running_app()
    running.settings.set(settings.LEVEL, 1)
    running.settings.set(settings.SPEED, "off")
    say("blocked" if running.store.is_read_only else "restored")
    Clock.schedule_interval(play, 0)

def play(*_):
    session = running.controller.current.session
    if session is None or session.is_over:
        if session:
            running.archive.flush()
            running.store.flush()
            say("ended")
        print("new", flush=True)
        running.send(chance.choice((StartTwoPlayers(), StartVersus())))
    elif chance.random() < 0.02:
        running.send(intents.Resign())
        running.send(intents.Answer(True))
    elif session.cursor.game.side in session.info.human_sides:
        move = Move(chance.choice(session.cursor.game.legal()))
        for point in (move.start, move.end):
            if point:
                running.send(intents.TapPoint(point))
    if chance.random() < 0.3:
        running.store.flush()
        say("saved")

Clock.schedule_once(begin, 0)
app.main()
"""


@dataclass
class Found:
    """What the runs said."""

    game: tuple[str, ...] = ()  # name and moves, as they were last known to be on disk
    is_replaced: bool = False  # a new game was begun after that
    ended: set[str] = field(default_factory=set)
    started: int = 0  # runs that came to the game
    saves: int = 0

    def hear(self, line: str) -> None:
        word, *game = line.split()
        if word == "new":
            self.is_replaced = True
            return
        assert word != "blocked", "the lock outlived its process"
        if word == "restored":
            self.started += 1
            is_kept = game[: len(self.game)] == list(self.game)
            assert is_kept or self.is_replaced, f"{game} is there instead of {self.game}"
        if word == "ended":
            self.ended.add(game[0])
        self.saves += word == "saved"
        self.game, self.is_replaced = tuple(game), False


def run(folder: Path, seed: str, found: Found) -> None:
    """Start the app and kill it at a random moment."""
    chance = random.Random(seed)
    command = [sys.executable, "-c", PLAYER, str(folder), seed]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        if chance.random() < START_SHARE:
            time.sleep(chance.uniform(0.0, START_SECONDS))
        else:
            found.hear(process.stdout.readline() or process.stderr.read())
            time.sleep(chance.uniform(0.0, PLAY_SECONDS))
        process.kill()
        output = process.stdout.read()
    for line in output.splitlines(keepends=True):
        if line.endswith("\n"):  # the last may be cut off
            found.hear(line)
    odd = [path.name for suffix in ("unreadable*", "aside*") for path in folder.rglob(f"*.{suffix}")]
    odd += [path.name for path in folder.glob("reports/* report *")]
    assert not odd, odd


def check_ended(folder: Path, found: Found) -> None:
    """Every game that ended is among the saved ones and counted once."""
    path = folder / "statistics.json"
    counted = [game["key"] for game in json.loads(path.read_text(encoding="utf-8"))["games"]] if path.exists() else []
    assert len(counted) == len(set(counted)), "a game was counted twice"
    assert found.ended <= set(counted), "a game was not counted"
    assert found.ended <= {path.stem for path in folder.glob("games/*.json")}, "a game was not saved"


def main(kills: int, seed: int) -> None:
    found = Found()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number in range(kills):
            print(f"\rkill {number}, seed {seed}", end="", flush=True)
            run(folder, f"{seed} {number}", found)
        check_ended(folder, found)
    print(f"\r{kills} kills, nothing lost: {found.started} while it played, {kills - found.started} while it started, ")
    print(f"{found.saves} saves checked, {len(found.ended)} games ended, saved and counted")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
