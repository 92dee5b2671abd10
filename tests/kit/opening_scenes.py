"""Scenes of the openings and their drills."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from sanmill.control.board import intents
from sanmill.control.openings.intents import ChooseSide, PracticeOpening, RetryDrill
from sanmill.core.game.model import Side
from sanmill.core.progress.repertoire import Repertoire
from sanmill.engine.messages import Stage
from sanmill.engine.opening_names import openings as named
from tests.kit.driver import Driver

NINE = "nine_mens_morris"


def page(driver: Driver) -> None:
    """Some openings are learned, some are due, the others are new."""
    controller = driver.app.controller
    feature, today = controller.features.openings, controller.today()
    feature.repertoire = known = Repertoire()
    for number, opening in enumerate(named()[:6]):
        day = today - timedelta(60)
        while day < today - timedelta(8 * number):
            drill = known.answer(opening.name, Side.WHITE, is_right=True, today=day)
            day = drill.card.due if drill.card.due > day else today
    driver.go("home")
    driver.open("openings")


def no_openings(driver: Driver) -> None:
    driver.app.controller.features.openings.repertoire = Repertoire()
    driver.go("home")
    driver.open("openings")


def drill_of(name: str, side: Side = Side.WHITE) -> Callable[[Driver], None]:
    def show(driver: Driver) -> None:
        no_openings(driver)
        driver.until(lambda: driver.app.tablebases.of(NINE).stage is not Stage.UNKNOWN)
        driver.send(ChooseSide(side), PracticeOpening(name))
        wait(driver)

    return show


def wait(driver: Driver) -> Any:
    """Until the user has to move, or the drill stops; the values are known then."""
    drill: Any = driver.app.controller.current.mode
    driver.until(lambda: drill.phase.value in ("wrong", "done") or (drill.phase.value == "own" and drill._known))
    return drill


def drill_wrong(driver: Driver) -> None:
    drill_of("split_cross")(driver)
    wrong: list[Any] = []
    while not wrong:
        drill = wait(driver)
        values = drill._known
        right = drill._right(values, drill.cursor.game_ply)
        wrong = [move for move, wdl in values.items() if wdl < values[right[0]]]
        driver.send(intents.TapPoint((wrong or right)[0]))
    wait(driver)


def drill_again(driver: Driver) -> None:
    drill_wrong(driver)
    driver.send(RetryDrill())
    wait(driver)


def drill_done(driver: Driver) -> None:
    drill_of("opposite_crossings", Side.BLACK)(driver)
    drill = wait(driver)
    while drill.phase.value == "own":
        right = drill._right(drill._known, drill.cursor.game_ply)
        driver.send(intents.TapPoint(right[0].end))
        wait(driver)


OPENING_SCENES: dict[str, Callable[[Driver], None]] = {
    "openings": page,
    "no_openings": no_openings,
    "drill": drill_of("opposite_crossings"),
    "drill_black": drill_of("shoulder", Side.BLACK),
    "drill_wrong": drill_wrong,
    "drill_again": drill_again,
    "drill_done": drill_done,
}
