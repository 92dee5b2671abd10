"""Codes of messages between friends: a round trip under any rules, below 200 characters however long the game."""

from __future__ import annotations

import random

import pytest

from sanmill.core.game.model import Side
from sanmill.core.publisher import LINKS
from sanmill.engine import turn_code
from sanmill.engine.game import Game
from sanmill.engine.rules import rules, variants
from sanmill.engine.turn_code import Sign, TurnCodeError, TurnMessage

LONG_NAMES = ("Ännchen Ünal", "日本日本日本日本")


def message_of(words: str, seed: int, names: tuple[str, str] = ("Anna", "Ben"), plies: int = 4000) -> TurnMessage:
    chance, game = random.Random(seed), Game(words)
    while not game.result and len(game.history) < plies:
        game.play(chance.choice(game.legal()))
    moves = tuple(map(str, game.history))
    return TurnMessage(chance.randrange(turn_code.GAMES), game.rules_text, names, Side.BLACK, moves, Sign.OFFERED_DRAW)


CHANGED = "nine_mens_morris PiecesCount=11 MayFly=false NMoveRule=200 ThreefoldRepetitionRule=false"


@pytest.mark.parametrize("words", [*(variant.name for variant in variants()), CHANGED])
def test_any_game_fits_into_one_short_code(words: str) -> None:
    for seed in range(2):
        for names in (("", ""), LONG_NAMES):
            message = message_of(words, seed, names)
            code = turn_code.write(message)
            assert len(LINKS[-1] + code) < 200
            known = {message.game: message.moves}
            assert turn_code.read(f"{code[:50]}\n> {code[50:]} bye", known.__getitem__) == [message]


def test_code_is_as_short_as_the_address_of_a_publisher_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    address = "https://play.morris-and-mills.example/games/by-message#"
    monkeypatch.setattr(turn_code, "LINKS", ("sanmill:", address))
    message = next(each for each in (message_of(CHANGED, seed) for seed in range(99)) if len(each.moves) > 400)
    code = turn_code.write(message)
    assert 190 < len(address + code) < 200
    assert turn_code.read(f"<{address}{code}>", {message.game: message.moves}.__getitem__) == [message]


def test_usual_game_carries_all_its_moves() -> None:
    message = message_of("nine_mens_morris", 1, plies=120)
    assert turn_code.read(turn_code.write(message)) == [message]


def test_long_game_without_its_beginning_is_told_from_damage() -> None:
    message = next(each for each in (message_of(CHANGED, seed) for seed in range(99)) if len(each.moves) > 400)
    for known in ((), message.moves[:5], ("a1", *message.moves[1:])):
        with pytest.raises(TurnCodeError, match="earlier"):
            turn_code.read(turn_code.write(message), {message.game: known}.__getitem__)


def test_every_rule_travels() -> None:
    everything = " ".join(f"{rule.name}={rule.maximum}" for rule in rules() if rule.name != "Board")
    message = message_of(f"nine_mens_morris {everything}", 3, plies=10)
    assert turn_code.read(turn_code.write(message)) == [message]


def test_other_texts_are_refused() -> None:
    letters = "turn1/" + turn_code.DIGITS
    chance = random.Random(5)
    hostile = ["", "turn1/", "turn1/0", "turn1/00", "turn1/zz" + "z" * 5000, "turn1/2z" + "0" * 200]
    hostile += ["turn1/0K" + "".join(chance.choices(turn_code.DIGITS, k=20)) for _ in range(300)]
    hostile += ["".join(chance.choices(letters, k=300)) for _ in range(50)]
    for text in hostile:
        with pytest.raises(TurnCodeError):
            turn_code.read(text)
