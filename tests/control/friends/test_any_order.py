"""Whatever two friends do and in whatever order their messages come, no game is spoiled."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from sanmill.control.board.intents import Answer, JumpTo, OfferDraw, Redo, Rematch, Resign, ReturnToNow, Undo
from sanmill.control.friends.intents import OpenFriendGame
from sanmill.control.play.intents import StartTwoPlayers
from sanmill.control.routes import HOME, PLAY
from tests.kit.friend_phone import FRIENDS, Phone

STEPS = 200
WEIGHTS: dict[str, float] = {
    "play": 30,
    "send": 20,
    "deliver": 25,
    "undo": 5,
    "redo": 2,
    "jump": 3,
    "open": 5,
    "leave": 2,
    "restart": 2,
    "draw": 2,
    "resign": 0.2,
    "rematch": 2,
}


class Friends:
    """Two players and every message that was sent, each with its sender."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        self._phones = [Phone(folder / name, name) for name in ("Anna", "Ben")]
        self._mail: list[tuple[int, str]] = []
        self._phones[0].start("white" if seed % 2 else "black", self.chance.choice(("lasker_morris", "el_filja")))

    @property
    def sent(self) -> int:
        return len(self._mail)

    def do(self, what: str, who: int) -> None:
        phone, chance = self._phones[who], self.chance
        session = phone.controller.current.session
        is_friends = session is not None and session.info.mode == "friend"
        if what == "restart":
            phone.store.flush()
            self._phones[who] = Phone(phone.folder, ("Anna", "Ben")[who])
        elif what == "deliver" and self._mail:
            newest = [message for sender, message in self._mail if sender != who][-1:]
            phone.receive(chance.choice([*newest * 3, *(message for _, message in self._mail)]))
        elif what == "open" and phone.kept:
            phone.do(OpenFriendGame(chance.choice(phone.kept).game))
        elif what == "leave":
            phone.do(StartTwoPlayers())
        elif session is not None and is_friends:
            game = phone.controller.features.friends.of(session)
            if what == "play" and not session.is_over:
                phone.play(chance.choice(session.cursor.game.legal()))
            elif what == "send" and not game.is_own_turn:
                self._mail.append((who, phone.send()))
            elif what == "jump":
                phone.do(JumpTo(chance.randrange(session.cursor.game_ply + 1)), *[ReturnToNow()] * chance.randrange(2))
            elif what in ("undo", "redo", "draw"):
                phone.do({"undo": Undo, "redo": Redo, "draw": OfferDraw}[what]())
            elif what == "resign":
                phone.do(Resign(), Answer(chance.random() < 0.5))
            elif what == "rematch" and session.is_over:
                phone.do(Rematch())

    def check(self) -> None:
        """Both know the same game as far as both know it, and the board shows what is kept."""
        anna, ben = ({game.game: game for game in phone.kept} for phone in self._phones)
        for identity in anna.keys() & ben.keys():
            both = (anna[identity], ben[identity])
            known = min(game.known for game in both)
            assert both[0].moves[:known] == both[1].moves[:known]
            assert both[0].own is both[1].own.other
        for phone in self._phones:
            session = phone.controller.current.session
            if session is not None and session.info.mode == "friend":
                game = phone.controller.features.friends.of(session)
                assert session.cursor.played == game.moves
            for route in (HOME, FRIENDS, PLAY):
                phone.show(route)


@pytest.mark.parametrize("seed", range(3))
def test_games_agree_after_anything_in_any_order(tmp_path: Path, seed: int) -> None:
    friends = Friends(tmp_path, seed)
    for _ in range(STEPS):
        (what,) = friends.chance.choices(list(WEIGHTS), list(WEIGHTS.values()))
        friends.do(what, friends.chance.randrange(2))
        friends.check()
    assert friends.sent > 10
