"""A person against the engine."""

from __future__ import annotations

import random
from dataclasses import replace

from sanmill.control import intents
from sanmill.control.board.game_mode import GameMode
from sanmill.control.board.judge import judge_request
from sanmill.control.board.mode import ModeContext
from sanmill.control.board.touch import Refuse
from sanmill.control.engine_requests import Purpose, SearchRequest
from sanmill.control.games import new_game
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.views.types import Action
from sanmill.core import settings
from sanmill.core.game.model import GameState
from sanmill.core.game.move import Move
from sanmill.core.progress.statistics import VERSUS
from sanmill.core.settings import Settings
from sanmill.core.text.i18n import Text, text
from sanmill.engine.messages import AnalysisDone, Line, Position, WorkFailed

from .coach import Coach

MOVES = Action("list", text("play.moves"), intents.Open("moves"))


def new_session(chosen: Settings) -> Session:
    side = chosen.get(settings.SIDE)
    if side == "either":
        side = random.choice(("white", "black"))
    is_rated = chosen.get(settings.RATED)
    engine = Player(
        True,
        chosen.get(settings.LEVEL),
        chosen.get(settings.STYLE),
        algorithm=settings.ALGORITHM.default if is_rated else "",  # what the levels were rated with
        weights="" if is_rated else chosen.get(settings.WEIGHTS),
    )
    players = (Player(), engine) if side == "white" else (engine, Player())
    return new_game.new_session(VERSUS, chosen, players, is_rated=is_rated)


class Versus(GameMode):
    """One side is the user's, the other the engine's. The coach may comment on the user's moves.

    A rated game has no undo and no hints; only rated games change the rating.
    """

    def __init__(self, context: ModeContext, session: Session) -> None:
        self.coach = Coach(session.cursor.game.board)
        super().__init__(context, session)
        self.handlers[intents.TryLevel] = lambda intent: self.try_level(intent.level)
        self.handlers[intents.SetCoach] = lambda intent: self.set_coach(intent.is_on)

    @property
    def is_coached(self) -> bool:
        """Whether the coach comments on the user's moves."""
        return self.context.settings.get(settings.COACH) and not self.session.info.is_rated

    def set_coach(self, is_on: bool) -> None:
        self.context.settings.set(settings.COACH, is_on)
        self.coach.reset()

    @property
    def is_engine_turn(self) -> bool:
        return super().is_engine_turn and not self.coach.holds_opponent

    @property
    def is_confirming(self) -> bool:
        """Whether a turn waits to be kept: by the user's wish, or because the coach asks."""
        return super().is_confirming or (self.coach.is_asking and not self.session.is_over)

    def request(self) -> SearchRequest | None:
        return super().request() if self.session.is_over else self.coach.request() or super().request()

    def idle_request(self) -> SearchRequest | None:
        """Judge for the coach while the user thinks."""
        if not self.is_coached or self.analysis.lines or self.refusal():
            return None
        return judge_request(Purpose.COACH, self.session.position, self.cursor.present)

    def receive_lines(self, request: SearchRequest, event: AnalysisDone) -> None:
        super().receive_lines(request, event)
        self.coach.receive(request.position, event.lines)
        self.log_coach()

    def receive_failure(self, request: SearchRequest, event: WorkFailed) -> None:
        super().receive_failure(request, event)
        if request.purpose is Purpose.COACH:
            self.coach.reset()

    def on_played(self, before: GameState, move: str, lines: tuple[Line, ...]) -> None:
        """Let the coach judge the user's move; a remark stays until the next one."""
        if before.side not in self.human_sides:
            return
        if self.is_coached and not self.session.is_over:
            played = self.session.position
            position = Position(played.rules, played.moves[:-1], played.start)
            self.coach.take_move(position, before, move, lines)
            self.log_coach()
        else:
            self.coach.reset()

    def log_coach(self) -> None:
        if self.coach.remark:
            self.log.add(self.coach.remark.words)

    def mode_message(self) -> Text | None:
        return self.coach.remark.words if self.coach.remark else None

    def suggested_move(self) -> Move:
        return self.coach.remark.better if self.coach.remark else Move()

    def mode_status(self) -> Text | None:
        if self.session.is_over or not self.coach.holds_opponent:
            return None
        return text("status.unsure" if self.coach.is_asking else "status.coach")

    def mode_refusal(self) -> Refuse | None:
        is_asked = self.coach.is_asking and self.cursor.is_live and not self.session.is_over
        return Refuse(text("refusal.unsure")) if is_asked else None

    def confirm_turn(self) -> None:
        self.coach.remark = None
        super().confirm_turn()

    def reject_turn(self) -> None:
        if self.session.is_unconfirmed:
            super().reject_turn()
        elif self.coach.is_asking:
            self.rewind(self.undo_ply)
        self.coach.reset()

    def rewind(self, ply: int | None) -> None:
        super().rewind(ply)
        self.coach.reset()

    def rematch_players(self) -> tuple[Player, Player]:
        """Sides swapped; until the level is found, at the level this game led to."""
        white, black = map(self._next_player, self.session.info.players)
        return (black, white)

    def try_level(self, level: int) -> None:
        """A rematch at another level, which becomes the level of new games."""
        self.context.settings.set(settings.LEVEL, level)
        white, black = (replace(each, level=level) if each.is_engine else each for each in self.session.info.players)
        self.context.open_game(self.session.rematch((black, white)))

    def _next_player(self, player: Player) -> Player:
        level = self.context.results.next_level(self.session)
        return Player(True, level, player.style) if player.is_engine and level is not None else player

    # Actions.

    def actions(self) -> tuple[Action, ...]:
        """Undo and redo, hint or move now, coach, analysis, moves; a rematch when the game is over."""
        if self.is_strict:
            return self._strict_actions()
        can_redo = self.redo_ply is not None and not self.session.is_over
        redo = Action("redo", text("play.redo"), intents.Redo())
        return (
            Action("undo", text("play.undo"), intents.Undo(), is_enabled=self.can_undo),
            *((redo,) if can_redo else ()),
            self._middle(),
            *(() if self.session.is_over else (coach_button(self),)),
            analysis_button(self),
            *(() if can_redo else (MOVES,)),
        )

    def _strict_actions(self) -> tuple[Action, ...]:
        retry = (Action("replay", text("play.retry"), intents.Retry()),) if self.has_failed else ()
        return (
            *retry,
            self._draw_action(),
            Action("flag", text("play.resign"), intents.Resign()),
            MOVES,
        )

    def _middle(self) -> Action:
        if self.session.is_over:
            return Action("replay", text("play.rematch"), intents.Rematch())
        if self.has_failed:
            return Action("replay", text("play.retry"), intents.Retry())
        if self.is_engine_turn and self.thinking.is_hurry_due:
            return Action("fast_forward", text("play.move_now"), intents.MoveNow())
        return Action("lightbulb", text("play.hint"), intents.AskHint(), is_enabled=not self.is_engine_turn)

    def _draw_action(self) -> Action:
        present = self.cursor.present
        can_draw = not self.session.is_over and present.side in self.human_sides and not present.is_placing
        return Action("handshake", text("play.offer_draw"), intents.OfferDraw(), is_enabled=can_draw)

    def overflow(self) -> tuple[Action, ...]:
        """Moves, draw and resign in an unrated game; then the common actions."""
        if self.session.info.is_rated:
            return common_actions(self)
        return (
            MOVES,
            self._draw_action(),
            Action("flag", text("play.resign"), intents.Resign(), is_enabled=not self.session.is_over),
            *common_actions(self),
        )


def coach_button(mode: GameMode) -> Action:
    is_on = mode.context.settings.get(settings.COACH)
    return Action("school", text("coach.button"), intents.SetCoach(not is_on), is_on=is_on)


def analysis_button(mode: GameMode) -> Action:
    is_on = mode.analysis.is_on
    return Action("insights", text("play.analysis"), intents.SetAnalysis(not is_on), is_on=is_on)


def review_action(mode: GameMode) -> Action:
    """Review the game, or return to the review it was started from."""
    if mode.context.is_tried(mode.session):
        return Action("history", text("play.to_review"), intents.Open("review"))
    can_review = mode.session.can_be_reviewed
    return Action("history", text("play.review"), intents.Open("review"), is_enabled=can_review)


def explore_action(state: GameState) -> Action:
    """Explore the opening from the position shown, while pieces are placed."""
    can_explore = state.is_placing and state.result is None
    return Action("menu_book", text("home.explorer"), intents.ExplorePosition(), is_enabled=can_explore)


def common_actions(mode: GameMode) -> tuple[Action, ...]:
    """The overflow actions of every game."""
    analysis = mode.analysis
    numbers = Action("trending_up", text("play.numbers"), intents.ShowNumbers(not analysis.has_numbers))
    return (
        *((replace(numbers, is_on=analysis.has_numbers),) if analysis.is_on else ()),
        review_action(mode),
        *(() if mode.is_strict else (explore_action(mode.cursor.state),)),
        Action("swap_vert", text("play.flip"), intents.Flip()),
        Action("add", text("play.new_game"), intents.Open("new_versus")),
        Action("save", text("play.save"), intents.Save()),
        Action("share", text("play.share"), intents.Share()),
        Action("rule", text("rules.of_game"), intents.Open(f"rules:{mode.session.info.rules}")),
        Action("settings", text("home.settings"), intents.Open("settings")),
    )
