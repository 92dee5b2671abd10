"""Every screen and sheet of the app by name: how to get there, for pictures and for checks."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path
from typing import Any

from sanmill.control import intents
from sanmill.control.games.session import Player, Session
from sanmill.control.modes import review as review_mode
from sanmill.control.modes.lessons import FIRST
from sanmill.core import settings
from sanmill.core.model import Side
from sanmill.core.statistics import GameResult, Statistics
from sanmill.ui.nav import HOME, PLAY
from tests.kit.driver import Driver
from tests.kit.scenes_of_games import GAME_SCENES

MIDDLE = "*OO**@**/@O*@**O*/O@@*@@*O w m s 6 0 7 0 0 0 0 0 0 0 0 12 14"
MILL = "********/*@***@@*/OO***OO* w p p 4 5 3 6 0 0 0 0 0 0 0 0 4"
SAFE = "*@******/********/O**@@@*O w p p 2 7 4 5 0 0 0 0 0 0 0 0 5"
FLY = "********/*@***@**/OO@*@*O* w m s 3 0 4 0 0 0 0 0 0 0 0 0 9"
LAST = "********/*****@**/O*@*@*OO w m s 3 0 3 0 0 0 0 0 0 0 0 0 9"
OPENING = "d6 f4 b4 d2 f6 b6 d3 d7 b2 f2 g4 e4".split()

LOST = (
    "f4 d2 d6 d1 b4 d3 xf4 d5 f2 d7 xf2 f4 e3 g7 g4 a1 g1 f2 a4 f6 xe3 d5-c5 d2-b2 c5-c4 xg7 d3-d2 xg4 c4-c5 d2-d3 "
    "b4-b6 f2-d2 xd6 b6-d6 b2-b4 c5-d5 xf6 d3-c3 d6-b6 c3-d3 xd7 d5-c5 d2-f2 c5-d5 f4-g4 d5-c5 f2-f4 b6-d6 d3-e3 "
    "d6-f6 b4-b2 c5-d5 e3-e4 xg1 a4-g1 f4-f2 g1-d2 g4-g1 xd2"
).split()


def start(
    driver: Driver,
    position: str = "",
    rules: str = "nine_mens_morris",
    *,
    moves: Iterable[str] = (),
    is_versus: bool = False,
) -> None:
    """A game from a position and after moves, in front."""
    players = (Player(), Player(True, 12, "balanced") if is_versus else Player())
    session = Session("versus" if is_versus else "two_players", rules, players, start=position)
    for move in moves:
        session.play(move)
    driver.app.controller.start(session)
    driver.app.nav.go(PLAY)
    driver.frames(3)


def opening(driver: Driver) -> None:
    start(driver, moves=OPENING)


def home(driver: Driver) -> None:
    opening(driver)
    driver.app.nav.go(HOME)


def empty_home(driver: Driver) -> None:
    driver.app.nav.go(HOME)
    driver.app.nav.home.show(None)


def first(driver: Driver) -> None:
    driver.send(intents.StartLesson())
    driver.app.controller._mode.go_to(-1)  # type: ignore[attr-defined]
    driver.app.controller.changed()
    driver.app.nav.go(PLAY)


def lesson(driver: Driver) -> None:
    first(driver)
    driver.send(intents.StartLesson())


def chosen(driver: Driver) -> None:
    start(driver, MIDDLE)
    driver.send(intents.TapPoint("e4"))


def removing(driver: Driver) -> None:
    start(driver, MILL)
    driver.send(intents.TapPoint("a7"))


def refused(driver: Driver) -> None:
    start(driver, SAFE, is_versus=True)
    driver.send(intents.TapPoint("g7"), intents.TapPoint("d1"))


def flying(driver: Driver) -> None:
    start(driver, FLY)
    driver.send(intents.TapPoint("a4"), intents.TapPoint("a7"), intents.TapPoint("b2"))


def thinking(driver: Driver) -> None:
    driver.app.settings.set(settings.TIME, max(settings.TIME.choices))
    start(driver, is_versus=True)
    driver.send(intents.TapPoint("d6"))
    driver.until(lambda: any(action.intent == intents.MoveNow() for action in driver.view.actions))
    driver.app.settings.set(settings.TIME, settings.TIME.default)


def hint(driver: Driver) -> None:
    start(driver, MIDDLE, is_versus=True)
    driver.send(intents.AskHint())
    driver.until(lambda: driver.view.notice is not None)
    driver.send(intents.AskHint(), intents.AskHint())


def analysis(driver: Driver) -> None:
    opening(driver)
    driver.send(intents.SetAnalysis(True))
    driver.until(lambda: driver.view.board.badges)


def confirm(driver: Driver) -> None:
    start(driver, MIDDLE)
    driver.app.settings.set(settings.CONFIRM, True)
    driver.send(intents.TapPoint("e4"), intents.TapPoint("f4"))
    driver.app.settings.set(settings.CONFIRM, False)


def looking_back(driver: Driver) -> None:
    opening(driver)
    driver.send(intents.JumpTo(5))


def question(driver: Driver) -> None:
    opening(driver)
    driver.send(intents.Resign())


def moves(driver: Driver) -> None:
    opening(driver)
    driver.app.nav.open("moves")
    driver.until(lambda: driver.view.evaluation and None not in driver.view.evaluation.graph)


def more(driver: Driver) -> None:
    start(driver, MIDDLE, is_versus=True)
    driver.app.nav.open("more")


def result(driver: Driver) -> None:
    start(driver, LAST, is_versus=True)
    driver.send(intents.TapPoint("d7"), intents.TapPoint("a1"), intents.TapPoint("b2"))
    driver.until(lambda: driver.app.nav.sheet is not None)


def review(driver: Driver) -> None:
    review_mode.GLANCE_MS, review_mode.LOOK_MS = 20, 100  # enough to look at
    session = Session("versus", "nine_mens_morris", (Player(), Player(True, 6, "balanced")))
    for move in LOST:
        session.play(move)
    driver.app.controller.start(session)
    driver.app.nav.go(PLAY)
    driver.app.nav.open("review")
    driver.until(lambda: driver.view.review and driver.view.review.progress >= 1, 60)


def reviewing(driver: Driver) -> None:
    opening(driver)
    driver.app.nav.open("review")
    driver.until(lambda: driver.view.review and driver.view.review.progress > 0.4)
    driver.send(intents.SetPaused(True))


def statistics(driver: Driver) -> None:
    results = driver.app.controller.results
    results.statistics = Statistics()
    scores = "110101110.11010111.010111001.1100"
    for number, letter in enumerate(scores):
        side = Side(number % 2)
        winner = None if letter == "." else side if letter == "1" else side.other
        level = 3 + number // 8
        levels = (0, level) if side is Side.WHITE else (level, 0)
        rules = "six_mens_morris" if number % 9 == 8 else "nine_mens_morris"
        results.statistics.count(
            GameResult(str(number), "versus", rules, levels, side, winner, 18 + number % 13, is_rated=True)
        )
    home(driver)
    driver.app.nav.open("statistics")


def no_statistics(driver: Driver) -> None:
    driver.app.controller.results.statistics = Statistics()
    home(driver)
    driver.app.nav.open("statistics")


def serious(driver: Driver) -> None:
    session = Session("versus", "nine_mens_morris", (Player(), Player(True, 4, "balanced")), is_rated=True)
    driver.app.controller.start(session)
    driver.app.nav.go(PLAY)
    driver.send(intents.TapPoint("d6"))
    driver.until(lambda: driver.view.bottom.is_turn)


def rated(driver: Driver) -> None:
    serious(driver)
    driver.send(intents.Resign(), intents.Answer(True))
    driver.until(lambda: driver.app.nav.sheet is not None)


def watch(driver: Driver) -> None:
    driver.send(intents.StartWatch(), intents.SetPaused(True))


def set_up(driver: Driver) -> None:
    driver.app.nav.open("set_up")
    driver.send(*(intents.TapPoint(point) for point in ("a1", "d1", "g1", "g1", "b4", "b4")))
    driver.send(intents.ChangeHand(Side.WHITE, 3), intents.Check())


def board_of(rules: str) -> Callable[[Driver], None]:
    def show(driver: Driver) -> None:
        start(driver, rules=rules)
        for _ in range(5):
            session = driver.app.controller._game
            assert session is not None
            driver.send(intents.TapPoint(session.game.legal()[-1].lstrip("x").rpartition("-")[2]))

    return show


def sheet(name: str) -> Callable[[Driver], None]:
    def show(driver: Driver) -> None:
        home(driver)
        driver.app.nav.open(name)

    return show


def folder(driver: Driver) -> None:
    home(driver)
    place = Path(tempfile.mkdtemp(prefix="folder-"))
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
    driver.app.nav.confirm("Restore all settings?", "Restore", lambda: None, detail="Games and statistics stay.")


def help_page(driver: Driver) -> None:
    home(driver)
    driver.app.controller.learned.add(FIRST)
    driver.app.nav.open("help")


def read_page(place: str) -> Callable[[Driver], None]:
    def show(driver: Driver) -> None:
        home(driver)
        driver.app.nav.open(place)
        page: Any = driver.app.nav.screens.current_screen
        driver.until(lambda: page.long_text.data if hasattr(page, "long_text") else page.ids.content.children)

    return show


def in_lesson(name: str, step: int) -> Callable[[Driver], None]:
    def show(driver: Driver) -> None:
        driver.send(intents.StartLesson(name))
        for _ in range(step):
            driver.send(intents.TapPoint(min(driver.view.board.pulses)))

    return show


def themed(theme: str) -> Callable[[Driver], None]:
    def show(driver: Driver) -> None:
        driver.app.settings.set(settings.THEME, theme)
        driver.app.settings.set(settings.COORDINATES, True)
        chosen(driver)

    return show


def variants(driver: Driver) -> None:
    library = driver.app.controller.library
    for name, rules in (("Quick five", "nine_mens_morris PiecesCount=5 NMoveRule=20"), ("Wild", "MayFly=false")):
        if name not in [variant.name for variant in library.own]:
            library.save(name, rules)
    sheet("variants")(driver)


def own_rules(driver: Driver) -> None:
    variants(driver)
    driver.app.nav.go(f"rules:{driver.app.controller.library.own[0].text}")


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
    driver.until(lambda: tried.is_over, 60)


def puzzles(driver: Driver) -> None:
    home(driver)
    driver.app.controller.puzzles.today = lambda: date(2026, 11, 18)
    driver.app.nav.open("puzzles")
    driver.until(lambda: driver.app.controller.puzzles.overview().board)


def puzzle(driver: Driver) -> None:
    puzzles(driver)
    driver.send(intents.StartDaily())
    driver.app.nav.go(PLAY)


def puzzle_wrong(driver: Driver) -> None:
    puzzle(driver)
    solving: Any = driver.app.controller._mode
    right = solving.task.puzzle.solution[0]
    wrong = next(move for move in solving.session.game.legal() if move != right)
    driver.send(*(intents.TapPoint(point) for point in wrong.split("-")))
    driver.until(lambda: solving.phase.value != "judged")


def puzzle_solved(driver: Driver) -> None:
    puzzle(driver)
    driver.send(intents.ShowSolution())
    solving: Any = driver.app.controller._mode
    driver.until(lambda: solving.phase.value == "shown")


def proven(driver: Driver) -> None:
    start(driver, FLY)
    driver.send(intents.SetAnalysis(True))
    driver.until(lambda: any(badge.is_proven for badge in driver.view.board.badges))


def tablebase_built(driver: Driver) -> None:
    driver.send(intents.BuildTablebase("three_mens_morris"))
    driver.until(lambda: driver.app.tablebases.of("three_mens_morris").is_available)
    sheet("rules:three_mens_morris")(driver)
    page = driver.app.nav.screens.current_screen
    driver.frames(3)
    page.ids.scroll.scroll_y = 0


def colours(driver: Driver) -> None:
    driver.app.nav.go(HOME)
    driver.app.nav.open("appearance")
    driver.frames(2)
    driver.press(driver.app.say("looks.change"))


def colour(driver: Driver) -> None:
    colours(driver)
    driver.press(driver.app.say("looks.element.line"))
    driver.app.nav.sheet.ids.light.value = 70  # type: ignore[union-attr]


def pieces(style: str) -> Callable[[Driver], None]:
    def show(driver: Driver) -> None:
        driver.app.settings.set(settings.PIECES, style)
        driver.app.settings.set(settings.LINE_WIDTH, 4)
        driver.app.settings.set(settings.PIECE_SIZE, 5)
        chosen(driver)

    return show


SCENES: dict[str, Callable[[Driver], None]] = {
    "first": first,
    "lesson": lesson,
    "home": home,
    "empty_home": empty_home,
    "new_versus": sheet("new_versus"),
    "new_two_players": sheet("new_two_players"),
    "new_watch": sheet("new_watch"),
    "settings": sheet("settings"),
    "expert": sheet("expert"),
    "confirm": confirm,
    "folder": folder,
    "long_text": long_text,
    "asked": asked,
    "report": sheet("report"),
    "appearance": sheet("appearance"),
    "colours": colours,
    "colour": colour,
    "grooved": pieces("grooved"),
    "shapes": pieces("shapes"),
    "help": help_page,
    "about": sheet("about"),
    "license": read_page("license"),
    "license_text": read_page("license_text:Python"),
    "lesson_mill": in_lesson("mill", 1),
    "lesson_done": in_lesson("double", 6),
    "variants": variants,
    "rules": sheet("rules:mul_mulan"),
    "own_rules": own_rules,
    "workshop": workshop,
    "trial": trial,
    "opening": opening,
    "chosen": chosen,
    "removing": removing,
    "refused": refused,
    "flying": flying,
    "thinking": thinking,
    "hint": hint,
    "analysis": analysis,
    "looking_back": looking_back,
    "question": question,
    "moves": moves,
    "more": more,
    "result": result,
    "review": review,
    "reviewing": reviewing,
    "statistics": statistics,
    "no_statistics": no_statistics,
    "serious": serious,
    "rated": rated,
    "watch": watch,
    "set_up": set_up,
    "twelve": board_of("twelve_mens_morris"),
    "six": board_of("six_mens_morris"),
    "three": board_of("three_mens_morris"),
    "puzzles": puzzles,
    "puzzle": puzzle,
    "puzzle_wrong": puzzle_wrong,
    "puzzle_solved": puzzle_solved,
    "proven": proven,
    "endings": tablebase_built,
    "paper": themed("paper"),
    "contrast": themed("contrast"),
    **GAME_SCENES,
}


def enter(driver: Driver, name: str) -> None:
    """Go to a scene, from wherever one is."""
    driver.app.nav.close_sheets()
    chosen_settings: Any = driver.app.settings
    chosen_settings.set(settings.ANALYSIS, False)
    chosen_settings.set(settings.COORDINATES, False)
    for setting in (settings.THEME, settings.PIECES, settings.PIECE_SIZE, settings.LINE_WIDTH):
        chosen_settings.set(setting, setting.default)
    driver.frames(1)
    SCENES[name](driver)
    driver.frames(5)
