"""Rings and arrows on the board: kept with the move, exported, read back, shown wherever the move is."""

from __future__ import annotations

from pathlib import Path

from sanmill.control.archive.intents import ImportGames
from sanmill.control.board.intents import Draw, Erase, ExplorePosition, JumpTo, NextColour, SetNote, TapPoint
from sanmill.control.effects import Toast
from sanmill.control.intents import Open
from sanmill.control.play.intents import StartTwoPlayers
from sanmill.control.routes import REVIEW
from sanmill.core import settings
from tests.kit.archive import ArchiveKit
from tests.kit.fake_worker import Bench


def begun() -> Bench:
    bench = Bench()
    bench.do(StartTwoPlayers(), *map(TapPoint, ("d6", "f4", "d2")))
    return bench


def drawn(bench: Bench) -> list[str]:
    return [str(shape) for shape in bench.view.board.shapes]


def test_shapes_belong_to_the_move_shown() -> None:
    bench = begun()
    bench.do(Draw("d2"), Draw("d6", "d7"))
    assert drawn(bench) == ["Gd2", "Gd6d7"]
    assert drawn_at(bench, 2) == []
    bench.do(Draw("a7"))
    assert drawn_at(bench, 3) == ["Gd2", "Gd6d7"]
    assert "{[%csl Ga7]}" in bench.record
    assert "{[%csl Gd2][%cal Gd6d7]}" in bench.record
    bench.do(TapPoint("b2"))
    assert drawn(bench) == []


def drawn_at(bench: Bench, ply: int) -> list[str]:
    bench.do(JumpTo(ply))
    return drawn(bench)


def test_pen_changes_colour_with_the_last_shape() -> None:
    bench = begun()
    bench.do(Draw("d2"), Draw("d6"), NextColour())
    assert drawn(bench) == ["Gd2", "Rd6"]
    assert bench.view.board.pen == "R"
    bench.do(Draw("a7", "a7"))
    assert drawn(bench)[-1] == "Ra7", "an arrow to its own start is a ring"
    bench.do(Draw("a7"))
    assert drawn(bench) == ["Gd2", "Rd6"]
    assert Erase() in [action.intent for action in bench.view.overflow]
    bench.do(Erase())
    assert drawn(bench) == []
    assert Erase() not in [action.intent for action in bench.view.overflow]


def test_drawing_plays_no_move_and_survives_a_kill() -> None:
    bench = begun()
    bench.do(Draw("b2"), Draw("f4", "g4"), Draw("z9"), Draw("b2", "z9"))
    assert [move.words for move in bench.view.moves] == ["d6", "f4", "d2"]
    assert drawn(Bench(bench.store)) == ["Gb2", "Gf4g4"]


def test_first_long_press_is_explained_once_and_can_be_undone() -> None:
    bench = begun()
    bench.do(Draw("b2"))
    (toast,) = [each for each in bench.told if isinstance(each, Toast)]
    assert toast.lines[0].key == "draw.told"
    bench.do(toast.undo)
    assert drawn(bench) == []
    bench.do(Draw("b2"), Draw("d6"))
    assert len([each for each in bench.told if isinstance(each, Toast)]) == 1


def test_points_that_the_board_has_not_are_not_drawn() -> None:
    bench = Bench()
    bench.settings.set(settings.VARIANT, "three_mens_morris")
    bench.do(StartTwoPlayers())
    point = bench.view.board.board.points[0].name
    names = {each.name for each in bench.view.board.board.points}
    absent = next(name for name in ("a7", "b6", "c5", "d7", "d6", "e4") if name not in names)
    bench.do(Draw(absent), Draw(point, absent), Draw(point))
    assert drawn(bench) == [f"G{point}"]


def test_typed_command_is_drawn() -> None:
    bench = begun()
    bench.do(Draw("d2"), SetNote("look [%cal Rd6d7] there"))
    assert drawn(bench) == ["Gd2", "Rd6d7"]
    assert "look there" in bench.record


def test_shapes_of_imported_game_are_shown_on_the_points_of_its_board(tmp_path: Path) -> None:
    kit = ArchiveKit(tmp_path)
    kit.do(ImportGames("1. d6 {[%csl Gd6,Ra4] good [%cal Bd6f6]} f4 *"))
    bench = Bench()
    bench.controller.start(kit.opened[0])
    kit.close()
    bench.do(JumpTo(1))
    assert drawn(bench) == ["Gd6", "Ra4", "Bd6f6"]
    assert "good" in str(bench.view.messages)
    assert "{[%csl Gd6,Ra4][%cal Bd6f6] good}" in " ".join(bench.record.split())


def test_review_and_explorer_show_what_is_drawn() -> None:
    bench = begun()
    bench.do(Draw("d2"), Open(REVIEW))
    bench.do(JumpTo(3))
    assert drawn(bench) == ["Gd2"]
    bench = begun()
    bench.do(Draw("d2"), ExplorePosition())
    assert drawn(bench) == ["Gd2"]
    bench.do(Draw("d2"), Draw("f4", "f6"))
    assert drawn(bench) == ["Gf4f6"]
