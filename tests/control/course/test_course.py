"""The course by intents: mistakes are collected in the background, come back on the board, and are learned."""

from __future__ import annotations

from datetime import timedelta

import pytest

from sanmill.control.archive.game_files import session_of
from sanmill.control.course.feature import COURSE_FILE
from sanmill.control.course.intents import ForgetExercise, PracticeSpot, SetCollecting, StartCourse
from sanmill.control.course.mode import ExerciseMode
from sanmill.control.effects import Go, Toast
from sanmill.control.games.game_info import RESIGNED, Player, Termination
from sanmill.control.games.session import Session
from sanmill.control.home.view import HomeView
from sanmill.control.puzzles.intents import NextPuzzle, RetryPuzzle, ShowSolution
from sanmill.control.puzzles.mode import Phase
from sanmill.control.review.intents import LearnMistakes
from sanmill.control.routes import HOME, PLAY, REVIEW
from sanmill.core import settings
from sanmill.core.game import record
from sanmill.core.game.model import Side
from sanmill.core.game.move import moves_in
from sanmill.core.progress.course import WIN, Spot
from sanmill.core.progress.spaced_repetition import INTERVALS
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.jobs import COURSE
from sanmill.engine.messages import PositionJudged, Stage, TablebaseChanged, TablebaseStatus
from tests.kit.course_bench import MOVES, NINE, PAGE, SHIPPED, CourseBench
from tests.kit.fake_worker import MemoryStore


@pytest.fixture
def bench() -> CourseBench:
    bench = CourseBench()
    bench.finished_game()
    bench.judge()
    return bench


def test_mistakes_of_a_finished_game_become_exercises(bench: CourseBench) -> None:
    assert bench.page.due == len(bench.course.entries) > 0
    for entry in bench.course.entries:
        exercise = entry.exercise
        assert exercise.side is Side.WHITE
        game = Game(exercise.rules, exercise.position)
        game.copy().play(exercise.played, *exercise.line)
        for turn in exercise.right:
            game.copy().play(turn)
        assert exercise.played not in exercise.right
    assert bench.page.progress is None
    assert bench.jobs.freed[-1] is COURSE, "its memory is for the time of the work only"


def test_a_game_is_gone_through_once(bench: CourseBench) -> None:
    before = list(bench.course.entries)
    bench.go(REVIEW)
    while bench.jobs.commands and not bench.view.review.progress >= 1:  # type: ignore[union-attr]
        bench.answer()
    bench.controller.features.course.collect(bench.controller.current.session)  # type: ignore[arg-type]
    assert not bench.jobs.judgements
    assert bench.course.entries == before


def test_going_through_a_game_can_be_stopped_and_survives_the_end_of_the_app() -> None:
    bench = CourseBench()
    bench.finished_game()
    bench.judge(2)
    page = bench.page
    assert page.progress is not None
    assert page.progress.key == "course.going"
    bench.do(SetCollecting(False))
    assert (COURSE, bench.jobs.judgements[-1].ticket) in bench.jobs.stops
    stale = bench.jobs.judgements.pop()
    bench.controller.receive(PositionJudged(stale.ticket, ()))
    assert not bench.jobs.judgements
    assert bench.page.is_stopped
    again = CourseBench(bench.store)
    assert again.page.is_stopped
    again.do(SetCollecting(True))
    again.judge()
    assert again.page.progress is None
    assert again.course.entries


def test_the_app_in_the_background_does_not_go_through_games() -> None:
    bench = CourseBench()
    bench.finished_game()
    bench.judge(1)
    bench.controller.pause()
    bench.jobs.judgements.clear()
    bench.controller.resume()
    assert len(bench.jobs.judgements) == 1
    bench.judge()
    assert bench.course.entries


def test_judging_waits_for_the_tablebase_look_up() -> None:
    bench = CourseBench()
    bench.tablebases.known[NINE] = TablebaseStatus(NINE)
    bench.finished_game()
    assert not bench.jobs.judgements
    bench.tablebases.known[NINE] = TablebaseStatus(NINE, Stage.SHIPPED, 11, path=SHIPPED)
    bench.controller.receive(TablebaseChanged(1, bench.tablebases.known[NINE]))
    assert ("TablePath", str(SHIPPED)) in bench.jobs.judgements[0].options


def test_a_turn_that_cannot_be_judged_is_passed_over() -> None:
    bench = CourseBench()
    bench.finished_game()
    while bench.jobs.judgements:
        bench.controller.receive(PositionJudged(bench.jobs.judgements.pop(0).ticket, ()))
    assert bench.page.progress is None
    assert not bench.course.entries


def test_right_answers_come_back_at_growing_intervals_turned_and_mirrored_until_they_hold(bench: CourseBench) -> None:
    positions = []
    identity = bench.course.entries[0].identity
    for other in bench.course.entries[1:]:
        bench.course.remove(other.identity)
    for days in INTERVALS:
        bench.day += timedelta(days=days)
        assert bench.page.due == 1
        bench.do(StartCourse())
        positions.append(bench.solving.exercise.position)
        bench.answer_right()
        assert bench.solving.phase is Phase.SOLVED
        bench.do(NextPuzzle())
        assert isinstance(bench.told[-1], Toast)
        assert bench.page.due == 0
    entry = bench.course.find(identity)
    assert entry is not None
    assert entry.card.is_learned
    assert entry.exercise.position == positions[0]
    assert len(set(positions)) == len(positions)
    assert bench.page.words.key == "course.all_learned"


def test_mistake_of_the_game_is_refuted_by_what_is_known(bench: CourseBench) -> None:
    bench.do(StartCourse())
    exercise = bench.solving.exercise
    bench.turn(exercise.played)
    assert not bench.jobs.judgements
    bench.clock.turn(10)
    assert bench.solving.phase is Phase.WRONG
    assert bench.solving.cursor.played == (*moves_in(exercise.played), *exercise.line)
    assert bench.page.due == len(bench.course.entries), "it comes again today"
    bench.go(PLAY)
    bench.do(RetryPuzzle())
    bench.answer_right()
    assert bench.view.prompt is not None
    assert dict(bench.view.prompt.words.values)["when"].key == "course.back_today"


def test_another_wrong_turn_is_refuted_by_the_engine(bench: CourseBench) -> None:
    bench.do(StartCourse())
    wrong = bench.answer_wrong()
    assert bench.solving.phase.value == "judged"
    assert bench.judge() == 1
    bench.clock.turn(10)
    assert bench.solving.phase is Phase.WRONG
    assert len(bench.solving.cursor.played) > 1
    assert bench.solving.cursor.played[0] == wrong
    assert bench.course.entries[0].failed == 1


def test_a_solution_that_is_shown_counts_as_not_found(bench: CourseBench) -> None:
    bench.do(StartCourse(), ShowSolution())
    bench.clock.turn(10)
    assert bench.solving.phase is Phase.SHOWN
    assert bench.course.entries[0].failed == 1
    assert bench.view.notice is not None
    assert bench.view.notice.key == "course.in_game"


def test_what_was_wrong_comes_last(bench: CourseBench) -> None:
    first, *others = [entry.identity for entry in bench.course.due(bench.day)]
    assert others
    bench.do(StartCourse(), ShowSolution())
    bench.clock.turn(10)
    for identity in (*others, first):
        bench.do(NextPuzzle())
        assert bench.solving.entry.identity == identity
        bench.answer_right()
    bench.do(NextPuzzle())
    assert Go(PAGE) in bench.told


def test_weak_spot_is_practised_before_it_is_due(bench: CourseBench) -> None:
    spots = [view.spot for view in bench.page.spots]
    assert spots
    spot = Spot(phase="placing")
    bench.do(StartCourse())
    while isinstance(bench.controller.current.mode, ExerciseMode):
        bench.answer_right()
        bench.do(NextPuzzle())
    before = list(bench.course.entries)
    assert bench.page.due == 0
    bench.do(PracticeSpot(spot))
    bench.answer_right()
    after = bench.course.find(bench.solving.entry.identity)
    assert after in [each for each in bench.course.entries if each.met == 2]
    assert after is not None
    assert after.card in [entry.card for entry in before], "practice does not shorten the wait"


def test_skipped_exercise_does_not_come_again_at_once(bench: CourseBench) -> None:
    bench.do(StartCourse())
    for _ in range(len(bench.course.entries)):
        bench.do(NextPuzzle())
    assert not isinstance(bench.controller.current.mode, ExerciseMode)


def test_exercise_can_be_removed(bench: CourseBench) -> None:
    bench.do(StartCourse())
    gone = bench.solving.entry.identity
    bench.do(ForgetExercise())
    assert bench.course.find(gone) is None
    assert bench.course.entries


def test_exercise_on_the_board_survives_the_end_of_the_app(bench: CourseBench) -> None:
    bench.do(StartCourse())
    bench.answer_wrong()
    bench.judge()
    again = CourseBench(bench.store)
    assert again.solving.exercise == bench.solving.exercise
    again.answer_right()
    assert again.course.entries[0].met == 1, "the first answer counts"


def test_home_tells_what_is_due_without_the_course(bench: CourseBench) -> None:
    again = CourseBench(bench.store)
    home: HomeView = again.show(HOME)
    assert home.course_due == len(bench.course.entries)
    fresh: HomeView = CourseBench().show(HOME)
    assert fresh.course_due is None


def test_course_is_not_made_by_a_start(bench: CourseBench) -> None:
    again = CourseBench(bench.store)
    again.go(HOME)
    assert "course" not in vars(again.controller.features)


def imported(headers: str = "") -> Session:
    return session_of(record.read(f"{headers}\n\n{' '.join(MOVES)} 0-1\n"))


def test_imported_game_of_a_known_player_is_collected_by_its_review() -> None:
    bench = CourseBench()
    bench.settings.set(settings.FRIEND_NAME, "Anna")
    bench.controller.start(imported('[White "anna"]\n[Black "Bert"]'))
    bench.go(REVIEW)
    while bench.view.review and bench.view.review.progress < 1:
        bench.answer()
    bench.judge()
    assert bench.course.entries
    assert {entry.exercise.side for entry in bench.course.entries} == {Side.WHITE}


def test_user_says_which_side_of_an_imported_game_is_theirs() -> None:
    bench = CourseBench()
    bench.controller.start(imported())
    bench.go(REVIEW)
    wanted = [action.intent for action in bench.view.overflow]
    assert LearnMistakes(Side.WHITE) in wanted
    bench.do(LearnMistakes(Side.WHITE))
    bench.judge()
    assert bench.course.entries
    bench.do(LearnMistakes(Side.WHITE))
    assert bench.told[-1].lines[0].key == "review.learned"  # type: ignore[union-attr]


def test_exercise_of_another_variant() -> None:
    bench = CourseBench()
    session = Session("versus", "three_mens_morris", (Player(), Player(True, 3, "balanced")))
    for move in ("a1", "b2"):
        session.play(move)
    bench.controller.start(session)
    session.info.termination = Termination(RESIGNED, Side.WHITE)
    bench.controller.update()
    bench.judge()
    assert {entry.exercise.rules for entry in bench.course.entries} == {"three_mens_morris"}
    bench.do(StartCourse())
    assert bench.solving.exercise.value == WIN
    bench.answer_right()
    assert bench.solving.phase is Phase.SOLVED


def test_damaged_file_loses_only_what_cannot_be_played(bench: CourseBench) -> None:
    count = len(bench.course.entries)
    assert count > 1
    entries = bench.store.files[COURSE_FILE]["entries"]
    entries[0]["exercise"]["right"] = ["a1xa1"]
    entries.append({"exercise": "lost"})
    entries.append({**entries[1], "exercise": {**entries[1]["exercise"], "rules": "no rules"}})
    again = CourseBench(bench.store)
    assert len(again.course.entries) == count - 1
    assert again.page.due == count - 1
    bench.store.files[COURSE_FILE] = {"entries": 7, "games": [None], "is_stopped": "no"}
    assert CourseBench(bench.store).page.total == 0


def test_a_game_that_cannot_be_played_is_dropped() -> None:
    store = MemoryStore()
    game = {"name": "x", "rules": NINE, "start": "", "moves": ["d6", "d6"], "side": 0}
    store.files[COURSE_FILE] = {"waiting": [game]}
    bench = CourseBench(store)
    assert bench.page.progress is None
    with pytest.raises(EngineError):
        Game(NINE).play("d6", "d6")
