"""The board while pieces move: views that come at any moment, watched games, drags that a new position ends."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from pathlib import Path

import pytest
from kivy.clock import Clock

from sanmill.control.board import intents
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.lessons.intents import StartLesson
from sanmill.control.play.intents import ChangeSpeed, StartTwoPlayers, StartWatch, Step
from sanmill.control.views.types import BoardView, GhostView
from sanmill.core import settings
from sanmill.core.game.model import Board, Content, Side
from sanmill.ui.board.board_style import BoardStyle
from sanmill.ui.board.motion import Motion, Tween
from sanmill.ui.board.widget import PULSE_SECONDS, BoardWidget
from sanmill.ui.play.screen import RESULT_AFTER
from sanmill.ui.widgets.move_list import StepButton
from tests.kit.driver import Driver
from tests.kit.frame_clock import FrameClock
from tests.kit.play_scenes import LAST, MIDDLE, MILL, start

VIEWS = int(os.environ.get("MOTION_VIEWS", "400"))
GAMES = int(os.environ.get("MOTION_GAMES", "1"))
SEED = int(os.environ.get("MOTION_SEED", "1"))
SPEEDS = ("slow", "normal", "fast")
FRAMES_MAX = 200_000  # of a game
SIZES = ((360, 720), (720, 360), (800, 1280))


@pytest.fixture
def moving(driver: Driver) -> Driver:
    """The app with motion on."""
    driver.set(settings.SPEED, "normal")
    return driver


def test_undo_during_mill_animation_shows_correct_pieces(moving: Driver) -> None:
    start(moving, MILL)
    moving.tap("a7")
    assert moving.view.board.mills
    assert moving.parts.board.is_moving
    moving.send(intents.Undo())
    assert not moving.view.board.mills
    assert set(moving.parts.board.sprites) == occupied(moving.view.board)


def test_new_board_during_mill_animation_is_empty(moving: Driver) -> None:
    start(moving, MILL)
    moving.tap("a7")
    assert moving.parts.board.is_moving
    moving.set(settings.VARIANT, "three_mens_morris")
    moving.send(StartTwoPlayers())
    assert moving.parts.board.sprites == {}


def test_position_change_ends_drag(moving: Driver) -> None:
    start(moving, MIDDLE)
    board = moving.parts.board
    finger = moving.finger(*board.to_window(*board.geometry.at("e5")))
    moving.move(finger, board.center_x, board.center_y)
    assert board._dragged == "e5"
    view = moving.view.board
    contents = (
        Content.EMPTY if point.name == "e5" else content for point, content in zip(view.board.points, view.contents)
    )
    board.show(replace(view, contents=tuple(contents), ply=view.ply - 1))
    moving.move(finger, board.center_x, board.y)
    moving.lift(finger)
    assert "e5" not in board.sprites


def test_lesson_rings_stop_when_motion_ends(moving: Driver) -> None:
    moving.send(StartLesson("mill"))
    board = moving.parts.board
    assert moving.view.board.pulses
    moving.go("home")
    assert not board.has_motion
    assert board._breathe not in [event.get_callback() for event in Clock.get_events()]


def test_lesson_rings_come_to_rest_until_something_is_shown(moving: Driver) -> None:
    def is_breathing() -> bool:
        return board._breathe in [event.get_callback() for event in Clock.get_events()]

    moving.send(StartLesson("mill"))
    board = moving.parts.board
    with FrameClock() as clock:
        clock.frame(1.0)
        assert is_breathing()
        for _ in range(int(PULSE_SECONDS) + 1):
            clock.frame(1.0)
        assert not is_breathing()
    moving.tap("a1" if "a1" not in moving.view.board.pulses else "g1")
    assert is_breathing()


def test_first_lesson_plays_its_capture_out_and_ends_in_a_feast(tmp_path: Path) -> None:
    """The board keeps its size meanwhile: a new size would cut every motion short."""
    driver = Driver(tmp_path, has_motion=True)
    try:
        driver.until(lambda: driver.app.nav.play.is_entered)
        board, sizes = driver.parts.board, []
        driver.tap("g7")
        driver.until(lambda: not board.is_moving)
        driver.tap("g1")
        assert board.flying == [Content.BLACK]
        assert "g7" in board.sprites
        driver.until(lambda: driver.view.status.key == "learn.first.3")
        assert not board.flying
        board.bind(size=lambda _, size: sizes.append(size))
        driver.tap("g4", "g7")
        driver.until(lambda: len(board._feast.children))
        assert sizes == []
        driver.until(lambda: driver.view.mode == "versus")
        assert driver.view.top.level == 1
    finally:
        driver.close()


def test_result_is_shown_once_for_the_finished_game(moving: Driver) -> None:
    """After an undo and a second win, the result is shown once, after the delay of the second win."""
    nav = moving.app.nav
    with FrameClock() as clock:
        start(moving, LAST)
        winning = (intents.TapPoint("d7"), intents.TapPoint("a1"), intents.TapPoint("b2"))
        assert moving.send(*winning).result
        clock.frame(RESULT_AFTER * 0.6)
        assert not moving.send(intents.Undo()).result
        assert moving.send(*winning).result
        shown = []
        for _ in range(4):
            clock.frame(RESULT_AFTER * 0.6)
            shown.append(nav.sheet is not None)
            nav.close_sheets()
        assert shown == [False, True, False, False]


def test_page_is_placed_correctly_when_window_rotates(moving: Driver) -> None:
    moving.app.insets = [40, 0, 0, 0]
    with FrameClock() as clock:
        clock.frame(0)
        moving.go("settings")
        clock.frame(0.05)
        page = moving.app.nav.screens.current_screen
        moving.app.insets = [0, 0, 0, 0]
        for _ in range(5):
            clock.frame(0.1)
        assert (page.pos, page.opacity) == (moving.app.nav.screens.pos, 1)
        assert page.x == 0


def test_end_of_one_animation_may_finish_all() -> None:
    ended: list[str] = []
    motion = Motion()
    motion.start(Tween(lambda part: None, 1.0, on_end=motion.finish))
    motion.start(Tween(lambda part: None, 2.0, on_end=lambda: ended.append("second")))
    motion._tick(3.0)
    assert ended == ["second"]
    assert not motion.is_active


def test_held_button_stops_when_page_is_left(moving: Driver) -> None:
    start(moving, moves=("d6", "f4", "b4", "d2"))
    moving.send(intents.JumpTo(0))
    steps = moving.parts.moves
    jumps: list[int] = []
    steps.on_jump = jumps.append
    button = next(tap for tap in moving.taps() if isinstance(tap, StepButton) and not tap.disabled)
    with FrameClock() as clock:
        finger = moving.finger(*button.to_window(*button.center))
        clock.frame(1.0)
        assert jumps
        moving.go("home")
        jumps.clear()
        for _ in range(5):
            clock.frame(1.0)
        assert not jumps
        moving.lift(finger)


def test_new_rating_waits_for_the_last_piece(moving: Driver) -> None:
    players = (Player(), Player(True, 4, "balanced"))
    moving.app.controller.start(Session("versus", "nine_mens_morris", players, start=LAST, is_rated=True))
    moving.go("play")
    moving.until(lambda: moving.app.nav.play.is_entered)
    board, strip = moving.parts.board, moving.parts.bottom
    before = strip.detail
    with FrameClock() as clock:
        moving.tap("d7", "a1")
        while board.is_moving:
            clock.frame(0.03)
        moving.tap("b2")
        assert moving.view.result
        assert board.is_landing
        assert strip.detail == before
        while board.is_landing:
            clock.frame(0.03)
        assert moving.view.bottom.detail
        assert strip.detail == moving.app.say(moving.view.bottom.detail) != before


def test_words_wait_for_the_last_piece(moving: Driver) -> None:
    start(moving, LAST, is_versus=True)
    with FrameClock() as clock:
        moving.tap("d7", "a1")
        while moving.parts.board.is_moving:
            clock.frame(0.03)
        moving.tap("b2")
        assert moving.view.result
        assert moving.parts.board.is_landing
        assert "You win!" not in moving.texts()
        while moving.parts.board.is_landing:
            clock.frame(0.03)
        clock.frame(0.03)
        assert "You win!" in moving.texts()
        assert moving.app.nav.sheet is None, "the result comes later"


def test_mill_is_cried_out_for_a_moment(moving: Driver) -> None:
    start(moving, MILL)
    board = moving.parts.board
    with FrameClock() as clock:
        moving.tap("a7")
        while board.is_landing:
            clock.frame(0.03)
        clock.frame(0.3)
        assert board.cry.children
        while board.is_moving:
            clock.frame(0.03)
        assert not board.cry.children


def test_mill_lands_on_a_board_without_size(moving: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    start(moving, MILL)
    board = moving.parts.board
    with FrameClock() as clock:
        moving.tap("a7")
        assert board.is_landing
        monkeypatch.setattr(moving.parts.layout, "do_layout", lambda *_: None)
        board.size = (0, 0)
        while board.is_moving:
            clock.frame(0.03)
        assert not board.is_landing
        board.size = (300, 300)
        clock.frame(0.03)
        clock.frame(0.03)
    assert set(board.sprites) == occupied(moving.view.board)


def test_ghost_of_a_hint_pulses_until_it_is_played(moving: Driver) -> None:
    start(moving, moves=("a7", "d2", "e5", "f2"), is_versus=True)
    board = moving.parts.board
    moving.press("Hint")
    moving.until(lambda: moving.view.board.lit)
    assert not board.is_suggesting
    moving.press("Hint")
    assert board.is_suggesting
    sprite = board._ghost._sprite
    assert (sprite.x, sprite.y) == board.drawn.at("b2")
    faint = sprite.group.opacity
    moving.until(lambda: sprite.group.opacity != faint)
    moving.press("Play it")
    assert moving.view.board.ply == 5
    assert not board.is_suggesting


def random_view(chance: random.Random, board: Board, old: BoardView) -> BoardView:
    """A view like those of games: most follow from the old one by a move, some are of any position."""
    names = [point.name for point in board.points]

    def some(most: int) -> frozenset[str]:
        return frozenset(chance.sample(names, chance.randint(0, most)))

    contents = list(old.contents) if old.board == board and chance.random() < 0.8 else [Content.EMPTY] * len(names)
    kinds = (Content.EMPTY, Content.WHITE, Content.BLACK)
    for _ in range(chance.choice((0, 1, 1, 2, 2, 3, len(names)))):
        contents[chance.randrange(len(names))] = chance.choice(kinds)
    return BoardView(
        board,
        tuple(contents),
        chosen=chance.choice((*names, "", "")),
        targets=some(4),
        removable=some(3),
        blocked=some(3),
        last_from=chance.choice(("", *names)),
        last_to=chance.choice(names),
        last_removed=chance.choice(("", *names)),
        mills=tuple(chance.sample(board.lines, chance.choice((0, 0, 1, 2)))),
        is_first_mill=chance.random() < 0.3,
        lit=tuple(chance.sample(board.lines, chance.choice((0, 0, 1)))),
        hint_to=chance.choice(("", "", *names)),
        ghost=chance.choice((None, None, GhostView(Side.WHITE, "", names[0]), GhostView(Side.BLACK, *names[:2]))),
        pulses=some(2) if chance.random() < 0.2 else frozenset(),
        is_flipped=old.is_flipped is not (chance.random() < 0.03),
        ply=old.ply + chance.choice((1, 1, 1, 0, -1, 5)),
    )


def disturb(chance: random.Random, driver: Driver, board: BoardWidget) -> None:
    """What else happens to a board: other sizes and styles, fingers that stay down, a winner."""
    kind = chance.random()
    if kind < 0.05:
        driver.resize(*chance.choice(SIZES))
    elif kind < 0.08:
        board.size = chance.choice(((10, 10), (200, 200), (333, 300)))
    elif kind < 0.12:
        board.style = BoardStyle(motion=chance.choice((0.3, 1.0, 2.0)), pieces=chance.choice(("marked", "plain")))
    elif kind < 0.15:
        board.has_motion = not board.has_motion
    elif kind < 0.25:
        board.celebrate(chance.choice((Side.WHITE, Side.BLACK)), is_feast=chance.random() < 0.5)


def test_random_views_at_any_moment_keep_sprites_consistent(moving: Driver) -> None:
    chance = random.Random(SEED)
    boards = []
    for variant in ("nine_mens_morris", "three_mens_morris", "twelve_mens_morris"):
        moving.set(settings.VARIANT, variant)
        moving.send(StartTwoPlayers())
        boards.append(moving.view.board.board)
    moving.app.controller.handle = lambda intent: None  # type: ignore[method-assign]
    board = moving.parts.board
    view, finger = moving.view.board, None
    with FrameClock() as clock:
        for _ in range(VIEWS):
            shape = view.board if chance.random() < 0.95 else chance.choice(boards)
            view = random_view(chance, shape, view)
            board.show(view)
            disturb(chance, moving, board)
            if finger is not None and chance.random() < 0.5:
                moving.move(finger, chance.uniform(0, board.right), chance.uniform(0, board.top))
                if chance.random() < 0.5:
                    moving.lift(finger)
                    finger = None
            elif finger is None and chance.random() < 0.3:
                finger = moving.finger(*board.to_window(*board.geometry.at(chance.choice(view.board.points).name)))
            for _ in range(chance.choice((0, 1, 1, 2, 5, 20))):
                clock.frame(chance.choice((0.001, 0.016, 0.033, 0.3)))
        for _ in range(200):
            clock.frame(0.033)
        assert not board.is_moving
        if min(board.size) >= 24:
            assert set(board.sprites) == occupied(view)
            assert all((sprite.x, sprite.y) == board.drawn.at(name) for name, (_, sprite) in board.sprites.items())
            assert len(board._pieces.children) == len(board.sprites)


def test_fast_watched_game_survives_new_games_and_leaving(moving: Driver) -> None:
    """With removals on their way the user starts other games, leaves and comes back."""
    chance = random.Random(SEED)
    moving.set(settings.SPEED, "fast")
    moving.set(settings.WATCH_SPEED, "fast")
    mills, captures = 0, 0

    def leave() -> None:
        moving.go("home")
        clock.frame(0.3)
        moving.go("play")

    with FrameClock() as clock:
        moving.send(StartWatch())
        for _ in range(FRAMES_MAX):
            clock.frame(chance.choice((0.016, 0.033, 0.2)))
            board = moving.parts.board
            if moving.view.result:
                moving.app.nav.close_sheets()
                moving.send(StartWatch())
            if board.is_moving and moving.view.board.mills:
                mills += 1
                chance.choice((leave, lambda: moving.send(StartWatch()), lambda: None, lambda: None))()
            captures += bool(board.flying)
            if mills > 12 and captures > 12:
                break
        else:
            raise AssertionError("there are too few mills")
        for _ in range(40):
            clock.frame(0.033)
        moving.send(intents.SetPaused(True))
        while moving.parts.board.is_moving:
            clock.frame(0.033)
        assert set(moving.parts.board.sprites) == occupied(moving.view.board)


def test_watched_games_with_motion_end_at_any_speed(moving: Driver) -> None:
    """At some moments the user pauses, steps, flips, looks back or leaves the page."""
    chance = random.Random(SEED)
    own = (Step(), intents.Flip(), intents.JumpTo(2), intents.ReturnToNow(), ChangeSpeed())
    with FrameClock() as clock:
        for _ in range(GAMES):
            moving.set(settings.VARIANT, chance.choice(("nine_mens_morris", "six_mens_morris")))
            for level in (settings.WATCH_WHITE, settings.WATCH_BLACK):
                moving.set(level, chance.randint(1, 2))
            moving.send(StartWatch())
            for _ in range(FRAMES_MAX):
                if chance.random() < 0.01:
                    moving.set(settings.SPEED, chance.choice(SPEEDS))
                    moving.app.send(chance.choice(own))
                    moving.app.send(intents.SetPaused(False))
                clock.frame(chance.choice((0.004, 0.016, 0.033, 0.2)))
                if moving.view.result and moving.app.nav.sheet:
                    break
            else:
                raise AssertionError("the game does not end")
            moving.app.nav.close_sheets()


def occupied(view: BoardView) -> set[str]:
    pieces = (Content.WHITE, Content.BLACK)
    return {point.name for point, content in zip(view.board.points, view.contents) if content in pieces}
