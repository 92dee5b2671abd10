"""Records judged by the engine: main line, variations, rules and positions."""

from __future__ import annotations

import pytest

from sanmill.core.game.record import Record, RecordError, read, write
from sanmill.engine.game import Game
from sanmill.engine.rules import variants
from tests.kit.replay import final_game
from tests.kit.strategies import play_at_random


def test_final_game_is_at_end_of_main_line() -> None:
    game = final_game(read("1. d6 f4 2. b6 (2. f6 a1 (2... a4) 3. d7) 2... b4 3. f6xb4 (xf4 3... a1) 3... b4"))
    assert game.history == ("d6", "f4", "b6", "b4", "f6", "xb4", "b4")
    assert game.future == ()


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("1. d6\nd6", 2, "a piece stands there"),
        ("1. d6 f4\n2. b6 (2. f6\n2... f4) a1", 3, "a piece stands there"),
        ("d6 f4\n\nb6xf4", 3, "there is no removal to make"),
        ("d6 f4 b6 b4 f6 a1", 1, "a piece has to be removed first"),
        ('[Event "x"]\n[Variant "Chess"]\nd6', 2, "no variant is called 'chess'"),
        ('[Rules "MayFly=no"]\nd6', 1, "MayFly is true or false"),
        ('[Event "x"]\n\n[FEN "nothing"]\nd6', 3, "board"),
        ("********/********/********\nd6 a4-a5", 2, "no point is called 'a5'"),
    ],
)
def test_errors_name_line_and_reason(text: str, line: int, words: str) -> None:
    with pytest.raises(RecordError) as caught:
        final_game(read(text))
    assert caught.value.line == line
    assert words in str(caught.value.__cause__)


def test_rules_and_position_come_from_headers() -> None:
    game = final_game(
        read('[Variant "Lasker Morris"]\n[Rules "MayFly=false"]\n[FEN "O*******/********/******** b"]\n1... d6')
    )
    assert game.rules_text == "lasker_morris MayFly=false"
    assert game.view.on_board == (1, 1)


@pytest.mark.parametrize("variant", [variant.name for variant in variants()])
def test_games_of_all_variants_round_trip(variant: str) -> None:
    game = Game(variant)
    play_at_random(game, seed=1, plies=200)
    record = Record()
    record.rules = game.rules_text
    for move in game.history:
        record.tree.play(move)
    again = final_game(read(write(record)))
    assert again.history == game.history
    assert again.position == game.position
    assert again.rules_text == game.rules_text
