"""The manners of the opponent: a word when the game begins, and one when it is over."""

from __future__ import annotations

from dataclasses import replace

from sanmill.control.board.game_mode import GameMode
from sanmill.control.board.mode import Part
from sanmill.control.games.people import level_on, spoken_line
from sanmill.control.views.types import GameView, SpeechView


class Manners(Part):
    """Speaks until the user's first move, and from the end of the game on."""

    def __init__(self, game: GameMode) -> None:
        super().__init__()
        self._game = game

    def add_to(self, view: GameView) -> GameView:
        moment = self._moment()
        if not moment or view.is_looking_back:
            return view
        (side,) = self._game.human_sides
        level = level_on(self._game.session.info.players, side.other)
        return replace(view, speech=SpeechView(spoken_line(level, moment)))

    def _moment(self) -> str:
        """What there is to be said; empty during the game and in one from a position of its own."""
        session, human_sides = self._game.session, self._game.human_sides
        if session.is_over:
            return "drawn" if session.winner is None else "lost" if session.winner in human_sides else "won"
        moved = {state.side for state in session.cursor.mainline.states[:-1]}  # also what was taken back
        return "" if session.info.start or moved & human_sides else "hello"
