"""Drills of openings by intents: replies differ, a wrong placement is refuted, and openings come back when due."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from sanmill.control.board.intents import TapPoint
from sanmill.control.effects import Toast
from sanmill.control.openings.feature import REPERTOIRE_FILE
from sanmill.control.openings.intents import (
    ChooseSide,
    NextDrill,
    PracticeOpening,
    RetryDrill,
    ShowBetter,
    StartDrills,
)
from sanmill.control.openings.mode import FILE, PLACEMENTS, DrillMode, DrillPhase
from sanmill.control.openings.view import OpeningsView, OpeningView
from sanmill.control.routes import HOME, Kind, Route
from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from sanmill.core.progress.repertoire import YOUNG_MAX
from sanmill.core.progress.spaced_repetition import INTERVALS
from sanmill.core.text.i18n import text
from sanmill.engine.jobs import OPENINGS
from sanmill.engine.messages import OpeningExplored, Stage, TablebaseChanged, TablebaseStatus
from sanmill.engine.opening_names import openings
from tests.kit.fake_worker import Bench, MemoryStore
from tests.kit.patience import HANG

NINE = "nine_mens_morris"
SHIPPED = Path(__file__).resolve().parents[3] / "assets" / "tables"
PAGE = Route(Kind.OPENINGS)
STATUS = TablebaseStatus(NINE, Stage.SHIPPED, 11, path=SHIPPED, layer_hands=10)


class DrillBench(Bench):
    """A bench whose placements are valued by the shipped book and tablebase, when the test says so."""

    def __init__(self, store: MemoryStore | None = None, status: TablebaseStatus = STATUS) -> None:
        super().__init__(store)
        self.tablebases.known[NINE] = status
        self.controller.update()

    @property
    def page(self) -> OpeningsView:
        view: OpeningsView = self.show(PAGE)
        return view

    def row(self, name: str) -> OpeningView:
        return next(opening for opening in self.page.openings if opening.name == name)

    @property
    def drill(self) -> DrillMode:
        mode = self.controller.current.mode
        assert isinstance(mode, DrillMode)
        return mode

    def wait(self) -> DrillMode:
        """Value positions and let replies come until the user has to move, or the drill stops."""
        drill = self.drill
        while True:
            while self.jobs.openings:
                self._value()
            if drill.phase is not DrillPhase.ANSWERING:
                return drill
            self.clock.turn(10)

    def _value(self) -> None:
        job = self.jobs.openings.pop()
        self.jobs.openings.clear()  # replaced by it
        self.jobs._real.submit(job)
        while True:
            event = self.jobs.events.get(timeout=HANG)
            self.controller.receive(event)
            assert isinstance(event, OpeningExplored)
            if event.ticket == job.ticket and (event.done >= 1 or all(move.wdl is not None for move in event.moves)):
                return

    def play(self, move: str) -> DrillMode:
        self.do(TapPoint(Move(move).end))
        return self.wait()

    def is_shown(self) -> bool:
        """Whether a right move is."""
        return self.view.board.ghost is not None

    def right(self) -> Move:
        return self._moves()[0][0]

    def wrong(self) -> list[Move]:
        return self._moves()[1]

    def _moves(self) -> tuple[list[Move], list[Move]]:
        """The moves that keep the value, and those that do not."""
        drill = self.wait()
        assert drill.phase is DrillPhase.OWN
        values = drill._values[drill.cursor.played]
        right = drill._right(values, drill.cursor.game_ply)
        best = values[right[0]]
        return right, [move for move, wdl in values.items() if wdl != best]

    def play_to_end(self) -> None:
        while self.wait().phase is DrillPhase.OWN:
            self.play(self.right())
        assert self.drill.phase is DrillPhase.DONE


@pytest.fixture
def bench() -> DrillBench:
    return DrillBench()


def start(bench: DrillBench, name: str, side: Side = Side.WHITE) -> DrillMode:
    bench.do(ChooseSide(side), PracticeOpening(name))
    return bench.wait()


def test_every_opening_is_listed_and_the_first_are_due(bench: DrillBench) -> None:
    page = bench.page
    assert [opening.name for opening in page.openings] == [opening.name for opening in openings()]
    assert page.due == YOUNG_MAX == sum(opening.is_due for opening in page.openings)
    assert {opening.box for opening in page.openings} == {0}


@pytest.mark.parametrize("side", Side)
def test_user_places_four_pieces_against_replies(bench: DrillBench, side: Side) -> None:
    drill = start(bench, "opposite_crossings", side)
    bench.play_to_end()
    state = drill.cursor.present
    assert state.in_hand[side] == 9 - PLACEMENTS
    assert bench.view.prompt
    assert bench.view.prompt.words == text("course.back_in", INTERVALS[1])
    assert bench.row("opposite_crossings").box == 1
    bench.do(NextDrill())
    assert OPENINGS in bench.jobs.freed, "the memory of proofs"


def test_replies_differ_from_time_to_time(bench: DrillBench) -> None:
    games = set()
    for _ in range(6):
        drill = start(bench, "crossing")
        bench.play(bench.right())
        games.add(drill.cursor.present.symmetric_key)
        bench.play_to_end()
    assert len(games) == 6


def test_opening_is_recognized_whichever_way_it_is_turned(bench: DrillBench) -> None:
    for name in ("f4", "d2", "b4"):
        drill = start(bench, "opposite_crossings")
        bench.play(name)
        assert drill.cursor.game_ply == 2
        assert drill.cursor.present.symmetric_key == drill._keys[1]


def test_first_time_the_moves_are_shown(bench: DrillBench) -> None:
    start(bench, "adjacent_crossings")
    assert bench.is_shown()
    bench.play_to_end()
    start(bench, "adjacent_crossings")
    assert not bench.is_shown()


def test_wrong_placement_is_refuted_and_tried_again(bench: DrillBench) -> None:
    drill = start(bench, "split_cross", Side.WHITE)
    while not bench.wrong():
        bench.play(bench.right())
    before, wrong = drill.cursor.played, bench.wrong()[0]
    better = bench.right()
    bench.play(wrong)
    assert drill.phase is DrillPhase.WRONG
    assert bench.view.notice == text("openings.wrong.loses", move=wrong, better=better)
    assert len(drill.cursor.played) > len(before) + 1, "what it does is on the board"
    assert bench.view.board.hint_to == better.end
    bench.do(RetryDrill())
    assert (drill.phase, drill.cursor.played) == (DrillPhase.OWN, before)
    assert bench.is_shown()
    bench.play(better)
    bench.play_to_end()
    assert bench.view.prompt
    assert bench.view.prompt.words == text("course.back_today")
    assert bench.row("split_cross").is_due


def test_leaving_the_opening_is_no_mistake(bench: DrillBench) -> None:
    drill = start(bench, "opposite_crossings")
    bench.play("a7")
    assert drill.phase is DrillPhase.WRONG
    notice = bench.view.notice
    assert notice
    assert notice.key == "openings.other"
    bench.do(TapPoint("d3"))
    bench.play(bench.right())
    bench.play_to_end()
    assert bench.row("opposite_crossings").box == 1


def test_shown_move_counts_as_not_known(bench: DrillBench) -> None:
    drill = start(bench, "crossing")
    bench.play(bench.right())
    bench.right()
    assert not bench.is_shown()
    bench.do(ShowBetter())
    assert bench.is_shown()
    bench.play(drill.better)
    bench.play_to_end()
    assert bench.row("crossing").box == 0


def test_due_openings_follow_each_other_until_all_are_done(bench: DrillBench) -> None:
    bench.do(StartDrills())
    names = []
    for _ in range(YOUNG_MAX):
        names.append(bench.drill.opening.name)
        bench.play_to_end()
        bench.do(NextDrill())
    assert len(set(names)) == YOUNG_MAX
    assert bench.told[-1] == Toast((text("openings.none"),))
    assert bench.back_stack[-1] == PAGE
    assert (bench.page.due, bench.page.words.key) == (0, "course.next")
    bench.day += timedelta(INTERVALS[1])
    assert bench.page.due == YOUNG_MAX
    assert [opening.name for opening in bench.page.openings if opening.is_due] == names


def test_each_side_is_learned_by_itself(bench: DrillBench) -> None:
    start(bench, "crossing", Side.BLACK)
    bench.play_to_end()
    assert bench.row("crossing").box == 1
    bench.do(ChooseSide(Side.WHITE))
    assert bench.row("crossing").box == 0


def test_drill_goes_on_after_a_start(bench: DrillBench) -> None:
    drill = start(bench, "axis")
    bench.play(bench.right())
    played = drill.cursor.played
    bench.controller.pause()
    again = DrillBench(bench.store)
    assert again.wait().cursor.played == played
    again.play_to_end()
    assert again.row("axis").box == 1


@pytest.mark.parametrize("content", [{"name": "unknown"}, {"moves": ["d6", "d6"]}])
def test_drill_that_cannot_be_read_is_set_aside(bench: DrillBench, content: dict[str, object]) -> None:
    start(bench, "axis")
    bench.controller.pause()
    bench.store.files[FILE].update(content)
    again = DrillBench(bench.store)
    assert not isinstance(again.controller.current.mode, DrillMode)
    assert again.store.quarantined == [FILE]


def test_unreadable_repertoire_starts_anew(bench: DrillBench) -> None:
    bench.store.files[REPERTOIRE_FILE] = {"drills": 3, "side": "north"}
    assert bench.page.due == YOUNG_MAX


def test_without_tablebase_the_drill_ends_with_the_book() -> None:
    bench = DrillBench(status=TablebaseStatus(NINE, Stage.ABSENT))
    drill = start(bench, "opposite_crossings")
    bench.play_to_end()
    assert 0 < drill.cursor.present.ply <= 4


def test_values_wait_for_the_tablebase() -> None:
    bench = DrillBench(status=TablebaseStatus(NINE))
    drill = start(bench, "opposite_crossings")
    assert not bench.jobs.openings
    bench.tablebases.known[NINE] = STATUS
    bench.controller.receive(TablebaseChanged(bench.jobs.new_ticket(), STATUS))
    bench.play_to_end()
    assert drill.cursor.present.in_hand[Side.WHITE] == 9 - PLACEMENTS


def test_failed_proof_ends_the_drill(bench: DrillBench) -> None:
    bench.do(PracticeOpening("crossing"))
    job = bench.jobs.openings.pop()
    bench.controller.receive(job.nothing_found())
    assert bench.drill.phase is DrillPhase.DONE
    assert bench.row("crossing").box == 0


def test_home_tells_what_is_due_without_the_openings(bench: DrillBench) -> None:
    assert bench.show(HOME).openings_due is None
    start(bench, "crossing")
    bench.play_to_end()
    assert bench.show(HOME).openings_due == 0
    bench.day += timedelta(INTERVALS[1])
    bench.store.delete(FILE)
    again = DrillBench(bench.store)
    again.day = bench.day
    assert again.show(HOME).openings_due == 1
    assert "openings" not in vars(again.controller.features)
