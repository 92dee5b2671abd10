"""The modes of a game in progress. A mode is imported when it is first needed."""

from __future__ import annotations

from sanmill.control.board.mode import Mode
from sanmill.control.context import Context
from sanmill.control.games.game_info import FRIEND
from sanmill.control.games.session import Session
from sanmill.core import settings
from sanmill.core.imports import imported
from sanmill.core.progress.statistics import TWO_PLAYERS, VERSUS, WATCH
from sanmill.core.settings import Settings

GAME_MODES = {  # module and class
    VERSUS: "sanmill.control.play.versus:Versus",
    TWO_PLAYERS: "sanmill.control.play.two_players:TwoPlayers",
    WATCH: "sanmill.control.play.watch:Watch",
    FRIEND: "sanmill.control.friends.mode:FriendMode",
}


def mode_of(context: Context, session: Session) -> Mode:
    """The mode that plays a game."""
    mode: Mode = imported(GAME_MODES[session.info.mode])(context, session)
    return mode


def new_session(mode: str, chosen: Settings) -> Session:
    """A new game as set."""
    session: Session = imported(GAME_MODES[mode].partition(":")[0] + ":new_session")(chosen)
    return session


def open_first_game(context: Context, level: int, *, is_coached: bool) -> None:
    """The game after the first lesson: unrated, with a level and coach that stay chosen."""
    chosen = context.settings
    chosen.set(settings.LEVEL, level)
    chosen.set(settings.COACH, is_coached)
    chosen.set(settings.RATED, False)
    context.current.open(new_session(VERSUS, chosen))
