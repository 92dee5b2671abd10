"""Scenes of the saved games, of a record with variations, and of sharing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sanmill.control.archive import intents as archive_intents
from sanmill.control.archive.feature import outcome_of
from sanmill.control.archive.view import ImportProgress, ImportView, SavedGame
from sanmill.control.board import intents
from sanmill.control.games.game_info import RESIGNED, Player, Termination
from sanmill.control.games.session import Session
from sanmill.core.game.model import Side
from tests.kit.driver import Driver
from tests.kit.read_games import read_games

RECORD = """
[Event "Sunday in the garden"]
[White "Ann"]
[Black "Ben"]
[Date "2026.11.15"]

{A quiet start.} 1. d6 f4 2. b4 $1 {Aims at two lines at once.} (2. a1 g1 3. a7 $6 {too early} (3. d1)) 2... d2
3. f6 b6 4. d3 d7 5. b2 (5. g7 a4) 5... f2 6. g4 e4 1/2-1/2
"""
GAMES = RECORD + "".join(
    f"""
[Date "2026.10.{day:02}"]
[{side}Level "{day}"]
[Variant "{variant}"]

1. d6 f4 2. b4 d2 3. {move} {result}
"""
    for day, side, variant, move, result in (
        (11, "Black", "nine_mens_morris", "f6", "1-0"),
        (10, "White", "nine_mens_morris", "f6", "1-0"),
        (9, "Black", "russian_mill", "d3", "*"),
        (8, "Black", "nine_mens_morris", "c5", "1/2-1/2"),
        (7, "Black", "twelve_mens_morris", "e4", "0-1"),
        (6, "Black", "lasker_morris", "g1", "*"),
    )
)


def empty_games(driver: Driver) -> None:
    driver.go("home")
    driver.app.controller.features.archive._show_progress(None)  # of the scene before
    for game in _listed(driver):
        driver.send(archive_intents.DeleteGame(game.name))
    driver.app.controller.features.archive.flush(20)
    driver.open("games")
    driver.until(lambda: _total(driver) == 0)
    driver.app.nav.hide_toast()


def games(driver: Driver) -> None:
    empty_games(driver)
    driver.send(archive_intents.ImportGames(GAMES))
    driver.until(lambda: _total(driver) == 7)
    driver.app.nav.hide_toast()


def deleted(driver: Driver) -> None:
    games(driver)
    driver.send(archive_intents.DeleteGame(_listed(driver)[1].name))
    driver.until(lambda: driver.app.nav.toast_action)


def no_game_fits(driver: Driver) -> None:
    games(driver)
    page: Any = driver.app.nav.screens.current_screen
    page.list.ids.words.text = "nobody"
    page.find()
    driver.until(lambda: page.list.message)


def game_actions(driver: Driver) -> None:
    games(driver)
    page: Any = driver.app.nav.screens.current_screen
    page.open_actions(_listed(driver)[0], "Sunday in the garden")


def rename(driver: Driver) -> None:
    games(driver)
    driver.app.nav.page.rename("nobody", "Sunday in the garden")


def import_report(driver: Driver) -> None:
    games(driver)
    driver.send(archive_intents.ImportGames('1. d6 d6 *\n\n1. Nf3 *\n\n[Event "x\n\n1. d6 {oh'))
    driver.until(lambda: driver.app.nav.sheet is not None)


def importing(driver: Driver) -> None:
    """In the middle of an import."""
    games(driver)
    driver.app.controller.features.archive._show_progress(ImportProgress(412, 1000))
    driver.app.controller.update()


def filling(driver: Driver) -> None:
    """A list whose other games are still being read."""
    games(driver)
    archive = driver.app.controller.features.archive
    assert archive._found is not None
    archive._found = replace(archive._found, total=20)
    driver.app.controller.update()


def import_stopped(driver: Driver) -> None:
    games(driver)
    driver.app.nav.carry_out(outcome_of(ImportView(412, False, (), 0, ImportProgress(412, 1000))))


def _listed(driver: Driver) -> tuple[Any, ...]:
    archive = driver.app.controller.features.archive
    archive._found = None
    driver.send(archive_intents.FindGames())
    driver.until(lambda: archive._found is not None)
    return found_games(driver)


def found_games(driver: Driver) -> tuple[SavedGame, ...]:
    """The games that the archive found last."""
    found = driver.app.controller.features.archive._found
    return found.games if found else ()


def _total(driver: Driver) -> int | None:
    found = driver.app.controller.features.archive._found
    return found.total if found else None


def _start(driver: Driver) -> Session:
    (session,) = read_games(RECORD).sessions
    driver.app.controller.start(session)
    driver.go("play")
    driver.frames(3)
    return session


def record(driver: Driver) -> None:
    _start(driver)
    driver.open("moves")
    driver.until(lambda: driver.view.evaluation and None not in driver.view.evaluation.graph)


def branch(driver: Driver) -> None:
    record(driver)
    rows = driver.view.history.rows if driver.view.history else ()
    number = next(row.black.number for row in rows if row.depth and row.black and row.black.words == "g1")
    driver.send(intents.LookAt(number))


def comment(driver: Driver) -> None:
    branch(driver)
    driver.press(driver.app.say("moves.comment"))


def share(driver: Driver) -> None:
    _start(driver)
    driver.open("share")
    sheet: Any = driver.app.nav.sheet
    driver.until(lambda: sheet.texture is not None)


def foreseen(driver: Driver) -> None:
    session = Session("versus", "nine_mens_morris", (Player(), Player(True, 6, "balanced")))
    for move in ("d6", "f4", "b4", "d2"):
        session.play(move)
    session.cursor.tree.current.expected_reply = "f6"
    for move in ("g7", "a1"):
        session.play(move)
    session.info.termination = Termination(RESIGNED, Side.WHITE)
    driver.app.controller.start(session)
    driver.go("play")
    driver.send(intents.JumpTo(4))


GAME_SCENES: dict[str, Callable[[Driver], None]] = {
    "empty_games": empty_games,
    "games": games,
    "deleted": deleted,
    "no_game_fits": no_game_fits,
    "game_actions": game_actions,
    "rename": rename,
    "import_report": import_report,
    "importing": importing,
    "filling": filling,
    "import_stopped": import_stopped,
    "record": record,
    "branch": branch,
    "comment": comment,
    "share": share,
    "foreseen": foreseen,
}
