"""What reaches the screen: one page at a time, nothing outside its clipping, marks after the piece has landed."""

from __future__ import annotations

import re
import struct
from functools import partial
from typing import Any

import pytest
from kivy.clock import Clock
from kivy.graphics.opengl import glDeleteTextures

from sanmill.control.board import intents
from sanmill.control.intents import Intent
from sanmill.core import settings
from sanmill.core.themes import Colour
from sanmill.ui.board.widget import LIFT
from tests.kit.driver import ROOT, Driver
from tests.kit.page_scenes import PAGE_SCENES
from tests.kit.play_scenes import MIDDLE, MILL, start
from tests.kit.scenes import enter


def pixels(driver: Driver, x: float, y: float, width: float, height: float) -> bytes:
    """A part of the picture on the screen."""
    driver.frames(2)
    root = driver.app.root
    texture = root.export_as_image().texture  # its first row is the upper one
    return bytes(texture.get_region(int(x), int(root.height - y - height), int(width), int(height)).pixels)


@pytest.mark.parametrize("speed", ["off", "normal"])
def test_frame_never_shows_two_pages(driver: Driver, speed: str) -> None:
    driver.set(settings.SPEED, speed)
    nav = driver.app.nav
    shown: list[list[str]] = []
    driver.bind(on_flip=lambda *_: shown.append([screen.name for screen in nav.screens.children]))
    steps = [partial(driver.open, page) for page in ("settings", "appearance", "puzzles")] + [nav.back] * 3
    for step in steps:
        Clock.schedule_once(lambda _, step=step: step(), -1)  # as a touch: between the clock's tick and the drawing
        driver.frames(3)
    assert all(len(names) == 1 for names in shown), shown
    assert [names[0] for index, names in enumerate(shown) if names != shown[index - 1]][-1] == "home"


def test_page_without_motion_is_in_place_at_once(driver: Driver) -> None:
    driver.open("settings")
    screen: Any = driver.app.nav.screens.current_screen
    assert (screen.x, screen.opacity) == (driver.app.nav.screens.x, 1)


def test_moving_page_accepts_touches(driver: Driver) -> None:
    driver.set(settings.SPEED, "slow")
    driver.open("settings")
    driver.open("appearance")
    screen: Any = driver.app.nav.screens.current_screen
    assert screen.opacity < 1
    driver.frames(1)
    back = next(tap for tap in driver.taps() if tap.spoken == "Back")
    driver.touch(*back.to_window(*back.center))
    assert driver.front == "settings"
    driver.until(lambda: driver.app.nav.screens.current_screen.opacity == 1)
    assert driver.app.nav.screens.current_screen.x == driver.app.nav.screens.x


@pytest.mark.parametrize("scene", ["puzzles", "variants"])
def test_header_hides_list_scrolling_under_it(driver: Driver, scene: str) -> None:
    PAGE_SCENES[scene](driver)
    page: Any = driver.app.nav.screens.current_screen
    bar = page.ids.bar
    driver.frames(4)
    area = (bar.x, bar.y, bar.width, bar.height)
    at_rest = pixels(driver, *area)
    for part in (0.9, 0.6, 0.3):
        page.ids.scroll.scroll_y = part
        assert pixels(driver, *area) == at_rest


def test_kv_rules_use_outline_instead_of_line() -> None:
    """Kivy draws a translucent Line through the stencil buffer that a scroll view clips with; Outline does not."""
    rules = (ROOT / "sanmill" / "ui").rglob("*.kv")
    assert [path.name for path in rules if re.search(r"^\s+Line:", path.read_text(encoding="utf-8"), re.M)] == []


def colour_at(driver: Driver, x: float, y: float) -> bytes:
    left, bottom = driver.parts.board.to_window(x, y)
    return pixels(driver, left, bottom, 1, 1)[:3]


def code(colour: Colour) -> bytes:
    return bytes(round(255 * part) for part in colour)


def test_marks_appear_after_piece_has_landed(driver: Driver) -> None:
    driver.set(settings.SPEED, "slow")
    start(driver, MIDDLE)
    board = driver.parts.board
    driver.app.send(intents.TapPoint("e4"))
    driver.app.send(intents.TapPoint("f4"))
    on_the_way = len(board.below.children)
    assert board.is_moving
    driver.until(lambda: not board.is_moving)
    assert len(board.below.children) > on_the_way


def test_touch_ends_motion_and_shows_marks(driver: Driver) -> None:
    driver.set(settings.SPEED, "slow")
    start(driver, MILL)
    board = driver.parts.board
    driver.app.send(intents.TapPoint("a7"))
    assert board.is_moving
    bare = len(board.above.children)
    finger = driver.finger(*board.to_window(*board.geometry.at("d3")))
    assert not board.is_moving
    assert len(board.above.children) > bare
    driver.lift(finger)


def test_board_moved_by_layout_continues_its_motion(driver: Driver) -> None:
    driver.set(settings.SPEED, "slow")
    start(driver, MIDDLE)
    board = driver.parts.board
    driver.app.send(intents.TapPoint("e4"))
    driver.app.send(intents.TapPoint("f4"))
    board.y += 5
    board.has_coordinates = True
    driver.frames(1)
    assert board.is_moving
    driver.until(lambda: not board.is_moving)
    moved, stayed = (colour_at(driver, *board.geometry.at(name)) for name in ("f4", "f6"))
    assert moved == stayed != code(board.theme.board)


def test_pieces_do_not_slide_between_unrelated_positions(driver: Driver) -> None:
    start(driver, MIDDLE)
    board = driver.parts.board
    before = {id(sprite) for _, sprite in board.sprites.values()}
    stayed = set(board.sprites)
    start(driver, MILL)
    walked = {name for name, (_, sprite) in board.sprites.items() if id(sprite) in before and name not in stayed}
    assert not walked


@pytest.mark.parametrize("speed", ["off", "fast"])
def test_mill_glows_until_removal(driver: Driver, speed: str) -> None:
    driver.set(settings.SPEED, speed)
    start(driver, MILL)
    board = driver.parts.board
    driver.tap("a7")
    driver.until(lambda: not board.is_moving)
    (x, y), (to_x, _) = board.geometry.at("a7"), board.geometry.at("d7")
    middle = ((x + to_x) / 2, y)
    assert colour_at(driver, *middle) == code(board.theme.chosen)
    driver.tap(min(driver.view.board.removable))
    driver.until(lambda: not board.is_moving)
    assert colour_at(driver, *middle) == code(board.theme.line)


def end_motion(driver: Driver) -> None:
    """Put a finger on the board and slide it off again."""
    board = driver.parts.board
    finger = driver.finger(*board.to_window(*board.geometry.at("d3")))
    driver.move(finger, 1, 1)
    driver.lift(finger)
    assert not board.is_moving


def test_removed_piece_flies_to_captor_and_leaves_no_ghost(driver: Driver) -> None:
    driver.set(settings.SPEED, "slow")
    start(driver, MILL)
    board, strip = driver.parts.board, driver.parts.bottom
    pieces = strip.ids.captured

    def seen() -> tuple[int, int]:
        """The captured pieces drawn, and those on their way."""
        driver.frames(1)
        return (len(pieces.canvas.children), len(board.flying))

    driver.app.send(intents.TapPoint("a7"))
    end_motion(driver)
    taken = min(driver.view.board.removable)
    driver.app.send(intents.TapPoint(taken))
    assert strip.captured == 1
    assert seen() == (0, 1)
    end_motion(driver)
    assert seen() == (1, 0)
    driver.app.send(intents.JumpTo(1))
    assert seen() == (0, 0)
    driver.app.send(intents.JumpTo(2))
    assert seen() == (0, 1)
    driver.app.send(intents.Undo())  # while it flies
    assert seen() == (0, 0)
    assert taken in board.sprites
    driver.set(settings.SPEED, "off")
    driver.app.send(intents.Redo())
    assert not board.is_moving
    assert seen() == (1, 0)


def test_first_mill_is_highlighted(driver: Driver) -> None:
    start(driver, moves="a7 b6 d7 d6".split())
    board = driver.parts.board

    def light_after(speed: str, intent: Intent) -> int:
        """The most that was drawn of the light on a mill."""
        driver.set(settings.SPEED, speed)
        driver.frames(2)  # the board is drawn anew
        driver.app.send(intent)
        most = 0
        while board.is_moving:
            driver.frames(1)
            most = max(most, len(board.light.children))
        assert not board.light.children
        return most

    first = light_after("normal", intents.TapPoint("g7"))
    driver.set(settings.SPEED, "off")
    driver.send(*map(intents.TapPoint, ("b6", "b6", "a4", "d5")))
    assert first > light_after("normal", intents.TapPoint("a1")) > 0
    assert light_after("off", intents.JumpTo(4)) == 0
    assert light_after("off", intents.JumpTo(5)) == 0
    assert driver.view.board.is_first_mill


def test_dragged_piece_covers_target_below(driver: Driver) -> None:
    start(driver, MIDDLE)
    board = driver.parts.board
    finger = driver.finger(*board.to_window(*board.geometry.at("e4")))
    x, y = board.geometry.at("f4")
    driver.move(finger, *board.to_window(x, y - LIFT))
    assert code(board.theme.target) not in (
        colour_at(driver, x, y),
        colour_at(driver, x, y + board.geometry.radius * 0.3),
    )
    driver.lift(finger)
    assert driver.view.board.last_to == "f4"


def test_captured_pieces_lie_beside_their_captor(driver: Driver) -> None:
    start(driver, MIDDLE)
    driver.frames(2)
    for strip, count in ((driver.parts.top, 3), (driver.parts.bottom, 2)):
        pieces = strip.ids.captured
        assert len(pieces.canvas.children) == count
        assert pieces.is_white is not strip.is_white
        assert pieces.right == strip.right - strip.padding[2]  # where the pieces in hand end


def test_question_or_long_message_does_not_move_board(driver: Driver) -> None:
    start(driver, MIDDLE)
    driver.frames(3)
    board = driver.parts.board
    place = (*board.pos, *board.size)
    driver.send(intents.Resign())
    driver.frames(3)
    assert driver.view.prompt
    assert (*board.pos, *board.size) == place
    driver.send(intents.Answer(False), intents.TapPoint("e4"), intents.TapPoint("f4"), intents.JumpTo(0))
    driver.frames(3)
    assert driver.view.is_looking_back
    assert (*board.pos, *board.size) == place


def test_hidden_board_is_set_up_without_motion(driver: Driver) -> None:
    driver.set(settings.SPEED, "slow")
    driver.go("home")
    driver.until(lambda: not driver.parts.board.has_motion)
    start(driver, MIDDLE)
    assert not driver.parts.board.is_moving
    driver.until(lambda: driver.parts.board.has_motion)


def test_pictures_come_back_in_a_new_graphics_context(driver: Driver) -> None:
    """Android may take the context from a paused app: portraits, soft edges and words on the board are lost with it."""
    for scene in ("paper", "statistics", "home"):
        enter(driver, scene)
        driver.frames(10)
        part = (0, 0, driver.window.width * 0.98, driver.window.height)  # the scroll bar at the edge fades
        before = pixels(driver, *part)
        driver.app.dispatch("on_pause")
        for number in range(1, 10_000):
            glDeleteTextures(1, struct.pack("I", number))
        assert pixels(driver, *part) != before
        driver.app.dispatch("on_resume")
        driver.frames(10)
        assert pixels(driver, *part) == before, scene
