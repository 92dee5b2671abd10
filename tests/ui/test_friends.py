"""Games with friends by touch, and between two apps, each in a process of its own on a data folder of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.kit.driver import ROOT


class Friend:
    """An app in a process of its own."""

    def __init__(self, folder: Path, name: str) -> None:
        command = [sys.executable, "-m", "tests.kit.friend_app", str(folder), name]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    @property
    def code(self) -> int | None:
        return self._process.returncode

    def turn(self, message: str | None) -> dict[str, Any]:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def close(self, *, is_killed: bool = False) -> None:
        if is_killed:
            self._process.kill()
        with self._process:
            pass


@contextmanager
def friend(folder: Path, name: str) -> Iterator[Friend]:
    app = Friend(folder, name)
    try:
        yield app
    finally:
        app.close(is_killed=True)


def test_two_apps_play_a_whole_game_by_messages(tmp_path: Path) -> None:
    with friend(tmp_path / "anna", "Anna") as anna, friend(tmp_path / "ben", "Ben") as ben:
        answer, players = anna.turn(None), [ben, anna]
        turns, moves = 1, list[str]()
        while answer["message"]:
            assert answer["moves"][: len(moves)] == moves
            moves = answer["moves"]
            answer = players[0].turn(answer["message"])
            players.reverse()
            turns += 1
        assert answer["moves"] == moves, "the last one sends nothing"
        assert turns > 12
        assert any(move.startswith("x") for move in moves)
        assert answer["result"] in ("You lose", "Draw")
        for app in (anna, ben):
            app.close()
            assert app.code == 0
