"""The job of the opening explorer, on the real book and on real complete tables of a small game."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from sanmill.engine.game import Game
from sanmill.engine.jobs import OPENINGS, Jobs
from sanmill.engine.messages import Event, OpeningExplored, OpeningMove, Position
from sanmill.engine.search.book import Book
from sanmill.engine.search.explore_opening import ExploreOpening
from sanmill.engine.search.searcher import Searcher
from tests.kit import tablebase_file
from tests.kit.patience import HANG

NINE = "nine_mens_morris"


class Explorer:
    """Asks the jobs and waits for the end of its answer."""

    def __init__(self) -> None:
        self.events: list[OpeningExplored] = []
        self._is_done = threading.Event()
        self.jobs = Jobs(self._take, Searcher)
        self._ticket = 0

    def _take(self, event: Event) -> None:
        assert isinstance(event, OpeningExplored)
        self.events.append(event)
        if event.done >= 1:
            self._is_done.set()

    def ask(self, rules: str, moves: str = "", tables: Path | None = None) -> OpeningExplored:
        self._ticket += 1
        self._is_done.clear()
        self.jobs.submit(ExploreOpening(self._ticket, Position(rules, tuple(moves.split())), tables))
        assert self._is_done.wait(HANG)
        return self.events[-1]


@pytest.fixture
def explorer() -> Iterator[Explorer]:
    explorer = Explorer()
    yield explorer
    explorer.jobs.close()


def by_move(event: OpeningExplored) -> dict[str, OpeningMove]:
    return {str(move.move): move for move in event.moves}


def test_book_gives_values_and_counts_mistakes(explorer: Explorer) -> None:
    book = Book.open()
    found = by_move(explorer.ask(NINE, "d6 f4"))
    game = Game(NINE)
    for move in ("d6", "f4"):
        game.play(move)
    assert set(found) == set(game.legal())
    for move, known in found.items():
        after = game.copy()
        after.play(move)
        value = book.probe(after)
        assert value is not None
        assert known.wdl == -value
        replies = []
        for reply in after.legal():
            then = after.copy()
            then.play(reply)
            replies.append(-(book.probe(then) or 0))
        assert (known.replies, known.mistakes) == (len(replies), sum(each < value for each in replies)), move
    assert found["d7"].wdl == -1
    assert found["f6"].mistakes == 2


def test_empty_board_is_a_draw_with_equal_moves(explorer: Explorer) -> None:
    start = explorer.ask(NINE)
    assert (start.wdl, start.done) == (0, 1.0)
    assert {(move.wdl, move.replies, move.mistakes) for move in start.moves} == {(0, 23, 0)}


def test_last_book_position_is_known_without_its_moves(explorer: Explorer) -> None:
    three = explorer.ask(NINE, "d6 f4 b4")
    assert all(move.wdl == 0 and move.mistakes is None for move in three.moves)
    four = explorer.ask(NINE, "d6 f4 b4 d2")
    assert four.wdl == 0
    assert all(move.wdl is None for move in four.moves)


def test_other_rules_have_no_book(explorer: Explorer) -> None:
    found = explorer.ask("six_mens_morris")
    assert found.wdl is None
    assert all(move.wdl is None for move in found.moves)
    assert explorer.ask(f"{NINE} MayFly=false").wdl is None


def test_complete_tablebase_proves_all_positions(explorer: Explorer, tmp_path: Path) -> None:
    tables = tablebase_file.make(tmp_path)
    start = explorer.ask(tablebase_file.RULES, tables=tables)
    values = {move: known.wdl for move, known in by_move(start).items()}
    assert start.wdl == 1
    assert values["b2"] == 1
    assert values["b3"] == -1
    assert values["c3"] == 0
    after = explorer.ask(tablebase_file.RULES, "b3", tables)
    assert after.wdl == 1
    assert all(move.mistakes is not None for move in after.moves)
    winning = sum(move.wdl == 1 for move in after.moves)
    edge = by_move(start)["b3"]
    assert edge.mistakes == edge.replies - winning


def test_newer_request_replaces_older_and_stop_silences_it(explorer: Explorer) -> None:
    for ticket in range(100, 120):
        explorer.jobs.submit(ExploreOpening(ticket, Position(NINE)))
    explorer.jobs.stop(OPENINGS, 119)
    explorer._ticket = 200
    assert explorer.ask(NINE, "a7").ticket == 201
    last = [event.ticket for event in explorer.events]
    assert last == sorted(last)


def test_missing_tablebase_falls_back_to_book(explorer: Explorer, tmp_path: Path) -> None:
    explorer.jobs.free(OPENINGS)
    assert explorer.ask(NINE, "d6", tmp_path / "none.tablebase").wdl == 0
    beyond = explorer.ask(NINE, "d6 f4 b4 d2 f2", tmp_path / "none.tablebase")
    assert (beyond.wdl, {move.wdl for move in beyond.moves}) == (None, {None})


def test_failing_request_is_answered(explorer: Explorer) -> None:
    found = explorer.ask(NINE, "d6 d6")
    assert (found.moves, found.done) == ((), 1.0)
