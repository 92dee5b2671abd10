"""Scenes of the play screen: games, lessons, reviews and positions being set up."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sanmill.control.board import intents
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.lessons.intents import StartLesson
from sanmill.control.play.intents import ChangeHand, Check, StartSetUp, StartWatch
from sanmill.control.review.intents import PlayBest, TryAgain
from sanmill.control.review.mode import Review
from sanmill.core import settings
from sanmill.core.game.model import Side
from tests.kit.driver import Driver

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
    """Show a game that starts from a position and has some moves played."""
    players = (Player(), Player(True, 12, "balanced") if is_versus else Player())
    session = Session("versus" if is_versus else "two_players", rules, players, start=position)
    for move in moves:
        session.play(move)
    driver.app.controller.start(session)
    driver.go("play")
    driver.frames(3)


def opening(driver: Driver) -> None:
    start(driver, moves=OPENING)


def first(driver: Driver) -> None:
    driver.send(StartLesson())
    driver.app.controller.current.mode.go_to(-1)  # type: ignore[attr-defined]
    driver.app.controller.update()
    driver.go("play")


def lesson(driver: Driver) -> None:
    first(driver)
    driver.send(StartLesson())


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
    """Where neither the opening book nor a proof answers at once."""
    driver.set(settings.TIME, max(settings.TIME.choices))
    start(driver, moves=OPENING, is_versus=True)
    driver.send(intents.TapPoint("c4"))
    driver.until(lambda: any(action.intent == intents.MoveNow() for action in driver.view.actions))
    driver.set(settings.TIME, settings.TIME.default)


def hint(driver: Driver) -> None:
    start(driver, MIDDLE, is_versus=True)
    driver.send(intents.AskHint())
    driver.until(lambda: driver.view.notice is not None)
    if not driver.view.board.ghost:
        driver.send(intents.AskHint())


def hint_why(driver: Driver) -> None:
    start(driver, moves=("a7", "d2", "e5", "f2"), is_versus=True)
    driver.send(intents.AskHint())
    driver.until(lambda: driver.view.board.lit)


def hint_where(driver: Driver) -> None:
    hint_why(driver)
    driver.send(intents.AskHint())


def coach(driver: Driver) -> None:
    driver.set(settings.COACH, True)
    start(driver, moves=("a7", "d2", "e5", "f2"), is_versus=True)
    driver.send(intents.TapPoint("c3"))
    driver.until(lambda: driver.view.speech)
    driver.set(settings.COACH, False)


def messages(driver: Driver) -> None:
    hint(driver)
    driver.app.nav.play.open_messages()


def numbers(driver: Driver) -> None:
    analysis(driver)
    driver.send(intents.ShowNumbers(True))


def best_move(driver: Driver) -> None:
    """Goes on from the scene of the review, which takes seconds, if that is in front."""
    mode = driver.app.controller.current.mode
    is_in_front = driver.front == "review" and driver.view.review and driver.view.review.progress >= 1
    if not (is_in_front and isinstance(mode, Review) and not mode.walk.shown):
        review(driver)
    driver.send(PlayBest())


def analysis(driver: Driver) -> None:
    start(driver, moves=OPENING, is_versus=True)
    driver.send(intents.SetAnalysis(True))
    driver.until(lambda: driver.view.board.badges)


def confirm(driver: Driver) -> None:
    start(driver, MIDDLE)
    driver.set(settings.CONFIRM, True)
    driver.send(intents.TapPoint("e4"), intents.TapPoint("f4"))
    driver.set(settings.CONFIRM, False)


def looking_back(driver: Driver) -> None:
    opening(driver)
    driver.send(intents.JumpTo(5))


def question(driver: Driver) -> None:
    opening(driver)
    driver.send(intents.Resign())


def moves(driver: Driver) -> None:
    opening(driver)
    driver.open("moves")
    driver.until(lambda: driver.view.evaluation and None not in driver.view.evaluation.graph)


def more(driver: Driver) -> None:
    start(driver, MIDDLE, is_versus=True)
    driver.open("more")


def result(driver: Driver) -> None:
    start(driver, LAST, is_versus=True)
    driver.send(intents.TapPoint("d7"), intents.TapPoint("a1"), intents.TapPoint("b2"))
    driver.until(lambda: driver.app.nav.sheet is not None)


def promoted(driver: Driver) -> None:
    """A second win in a row at a level, after the level was found."""
    statistics = driver.app.controller.features.results.statistics
    statistics.placements = [str(number) for number in range(3)]
    players = (Player(), Player(True, 4, "balanced"))
    for _ in range(2):
        session = Session("versus", "nine_mens_morris", players, start=LAST, is_rated=True)
        driver.app.controller.start(session)
        driver.go("play")
        driver.frames(3)
        driver.send(intents.TapPoint("d7"), intents.TapPoint("a1"), intents.TapPoint("b2"))
        driver.until(lambda: driver.app.nav.sheet is not None)


def review(driver: Driver) -> None:
    session = Session("versus", "nine_mens_morris", (Player(), Player(True, 6, "balanced")))
    for move in LOST:
        session.play(move)
    driver.app.controller.start(session)
    driver.go("play")
    driver.open("review")
    driver.until(lambda: driver.view.review and driver.view.review.progress >= 1)


def wrong_try(driver: Driver) -> None:
    review(driver)
    driver.send(intents.TapPoint("d6"), intents.TapPoint("d7"))


def right_try(driver: Driver) -> None:
    review(driver)
    driver.send(intents.TapPoint("a4"), intents.TapPoint("a7"))


def trying_again(driver: Driver) -> None:
    review(driver)
    assert driver.view.review
    driver.send(TryAgain(driver.view.review.ply))
    driver.frames(4)


def lost(driver: Driver) -> None:
    """A game lost at the last move of the opponent."""
    session = Session("versus", "nine_mens_morris", (Player(), Player(True, 6, "balanced")))
    for move in LOST:
        session.play(move)
    driver.app.controller.start(session)
    driver.go("play")
    driver.open("result")
    driver.until(lambda: driver.view.result and driver.view.result.kind_words)


def reviewing(driver: Driver) -> None:
    opening(driver)
    driver.open("review")
    driver.until(lambda: driver.view.review and driver.view.review.progress > 0.4)
    driver.send(intents.SetPaused(True))


def serious(driver: Driver) -> None:
    session = Session("versus", "nine_mens_morris", (Player(), Player(True, 4, "balanced")), is_rated=True)
    driver.app.controller.start(session)
    driver.go("play")
    driver.send(intents.TapPoint("d6"))
    driver.until(lambda: driver.view.bottom.is_turn)


def rated(driver: Driver) -> None:
    serious(driver)
    driver.send(intents.Resign(), intents.Answer(True))
    driver.until(lambda: driver.app.nav.sheet is not None)


def watch(driver: Driver) -> None:
    """White plays with weights of the user's."""
    driver.set(settings.WEIGHTS, "moving.mill=40")
    driver.set(settings.WATCH_WHITE_WEIGHTS, "own")
    driver.send(StartWatch(), intents.SetPaused(True))


def set_up(driver: Driver) -> None:
    driver.send(StartSetUp())
    driver.send(*(intents.TapPoint(point) for point in ("a1", "d1", "g1", "g1", "b4", "b4")))
    driver.send(ChangeHand(Side.WHITE, 3), Check())


def board_of(rules: str) -> Callable[[Driver], None]:
    def show(driver: Driver) -> None:
        start(driver, rules=rules)
        for _ in range(5):
            session = driver.app.controller.current.session
            assert session is not None
            driver.send(intents.TapPoint(session.cursor.game.legal()[-1].lstrip("x").rpartition("-")[2]))

    return show


def in_lesson(name: str, step: int) -> Callable[[Driver], None]:
    def show(driver: Driver) -> None:
        driver.send(StartLesson(name))
        for _ in range(step):
            driver.until(lambda: driver.view.board.pulses)
            driver.send(intents.TapPoint(min(driver.view.board.pulses)))

    return show


def themed(theme: str) -> Callable[[Driver], None]:
    def show(driver: Driver) -> None:
        driver.set(settings.THEME, theme)
        driver.set(settings.COORDINATES, True)
        chosen(driver)

    return show


def proven(driver: Driver) -> None:
    start(driver, FLY)
    driver.send(intents.SetAnalysis(True))
    driver.until(lambda: any(badge.is_proven for badge in driver.view.board.badges))


def pieces(style: str) -> Callable[[Driver], None]:
    def show(driver: Driver) -> None:
        driver.set(settings.PIECES, style)
        driver.set(settings.LINE_WIDTH, 4)
        driver.set(settings.PIECE_SIZE, 5)
        chosen(driver)

    return show


PLAY_SCENES: dict[str, Callable[[Driver], None]] = {
    "first": first,
    "lesson": lesson,
    "confirm": confirm,
    "grooved": pieces("grooved"),
    "shapes": pieces("shapes"),
    "lesson_mill": in_lesson("mill", 1),
    "lesson_done": in_lesson("double", 6),
    "opening": opening,
    "chosen": chosen,
    "removing": removing,
    "refused": refused,
    "flying": flying,
    "thinking": thinking,
    "hint": hint,
    "hint_why": hint_why,
    "hint_where": hint_where,
    "coach": coach,
    "messages": messages,
    "analysis": analysis,
    "numbers": numbers,
    "looking_back": looking_back,
    "question": question,
    "moves": moves,
    "more": more,
    "result": result,
    "promoted": promoted,
    "review": review,
    "best_move": best_move,
    "wrong_try": wrong_try,
    "right_try": right_try,
    "trying_again": trying_again,
    "lost": lost,
    "reviewing": reviewing,
    "serious": serious,
    "rated": rated,
    "watch": watch,
    "set_up": set_up,
    "twelve": board_of("twelve_mens_morris"),
    "six": board_of("six_mens_morris"),
    "three": board_of("three_mens_morris"),
    "proven": proven,
    "paper": themed("paper"),
    "contrast": themed("contrast"),
}
