"""Goes through own games in the background, turn by turn, for mistakes. What was not finished goes on after a start."""

from __future__ import annotations

from collections.abc import Callable

from sanmill.control.context import Context
from sanmill.control.games.game_info import SIDES
from sanmill.control.games.session import Session
from sanmill.core import settings
from sanmill.core.game.model import Side
from sanmill.core.game.move import Turn
from sanmill.core.progress.course import Course, Exercise, WaitingGame
from sanmill.engine.errors import EngineError
from sanmill.engine.messages import Position, Stage

from .mistakes import find_mistake, key_of, turns_of
from .searches import Searches


def own_side(session: Session, context: Context) -> Side | None:
    """The side that the user played: against the computer or a friend, or by the name in the record."""
    sides = session.info.human_sides
    if len(sides) == 1:
        return next(iter(sides))
    name = context.settings.get(settings.FRIEND_NAME).strip().casefold()
    named = [side for side in Side if name and session.info.headers.get(SIDES[side], "").strip().casefold() == name]
    return named[0] if len(named) == 1 else None


def waiting_game(session: Session, side: Side) -> WaitingGame:
    info = session.info
    return WaitingGame(info.name, info.rules, info.start, session.cursor.played, side)


class Collecting:
    """``keep`` saves the course."""

    def __init__(self, context: Context, searches: Searches, keep: Callable[[], None]) -> None:
        self.course = Course()
        self._context = context
        self._searches = searches
        self._keep = keep
        self._game: WaitingGame | None = None  # the turn at work is of
        self._is_paused = False
        self._turns: tuple[str, tuple[Turn, ...]] = ("", ())  # of the user in the game gone through, by its name

    @property
    def steps(self) -> tuple[int, int] | None:
        """The turns done of the game that is gone through, and all of them."""
        if not self.course.waiting:
            return None
        game = self.course.waiting[0]
        name, turns = self._turns
        return (game.done, len(turns)) if name == game.name else (0, 0)

    def pause(self) -> None:
        """Stop; the turn at work is begun again later."""
        self._is_paused = True
        self._game = None
        self._searches.stop()

    def resume(self) -> None:
        self._is_paused = False
        self.go_on()

    def go_on(self) -> None:
        """Go through the next turn, unless one is at work."""
        while self.course.waiting and not (self._game or self._is_paused or self.course.is_stopped):
            game = self.course.waiting[0]
            if self._context.tablebases.of(game.rules).stage is Stage.UNKNOWN:
                return
            turns = self._turns_of(game)
            if game.done >= len(turns):
                self.course.finish(game.name)
                self._keep()
                continue
            turn = turns[game.done]
            self._game = game
            position = Position(game.rules, game.moves[: turn.ply], game.start)
            self._searches.start(find_mistake(position, turn), self._take)

    def _turns_of(self, game: WaitingGame) -> tuple[Turn, ...]:
        if self._turns[0] != game.name:
            try:
                turns = turns_of(game.rules, game.start, game.moves)
            except EngineError:
                turns = ()
            self._turns = (game.name, tuple(turn for turn in turns if turn.side is game.side))
        return self._turns[1]

    def _take(self, exercise: Exercise | None) -> None:
        game, self._game = self._game, None
        if game is None:
            return
        self.course.step(game)
        if exercise is not None:
            self.course.add(exercise, key_of(exercise), game.name, self._context.today())
            self._keep()
        self.go_on()
