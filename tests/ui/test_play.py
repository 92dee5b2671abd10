"""Whole games by real touches on the real widgets, in every mode and on every board."""

from __future__ import annotations

import random

import pytest

from sanmill.control.board import intents
from sanmill.control.play.intents import Resume
from sanmill.control.views.types import GameView
from sanmill.core import settings
from sanmill.core.game.model import Content, Side
from sanmill.core.game.move import Move
from sanmill.ui.play.moves import MovesSheet
from sanmill.ui.widgets.evaluation import EvaluationGraph
from tests.kit.driver import Driver
from tests.kit.play_scenes import LOST, MIDDLE, OPENING, start

PLIES_MAX = 90


def legal(driver: Driver) -> tuple[Move, ...]:
    session = driver.app.controller.current.session
    assert session is not None
    return session.cursor.game.legal()


def touch(driver: Driver, move: str) -> GameView:
    return driver.tap(*Move(move).points)


def has_sheet(driver: Driver) -> bool:
    return driver.app.nav.sheet is not None


def shown_contents(driver: Driver) -> dict[str, Content]:
    return {name: content for name, (content, _) in driver.parts.board.sprites.items()}


def wanted_contents(view: GameView) -> dict[str, Content]:
    pieces = (Content.WHITE, Content.BLACK)
    return {
        point.name: content for point, content in zip(view.board.board.points, view.board.contents) if content in pieces
    }


@pytest.mark.parametrize(
    "variant", ["nine_mens_morris", "twelve_mens_morris", "six_mens_morris", "three_mens_morris", "lasker_morris"]
)
def test_two_player_game_is_playable_by_touch(driver: Driver, variant: str) -> None:
    driver.set(settings.VARIANT, variant)
    driver.press("Two players")
    driver.press("Start")
    chance = random.Random(variant)
    for ply in range(PLIES_MAX if variant == "nine_mens_morris" else 36):
        if driver.view.is_over:
            break
        moves = legal(driver)
        closing = (
            [move for move in moves if move.is_removal] or [move for move in moves if "-" not in move] or list(moves)
        )
        view = touch(driver, chance.choice(closing if ply < 40 else list(moves)))
        assert view.board.ply == ply + 1
        assert shown_contents(driver) == wanted_contents(view)
    assert driver.view.board.ply > 4


def test_game_against_engine_is_playable_to_the_end(driver: Driver) -> None:
    driver.press("Play Otto")
    driver.set(settings.LEVEL, 1)
    driver.press("Play Pip")
    chance = random.Random(7)
    for _ in range(PLIES_MAX):
        driver.until(lambda: driver.view.is_over or driver.view.bottom.is_turn)
        if driver.view.is_over:
            break
        touch(driver, chance.choice(legal(driver)))
    assert shown_contents(driver) == wanted_contents(driver.view)
    if driver.view.is_over:
        driver.until(lambda: driver.app.nav.sheet is not None)
        driver.press("Rematch")
        assert driver.view.bottom.side is Side.BLACK


def test_watched_game_pauses_and_steps(driver: Driver) -> None:
    driver.set(settings.WATCH_WHITE, 1)
    driver.set(settings.WATCH_BLACK, 1)
    driver.press("Watch the computer play")
    driver.press("Start")
    driver.until(lambda: driver.view.board.ply >= 6)
    driver.press("Pause")
    held = driver.view.board.ply
    driver.seconds(0.2)
    assert driver.view.board.ply == held
    driver.press("Step")
    driver.until(lambda: driver.view.board.ply > held)
    driver.press("Normal")
    driver.press("Play")
    driver.until(lambda: driver.view.is_over or driver.view.board.ply > held + 20)


def test_drag_lifts_moves_and_returns(driver: Driver) -> None:
    start(driver, MIDDLE)
    board = driver.parts.board
    here, there, wrong = (board.to_window(*board.geometry.at(name)) for name in ("e4", "f4", "a4"))
    for target, is_moved in ((wrong, False), (there, True)):
        finger = driver.finger(*here)
        for part in (0.3, 0.7, 1.0):
            driver.move(finger, here[0] + (target[0] - here[0]) * part, here[1] + (target[1] - here[1]) * part)
            driver.frames(1)
        assert driver.view.board.chosen == "e4"
        driver.lift(finger)
        driver.frames(2)
        assert (driver.view.board.last_to == "f4") is is_moved
        assert driver.view.board.chosen == ""
        assert shown_contents(driver) == wanted_contents(driver.view)
    for name, (_, sprite) in board.sprites.items():
        assert (sprite.x, sprite.y) == board.drawn.at(name)


def test_second_finger_ends_drag_and_slide_off_does_nothing(driver: Driver) -> None:
    start(driver, MIDDLE)
    board = driver.parts.board
    here, there = (board.to_window(*board.geometry.at(name)) for name in ("e4", "f4"))
    finger = driver.finger(*here)
    driver.move(finger, *there)
    driver.frames(1)
    second = driver.finger(*here)
    driver.lift(second)
    driver.lift(finger)
    driver.frames(2)
    assert driver.view.board.ply == 0
    finger = driver.finger(*board.to_window(*board.geometry.at("d1")))
    driver.move(finger, 2, 2)
    driver.lift(finger)
    assert driver.view.notice is None


def test_undo_during_thinking_survives_rotation(driver: Driver) -> None:
    driver.set(settings.LEVEL, 12)
    driver.press("Play Ramon")
    driver.press("Play Ramon")
    for width, height in ((720, 360), (360, 720), (800, 1280), (360, 720)):
        driver.tap("d6")
        assert driver.view.moves
        driver.resize(width, height)
        driver.press("Undo")
        assert driver.view.board.ply == 0
        assert shown_contents(driver) == {}
    driver.seconds(0.5)
    assert driver.view.board.ply == 0
    driver.tap("d6")
    driver.resize(720, 360)
    driver.until(lambda: len(driver.view.moves) == 2)
    assert shown_contents(driver) == wanted_contents(driver.view)
    driver.resize(360, 720)


def test_game_is_playable_by_keyboard(driver: Driver) -> None:
    up, right, enter, escape, tab = 273, 275, 13, 27, 9
    driver.key(tab)
    driver.press("Two players")
    driver.press("Start")
    driver.key(escape)
    assert driver.front == "home"
    driver.press("Continue. Nine Men’s Morris. White places. 9 in hand.")
    while not driver.parts.board.cursor:
        driver.key(tab)
    driver.parts.board.cursor = "a1"
    driver.key(enter, right, enter, up, enter)
    assert [move.words for move in driver.view.moves] == ["a1", "d1", "d2"]
    driver.key(ord("z"))
    assert driver.view.board.ply == 2
    for _ in range(8):
        driver.key(274)
    assert not driver.parts.board.cursor
    for _ in range(2):  # the first leaves the button that has the focus, if it is still there
        if driver.front != "home":
            driver.key(escape)
    assert driver.front == "home"


def test_cursor_and_finger_survive_board_change(driver: Driver) -> None:
    start(driver)
    while driver.parts.board.cursor != "g7":
        driver.key(9)
        driver.parts.board.cursor = "g7" if driver.parts.board.cursor else ""
    finger = driver.finger(*driver.parts.board.to_window(*driver.parts.board.geometry.at("g7")))
    start(driver, rules="three_mens_morris")
    driver.key(275, 13)
    driver.lift(finger)
    driver.key(275, 13)
    assert driver.view.title.key == "variant.three_mens_morris"


def test_back_closes_sheet_then_selection_then_screen(driver: Driver) -> None:
    start(driver, MIDDLE)
    driver.tap("e4")
    driver.press("Menu")
    assert has_sheet(driver)
    driver.key(27)
    driver.frames(3)
    assert not has_sheet(driver)
    assert driver.view.board.chosen == "e4"
    driver.key(27)
    assert driver.view.board.chosen == ""
    assert driver.front == "play"
    driver.key(27)
    assert driver.front == "home"


def test_idle_screen_draws_no_frames(drawing: Driver) -> None:
    driver = drawing
    driver.press("Two players")
    driver.press("Start")
    driver.tap("d6")
    drawn: list[int] = []
    driver.bind(on_flip=lambda *_: drawn.append(1))
    driver.until(lambda: not is_drawn_within(driver, 60, drawn))  # once the scroll bars of the menu have faded


def is_drawn_within(driver: Driver, frames: int, drawn: list[int]) -> bool:
    drawn.clear()
    while frames and not drawn:
        driver.frames(1)
        frames -= 1
    return bool(drawn)


def test_position_is_set_up_checked_and_played(driver: Driver) -> None:
    driver.press("Set up a position")
    driver.tap("a1", "d1", "b4", "b4")
    driver.press("Check")
    assert driver.view.is_refusal
    driver.press("Clear")
    for _ in range(3):
        rows = driver.app.nav.play.set_up_rows.ids
        for hand in (rows.white_hand, rows.black_hand):
            driver.touch(*hand.children[0].to_window(*hand.children[0].center))
    driver.press("Black’s turn")
    driver.press("Check")
    assert driver.view.status.key == "set_up.fine"
    driver.press("Two players")
    assert driver.view.mode == "two_players"
    assert driver.view.status.key == "status.side.place"


def test_analysis_and_graph_are_shown(driver: Driver) -> None:
    driver.press("Two players")
    driver.press("Start")
    driver.tap("d6", "f4", "b4", "d2")
    driver.press("Moves")
    driver.press("Analysis")
    driver.until(lambda: driver.view.board.badges)
    assert driver.view.evaluation is not None
    driver.press("Analysis")
    assert not driver.view.board.badges
    driver.until(lambda: driver.view.evaluation and None not in driver.view.evaluation.graph)
    sheet = driver.app.nav.sheet
    assert isinstance(sheet, MovesSheet)
    sheet.ids.list.scroll_y = 1
    driver.frames(2)
    graph = next(widget for widget in driver.walk() if isinstance(widget, EvaluationGraph))
    driver.touch(*graph.to_window(graph.x + 10, graph.center_y))
    assert driver.view.board.ply == 0
    assert driver.view.is_looking_back
    driver.press("Close")
    driver.frames(3)
    driver.press("Back to the game")
    assert driver.view.board.ply == 4


def test_step_buttons_move_through_game(driver: Driver) -> None:
    start(driver, moves=OPENING)
    driver.press("Previous")
    assert driver.view.board.ply == len(OPENING) - 1
    assert driver.parts.area.children[-1].text == "Viewing move 6\xa0of\xa06."
    driver.press("Next")
    assert not driver.view.is_looking_back
    button = next(tap for tap in driver.taps() if tap.spoken == "Previous")
    finger = driver.finger(*button.to_window(*button.center))
    driver.until(lambda: driver.view.board.ply == 0)
    driver.lift(finger)
    driver.frames(2)
    assert driver.view.board.ply == 0
    driver.press("Next")
    assert driver.view.board.ply == 1
    driver.press("Back to the game")
    assert driver.view.board.ply == len(OPENING)
    assert all(tap.spoken != "Back to the game" for tap in driver.taps())


def test_row_of_moves_is_pulled_up_to_the_panel(driver: Driver) -> None:
    start(driver, moves=OPENING)
    row = driver.parts.moves
    x, y = row.to_window(*row.center)
    finger = driver.finger(x, y)
    driver.move(finger, x, y + 60)
    driver.lift(finger)
    driver.frames(3)
    assert driver.app.nav.sheet is not None
    assert str(driver.app.nav.sheet.route) == "moves"
    assert driver.view.board.ply == len(OPENING), "no move was tapped"
    for label, ply in (("Start", 0), ("Next", 1), ("End", len(OPENING)), ("Previous", len(OPENING) - 1)):
        driver.press(label)
        assert driver.view.board.ply == ply


def test_long_message_moves_no_board(driver: Driver) -> None:
    start(driver, MIDDLE, is_versus=True)
    parts = driver.parts
    before = (parts.board.pos[:], parts.board.size[:])
    screen = driver.app.nav.play
    screen.notice = screen.more = "A long message that says more than fits in a line of it."
    driver.frames(4)
    assert parts.message.height > 80
    assert (parts.board.pos[:], parts.board.size[:]) == before


@pytest.mark.parametrize("size", [(320, 640), (360, 720), (480, 960), (800, 1280), (640, 320), (1280, 800)])
@pytest.mark.parametrize("is_versus", [True, False])
def test_analysis_moves_no_board(driver: Driver, size: tuple[int, int], is_versus: bool) -> None:
    driver.resize(*size)
    start(driver, MIDDLE, is_versus=is_versus)
    board, bar = driver.parts.board, driver.parts.evaluation
    before = (board.pos[:], board.size[:])
    driver.send(intents.SetAnalysis(True))
    driver.until(lambda: driver.view.board.badges)
    assert (board.pos[:], board.size[:]) == before
    assert bar.right > 0
    strip = driver.parts.top
    assert size[0] > size[1] or board.top <= bar.y < bar.top <= strip.y, "it stands between the strip and the board"


def said(driver: Driver) -> str:
    notice = driver.view.notice
    assert notice
    return driver.app.say(notice)


def test_hint_stands_where_the_status_was(driver: Driver) -> None:
    start(driver, MIDDLE, is_versus=True)
    screen, status = driver.app.nav.play, driver.app.nav.play.status
    driver.send(intents.AskHint())
    driver.until(lambda: driver.view.has_hint)
    assert (screen.status, screen.notice) == (said(driver), status)
    board = driver.view.board
    driver.tap(next(point.name for point, held in zip(board.board.points, board.contents) if held is Content.BLACK))
    assert screen.is_refusal
    assert screen.notice == said(driver), "a refusal is no hint"


def test_tap_on_message_shows_recent_messages(driver: Driver) -> None:
    start(driver, moves=OPENING)
    driver.send(intents.AskHint())
    driver.until(lambda: driver.view.notice is not None)
    driver.tap("a1")
    driver.send(intents.AskHint())
    driver.until(lambda: len(driver.view.log) > 1)
    shown = [driver.app.say(words) for words in driver.view.log]
    driver.press("Messages")
    texts = {widget.text for widget in driver.walk() if hasattr(widget, "text")}
    assert len(shown) > 1
    assert set(shown) <= texts


def test_hint_naming_a_point_shows_coordinates(driver: Driver) -> None:
    start(driver, MIDDLE)
    assert not driver.parts.board.has_coordinates
    driver.send(intents.AskHint())
    driver.until(lambda: driver.view.notice is not None)
    assert driver.view.board.ghost
    assert driver.parts.board.has_coordinates
    driver.tap("e4", "f4")
    assert not driver.parts.board.has_coordinates


@pytest.mark.parametrize("size", [(360, 720), (640, 320)])
def test_coach_speaks_in_a_bubble_and_moves_nothing(driver: Driver, size: tuple[int, int]) -> None:
    driver.resize(*size)
    driver.set(settings.COACH, True)
    start(driver, moves=("a7", "d2", "e5", "f2"), is_versus=True)
    parts = driver.parts
    before = [(part.pos[:], part.size[:]) for part in (parts.board, parts.bottom)]
    driver.tap("c3")
    driver.until(lambda: parts.bubble.is_shown)
    assert "That turns a draw into a loss." in driver.texts()
    assert [(part.pos[:], part.size[:]) for part in (parts.board, parts.bottom)] == before
    driver.press("Take back")
    assert driver.view.board.ply == 4
    assert parts.bubble.right < 0, "what is not shown takes no touches"
    driver.tap("b2")
    driver.until(lambda: len(driver.view.moves) == 6)


def test_wide_screen_shows_move_table_and_graph(driver: Driver) -> None:
    driver.resize(1280, 800)
    start(driver)
    assert "No moves yet." in {widget.text for widget in driver.walk() if hasattr(widget, "text")}
    start(driver, moves=OPENING)
    table, graph, curve = driver.parts.table, driver.parts.graph, driver.parts.curve
    assert [chip.words for chip in reversed(table.ids.line.children)] == OPENING
    assert table.x > 0
    assert graph.right < 0, "a game in progress does not tell who stands better"
    driver.set(settings.EVALUATION, True)
    driver.until(lambda: graph.x > 0)
    driver.until(lambda: len(curve.values) > len(OPENING) and None not in curve.values)
    driver.send(intents.SetAnalysis(True))  # has its own search, after which the rest of the graph is searched
    driver.until(lambda: driver.view.board.badges)
    driver.tap("a1")
    driver.until(lambda: driver.view.board.badges and None not in curve.values)
    first = table.ids.line.children[-1]
    driver.touch(*first.to_window(*first.center))
    assert driver.view.board.ply == 1
    driver.press("Next")
    assert driver.view.board.ply == 2
    driver.go("home")
    driver.send(Resume())
    driver.resize(360, 720)
    assert table.right < 0
    driver.press("Next")
    assert driver.view.board.ply == 3


def test_layout_settles_in_one_frame(driver: Driver, caplog: pytest.LogCaptureFixture) -> None:
    driver.set(settings.EVALUATION, True)
    for language, text_size in (("en", "normal"), ("de", "largest")):
        driver.set(settings.LANGUAGE, language)
        driver.set(settings.TEXT_SIZE, text_size)
        driver.frames(5)
        driver.stop_drawing()
        start(driver, moves=LOST, is_versus=True)
        driver.app.nav.close_sheets()
        for size in ((1280, 800), (360, 720), (720, 360), (800, 1280), (1024, 768)):
            driver.resize(*size)
            driver.send(intents.JumpTo(size[0] % len(LOST)))
    assert "too much iteration" not in caplog.text


def test_clock_pauses_on_other_pages_and_in_background(driver: Driver) -> None:
    driver.set(settings.MINUTES, 5)
    driver.press("Two players")
    driver.press("Start")
    driver.tap("d6")
    for leave, come_back in (
        (lambda: driver.key(27), lambda: driver.send(Resume())),
        (driver.app.on_pause, driver.app.on_resume),
    ):
        assert driver.app.nav.play.notice == ""
        leave()
        come_back()
        assert driver.app.nav.play.notice == "The clock is paused. Tap the board to go on."
        driver.tap(legal(driver)[0])
