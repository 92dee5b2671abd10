"""A game from Python: moves, undo and redo, state, errors."""

from __future__ import annotations

import dataclasses
import gc
import threading
from typing import Any

import pytest

from sanmill.core.game.model import Content, Line, LineKind, Reason, Result, Side
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.rules import variants
from tests.kit.strategies import play_at_random

MILL = "d6 a1 f6 a4 b6".split()
OPENING = "********/O*@*O***/******** b p p 2 7 1 8 0 0 0 0 0 0 0 0 2"
START = "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1"


def played(moves: list[str], rules: str = "nine_mens_morris") -> Game:
    game = Game(rules)
    for move in moves:
        game.play(move)
    return game


def test_new_game_has_start_position() -> None:
    game = Game()
    assert game.position == START
    assert len(game.legal()) == 24
    assert game.history == game.future == ()
    assert game.result is None
    assert repr(game) == f"Game('nine_mens_morris', '{START}')"


def test_mill_removes_a_piece() -> None:
    game = played(MILL)
    assert game.view.pending_removals == (1, 0)
    assert game.view.in_mills == {"d6", "f6", "b6"}
    assert sorted(game.legal()) == ["xa1", "xa4"]
    game.play("xa4")
    assert game.history == (*MILL, "xa4")
    assert game.view.side is Side.BLACK
    assert game.view.on_board == (3, 1)


def test_joined_moves_are_all_or_nothing() -> None:
    game = played(MILL[:-1])
    before = game.position
    with pytest.raises(EngineError, match="'xd5' is not legal: no piece stands there"):
        game.play("b6xd5")
    assert game.position == before
    game.play("b6xa1")
    assert game.history[-2:] == ("b6", "xa1")


def test_undo_and_redo_move_through_history() -> None:
    game = played(MILL)
    assert game.undo()
    assert game.undo()
    assert (game.history, game.future) == (tuple(MILL[:3]), tuple(MILL[3:]))
    assert game.redo()
    assert game.history == tuple(MILL[:4])
    game.play("b6")  # the move that is known to follow
    assert game.future == ()
    game.undo()
    game.play("c3")
    assert not game.redo()
    while game.undo():
        pass
    assert game.position == START
    assert not game.undo()


def test_same_move_keeps_future_and_other_move_cuts_it() -> None:
    game = played(MILL)
    for _ in range(3):
        game.undo()
    game.play("f6")
    assert game.future == ("a4", "b6")
    game.play("g7")
    assert game.future == ()


@pytest.mark.parametrize(
    ("move", "word"),
    [
        ("d5", "none"),
        ("d6", "occupied"),
        ("xd6", "nothing_to_remove"),
        ("d6-d5", "others_piece"),
        ("z9", "unreadable"),
        ("", "unreadable"),
        ("d5xa1", "unreadable"),
    ],
)
def test_refusal_names_reason(move: str, word: str) -> None:
    assert played(["d6"]).refusal(move) == word


def test_finished_game_refuses_moves() -> None:
    game = played(["a1", "a2", "b1", "b2", "c1", "xa2"], "three_mens_morris")
    assert game.result == Result(Side.WHITE, Reason.FEW_PIECES)
    assert game.legal() == ()
    assert game.refusal("b3") == "game_over"
    with pytest.raises(EngineError, match="the game is over"):
        game.play("b3")
    assert game.undo()
    assert game.result is None


def test_start_position_is_used() -> None:
    game = Game(position=OPENING)
    assert game.position == OPENING
    view = game.view
    assert (view.side, view.turn, view.in_hand) == (Side.BLACK, 2, (7, 8))
    named = dict(zip((point.name for point in game.board.points), view.contents))
    assert [name for name, content in named.items() if content is Content.WHITE] == ["d6", "d2"]
    assert [name for name, content in named.items() if content is Content.BLACK] == ["f4"]
    assert not game.undo()


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("", "board"),
        ("********/********/******* w", "board: 23 points instead of 24"),
        ("********/********/******** q", "side to move"),
        ("********/********/******** w p p 1 9", "white on board: says 1"),
        ("OOOOOOOO/OO******/********", "White has 10 pieces"),
    ],
)
def test_invalid_position_is_refused(position: str, words: str) -> None:
    with pytest.raises(EngineError, match=words):
        Game(position=position)


@pytest.mark.parametrize("bad", [None, 7, b"d6", "d6\0", "d6é", "ｄ６", "\ud800", "d" * 5000, [], object()])
def test_non_ascii_or_non_string_argument_is_refused(bad: Any) -> None:
    game = Game()
    for attempt in (game.play, game.refusal, Game, game.rule):
        with pytest.raises(EngineError):
            attempt(bad)
    if bad is not None:
        with pytest.raises(EngineError):
            Game(position=bad)
    assert game.position == START


@pytest.mark.parametrize("depth", [-1, 65, 10**30, 1.5, "3", None])
def test_invalid_perft_depth_is_refused(depth: Any) -> None:
    with pytest.raises(EngineError):
        Game().perft(depth)


def test_perft_of_start_position() -> None:
    assert [Game().perft(depth) for depth in range(5)] == [1, 24, 552, 12144, 255024]


def test_rule_names_ignore_case() -> None:
    assert Game("lasker_morris").rule("piecescount") == 10
    with pytest.raises(EngineError, match="no rule is called 'Pieces'"):
        Game().rule("Pieces")


@pytest.mark.parametrize(
    ("variant", "points", "lines"),
    [("nine_mens_morris", 24, 16), ("morabaraba", 24, 20), ("six_mens_morris", 16, 8), ("three_mens_morris", 9, 8)],
)
def test_boards_have_expected_points_and_lines(variant: str, points: int, lines: int) -> None:
    board = Game(variant).board
    assert (len(board.points), len(board.lines)) == (points, lines)
    named = {point.name: point for point in board.points}
    assert len(named) == points
    for point in board.points:
        assert (point.file, point.rank) == (ord(point.name[0]) - ord("a"), int(point.name[1]) - 1)
        assert all(point.name in named[neighbour].neighbours for neighbour in point.neighbours)
    assert all(set(line.points) <= set(named) for line in board.lines)


def test_lines_have_their_kind() -> None:
    lines = Game("twelve_mens_morris").board.lines
    assert Line(("b6", "d6", "f6"), LineKind.EDGE) in lines
    assert {line.kind for line in lines if set(line.points) == {"d5", "d6", "d7"}} == {LineKind.CROSS}
    assert {line.kind for line in lines if set(line.points) == {"c5", "b6", "a7"}} == {LineKind.DIAGONAL}


def test_view_is_immutable() -> None:
    game = Game()
    view = game.view
    game.play("d6")
    assert view.ply == 0
    assert game.view.ply == 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        view.ply = 5  # type: ignore[misc]


def test_drawing_shows_pieces() -> None:
    drawing = played(["d6", "a1"]).drawing()
    assert "6  |   +-------O-------+   |" in drawing
    assert "1  @-----------+-----------+" in drawing


def test_copies_are_independent() -> None:
    game = played(MILL)
    game.undo()
    twin = game.copy()
    assert (twin.position, twin.history, twin.future) == (game.position, game.history, game.future)
    assert twin.board is game.board
    twin.play("c3")
    assert game.future == ("b6",)
    del game
    gc.collect()
    while twin.undo():
        pass
    assert twin.position == START


def test_games_of_different_rules_are_independent() -> None:
    games = [Game(variant.name) for variant in variants()]
    for _ in range(6):
        for game in games:
            game.play(game.legal()[0])
    for game, variant in zip(games, variants()):
        alone = played(list(game.history), variant.name)
        assert alone.position == game.position


def test_games_on_different_threads_are_independent() -> None:
    positions: dict[int, str] = {}

    def play(seed: int) -> None:
        game = Game("twelve_mens_morris")
        play_at_random(game, seed % 2, 60)
        positions[seed] = game.position

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(positions) == 8
    assert len({positions[seed] for seed in range(0, 8, 2)}) == 1
    assert len({positions[seed] for seed in range(1, 8, 2)}) == 1


def test_threefold_repetition_is_a_draw() -> None:
    game = Game("MayFly=false", position="O**O*O**/********/@**@*@** w m s 3 0 3 0")
    for count in (1, 2):
        assert game.view.occurrences == count
        for move in "d5-c5 d7-a7 c5-d5 a7-d7".split():
            game.play(move)
    assert game.result == Result(None, Reason.THREEFOLD)
    assert game.legal() == ()
