"""The first minutes: one question, then four touches that show what the game is about.

Each scene is a position of the real game; the engine says what happens, the scene says which point to touch.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sanmill.core.advice import ends_of, mills_through
from sanmill.core.i18n import Text, text
from sanmill.core.model import Side
from sanmill.engine.game import Game
from sanmill.engine.messages import Event

from . import intents
from .host import Host, Job
from .intents import Intent
from .session import Session
from .touch import Choice, Play, side_name, tap, targets
from .views import Action, BoardView, GameView, Prompt, StripView

NAME = "lesson"
RULES = "nine_mens_morris"
PLACING = "********/********/O**@**@O w p p 2 3 2 3 0 0 0 0 0 0 0 0 1"
MOVING = "****@***/*O**@***/O*@****O w m s 3 0 3 0 0 0 0 0 0 0 0 0 10"


@dataclass(frozen=True)
class Scene:
    """A sentence and the points one of which shall be touched; a position where a new one starts."""

    words: str
    points: tuple[str, ...]
    position: str = ""


SCENES = (
    Scene("lesson.place", ("g7",), PLACING),
    Scene("lesson.take", ("g1", "a4")),
    Scene("lesson.choose", ("f6",), MOVING),
    Scene("lesson.move", ("g7",)),
)


class Lesson:
    """Scene by scene; outside the scenes it asks what to do next."""

    def __init__(self, host: Host, *, is_first_run: bool) -> None:
        self.host = host
        self.is_first_run = is_first_run
        self.scene = -1 if is_first_run else 0  # -1 asks; past the last one it is done
        self.game = Game(RULES, PLACING)
        self.choice = Choice()
        self.last = ""
        self.is_missed = False
        self._enter()
        self.handlers: dict[type[Intent], Callable[[Any], None]] = {
            intents.TapPoint: lambda intent: self.tap(intent.point),
            intents.PressPoint: lambda intent: self.tap(intent.point),
            intents.Lift: lambda intent: self.lift(intent.point),
            intents.Drop: lambda intent: self.drop(intent.point),
            intents.StartLesson: lambda _: self.go_to(0),
        }

    # Life.

    def begin(self) -> None:
        """Nothing thinks here."""
        self.host.run(None)

    def end(self) -> None:
        """Nothing is under way here."""

    def kept(self) -> Session | None:
        """No game to come back to."""
        return None

    def receive(self, job: Job, event: Event) -> None:
        """Nothing was asked."""

    def handle(self, intent: Intent) -> None:
        """Do what the user asks."""
        handler = self.handlers.get(type(intent))
        if handler:
            handler(intent)
            self.host.changed()

    # Playing.

    @property
    def points(self) -> tuple[str, ...]:
        """The points to touch now."""
        return SCENES[self.scene].points if 0 <= self.scene < len(SCENES) else ()

    def go_to(self, scene: int) -> None:
        """Another scene."""
        self.scene = scene
        self._enter()

    def _enter(self) -> None:
        self.is_missed = False
        if 0 <= self.scene < len(SCENES) and SCENES[self.scene].position:
            self.game = Game(RULES, SCENES[self.scene].position)
            self.choice, self.last = Choice(), ""

    def tap(self, point: str) -> None:
        """The right touch goes on; another is told where the right one is."""
        if not self.points:
            return
        self.is_missed = point not in self.points
        if self.is_missed:
            return
        outcome = tap(self.game, self.choice, point)
        if isinstance(outcome, Choice):
            self.choice = outcome
        elif isinstance(outcome, Play):
            self.game.play(outcome.act)
            self.last, self.choice = outcome.act, Choice()
        self.go_to(self.scene + 1)

    def lift(self, point: str) -> None:
        """Dragging the piece is choosing it."""
        if point in self.points and targets(self.game, point):
            self.tap(point)

    def drop(self, point: str) -> None:
        """Let go over the right point it moves there."""
        if point in self.points:
            self.tap(point)

    # Showing.

    def view(self) -> GameView:
        """The scene, or the question before and after."""
        state = self.game.view
        start, end = ends_of(self.last) if self.last and not self.last.startswith("x") else ("", "")
        is_removing = bool(state.owed[Side.WHITE]) and self.scene == 1
        return GameView(
            mode=NAME,
            title=text("lesson.title"),
            board=BoardView(
                board=self.game.board,
                contents=state.contents,
                chosen=self.choice.piece,
                targets=targets(self.game, self.choice.piece) if self.choice.piece else frozenset(),
                removable=frozenset(self.points) if is_removing else frozenset(),
                last_from=start,
                last_to=end,
                mills=mills_through(self.game.board, state.contents, end) if end else (),
                pulses=frozenset(self.points),
                ply=state.ply,
            ),
            top=self._strip(Side.BLACK),
            bottom=self._strip(Side.WHITE),
            status=self._status(),
            notice=text("lesson.missed") if self.is_missed else None,
            is_refusal=self.is_missed,
            prompt=self._prompt(),
        )

    def _status(self) -> Text:
        if self.scene < 0:
            return text("lesson.welcome")
        return text(SCENES[self.scene].words) if self.scene < len(SCENES) else text("lesson.done")

    def _prompt(self) -> Prompt:
        play = Action("play_arrow", text("lesson.play"), intents.Open("first_game"))
        if self.scene < 0:
            return Prompt(
                text("lesson.question"),
                (
                    Action("check", text("lesson.know"), intents.Open("known_game")),
                    Action("school", text("lesson.show"), intents.StartLesson()),
                ),
            )
        if self.scene < len(SCENES):
            progress = text("lesson.progress", step=self.scene + 1, total=len(SCENES))
            return Prompt(progress, (Action("skip_next", text("lesson.skip"), intents.Open("first_game")),))
        return Prompt(text("lesson.ready"), (Action("replay", text("lesson.again"), intents.StartLesson()), play))

    def _strip(self, side: Side) -> StripView:
        state = self.game.view
        name = text("strip.you", side=side_name(side)) if side is Side.WHITE else side_name(side)
        return StripView(
            side=side,
            name=name,
            detail=None,
            in_hand=state.in_hand[side],
            lost=0,
            is_turn=side is Side.WHITE and bool(self.points),
            is_thinking=False,
        )
