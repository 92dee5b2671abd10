"""A lesson on the board: each step explains something and waits for a touch.

The first lesson starts with a question; the others start at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from sanmill.control import lesson_plans as lessons
from sanmill.control.board import intents
from sanmill.control.board.board_view import board_view
from sanmill.control.board.mode import Mode
from sanmill.control.board.taps import Choice, PlayMove, Refuse, removable, tap, targets
from sanmill.control.context import Context
from sanmill.control.games.session_file import SessionError
from sanmill.control.intents import Open
from sanmill.control.lesson_plans import BY_NAME, FIRST, RULES, Plan, Scene
from sanmill.control.play.intents import StartFirstGame
from sanmill.control.routes import Kind, Route
from sanmill.control.views.texts import side_name
from sanmill.control.views.types import Action, GameView, Prompt, StripView
from sanmill.core.game.fen import write_fen
from sanmill.core.game.model import Content, Side
from sanmill.core.game.move import Move
from sanmill.core.progress.statistics import VERSUS
from sanmill.core.storage.stored import Length, Range, Stored
from sanmill.core.text.i18n import Text, text
from sanmill.engine.game import Game

from .intents import NextStep, StartLesson

NAME = FILE = "lesson"
QUESTION = -1  # the step before the first
TICK = "check_circle"
NEXT_STEP = Action("skip_next", text("lesson.next_step"), NextStep())
BEGINNER_LEVEL, KNOWN_LEVEL = 1, 3  # of the first game, for who learns the rules and who knows them


@dataclass(frozen=True)
class SavedLesson:
    name: Annotated[str, Length(100)]
    step: Annotated[int, Range(QUESTION, 1000)]


LESSON = Stored(SavedLesson)


class Lesson(Mode):
    file = FILE

    def __init__(self, context: Context, plan: Plan = FIRST, step: int = 0) -> None:
        super().__init__(context)
        self.plan = plan
        self.game = Game(RULES)
        self.choice = Choice()
        self.last = ""
        self.refusal: Refuse | None = None
        self.handlers = {
            intents.TapPoint: lambda intent: self.tap(intent.point),
            intents.PressPoint: lambda intent: self.tap(intent.point),
            intents.Lift: lambda intent: self.lift(intent.point),
            intents.Drop: lambda intent: self.drop(intent.point),
            intents.ClearChoice: lambda _: self.go_to(self.start_of(self.step)),
            NextStep: lambda _: self.take_step(),
        }
        self.step = 0
        self.go_to(step)

    def save(self) -> dict[str, Any]:
        return LESSON.write(SavedLesson(self.plan.name, self.step))

    # Playing.

    @property
    def is_done(self) -> bool:
        return self.step >= len(self.plan.steps)

    @property
    def points(self) -> frozenset[str]:
        """The points to touch now: those of the step where a touch is legal."""
        if self.step == QUESTION or self.is_done:
            return frozenset()
        named = self.plan.steps[self.step].points.split()
        return frozenset(point for point in named if not isinstance(tap(self.game, self.choice, point), Refuse))

    def start_of(self, step: int) -> int:
        """The last step up to this one that sets a scene."""
        step = max(0, min(step, len(self.plan.steps) - 1))
        return next(at for at in range(step, -1, -1) if self.plan.steps[at].scene)

    def go_to(self, step: int) -> None:
        """Go to a step by replaying the steps before it."""
        self.step = self.start_of(step)
        self._set_scene()
        while self.step < step and not self.is_done:
            self._touch(min(self.points))
        self.step = step

    def _set_scene(self) -> None:
        """Set up the position where a new scene begins."""
        self.refusal = None
        scene = self.plan.steps[self.step].scene if not self.is_done else None
        if scene:
            self.game = Game(RULES, position_of(scene))
            self.choice, self.last = Choice(), ""

    def tap(self, point: str) -> None:
        """Take the step with the right touch; otherwise show why not, or where the right point is."""
        if not self.points:
            return
        if point in self.points:
            self._touch(point)
            return
        outcome = tap(self.game, self.choice, point)
        self.refusal = outcome if isinstance(outcome, Refuse) else Refuse(text("lesson.missed"))

    def _touch(self, point: str) -> None:
        outcome = tap(self.game, self.choice, point)
        if isinstance(outcome, Choice):
            self.choice = outcome
        elif isinstance(outcome, PlayMove):
            self._play(outcome.move)
        self.step += 1
        self._set_scene()
        if self.is_done:
            self.context.features.lessons.progress.add(self.plan)

    def _play(self, move: str) -> None:
        self.game.play(move)
        self.last, self.choice = move, Choice()
        legal = self.game.legal()
        answers = self.plan.steps[self.step].answers.split()
        answer = next((answer for answer in answers if answer in legal), "")
        if answer:
            self.game.play(answer)
            self.last = answer

    def take_step(self) -> None:
        """Make the touch of the step for the user."""
        if self.points:
            self._touch(min(self.points))

    def lift(self, point: str) -> None:
        if point in self.points and targets(self.game, point):
            self.tap(point)

    def drop(self, point: str) -> None:
        """Move the dragged piece to the right point."""
        if point in self.points:
            self.tap(point)

    # Showing.

    def view(self) -> GameView:
        """The step, or the question before and after the lesson."""
        state, points, piece = self.game.view, self.points, self.choice.piece
        return GameView(
            mode=NAME,
            title=self.plan.title,
            board=board_view(
                self.game,
                () if Move(self.last).is_removal else (self.last,),
                chosen=piece,
                targets=targets(self.game, piece),
                removable=removable(self.game) if state.pending_removals[Side.WHITE] and points else frozenset(),
                lit=self.refusal.lines if self.refusal else (),
                pulses=points,
                names_points=self.plan.names_points,
                ply=state.ply,
            ),
            top=self._strip(Side.BLACK),
            bottom=self._strip(Side.WHITE),
            status=text("lesson.welcome") if self.step == QUESTION else self.plan.words(self.step),
            messages=(self.refusal.words,) if self.refusal else (),
            is_refusal=self.refusal is not None,
            prompt=self._prompt(),
        )

    def _prompt(self) -> Prompt:
        if self.step == QUESTION:
            know = Action("check", text("lesson.know"), StartFirstGame(KNOWN_LEVEL, is_coached=False))
            return Prompt(text("lesson.question"), (know, self._again("school", "lesson.show")))
        if self.is_done:
            return self._last_prompt()
        progress = text("lesson.progress", step=self.step + 1, total=len(self.plan.steps))
        if self.plan is FIRST:
            skip = Action("skip_next", text("lesson.skip"), StartFirstGame(BEGINNER_LEVEL, is_coached=True))
            return Prompt(progress, (skip, NEXT_STEP))
        return Prompt(progress, (NEXT_STEP,))

    def _last_prompt(self) -> Prompt:
        following = lessons.after(self.plan)
        if self.plan is FIRST:
            play = Action("play_arrow", text("lesson.play"), StartFirstGame(BEGINNER_LEVEL, is_coached=True))
            return Prompt(text("lesson.ready"), (self._again("replay", "lesson.again"), play), TICK)
        if following is None:
            play = Action("play_arrow", text("lesson.play"), Open(Route(Kind.NEW_GAME, VERSUS)))
            more = self._more(self.plan.route) if self.plan.route else self._all()
            return Prompt(text("lesson.ready"), (more, play), TICK)
        onward = Action("skip_next", text("lesson.next"), StartLesson(following.name))
        return Prompt(text("lesson.following", name=following.title), (self._all(), onward), TICK)

    def _again(self, icon: str, key: str) -> Action:
        return Action(icon, text(key), StartLesson(self.plan.name))

    def _all(self) -> Action:
        return Action("menu_book", text("lesson.all"), Open(Route(Kind.LEARN)))

    def _more(self, route: Route) -> Action:
        return Action("menu_book", text(f"home.{route.kind.value}"), Open(route))

    def _strip(self, side: Side) -> StripView:
        state = self.game.view
        name: Text = text("strip.you", side=side_name(side)) if side is Side.WHITE else side_name(side)
        return StripView(
            side=side,
            name=name,
            in_hand=state.in_hand[side],
            is_turn=side is Side.WHITE and bool(self.points),
        )


def position_of(scene: Scene) -> str:
    contents = dict.fromkeys((point.name for point in Game(RULES).board.points), Content.EMPTY)
    contents.update(dict.fromkeys(scene.white.split(), Content.WHITE))
    contents.update(dict.fromkeys(scene.black.split(), Content.BLACK))
    return write_fen(tuple(contents.values()), Side.WHITE, scene.in_hand, quiet=scene.quiet)


def restore(context: Context, saved: SavedLesson) -> Lesson:
    """The saved lesson at its step; raises SessionError."""
    plan = BY_NAME.get(saved.name)
    if plan is None:
        raise SessionError(f"no lesson {saved.name!r}")
    return Lesson(context, plan, max(QUESTION if plan is FIRST else 0, min(saved.step, len(plan.steps))))
