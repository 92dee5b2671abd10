"""Scenes of the opening explorer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sanmill.control.board import intents
from sanmill.control.explorer.intents import ExploreMove, ExploreRules
from sanmill.control.games.game_info import RESIGNED, Player, Termination
from sanmill.control.games.session import Session
from sanmill.control.intents import Intent
from sanmill.core.game.model import Side
from tests.kit.driver import Driver
from tests.kit.play_scenes import opening

NINE = "nine_mens_morris"
GAMES = (  # moves, the user's side, and whether the user resigned
    ("d6 f4 b4 d2 c5", Side.WHITE, False),
    ("d6 f4 b4 f6 b6", Side.WHITE, True),
    ("d6 f4 f2 f6", Side.WHITE, False),
    ("d6 d2 f4 b4", Side.BLACK, True),
    ("d6 e5 f4", Side.BLACK, False),
    ("a7 f4 b4", Side.WHITE, True),
)
PLACING = "d6 f4 b4 d2 a7 g1 c3 e5 a4 a1 g7 d7 f6 b2 c5 e3 f2 b6"  # without a mill


def save_games(driver: Driver) -> None:
    """Play some games against the engine, which are saved."""
    for moves, side, is_lost in GAMES:
        engine = Player(True, 3)
        session = Session("versus", NINE, (Player(), engine) if side is Side.WHITE else (engine, Player()))
        for move in moves.split():
            session.play(move)
        session.info.termination = Termination(RESIGNED, side if is_lost else side.other)
        driver.app.controller.features.archive.note(session)
    driver.app.controller.features.archive.flush(60)


def explorer_at(moves: str, *then: Intent, has_games: bool = True) -> Callable[[Driver], None]:
    """The page after some moves, when everything about the position is known."""

    def show(driver: Driver) -> None:
        opening(driver)
        if has_games:
            save_games(driver)
        driver.go("home")
        driver.open("explorer")
        mode: Any = driver.app.controller.current.mode
        driver.send(ExploreRules(NINE), intents.JumpTo(0), *map(ExploreMove, moves.split()), *then)
        driver.until(lambda: not mode.values.is_open or is_known(mode))

    return show


def is_known(mode: Any) -> bool:
    """Whether proof, estimates and own results of the position have come."""
    is_proven = mode.values.proof is not None and mode.values.proof.done >= 1
    return is_proven and (not mode.values.is_estimated or mode.values.position in mode.values.lines)


def explorer_sheet(driver: Driver) -> None:
    explorer_at("d6 f4")(driver)
    driver.press(driver.app.say("explorer.play"))


EXPLORER_SCENES: dict[str, Callable[[Driver], None]] = {
    "explorer": explorer_at(""),
    "explorer_book": explorer_at("d6 f4"),
    "explorer_edge": explorer_at("a7 f4 b4"),
    "explorer_beyond": explorer_at("d6 f4 b4 d2"),
    "explorer_mill": explorer_at("d6 f4 d7 b2 d5"),
    "explorer_refused": explorer_at("d6 f4", intents.TapPoint("d6")),
    "explorer_end": explorer_at(PLACING),
    "explorer_variant": explorer_at("", ExploreRules("six_mens_morris")),
    "explorer_sheet": explorer_sheet,
}
