"""Setting a position up, and what Check says about it."""

from __future__ import annotations

import pytest

from sanmill.control.board.intents import TapPoint
from sanmill.control.play.intents import ChangeHand, Check, ClearBoard, PlayPosition, SetTurn, StartSetUp
from sanmill.control.variants.rule_set import builtin_names
from sanmill.core import settings
from sanmill.core.game.model import Content, Side
from tests.kit.fake_worker import Bench


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.do(StartSetUp())
    return bench


def put(bench: Bench, white: str, black: str) -> None:
    for point in white.split():
        bench.do(TapPoint(point))
    for point in black.split():
        bench.do(TapPoint(point), TapPoint(point))


def test_tap_cycles_empty_white_black(bench: Bench) -> None:
    index = [point.name for point in bench.view.board.board.points].index("a1")
    seen = [bench.do(TapPoint("a1")).board.contents[index] for _ in range(3)]
    assert seen == [Content.WHITE, Content.BLACK, Content.EMPTY]


@pytest.mark.parametrize(
    ("white", "black", "hands", "side", "verdict"),
    [
        ("", "", (9, 9), Side.WHITE, "set_up.fine"),
        ("a1 a4 b2", "g1 g4 f2", (0, 0), Side.BLACK, "set_up.fine"),
        ("a1 a4", "g1 g4 f2", (0, 0), Side.WHITE, "set_up.too_few"),
        ("a1 a4 b2 b4 b6 c3 c4 c5 d1 d2", "g1 g4 f2", (0, 0), Side.WHITE, "set_up.too_many"),
        ("a7 d7 g7 d6", "a4 b6 f6 g4 d5", (0, 0), Side.WHITE, "set_up.over.no_moves"),
    ],
)
def test_check_explains_verdict(
    bench: Bench, white: str, black: str, hands: tuple[int, int], side: Side, verdict: str
) -> None:
    put(bench, white, black)
    bench.do(*(ChangeHand(each, 1) for each in Side for _ in range(hands[each])))
    view = bench.do(SetTurn(side), Check())
    assert view.status.key == verdict
    assert view.is_refusal is (verdict != "set_up.fine")


def test_game_continues_from_set_up_position(bench: Bench) -> None:
    put(bench, "a1 a4 b2", "g1 g4 f2")
    view = bench.do(SetTurn(Side.BLACK), PlayPosition(False))
    assert view.mode == "two_players"
    assert view.status.key == "status.side.fly"
    assert "[FEN " in bench.record


def test_invalid_position_is_not_played(bench: Bench) -> None:
    put(bench, "a1", "")
    assert bench.do(PlayPosition(True)).mode == "set_up"
    assert bench.do(ClearBoard()).board.contents == (Content.EMPTY,) * 24


@pytest.mark.parametrize("variant", builtin_names())
def test_start_of_all_variants_can_be_set_up(variant: str) -> None:
    bench = Bench()
    bench.settings.set(settings.VARIANT, variant)
    bench.do(StartSetUp())
    bench.do(*(ChangeHand(side, 20) for side in Side))
    assert bench.do(Check()).status.key == "set_up.fine"
