"""What is said during a game: rules that surprise players, once when they first apply, and the engine's captures."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from sanmill.control.games.people import called
from sanmill.control.games.session import Session
from sanmill.control.views.types import GameView
from sanmill.core.game.ideas import IdeaKind, idea_of
from sanmill.core.game.model import GameState, Side
from sanmill.core.game.move import split_turns
from sanmill.core.text.i18n import Text, listing, text

from .game_mode import GameMode
from .mode import Part

QUIET_LEFT = 10  # plies before the draw at which it is announced
LOG_LENGTH = 6


class Messages(Part):
    """The messages that stay until the user has moved, and the last ones, to be read again."""

    def __init__(self, game: GameMode) -> None:
        super().__init__()
        self._game = game
        self.notice = notice_of(game.session, game.human_sides)  # of a rule
        self._opponent_turn: Text | None = None  # what the engine's last turn did
        self._log: deque[Text] = deque(maxlen=LOG_LENGTH)

    def log(self, words: Text | None) -> None:
        if words and not (self._log and self._log[-1] == words):
            self._log.append(words)

    def on_played(self, before: GameState, move: str) -> None:
        """Tell what the engine's turn did, and the rule that applies now. The user's own move ends earlier messages."""
        session, human_sides = self._game.session, self._game.human_sides
        if before.side in human_sides or not human_sides:
            self.notice = self._opponent_turn = None
        else:
            self._opponent_turn = turn_words(session)
        notice = notice_of(session, human_sides)
        self.notice = notice or self.notice
        self.log(self._opponent_turn)
        self.log(notice)

    def on_rewound(self) -> None:
        self.notice = self._opponent_turn = None

    def add_to(self, view: GameView) -> GameView:
        """Add the messages at the present, unless the game was ended outside the rules."""
        is_told = self._game.cursor.is_live and not self._game.session.info.termination
        words = filter(None, (self._opponent_turn, self.notice) if is_told else ())
        return replace(view, messages=(*view.messages, *words), log=tuple(reversed(self._log)))


def notice_of(session: Session, human_sides: frozenset[Side]) -> Text | None:
    if session.is_over:
        return None
    info, cursor, ply = session.info, session.cursor, session.cursor.game_ply
    if ply == 0 and info.is_rated:
        return text("notice.rated")
    if ply == 0:
        return None if "=" in info.rules or info.start else text(f"variant.{info.rules}.about")
    before, after = cursor.states[ply - 1], cursor.states[ply]
    for side in Side:
        if after.may_fly[side] and not before.may_fly[side] and cursor.game.rule("MayFly"):
            count = after.on_board[side]
            if human_sides == {side}:
                return text("notice.you_fly", count)
            return text("notice.flies", count, side=called(info.players, side))
    if any(after.pending_removals):
        return None
    if after.occurrences == 2 and cursor.game.rule("ThreefoldRepetitionRule"):
        return text("notice.twice")
    if after.quiet_limit and after.quiet_limit - after.quiet == QUIET_LEFT and before.quiet < after.quiet:
        return text("notice.quiet", QUIET_LEFT)
    if before.is_placing and not after.is_placing:
        return text("notice.placed")
    return None


def turn_words(session: Session) -> Text | None:
    """What the last turn took, and whether it closed a mill; ``None`` if it took nothing or has to go on."""
    cursor = session.cursor
    state = cursor.present
    turn = list(split_turns(cursor.played, [state.side for state in cursor.mainline.states]))[-1]
    points = [move.end for move in turn.moves if move.is_removal]
    if not points or (state.side is turn.side and any(state.pending_removals)):
        return None
    is_mill = idea_of(cursor.game.board, cursor.mainline.states[turn.ply], turn.moves[0]).kind is IdeaKind.CLOSES
    key = "notice.closed" if is_mill else "notice.took"
    return text(key, side=called(session.info.players, turn.side), points=listing(points))
