"""A bench for the course, whose mistakes are real ones."""

from __future__ import annotations

from pathlib import Path

from sanmill.control.board.intents import TapPoint
from sanmill.control.course.mode import ExerciseMode
from sanmill.control.course.view import CourseView
from sanmill.control.games.game_info import RESIGNED, Player, Termination
from sanmill.control.games.session import Session
from sanmill.control.routes import Kind, Route
from sanmill.core.game.model import Side
from sanmill.core.game.move import Move, moves_in
from sanmill.core.progress.course import Course
from sanmill.engine.game import Game
from sanmill.engine.messages import PositionJudged, Stage, TablebaseStatus
from sanmill.engine.search.searcher import Searcher
from tests.kit.fake_worker import Bench, MemoryStore

NINE = "nine_mens_morris"
SHIPPED = Path(__file__).resolve().parents[2] / "assets" / "tables"
PAGE = Route(Kind.COURSE)
# White loses the draw at the second placement, misses a mill at the third and lets Black close one.
MOVES = "a1 d6 g1 f6 a7 b6 xa1 d5 e4 e5 c3 c5".split()


class CourseBench(Bench):
    """A bench whose positions are judged by the real engine, when the test says so."""

    searcher = Searcher()

    def __init__(self, store: MemoryStore | None = None) -> None:
        super().__init__(store)
        self.tablebases.known[NINE] = TablebaseStatus(NINE, Stage.SHIPPED, 11, path=SHIPPED)

    @property
    def course(self) -> Course:
        return self.controller.features.course.course

    @property
    def page(self) -> CourseView:
        view: CourseView = self.show(PAGE)
        return view

    @property
    def solving(self) -> ExerciseMode:
        mode = self.controller.current.mode
        assert isinstance(mode, ExerciseMode)
        return mode

    def judge(self, most: int = 1000) -> int:
        """Answer what was asked, and what is asked then; the number of answers."""
        for count in range(most):
            if not self.jobs.judgements:
                return count
            job = self.jobs.judgements.pop(0)
            self.controller.receive(PositionJudged(job.ticket, self.searcher.think(job).lines))
        return most

    def turn(self, turn: str) -> None:
        for move in moves_in(turn):
            self.do(*map(TapPoint, Move(move).points))

    def finished_game(self, moves: list[str] = MOVES, **players: Player) -> Session:
        """A game against the computer that the user resigned."""
        session = Session("versus", NINE, (Player(), Player(True, 3, "balanced")))
        for move in moves:
            session.play(move)
        self.controller.start(session)
        session.info.termination = Termination(RESIGNED, Side.WHITE)
        self.controller.update()
        return session

    def answer_right(self) -> None:
        self.turn(self.solving.exercise.right[0])
        self.clock.turn(10)

    def answer_wrong(self) -> str:
        exercise = self.solving.exercise
        game = Game(exercise.rules, exercise.position)
        wrong = next(
            str(move)
            for move in game.legal()
            if all(not turn.startswith(move) for turn in (*exercise.right, exercise.played))
        )
        self.turn(wrong)
        return wrong
