"""A player of games with friends: the app without a screen, on a data folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sanmill.control.board.intents import TapPoint
from sanmill.control.effects import HandOut, Toast
from sanmill.control.friends.intents import ReceiveTurn, SendTurn, StartFriendGame
from sanmill.control.friends.view import FriendsView
from sanmill.control.routes import PLAY, Kind, Route
from sanmill.core import settings
from sanmill.core.game.move import Move
from sanmill.core.storage.store import Store
from tests.kit.fake_worker import Bench

FRIENDS = Route(Kind.FRIENDS)


class Phone(Bench):
    """A player with an app on a data folder."""

    def __init__(self, folder: Path, name: str = "") -> None:
        self.folder = folder
        super().__init__(Store(folder), is_first_run=True)  # type: ignore[arg-type]
        self.controller.settings.set(settings.FRIEND_NAME, name)
        self.go(PLAY)

    def start(self, side: str = "white", variant: str = "nine_mens_morris") -> None:
        self.controller.settings.set(settings.SIDE, side)
        self.controller.settings.set(settings.VARIANT, variant)
        self.do(StartFriendGame())

    def play(self, *moves: str) -> None:
        for move in moves:
            self.do(*map(TapPoint, Move(move).points))

    def send(self) -> str:
        self.do(SendTurn())
        content: str = next(effect.content for effect in reversed(self.told) if isinstance(effect, HandOut))
        return content

    def receive(self, message: str) -> str:
        """What the app says to a message; empty when it takes it."""
        self.told.clear()
        self.do(ReceiveTurn(message))
        told = [effect for effect in self.told if isinstance(effect, Toast) and effect.lines]
        return told[0].lines[0].key.rpartition(".")[2] if told else ""

    def turn(self, *moves: str) -> str:
        self.play(*moves)
        return self.send()

    @property
    def games(self) -> Any:
        view: FriendsView = self.show(FRIENDS)
        self.go(PLAY)
        return view.games

    @property
    def played(self) -> tuple[str, ...]:
        assert self.controller.current.session
        return self.controller.current.session.cursor.played

    @property
    def kept(self) -> list[Any]:
        """What is kept of the games."""
        return list(self.controller.features.friends._games.values())
