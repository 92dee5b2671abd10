"""Python and the engine write the same FEN."""

from __future__ import annotations

import pytest

from sanmill.core.game.fen import write_fen
from sanmill.core.game.model import Content, Side
from sanmill.engine.game import Game
from sanmill.engine.rules import variants


@pytest.mark.parametrize("rules", [variant.name for variant in variants()])
def test_start_fen_equals_engine_fen(rules: str) -> None:
    game = Game(rules)
    assert write_fen(game.view.contents, Side.WHITE, game.view.in_hand) == game.position


def test_moving_phase_fen_round_trips() -> None:
    contents = [Content.EMPTY] * 24
    contents[0] = contents[9] = contents[18] = Content.WHITE
    contents[3:6] = [Content.BLACK] * 3
    fen = write_fen(contents, Side.BLACK, quiet=7)
    assert fen == "O**@@@**/*O******/**O***** b m s 3 0 3 0 0 0 0 0 0 0 0 7 1"
    assert Game("nine_mens_morris", fen).position == fen
