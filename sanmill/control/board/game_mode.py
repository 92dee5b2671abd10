"""A game on the board. Its parts change it by ``play``, ``rewind`` and ``finish``, which tell all of them."""

from __future__ import annotations

from sanmill.control.context import Context
from sanmill.control.engine_requests import Purpose
from sanmill.control.games import people
from sanmill.control.games.cursor import Cursor
from sanmill.control.games.game_info import Termination
from sanmill.control.games.session import Session
from sanmill.control.views.types import Action
from sanmill.core.game.model import Side
from sanmill.core.text.i18n import Text, text
from sanmill.engine.messages import SearchLine

from .mode import Mode
from .taps import Refuse


class GameMode(Mode):
    """A session and what its parts share. One search runs at a time."""

    session: Session

    def __init__(self, context: Context, session: Session, human_sides: frozenset[Side] | None = None) -> None:
        super().__init__(context)
        self.session = session
        self.human_sides = session.info.human_sides if human_sides is None else human_sides
        self.lines: tuple[SearchLine, ...] = ()  # the judged moves of the position shown, best first
        self.query: Purpose | None = None  # HINT or DRAW, asked of the engine
        self.has_failed = False  # the engine, on its own turn

    @property
    def cursor(self) -> Cursor:
        return self.session.cursor

    @property
    def way_back(self) -> tuple[int, Action] | None:
        """For a game tried out from a review: the turn it began with, and the way back to the review."""
        reviews = self.context.features.opened_review
        return reviews.way_back(self.session) if reviews else None

    @property
    def is_strict(self) -> bool:
        return self.session.info.is_rated and not self.session.is_over

    def called(self, side: Side) -> Text:
        """A player in a sentence."""
        return people.called(self.session.info.players, side)

    def reset(self) -> None:
        """The position shown changed: drop what belongs to the old one."""
        self.lines, self.query, self.has_failed = (), None, False
        for part in self.parts:
            part.reset()

    def play(self, move: str) -> None:
        before = self.cursor.state
        self.session.play(move)
        for part in self.parts:
            part.on_played(before, move)
        self.reset()

    def rewind(self, ply: int | None) -> None:
        """Make another ply of the main line the present, if there is one."""
        if ply is not None:
            self.session.info.counts &= not self.session.is_over  # it counted, and its end is celebrated once
            self.session.rewind(ply)
            self.session.info.is_undone = True
            self.reset()
            for part in self.parts:
                part.on_rewound()

    def show_present(self) -> None:
        self.cursor.show_present()
        self.reset()

    def finish(self, termination: Termination) -> None:
        """End the game outside the rules."""
        self.show_present()
        self.session.unconfirmed = None
        self.session.info.termination = termination

    def refusal(self) -> Refuse | None:
        """Why the user may not move now."""
        session, shown, is_live = self.session, self.cursor.state, self.cursor.is_live
        if session.info.is_rated and not is_live:
            return Refuse(text("refusal.rated"))
        if session.is_unconfirmed and is_live:
            return Refuse(text("refusal.unconfirmed"))
        if shown.result or (is_live and session.info.termination):
            return Refuse(text("refusal.game_over"))
        if shown.side not in self.human_sides:
            return Refuse(text("refusal.turn", side=self.called(shown.side)))
        return None
