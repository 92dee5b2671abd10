"""A person against the machine."""

from __future__ import annotations

import random

from sanmill.control import intents
from sanmill.control.games import new_game
from sanmill.control.games.session import Player, Session
from sanmill.control.ports import Host, Job
from sanmill.control.views.types import Action
from sanmill.core import settings
from sanmill.core.i18n import text
from sanmill.core.settings import Settings
from sanmill.engine.messages import Limits

from . import coach
from .table import ANALYSIS_MS, Table
from .touch import Refuse

NAME = "versus"


def new_session(chosen: Settings) -> Session:
    """A new game as set."""
    side = chosen.get(settings.SIDE)
    if side == "either":
        side = random.choice(("white", "black"))
    machine = Player(True, chosen.get(settings.LEVEL), chosen.get(settings.STYLE))
    players = (Player(), machine) if side == "white" else (machine, Player())
    session = new_game.open_game(NAME, chosen, players)
    session.is_rated = chosen.get(settings.RATED)
    return session


class Versus(Table):
    """One side is a person's, the other the machine's. A coach may look over the person's shoulder.

    In a serious game nothing is taken back and nobody helps; it alone changes the rating.
    """

    def __init__(self, host: Host, session: Session) -> None:
        super().__init__(host, session)
        self.handlers[intents.SetCoach] = lambda intent: self.host.settings.set(settings.COACH, intent.is_on)

    @property
    def is_coached(self) -> bool:
        """Whether the person's moves are remarked upon."""
        return self.host.settings.get(settings.COACH) and not self.session.is_rated

    def wanted(self) -> Job | None:
        """The coach thinks while the person does."""
        job = super().wanted()
        if job is None and self.is_coached and not self.turn_refusal():
            situation = self.session.situation_at(self.session.shown)
            return Job("coach", situation, (), Limits(time_ms=ANALYSIS_MS), is_analysis=True)
        return job

    def play(self, move: str) -> None:
        """A person's move is remarked upon; the remark stays until the next."""
        session = self.session
        before, lines = session.states[session.shown], self.lines
        super().play(move)
        if before.side in self.people:
            is_coached = self.is_coached and not session.is_over
            self.remark = coach.remark(session.game.board, before, move, lines) if is_coached else None

    # A serious game.

    @property
    def undo_ply(self) -> int | None:
        """Nowhere in a serious game."""
        return None if self.session.is_rated else super().undo_ply

    def undo(self) -> None:
        """Not in a serious game."""
        if self.session.is_rated:
            self.refusal = Refuse(text("refusal.serious"))
        else:
            super().undo()

    def turn_refusal(self) -> Refuse | None:
        """Whoever looks back in a serious game only looks."""
        if self.session.is_rated and not self.session.is_live:
            return Refuse(text("refusal.serious"))
        return super().turn_refusal()

    def ask_hint(self) -> None:
        """Not in a serious game."""
        if self.session.is_rated:
            self.refusal = Refuse(text("refusal.serious"))
        else:
            super().ask_hint()

    def rematch_players(self) -> tuple[Player, Player]:
        """While the level is being found, the next game is played at the one that this game led to."""
        level = self.host.results.next_level(self.session)
        white, black = super().rematch_players()
        if level is None:
            return (white, black)
        return (_at_level(white, level), _at_level(black, level))

    # Buttons.

    def buttons(self) -> tuple[Action, ...]:
        """Undo, hint or move now, coach, analysis, moves; a rematch when the game is over."""
        session = self.session
        if self.is_strict:
            return self._strict_buttons()
        can_undo = not session.is_rated and (self.undo_ply is not None or session.termination is not None)
        return (
            Action("undo", text("play.undo"), intents.Undo(), is_enabled=can_undo),
            self._middle(),
            *(() if session.is_over else (coach_button(self),)),
            analysis_button(self),
            Action("list", text("play.moves"), intents.Open("moves")),
        )

    def _strict_buttons(self) -> tuple[Action, ...]:
        is_my_turn = self.session.present.side in self.people
        can_draw = is_my_turn and not self.session.present.is_placing
        retry = (Action("replay", text("play.retry"), intents.Retry()),) if self.is_in_trouble else ()
        return (
            *retry,
            Action("handshake", text("play.offer_draw"), intents.OfferDraw(), is_enabled=can_draw),
            Action("flag", text("play.resign"), intents.Resign()),
            Action("list", text("play.moves"), intents.Open("moves")),
        )

    def _middle(self) -> Action:
        if self.session.is_over:
            return Action("replay", text("play.rematch"), intents.Rematch())
        if self.is_in_trouble:
            return Action("replay", text("play.retry"), intents.Retry())
        if self.waits_for_machine and self.is_hurry_due:
            return Action("fast_forward", text("play.move_now"), intents.MoveNow())
        return Action("lightbulb", text("play.hint"), intents.AskHint(), is_enabled=not self.waits_for_machine)

    def more(self) -> tuple[Action, ...]:
        """Redo, draw, resign; then what every game has. A serious game has no redo."""
        if self.session.is_rated:
            return common_actions(self)
        is_on = not self.session.is_over
        is_my_turn = is_on and self.session.present.side in self.people
        can_draw = is_my_turn and not self.session.present.is_placing
        return (
            Action("redo", text("play.redo"), intents.Redo(), is_enabled=self.redo_ply is not None),
            Action("handshake", text("play.offer_draw"), intents.OfferDraw(), is_enabled=can_draw),
            Action("flag", text("play.resign"), intents.Resign(), is_enabled=is_on),
            *common_actions(self),
        )


def _at_level(player: Player, level: int) -> Player:
    return Player(True, level, player.style) if player.is_machine else player


def coach_button(table: Table) -> Action:
    """The coach comes or goes."""
    is_on = table.host.settings.get(settings.COACH)
    return Action("school", text("coach.button"), intents.SetCoach(not is_on), is_on=is_on)


def analysis_button(table: Table) -> Action:
    """The switch for verdicts and the evaluation."""
    is_on = table.host.settings.get(settings.ANALYSIS)
    return Action("insights", text("play.analysis"), intents.SetAnalysis(not is_on), is_on=is_on)


def review_action(table: Table) -> Action:
    """A look back at the game, or from a game tried there back to it."""
    if table.host.is_tried(table.session):
        return Action("history", text("play.to_review"), intents.Open("review"))
    can_review = table.session.can_be_reviewed
    return Action("history", text("play.review"), intents.Open("review"), is_enabled=can_review)


def common_actions(table: Table) -> tuple[Action, ...]:
    """What stands in every game's overflow."""
    return (
        review_action(table),
        Action("swap_vert", text("play.flip"), intents.Flip()),
        Action("add", text("play.new_game"), intents.Open("new_versus")),
        Action("save", text("play.save"), intents.Save()),
        Action("share", text("play.share"), intents.Share()),
        Action("rule", text("rules.of_game"), intents.Open(f"rules:{table.session.rules}")),
        Action("settings", text("home.settings"), intents.Open("settings")),
    )
