"""The actions that every game offers."""

from __future__ import annotations

from sanmill.control.board import intents
from sanmill.control.board.game_mode import GameMode
from sanmill.control.board.help import Help
from sanmill.control.intents import Open
from sanmill.control.routes import REVIEW, Kind, Route
from sanmill.control.views.types import Action
from sanmill.core.progress.statistics import VERSUS
from sanmill.core.text.i18n import text

MOVES = Action("list", text("play.moves"), Open(Route(Kind.MOVES)))
MENU = Action("more_vert", text("play.menu"), Open(Route(Kind.MORE)))


def menu_of(game: GameMode, analysis: Help | None, *own: Action) -> tuple[Action, ...]:
    """The menu of a game; ``own`` are the actions of its mode."""
    return (
        MOVES,
        *(() if game.is_strict or analysis is None else analysis.buttons),
        *own,
        _review_action(game),
        *(() if game.is_strict else (_explore_action(game),)),
        Action("swap_vert", text("play.flip"), intents.Flip()),
        Action("add", text("play.new_game"), Open(Route(Kind.NEW_GAME, VERSUS))),
        Action("save", text("play.save"), Open(Route(Kind.SAVE_GAME))),
        Action("share", text("play.share"), Open(Route(Kind.SHARE))),
        Action("rule", text("rules.of_game"), Open(Route(Kind.RULES, game.session.info.rules))),
        Action("settings", text("home.settings"), Open(Route(Kind.SETTINGS))),
    )


def _review_action(game: GameMode) -> Action:
    """Review the game, or return to the review it was started from."""
    if game.way_back:
        return game.way_back[1]
    can_review = game.session.can_be_reviewed
    return Action("history", text("play.review"), Open(REVIEW), is_enabled=can_review)


def _explore_action(game: GameMode) -> Action:
    """Explore the opening from the position shown, while pieces are placed."""
    state = game.cursor.state
    can_explore = state.is_placing and state.result is None
    return Action("menu_book", text("home.explorer"), intents.ExplorePosition(), is_enabled=can_explore)
