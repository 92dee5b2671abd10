"""A game under somebody's hands: taps, looking back, undo and redo, questions, ends.

Knows nothing of how the engine thinks; ``Table`` adds that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sanmill.control import intents
from sanmill.control.games.session import RESIGNED, Player, Session, Termination
from sanmill.control.intents import Intent
from sanmill.control.ports import Host
from sanmill.control.views.types import Action, Prompt
from sanmill.core import settings
from sanmill.core.i18n import text
from sanmill.core.model import Side

from . import announce
from .touch import Choice, Play, Refuse, side_name, tap, targets


class BoardMode:
    """A game with its touch state."""

    def __init__(self, host: Host, session: Session) -> None:
        self.host = host
        self.session = session
        self.choice = Choice()
        self.refusal: Refuse | None = None
        self.notice = announce.notice_of(session, self.people)
        self.prompt: Prompt | None = None
        self._on_yes: Callable[[], None] = self._nothing
        self.handlers: dict[type[Intent], Callable[[Any], None]] = {
            intents.TapPoint: lambda intent: self.tap(intent.point),
            intents.PressPoint: lambda intent: self.tap(intent.point, is_key=True),
            intents.Lift: lambda intent: self.lift(intent.point),
            intents.Drop: lambda intent: self.drop(intent.point),
            intents.ClearChoice: lambda _: self.clear(),
            intents.Keep: lambda _: self.keep(),
            intents.TakeBack: lambda _: self.take_back(),
            intents.Undo: lambda _: self.undo(),
            intents.Redo: lambda _: self.redo(),
            intents.Resign: lambda _: self.ask("play.resign_question", "play.resign", self.resign),
            intents.Answer: lambda intent: self.answer(intent.is_yes),
            intents.Flip: lambda _: self.flip(),
            intents.JumpTo: lambda intent: self.jump(intent.ply),
            intents.LookAt: lambda intent: self.look(intent.number),
            intents.ReturnToNow: lambda _: self.return_to_now(),
            intents.SetNote: lambda intent: self.session.note(intent.comment, intent.marks),
            intents.Promote: lambda _: self.session.promote(),
            intents.DeleteBranch: lambda _: self.delete_branch(),
            intents.RestoreBranch: lambda _: self.session.restore_cut(),
            intents.Rematch: lambda _: self.rematch(),
        }

    @property
    def people(self) -> frozenset[Side]:
        """The sides played by people."""
        return frozenset(side for side in Side if not self.session.players[side].is_machine)

    def handle(self, intent: Intent) -> None:
        """Do what the user asks. What this mode does not know is not for it."""
        handler = self.handlers.get(type(intent))
        if handler is None:
            return
        handler(intent)
        if self.host.is_in_front(self):  # it may have made way for another game
            self.plan()
            self.host.changed()

    def kept(self) -> Session | None:
        """The game to come back to."""
        return self.session

    def plan(self) -> None:
        """What follows from the new state; here nothing."""

    # On the board.

    def tap(self, point: str, *, is_key: bool = False) -> None:
        """A tap moves, chooses, or says why it does neither."""
        if self.prompt:
            self.answer(False)
        self.refusal = self.turn_refusal()
        if self.refusal:
            return
        outcome = tap(self.session.game, self.choice, point)
        if isinstance(outcome, Play):
            self.move(outcome.move)
        elif isinstance(outcome, Choice) and not is_key and self.host.settings.get(settings.INPUT) == "drag":
            self.refusal = Refuse(text("refusal.drag"))
        elif isinstance(outcome, Choice):
            self.choice = outcome
        else:
            self.refusal = outcome

    def turn_refusal(self) -> Refuse | None:
        """Why nobody may touch the pieces now, or nothing."""
        shown = self.session.states[self.session.shown]
        if self.session.is_unsure and self.session.is_live:
            return Refuse(text("refusal.unsure"))
        if shown.result or (self.session.is_live and self.session.termination):
            return Refuse(text("refusal.game_over"))
        if shown.side not in self.people:
            return Refuse(text("refusal.turn", side=side_name(shown.side)))
        return None

    def lift(self, point: str) -> None:
        """A dragged piece is chosen for as long as it is in the air."""
        if not self.turn_refusal() and targets(self.session.game, point):
            self.refusal = None
            self.choice = Choice(piece=point)

    def drop(self, point: str) -> None:
        """Let go over a target it moves there; elsewhere it goes back, and over a point it says why."""
        piece = self.choice.piece
        if piece and point and point != piece:
            self.tap(point)
        if self.prompt is None:
            self.choice = Choice()

    def clear(self) -> None:
        """Nothing chosen, nothing asked."""
        self.answer(False)
        self.choice = Choice()
        self.refusal = None

    def move(self, move: str) -> None:
        """A person's move; from an earlier position it asks first."""
        if self.session.is_live:
            self.play(move)
            self._doubt()
        else:
            self.ask("play.continue_question", "play.continue", lambda: self.play(move))

    def play(self, move: str) -> None:
        """Play a move at the position one looks at."""
        self.session.play(move)
        self.settle()
        self.notice = announce.notice_of(self.session, self.people)

    def _doubt(self) -> None:
        """Where moves are confirmed, a whole turn is in doubt until it is."""
        state, before = self.session.present, self.session.states[self.session.now - 1]
        is_whole = state.side is not before.side or not any(state.pending_removals) or state.result is not None
        if is_whole and self.host.settings.get(settings.CONFIRM):
            self.session.doubt()

    def keep(self) -> None:
        """The turn in doubt stays."""
        self.session.unsure = None
        self.refusal = None

    def take_back(self) -> None:
        """The turn in doubt was not meant."""
        if self.session.is_unsure:
            self.session.take_back()
            self.settle()

    def settle(self) -> None:
        """The position changed: what was chosen or asked belongs to the old one."""
        self.choice, self.refusal, self.prompt, self.notice = Choice(), None, None, None

    # Looking back, undo and redo.

    def jump(self, ply: int) -> None:
        """Look at another position of the game."""
        self.session.show(ply)
        self.settle()

    def look(self, number: int) -> None:
        """Look at any position of the record, by its number there; 0 is the start."""
        node = next((node for index, (_, node) in enumerate(self.session.tree.root.walk()) if index == number), None)
        if node is not None:
            self.session.look(node)
            self.settle()

    def return_to_now(self) -> None:
        """Look at the game as it stands."""
        self.session.show_now()
        self.settle()

    def delete_branch(self) -> None:
        """Cut off what one looks at, unless it was played."""
        self.session.delete()
        self.settle()

    @property
    def undo_ply(self) -> int | None:
        """Where undo leads."""
        return self.session.decision_before(self.session.now, self.people)

    @property
    def redo_ply(self) -> int | None:
        """Where redo leads."""
        return self.session.decision_after(self.session.now, self.people)

    def undo(self) -> None:
        """Back to the previous decision; a game that was given up goes on."""
        self.rewind(self.session.now if self.session.termination else self.undo_ply)

    def redo(self) -> None:
        """On to the next decision."""
        self.rewind(self.redo_ply)

    def rewind(self, ply: int | None) -> None:
        """Make another ply of the line the present."""
        if ply is not None:
            self.session.rewind(ply)
            self.settle()

    def flip(self) -> None:
        """Turn the board round."""
        self.session.is_flipped = not self.session.is_flipped

    # Questions and ends.

    def ask(self, question: str, yes: str, on_yes: Callable[[], None], **values: Any) -> None:
        """Put a question; the answer comes back as an intent."""
        self.prompt = Prompt(
            text(question, **values),
            (
                Action("close", text("play.cancel"), intents.Answer(False)),
                Action("check", text(yes), intents.Answer(True)),
            ),
        )
        self._on_yes = on_yes

    def answer(self, is_yes: bool) -> None:
        """The question is answered and gone."""
        if self.prompt:
            self.prompt = None
            self.choice = Choice()
            if is_yes:
                self._on_yes()

    def _nothing(self) -> None:
        """What happens while nothing is asked."""

    def resign(self) -> None:
        """The person to move, or the only one, gives up."""
        people = self.people
        loser = self.session.present.side if len(people) > 1 else next(iter(people))
        self.finish(Termination(RESIGNED, loser))

    def finish(self, termination: Termination) -> None:
        """End the game by will."""
        self.session.show_now()
        self.settle()
        self.session.unsure = None
        self.session.termination = termination

    def rematch(self) -> None:
        """The same game again, sides swapped."""
        old = self.session
        session = Session(old.mode, old.rules, self.rematch_players(), start=old.start, is_rated=old.is_rated)
        session.counts = old.counts or not old.start
        session.is_flipped = old.is_flipped
        self.host.start(session)

    def rematch_players(self) -> tuple[Player, Player]:
        """Who plays whom next time."""
        white, black = self.session.players
        return (black, white)
