"""The board: starting games, returning to the one in progress, and the sheets over it."""

from __future__ import annotations

from functools import partial
from typing import Any

from sanmill.control.board.mode import Mode
from sanmill.control.context import Context
from sanmill.control.effects import Go
from sanmill.control.feature import Feature
from sanmill.control.routes import PLAY, Kind, Route
from sanmill.control.variants.library import chosen_variant
from sanmill.core.imports import imported
from sanmill.core.progress.statistics import TWO_PLAYERS, VERSUS, WATCH
from sanmill.core.storage.guard import guarded
from sanmill.core.storage.store import Store

from .intents import Resume, ShowPanel, StartFirstGame, StartSetUp, StartTwoPlayers, StartVersus, StartWatch
from .modes import new_session, open_first_game

# Imported when they are first needed.
SET_UP = "sanmill.control.play.set_up"
NEW_GAME_VIEW = "sanmill.control.play.view:new_game_view"


class Play(Feature):
    """Every route of it shows the mode on the board."""

    answers_every_intent = True  # a refusal is heard again, a piece dropped off the board goes home

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        chosen = context.settings
        self._used = ""  # the variant chosen when the sheet of a new game appeared
        self.handlers = {
            StartVersus: lambda _: context.current.open(new_session(VERSUS, chosen)),
            StartTwoPlayers: lambda _: context.current.open(new_session(TWO_PLAYERS, chosen)),
            StartWatch: lambda _: context.current.open(new_session(WATCH, chosen)),
            StartFirstGame: self._start_first_game,
            StartSetUp: lambda _: self._set_up(),
            Resume: lambda _: self._resume(),
            ShowPanel: self._show_panel,
        }

    def disappear(self, route: Route) -> None:
        if route.kind is Kind.PLAY:
            self._context.current.mode.on_hidden()

    def appear(self, route: Route) -> None:
        if route.kind is Kind.NEW_GAME:
            self._used = chosen_variant(self._context.settings)

    def view(self, route: Route) -> Any:
        if route.kind is not Kind.NEW_GAME:
            return self._context.current.mode.view()
        context, library = self._context, self._context.library
        used = self._used or chosen_variant(context.settings)
        build = partial(imported(NEW_GAME_VIEW), context, route.subject, used)
        return guarded(context.store, library.files, build, library.load)

    def restore(self, store: Store) -> Mode | None:
        """The position being set up."""
        saved = store.load("set_up", imported(f"{SET_UP}:SET_UP"))
        mode: Mode | None = imported(f"{SET_UP}:restore")(self._context, saved) if saved else None
        return mode

    def _show_panel(self, intent: ShowPanel) -> None:
        self._context.has_panel = intent.is_shown

    def _start_first_game(self, intent: StartFirstGame) -> None:
        open_first_game(self._context, intent.level, is_coached=intent.is_coached)

    def _set_up(self) -> None:
        self._context.current.enter(imported(f"{SET_UP}:new_set_up")(self._context))
        self._context.tell(Go(PLAY))

    def _resume(self) -> None:
        self._context.current.resume()
        self._context.tell(Go(PLAY))
