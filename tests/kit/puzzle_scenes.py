"""Scenes of puzzle runs and of the puzzles that were tried."""

from __future__ import annotations

from collections.abc import Callable

from sanmill.control.board import intents
from sanmill.control.puzzles.feature import Puzzles
from sanmill.control.puzzles.intents import EndRun, StartRun
from sanmill.control.puzzles.mode import Phase
from sanmill.control.puzzles.run import TIME
from sanmill.control.puzzles.run_mode import RunMode
from sanmill.core.game.move import Move
from sanmill.core.progress.puzzle_progress import RUSH, STREAK, Attempts, PuzzleProgress
from sanmill.engine.puzzles.line_puzzles import read_collection
from sanmill.engine.puzzles.line_refutations import turns_of
from tests.kit.driver import Driver


def feature(driver: Driver) -> Puzzles:
    return driver.app.controller.features.puzzles


def running(driver: Driver) -> RunMode:
    mode = driver.app.controller.current.mode
    assert isinstance(mode, RunMode)
    return mode


def right_moves(driver: Driver) -> tuple[Move, ...]:
    """The solver's next turn."""
    mode = running(driver)
    return turns_of(mode.task.puzzle)[2 * mode.found]


def wrong_move(driver: Driver) -> Move:
    """Another turn, one that closes no mill."""
    game = running(driver).cursor.game.copy()
    for move in game.legal():
        if move != right_moves(driver)[0]:
            game.play(move)
            if not any(game.view.pending_removals):
                break
            game.undo()
    return Move(move)


def send_moves(driver: Driver, *moves: Move) -> None:
    for move in moves:
        driver.send(*map(intents.TapPoint, move.points))


def run(kind: str, solved: int, failed: int) -> Callable[[Driver], None]:
    """A run under way."""

    def show(driver: Driver) -> None:
        driver.go("home")
        driver.send(EndRun())
        feature(driver).progress = PuzzleProgress(bests={STREAK: 12, RUSH: 9})
        driver.send(StartRun(kind))
        shown = running(driver).run
        shown.solved, shown.failed, shown.is_begun = solved, ["failed"] * failed, solved + failed > 0
        shown._deadline = driver.app.controller.clock.now() + 107 if shown.is_timed and shown.is_begun else None
        driver.app.controller.update()

    return show


def streak_over(driver: Driver) -> None:
    """A new best, after the refutation."""
    run(STREAK, 13, 0)(driver)
    send_moves(driver, wrong_move(driver))
    mode = running(driver)
    driver.until(lambda: mode.run.is_over and mode.phase is not Phase.JUDGED)


def rush_over(driver: Driver) -> None:
    run(RUSH, 7, 2)(driver)
    running(driver)._end_run(TIME)
    driver.app.controller.update()


def rush_failed(driver: Driver) -> None:
    """A new best with the last mistake."""
    run(RUSH, 11, 2)(driver)
    send_moves(driver, wrong_move(driver))


def history(driver: Driver) -> None:
    driver.go("home")
    themes = ("close", "stop", "fly", "placing", "midgame")
    feature(driver).progress = PuzzleProgress(
        bests={STREAK: 12, RUSH: 9},
        themes={theme: Attempts(9 - number, number * number) for number, theme in enumerate(themes)},
    )
    for number, puzzle in enumerate(read_collection()[::18]):
        source = ("", RUSH, STREAK)[number % 3]
        feature(driver)._history.add(puzzle, source, is_solved=number % 4 > 0)
    driver.open("puzzle_history")


def no_history(driver: Driver) -> None:
    driver.go("home")
    feature(driver)._store.delete("tried_puzzles")
    feature(driver)._history.forget()
    driver.open("puzzle_history")


PUZZLE_SCENES: dict[str, Callable[[Driver], None]] = {
    "streak": run(STREAK, 4, 0),
    "streak_over": streak_over,
    "rush_new": run(RUSH, 0, 0),
    "rush": run(RUSH, 7, 2),
    "rush_over": rush_over,
    "rush_failed": rush_failed,
    "puzzle_history": history,
    "no_puzzle_history": no_history,
}
