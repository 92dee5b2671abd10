"""A lesson on the board: each step explains something and waits for a touch.

The first lesson starts with a question; the others start at once. What a touch did is seen before the lesson goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from sanmill.control import lesson_plans as lessons
from sanmill.control.board import intents
from sanmill.control.board.board_view import board_view
from sanmill.control.board.mode import Mode
from sanmill.control.board.taps import Choice, PlayMove, Refuse, removable, tap, targets
from sanmill.control.board.timers import Timers
from sanmill.control.context import Context
from sanmill.control.games.people import opponent_name
from sanmill.control.games.session_file import SessionError
from sanmill.control.intents import Open
from sanmill.control.lesson_plans import BY_NAME, FIRST, RULES, Plan, Scene
from sanmill.control.play.intents import StartFirstGame
from sanmill.control.play.modes import open_first_game
from sanmill.control.routes import Kind, Route
from sanmill.control.views.texts import side_name
from sanmill.control.views.types import Action, GameView, Mood, Prompt, StripView
from sanmill.core import settings
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
MOVE_TIME, ANSWER_AFTER, SCENE_AFTER = 0.5, 0.35, 1.0  # seconds of an animation, and then to look at the board
GAME_AFTER = 6.0  # seconds from the end of a newcomer's first lesson to the first game
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
        self.lost = [0, 0]  # pieces of each side in this scene
        self.refusal: Refuse | None = None
        self._due: list[Callable[[], None]] = []  # what follows the last touch, once that was seen: an answer, a scene
        self._timers = Timers(context.clock)
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
        return self.step >= len(self.plan.steps) and not self._due

    @property
    def points(self) -> frozenset[str]:
        """The points to touch now: those of the step where a touch is legal. The question may be answered by one."""
        if self.is_done or self._due:
            return frozenset()
        named = self.plan.steps[max(0, self.step)].points.split()
        return frozenset(point for point in named if not isinstance(tap(self.game, self.choice, point), Refuse))

    def start_of(self, step: int) -> int:
        """The last step up to this one that sets a scene."""
        step = max(0, min(step, len(self.plan.steps) - 1))
        return next(at for at in range(step, -1, -1) if self.plan.steps[at].scene)

    def go_to(self, step: int) -> None:
        """Go to a step by replaying the steps before it."""
        self._go_on()
        self.step = self.start_of(step)
        self._set_scene()
        while self.step < step and not self.is_done:
            self._touch(min(self.points))
            self._go_on()
        self.step = step

    def _set_scene(self) -> None:
        """Set up the position where a new scene begins."""
        self.refusal = None
        scene = self.plan.steps[self.step].scene if self.step < len(self.plan.steps) else None
        if scene:
            self.game = Game(RULES, position_of(scene))
            self.choice, self.last, self.lost = Choice(), "", [0, 0]

    def tap(self, point: str) -> None:
        """Take the step with the right touch; otherwise show why not, or where the right point is."""
        game = self.game
        self._go_on()  # who touches the board does not wait
        if game is not self.game or not self.points:
            return
        if point in self.points:
            self.step = max(0, self.step)
            self._touch(point)
            self._await()
            self._note_end()
            return
        outcome = tap(self.game, self.choice, point)
        self.refusal = outcome if isinstance(outcome, Refuse) else Refuse(text("lesson.missed"))

    def _touch(self, point: str) -> None:
        outcome, answers = tap(self.game, self.choice, point), self.plan.steps[self.step].answers.split()
        self.step += 1
        self.refusal = None
        if isinstance(outcome, Choice):
            self.choice = outcome
        elif isinstance(outcome, PlayMove):
            self._play(outcome.move)
            self._due = [lambda: self._answer(answers)] if set(answers) & set(self.game.legal()) else []
        if self.step < len(self.plan.steps) and self.plan.steps[self.step].scene:
            self._due.append(self._set_scene)

    def _play(self, move: str) -> None:
        self.lost[self.game.view.side.other] += Move(move).is_removal
        self.game.play(move)
        self.last, self.choice = move, Choice()

    def _answer(self, answers: list[str]) -> None:
        legal = self.game.legal()
        self._play(next(answer for answer in answers if answer in legal))

    def _await(self) -> None:
        """Go on once the last move was seen."""
        if self._due:
            motion = settings.MOTION_TIMES[self.context.settings.get(settings.SPEED)]
            pause = SCENE_AFTER if self._due == [self._set_scene] else ANSWER_AFTER
            self._timers.set("next", MOVE_TIME * motion + pause, self._take_next)

    def _take_next(self) -> None:
        self._due.pop(0)()
        self._await()
        self.context.update()

    def _go_on(self) -> None:
        """Do now what is due."""
        self._timers.cancel()
        while self._due:
            self._due.pop(0)()

    def _note_end(self) -> None:
        """Note a lesson that was played to its end; a newcomer's first one leads to the first game."""
        if self.step < len(self.plan.steps):
            return
        is_new = self.plan not in self.context.features.lessons.progress
        self.context.features.lessons.progress.add(self.plan)
        if is_new and self.plan is FIRST and not self.context.settings.get(settings.SPEECH):
            self._timers.set("game", GAME_AFTER, self._start_game)

    def _start_game(self) -> None:
        open_first_game(self.context, BEGINNER_LEVEL, is_coached=True)
        self.context.update()

    def on_hidden(self) -> None:
        self._go_on()

    def close(self) -> None:
        self._timers.cancel()

    def take_step(self) -> None:
        """Make the touch of the step for the user."""
        self._go_on()
        if self.points:
            self.tap(min(self.points))

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
                (self.last,),
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
            status=self._words(),
            messages=(self.refusal.words,) if self.refusal else (),
            is_refusal=self.refusal is not None,
            prompt=self._prompt(),
        )

    def _words(self) -> Text:
        """What to do now; while something is due, what was to be done, or praise before a new scene."""
        if self.step == QUESTION:
            return text("lesson.welcome")
        if self._due:
            return text("lesson.well_done") if self._due == [self._set_scene] else self.plan.words(self.step - 1)
        return self.plan.words(self.step)

    def _prompt(self) -> Prompt:
        if self.step == QUESTION:
            know = Action("check", text("lesson.know"), StartFirstGame(KNOWN_LEVEL, is_coached=False))
            return Prompt(text("lesson.question"), (know, self._again("school", "lesson.show")))
        if self.is_done:
            return self._last_prompt()
        step = self.step if self._due else self.step + 1
        progress = text("lesson.progress", step=step, total=len(self.plan.steps))
        skip = Action("skip_next", text("lesson.skip"), StartFirstGame(BEGINNER_LEVEL, is_coached=True))
        return Prompt(progress, (skip if self.plan is FIRST else NEXT_STEP,), has_main=False)

    def _last_prompt(self) -> Prompt:
        following = lessons.after(self.plan)
        if self.plan is FIRST:
            words = text("result.play", name=opponent_name(BEGINNER_LEVEL))
            play = Action("play_arrow", words, StartFirstGame(BEGINNER_LEVEL, is_coached=True))
            return Prompt(text("lesson.ready"), (self._again("replay", "lesson.again"), play), TICK, is_feast=True)
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
        state, is_you = self.game.view, side is Side.WHITE
        is_first = self.plan is FIRST and not is_you  # against the opponent of the first game
        name: Text = text("strip.you", side=side_name(side)) if is_you else side_name(side)
        return StripView(
            side=side,
            name=opponent_name(BEGINNER_LEVEL) if is_first else name,
            in_hand=state.in_hand[side],
            is_turn=is_you and bool(self.points),
            lost=self.lost[side],
            level=BEGINNER_LEVEL if is_first else 0,
            mood=Mood.SORRY if state.pending_removals[Side.WHITE] else Mood.CALM,
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
