"""The app of one friend in a process of its own: it gets messages and plays by touches until the game is over.

    python -m tests.kit.friend_app FOLDER NAME

Each line of input is a message in JSON, or ``null`` for the first turn of a new game; each is answered by a line with
the message sent, the moves on the board and the headline of the result.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

from tests.kit.driver import Driver

# isort: split
from sanmill.core import settings
from sanmill.core.game.move import Move
from sanmill.engine.game import Game
from sanmill.ui import platform


class FriendApp:
    """The clipboard is its own: two such apps run at once."""

    def __init__(self, folder: Path, name: str) -> None:
        self._clipboard: list[str] = []
        self._chance = random.Random(name)
        vars(platform).update(copy=self._clipboard.append, paste=lambda: self._clipboard[-1])
        self._driver = Driver(folder)
        self._driver.set(settings.FRIEND_NAME, name)
        self._driver.set(settings.SIDE, "white")
        self._driver.set(settings.VARIANT, "six_mens_morris")

    @property
    def _game(self) -> Game:
        session = self._driver.app.controller.current.session
        assert session
        return session.cursor.game

    def turn(self, message: str | None) -> dict[str, Any]:
        """Begin a game or take a message, then play a turn and send it."""
        driver, say = self._driver, self._driver.app.say
        driver.go("home")
        driver.press(say("home.friends"))
        if message is None:
            driver.press(say("friends.new"))
            driver.press(say("new.start"))
        else:
            self._clipboard.append(message)
            driver.press(say("friends.paste"))
        driver.until(lambda: driver.front == "play")
        if driver.view.result is None:
            self._play()
            driver.press(say("friends.send"))
        session, result = driver.app.controller.current.session, driver.view.result
        assert session
        return {
            "message": self._clipboard[-1] if self._clipboard[-1] != message else "",
            "moves": list(session.cursor.played),
            "result": say(result.headline) if result else "",
        }

    def _play(self) -> None:
        """Touch the points of a turn, one that closes a mill if there is one."""
        side = self._game.side
        while self._game.side is side and self._game.result is None:
            legal = list(self._game.legal())
            closing = [move for move in legal if any(_after(self._game, move).view.pending_removals)]
            self._driver.tap(*Move(self._chance.choice(closing or legal)).points)

    def close(self) -> None:
        self._driver.close()


def _after(game: Game, move: str) -> Game:
    after = game.copy()
    after.play(move)
    return after


if __name__ == "__main__":
    app = FriendApp(Path(sys.argv[1]), sys.argv[2])
    for line in sys.stdin:
        print(json.dumps(app.turn(json.loads(line))), flush=True)
    app.close()
