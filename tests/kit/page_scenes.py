"""Scenes of the menu, of pages and sheets, and of puzzles, which start from their page."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from sanmill.control.board import intents
from sanmill.control.course.intents import StartCourse
from sanmill.control.friends.intents import (
    DeleteFriendGame,
    OpenFriendGame,
    ReceiveTurn,
    SendTurn,
    StartFriendGame,
)
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.lesson_plans import FIRST
from sanmill.control.puzzles.intents import ShowSolution, StartDaily, StartPractice
from sanmill.control.routes import Kind, Route
from sanmill.control.variants.intents import BuildTablebase
from sanmill.core import settings
from sanmill.core.game.model import Side
from sanmill.core.game.move import moves_in
from sanmill.core.progress.course import Course, Exercise, WaitingGame
from sanmill.core.progress.statistics import GameResult, Kept, Statistics
from sanmill.engine import turn_code
from sanmill.engine.game import Game
from sanmill.engine.messages import ImportStage, ImportStatus, Stage, TablebaseFileError
from sanmill.engine.turn_code import Sign, TurnMessage
from sanmill.ui import questions
from tests.kit.driver import Driver
from tests.kit.play_scenes import opening
from tests.kit.play_scenes import result as won

SMALL = "three_mens_morris"  # proven in a moment

NINE = "nine_mens_morris"


def go_home(driver: Driver) -> None:
    """The home screen with today's puzzle, which is made on a background thread."""
    driver.go("home")
    driver.until(lambda: driver.app.controller.features.puzzles.daily().board is not None, 120.0)


def home(driver: Driver) -> None:
    opening(driver)
    go_home(driver)


def empty_home(driver: Driver) -> None:
    driver.app.controller.current.session = None
    go_home(driver)


def finished_home(driver: Driver) -> None:
    """After a won game, with a rating, a streak and some lessons done."""
    won(driver)
    controller, day = driver.app.controller, date(2026, 11, 18)
    controller.features.puzzles.today = lambda: day
    controller.features.puzzles.progress.streak, controller.features.puzzles.progress.last_day = 3, day.isoformat()
    controller.features.puzzles.progress.days[day.isoformat()] = "solved"
    controller.features.lessons.progress.add(FIRST)
    results = controller.features.results
    results.statistics = Statistics()
    results.statistics.count(
        GameResult(
            "rated", "versus", "nine_mens_morris", (0, 3), Side.WHITE, Side.WHITE, 20, is_rated=True, rating=None
        )
    )
    driver.go("home")
    driver.until(lambda: controller.features.puzzles.view(Route(Kind.PUZZLES)).board)


def statistics(driver: Driver) -> None:
    results = driver.app.controller.features.results
    results.statistics = Statistics()
    scores = "110101110.11010111.010111001.1100"
    for number, letter in enumerate(scores):
        side = Side(number % 2)
        winner = None if letter == "." else side if letter == "1" else side.other
        level = 3 + number // 8
        levels = (0, level) if side is Side.WHITE else (level, 0)
        rules = "six_mens_morris" if number % 9 == 8 else "nine_mens_morris"
        results.statistics.count(
            GameResult(str(number), "versus", rules, levels, side, winner, 18 + number % 13, is_rated=True, rating=None)
        )
        kept = (Kept(6 + number % 4, 9), Kept(number % 7, 8), Kept(number % 3, 2 + number % 3))
        results.statistics.note_accuracy(str(number), kept)
    home(driver)
    driver.open("statistics")


def no_statistics(driver: Driver) -> None:
    driver.app.controller.features.results.statistics = Statistics()
    home(driver)
    driver.open("statistics")


def sheet(name: str) -> Callable[[Driver], None]:
    def show(driver: Driver) -> None:
        home(driver)
        driver.open(name)

    return show


def new_game_more(name: str) -> Callable[[Driver], None]:
    def show(driver: Driver) -> None:
        driver.set(settings.WEIGHTS, "moving.mill=40")
        sheet(name)(driver)
        driver.frames(3)
        driver.press(driver.app.say("nav.more"))

    return show


def folder(driver: Driver) -> None:
    home(driver)
    place = Path(tempfile.mkdtemp(prefix="folder-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    for name in ("Documents", "Games"):
        (place / name).mkdir()
    (place / "a game.pgn").write_text("1. d6", encoding="utf-8")
    driver.app.files.folder = place
    driver.app.files.save("sanmill-settings.txt", "board.theme = maple")
    sheet: Any = driver.app.nav
    driver.until(lambda: sheet.sheet.path)


def long_text(driver: Driver) -> None:
    home(driver)
    words = "\n".join(f"{number}. A line of a text that is so long that it has to be scrolled." for number in range(60))
    driver.app.nav.show_text("A long text", words, "text.txt")


def asked(driver: Driver) -> None:
    home(driver)
    driver.app.nav.confirm(questions.RESTORE_SETTINGS, lambda: None)


def help_page(driver: Driver) -> None:
    home(driver)
    driver.app.controller.features.lessons.progress.add(FIRST)
    driver.open("help")


def read_page(place: str) -> Callable[[Driver], None]:
    def show(driver: Driver) -> None:
        home(driver)
        driver.open(place)
        page: Any = driver.app.nav.screens.current_screen
        driver.until(lambda: page.long_text.data if hasattr(page, "long_text") else page.ids.content.children)

    return show


def variants(driver: Driver) -> None:
    library = driver.app.controller.library
    for name, rules in (("Quick five", "nine_mens_morris PiecesCount=5 NMoveRule=20"), ("Wild", "MayFly=false")):
        if name not in [variant.name for variant in library.own]:
            library.save(name, rules)
    sheet("variants")(driver)


def own_rules(driver: Driver) -> None:
    variants(driver)
    driver.go(f"rules:{driver.app.controller.library.own[0].text}")


def workshop(driver: Driver) -> None:
    sheet("workshop:three_mens_morris")(driver)
    page = driver.app.nav.screens.current_screen
    page.choose("PiecesCount", 12)
    page.open_groups = ["board", "placing", "end", "leap"]
    page.fill()


def trial(driver: Driver) -> None:
    sheet("workshop:six_mens_morris")(driver)
    driver.press(driver.app.say("workshop.try"))
    tried: Any = driver.app.nav.sheet
    driver.until(lambda: tried.is_over)


def tuning(driver: Driver) -> None:
    driver.set(settings.WEIGHTS, "placing.mill=40 flying.swing_gap=-200")
    sheet("tuning")(driver)


def tuning_match(driver: Driver) -> None:
    driver.set(settings.VARIANT, "three_mens_morris")
    tuning(driver)
    driver.frames(3)
    driver.press(driver.app.say("workshop.try"))
    match: Any = driver.app.nav.sheet
    driver.until(lambda: match.is_over)


def puzzles(driver: Driver) -> None:
    home(driver)
    known = driver.app.controller.features.puzzles
    known.today = lambda: date(2026, 11, 18)
    known.progress.days = {"2026-11-16": "solved", "2026-11-17": "shown"}
    driver.open("puzzles")
    driver.until(lambda: driver.app.controller.features.puzzles.view(Route(Kind.PUZZLES)).board)


def puzzle(driver: Driver) -> None:
    puzzles(driver)
    driver.send(StartDaily())
    driver.go("play")


def puzzle_wrong(driver: Driver) -> None:
    puzzle(driver)
    solving: Any = driver.app.controller.current.mode
    right = solving.task.puzzle.solution[0]
    wrong = next(move for move in solving.cursor.game.legal() if move != right)
    driver.send(*(intents.TapPoint(point) for point in wrong.split("-")))
    driver.until(lambda: solving.phase.value != "judged")


def puzzle_solved(driver: Driver) -> None:
    puzzle(driver)
    solving: Any = driver.app.controller.current.mode
    while solving.phase.value != "solved":
        for move in solving.task.puzzle.solution[solving.cursor.game_ply :]:
            driver.send(*map(intents.TapPoint, move.points))
            if solving.phase.value != "solving":
                break
        driver.until(lambda: solving.phase.value in ("solving", "solved"))


def puzzle_shown(driver: Driver) -> None:
    puzzle(driver)
    driver.send(ShowSolution())
    solving: Any = driver.app.controller.current.mode
    driver.until(lambda: solving.phase.value == "shown")


def puzzle_placing(driver: Driver) -> None:
    """A puzzle with a line, after a wrong turn."""
    puzzles(driver)
    driver.send(StartPractice("placing"))
    driver.go("play")
    solving: Any = driver.app.controller.current.mode
    right = solving.task.puzzle.solution[0]
    for wrong in (move for move in solving.cursor.game.legal() if move != right):
        driver.send(intents.TapPoint(wrong))
        if solving.phase.value == "wrong":
            return
        driver.send(intents.Undo())


def proven_game(driver: Driver) -> None:
    """The placing phase of a game that is proven from the first move on; White's first move gave the win away."""
    driver.send(BuildTablebase(SMALL))
    driver.until(lambda: driver.app.tablebases.of(SMALL).is_available)
    session = Session("versus", SMALL, (Player(), Player(True, 3, "balanced")))
    for move in ("a1", "b2", "c1", "b1"):
        session.play(move)
    driver.app.controller.start(session)
    driver.go("play")


def proven_analysis(driver: Driver) -> None:
    proven_game(driver)
    driver.send(intents.SetAnalysis(True))
    driver.until(lambda: driver.view.board.badges and all(badge.is_proven for badge in driver.view.board.badges))


def proven_review(driver: Driver) -> None:
    proven_game(driver)
    driver.open("review")
    driver.until(lambda: driver.view.review and driver.view.review.progress >= 1)


def tablebase_built(driver: Driver) -> None:
    driver.send(BuildTablebase("three_mens_morris"))
    driver.until(lambda: driver.app.tablebases.of("three_mens_morris").is_available)
    sheet("perfect:three_mens_morris")(driver)


def perfect(stage: ImportStage = ImportStage.NONE, error: TablebaseFileError | None = None) -> Callable[[Driver], None]:
    """The page with the shipped tablebase and a file being imported."""

    def show(driver: Driver) -> None:
        perfect_page(driver)
        tablebases = driver.app.tablebases
        name = "nine_mens_morris.tablebase"
        free = 100_000_000 if error is TablebaseFileError.NO_ROOM else 3_100_000_000
        tablebases.importing = ImportStatus(stage, NINE, name, 18, 165_400_000, free, 0.42, error)
        driver.app.controller.update()
        tablebases.importing = ImportStatus()

    return show


def perfect_page(driver: Driver) -> None:
    """The page after all pending status updates."""
    sheet(f"perfect:{NINE}")(driver)
    known = driver.app.tablebases._known
    driver.until(lambda: all(status.stage is not Stage.UNKNOWN for status in [*known.values()]))


def perfect_added(driver: Driver) -> None:
    """The page with the complete tables."""
    perfect_page(driver)
    known = driver.app.tablebases._known
    known[NINE], before = replace(known[NINE], stage=Stage.ADDED, pieces=18, size=165_400_000), known[NINE]
    driver.app.controller.update()
    known[NINE] = before


def perfect_game(driver: Driver) -> None:
    """A game against the level Perfect."""
    driver.until(lambda: driver.app.tablebases.of(NINE).is_available)
    driver.app.controller.start(Session("versus", NINE, (Player(), Player(True, 13))))
    driver.go("play")


def new_perfect(driver: Driver) -> None:
    """The level Perfect in the sheet of a new game."""
    driver.until(lambda: driver.app.tablebases.of(NINE).is_available)
    driver.set(settings.LEVEL, driver.app.settings.level_perfect)
    sheet("new_game:versus")(driver)


def colours(driver: Driver) -> None:
    driver.go("home")
    driver.open("appearance")
    driver.frames(2)
    driver.press(driver.app.say("appearance.change"))


def colour(driver: Driver) -> None:
    colours(driver)
    driver.press(driver.app.say("appearance.element.line"))
    driver.app.nav.sheet.ids.light.value = 70  # type: ignore[union-attr]


def friends(driver: Driver) -> None:
    """The page with a game to answer, one to wait for, one that is over."""
    go_home(driver)
    controller = driver.app.controller
    for game in controller.features.friends.view(Route(Kind.FRIENDS)).games:
        driver.send(DeleteFriendGame(game.game))
    anna = ("d6", "f4", "b4", "d2", "d7", "g4", "a4")
    for number, (rules, friend, moves) in enumerate(
        ((NINE, "Anna", anna), ("six_mens_morris", "Kofi", ("b4",)), (NINE, "", ("a1", "d1")))
    ):
        own = Side.BLACK if number == 0 else Side.WHITE
        names = (friend, "Me") if own is Side.BLACK else ("Me", friend)
        sign = Sign.RESIGNED if number == 2 else Sign.NONE
        sent = turn_code.write(TurnMessage(number, rules, names, own.other, moves, sign))
        if number == 1:
            driver.set(settings.VARIANT, rules)
            driver.set(settings.SIDE, "white")
            driver.send(StartFriendGame(), *map(intents.TapPoint, moves), SendTurn())
        else:
            driver.send(ReceiveTurn(sent))
    driver.app.nav.hide_toast()
    driver.go("friends")


def friends_home(driver: Driver) -> None:
    friends(driver)
    go_home(driver)


def friend_game(driver: Driver) -> None:
    """One's turn is played and can be sent."""
    friends(driver)
    driver.send(OpenFriendGame(0), intents.TapPoint("d5"))


def friend_waiting(driver: Driver) -> None:
    friend_game(driver)
    driver.send(SendTurn())


def friend_offer(driver: Driver) -> None:
    """The friend offers a draw with the turn."""
    friends(driver)
    driver.send(
        ReceiveTurn(turn_code.write(TurnMessage(9, NINE, ("Anna", "Me"), Side.WHITE, ("d6",), Sign.OFFERED_DRAW)))
    )


def no_friends(driver: Driver) -> None:
    friends(driver)
    for game in driver.app.controller.features.friends.view(Route(Kind.FRIENDS)).games:
        driver.send(DeleteFriendGame(game.game))
    driver.app.nav.hide_toast()


def course(driver: Driver) -> None:
    """The course after some weeks: exercises are due, some are learned, and a game is gone through."""
    home(driver)
    feature = driver.app.controller.features.course
    day = feature._context.today()
    known = feature.course = feature._collecting.course = Course(games=["old"], is_stopped=True)
    moves = ("a1", "d6", "g1", "f6", "a7", "b6", "xa1", "d5", "e4")
    for number in range(14):
        game = Game(NINE)
        game.play(*moves[: 2 * (number % 2) + 2])
        placement, is_moving = 2 + number % 2, number > 9
        exercise = Exercise(
            NINE,
            game.position,
            Side.WHITE,
            "g1" if number % 2 == 0 else "a7",
            ("b4", "f4", "d2") if number % 2 == 0 else ("d1xd6", "b4"),
            ("d1", "f4"),
            0,
            -1,
            True,
            "moving" if is_moving else "placing",
            "double" if is_moving else "mill" if number % 3 else "other",
            0 if is_moving else placement,
        )
        known.add(exercise, str(number), "old", day)
        for _ in range(number % 7 if number % 2 else 0):
            entry = known.find((NINE, str(number)))
            known.answer((NINE, str(number)), is_right=True, today=entry.card.due if entry else day)
    known.enqueue(WaitingGame("new", NINE, "", moves, Side.WHITE))
    driver.open("course")


def no_course(driver: Driver) -> None:
    home(driver)
    feature = driver.app.controller.features.course
    feature.course = feature._collecting.course = Course()
    driver.open("course")


def exercise(driver: Driver) -> None:
    course(driver)
    driver.send(StartCourse())


def exercise_wrong(driver: Driver) -> None:
    """After another wrong turn than in the game, which the engine refutes."""
    exercise(driver)
    solving: Any = driver.app.controller.current.mode
    wrong = next(move for move in solving.cursor.game.legal() if move not in (*solving.exercise.right, "g1", "a7"))
    driver.send(intents.TapPoint(wrong))
    driver.until(lambda: solving.phase.value == "wrong")


def exercise_solved(driver: Driver) -> None:
    exercise(driver)
    solving: Any = driver.app.controller.current.mode
    for move in moves_in(solving.exercise.right[0]):
        driver.send(intents.TapPoint(move.end))
    driver.until(lambda: solving.phase.value == "solved")


PAGE_SCENES: dict[str, Callable[[Driver], None]] = {
    "home": home,
    "empty_home": empty_home,
    "finished_home": finished_home,
    "new_versus": sheet("new_game:versus"),
    "new_two_players": sheet("new_game:two_players"),
    "new_watch": sheet("new_game:watch"),
    "new_versus_more": new_game_more("new_game:versus"),
    "new_watch_more": new_game_more("new_game:watch"),
    "new_friend": sheet("new_game:friend"),
    "course": course,
    "no_course": no_course,
    "exercise": exercise,
    "exercise_wrong": exercise_wrong,
    "exercise_solved": exercise_solved,
    "friends": friends,
    "friends_home": friends_home,
    "friend_game": friend_game,
    "friend_waiting": friend_waiting,
    "friend_offer": friend_offer,
    "no_friends": no_friends,
    "settings": sheet("settings"),
    "board_settings": sheet("settings_group:board"),
    "play_settings": sheet("settings_group:play"),
    "sound_settings": sheet("settings_group:sound"),
    "app_settings": sheet("settings_group:app"),
    "expert": sheet("expert"),
    "tuning": tuning,
    "tuning_match": tuning_match,
    "folder": folder,
    "long_text": long_text,
    "asked": asked,
    "report": sheet("report"),
    "appearance": sheet("appearance"),
    "colours": colours,
    "colour": colour,
    "learn": sheet("learn"),
    "help": help_page,
    "about": sheet("about"),
    "license": read_page("license"),
    "license_text": read_page("license_text:Python"),
    "variants": variants,
    "rules": sheet("rules:mul_mulan"),
    "rule_check": sheet("rule_check:nine_mens_morris PiecesCount=12 MayFly=false"),
    "own_rules": own_rules,
    "workshop": workshop,
    "trial": trial,
    "statistics": statistics,
    "no_statistics": no_statistics,
    "puzzles": puzzles,
    "puzzle": puzzle,
    "puzzle_wrong": puzzle_wrong,
    "puzzle_solved": puzzle_solved,
    "puzzle_shown": puzzle_shown,
    "puzzle_placing": puzzle_placing,
    "proven_analysis": proven_analysis,
    "proven_review": proven_review,
    "endings": tablebase_built,
    "perfect": perfect(),
    "perfect_ready": perfect(ImportStage.READY),
    "perfect_copying": perfect(ImportStage.COPYING),
    "perfect_failed": perfect(ImportStage.FAILED, TablebaseFileError.NO_ROOM),
    "perfect_added": perfect_added,
    "perfect_game": perfect_game,
    "new_perfect": new_perfect,
}
