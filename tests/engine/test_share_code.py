"""Share codes: a round trip under any rules, and errors for any other text."""

from __future__ import annotations

import base64
import binascii
import random

import pytest

from sanmill.core.game.record import Record
from sanmill.engine import share_code
from sanmill.engine.game import Game
from sanmill.engine.rules import variants

MIDDLE = "*OO**@**/@O*@**O*/O@@*@@*O w m s 6 0 7 0 0 0 0 0 0 0 0 12 14"


def played(rules: str, start: str = "", plies: int = 60, seed: int = 1) -> Record:
    chance = random.Random(seed)
    game, record = Game(rules, start or None), Record()
    record.rules, record.position = rules, start or None
    while not game.result and len(game.history) < plies:
        move = chance.choice(game.legal())
        game.play(move)
        record.tree.play(move)
    return record


@pytest.mark.parametrize("rules", [*(variant.name for variant in variants()), "nine_mens_morris MayFly=false"])
def test_shared_game_round_trips(rules: str) -> None:
    record = played(rules)
    record.result = "1/2-1/2"
    written = share_code.write(record)
    assert share_code.is_code(written)
    assert share_code.read(f"Look at this: {written} (open it in Sanmill)") == record


def test_code_is_short_and_may_be_wrapped() -> None:
    record = played("nine_mens_morris")
    written = share_code.write(record)
    assert len(written) < 64
    assert share_code.read(f"{written[:20]}\n  {written[20:]}\n") == record


def test_start_position_and_empty_game_are_kept() -> None:
    for record in (played("nine_mens_morris", MIDDLE, 10), played("nine_mens_morris", plies=0)):
        assert share_code.read(share_code.write(record)) == record


def test_wrong_letter_is_detected() -> None:
    written = share_code.write(played("nine_mens_morris", plies=20))
    for at in range(len(share_code.PREFIX), len(written)):
        wrong = "A" if written[at] != "A" else "B"
        damaged = written[:at] + wrong + written[at + 1 :]
        try:
            assert share_code.read(damaged).tree == share_code.read(written).tree
        except share_code.CodeError:
            continue


def test_trivial_or_moveless_codes_are_refused() -> None:
    for letters in ("AAAAAA", "AAAAAAAA", "A" * 40):
        with pytest.raises(share_code.CodeError):
            share_code.read(f"mill1:{letters}")
    with pytest.raises(share_code.CodeError):
        share_code.write(Record(result="1-0"))


def test_game_has_exactly_one_code() -> None:
    written = share_code.write(played("nine_mens_morris", plies=0))
    packed = base64.urlsafe_b64decode(written[len(share_code.PREFIX) :] + "==")[2:]
    for other in (packed + b"\0", bytes([packed[0] | 16]) + packed[1:]):
        checksum = binascii.crc_hqx(other, 0).to_bytes(2, "big")
        with pytest.raises(share_code.CodeError):
            share_code.read(share_code.PREFIX + base64.urlsafe_b64encode(checksum + other).decode().rstrip("="))


def test_hostile_codes_are_refused() -> None:
    chance = random.Random(5)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    hostile = ["", "mill1:", "mill1:A", "mill2:abc", "mill1:" + "_" * 7000, "mill1:" + "_" * 5990]
    hostile += ["mill1:" + "".join(chance.choices(letters, k=chance.randrange(1, 90))) for _ in range(300)]
    for text in hostile:
        with pytest.raises(share_code.CodeError):
            share_code.read(text)
