"""The opening explorer: moves played, values proven and estimated, own results, leaving and coming back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sanmill.control.board import intents
from sanmill.control.board.intents import ExplorePosition, Flip, JumpTo, TapPoint
from sanmill.control.explorer.intents import ExploreMove, ExploreRules, PlayFrom
from sanmill.control.intents import Open
from sanmill.control.play.intents import StartTwoPlayers, StartVersus
from sanmill.control.review.intents import PlayBest
from sanmill.control.routes import EXPLORER, PLAY, REVIEW
from sanmill.control.views.types import ExplorerRow, ExplorerView, GameView, Verdict
from sanmill.core import settings
from sanmill.core.game.model import Content, Side
from sanmill.core.game.move import Move
from sanmill.core.progress.statistics import Tally
from sanmill.core.text.i18n import text
from sanmill.engine.jobs import OPENINGS
from sanmill.engine.messages import OpeningExplored, OpeningMove, Stage, TablebaseStatus
from tests.kit.fake_worker import Bench, MemoryStore, game_of

NINE = "nine_mens_morris"
PLACING = "d6 f4 b4 d2 a7 g1 c3 e5 a4 a1 g7 d7 f6 b2 c5 e3 f2 b6"  # without a mill


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.do(Open(EXPLORER))
    return bench


def explorer(view: GameView) -> ExplorerView:
    assert view.explorer is not None
    return view.explorer


def source(view: GameView) -> str:
    words = explorer(view).source
    return words.key if words else ""


def row(view: GameView, move: str) -> ExplorerRow:
    return next(row for row in explorer(view).rows if move in row.moves)


def prove(bench: Bench, wdl: int | None = 0, done: float = 1.0, **others: OpeningMove) -> GameView:
    """The worker answers its newest request; the moves have this value unless they are given."""
    request = bench.jobs.openings[-1]
    moves = (OpeningMove(move, wdl) for move in game_of(request.position).legal())
    known = tuple(replace(others[move.move], move=move.move) if move.move in others else move for move in moves)
    bench.controller.receive(OpeningExplored(request.ticket, known, done, wdl))
    return bench.view


def play(bench: Bench, moves: str) -> GameView:
    return bench.do(*map(ExploreMove, moves.split()))


def test_taps_play_and_occupied_point_is_refused(bench: Bench) -> None:
    view = bench.do(TapPoint("d6"), TapPoint("f4"))
    assert [move.words for move in view.moves] == ["d6", "f4"]
    refused = bench.do(TapPoint("d6"))
    assert refused.is_refusal
    assert refused.notice
    assert refused.notice.key == "refusal.must_place"
    assert bench.do(TapPoint("f4")).notice == replace(
        refused.notice,
        key="refusal.others_piece",
        values=(("side", refused.bottom.name if refused.bottom.side is Side.BLACK else refused.top.name),),
    )
    assert not bench.do(TapPoint("b4")).is_refusal


def test_rows_group_symmetric_moves(bench: Bench) -> None:
    rows = explorer(prove(bench)).rows
    assert sorted(len(row.moves) for row in rows) == [4, 4, 8, 8]
    assert rows[0].moves[0] == "d6"  # where nothing else decides, the points with most neighbours
    assert bench.view.board.badges == ()  # all are the same
    assert len(explorer(play(bench, "d6")).rows) == 9


def test_proven_values_are_shown_best_first(bench: Bench) -> None:
    play(bench, "d6 f4")
    assert explorer(bench.view).rows[0].verdict is None
    losing, trap = OpeningMove(Move(), -1, 21, 20), OpeningMove(Move(), 0, 21, 2)
    view = prove(bench, d7=losing, d5=losing, f6=trap)
    rows = explorer(view).rows
    assert rows[0].moves == ("f6",)
    assert rows[0].replies
    assert (rows[0].replies.key, rows[0].replies.count) == ("explorer.replies.lose", 2)
    lost = row(view, "d7")
    assert (lost.verdict, lost.is_proven, lost.value and lost.value.key) == (Verdict.WORSE, True, "explorer.loss")
    assert lost.replies
    assert (lost.replies.key, lost.replies.count) == ("explorer.replies.win", 1)
    assert rows[-1].verdict is Verdict.WORSE
    assert {badge.point for badge in view.board.badges if badge.verdict is Verdict.WORSE} == {"d5", "d7"}
    assert view.status.key == "explorer.status.draw"
    assert len(bench.jobs.commands) == 0  # everything is proven: nothing is estimated


def test_unproven_moves_are_estimated_and_marked(bench: Bench) -> None:
    play(bench, "d6 f4 b4 d2")
    view = prove(bench, None)
    assert source(view) == "explorer.estimating"
    bench.answer(move="f6", score=200)
    view = bench.view
    assert row(view, "f6").verdict is Verdict.BETTER
    assert not row(view, "f6").is_proven
    assert source(view) == "explorer.beyond"
    assert explorer(view).offers_tables
    count = len(bench.jobs.commands)
    bench.do(JumpTo(3), JumpTo(4))  # known values are not searched again
    assert row(bench.view, "f6").verdict is Verdict.BETTER
    assert len(bench.jobs.commands) == count


def test_missing_book_is_explained(bench: Bench) -> None:
    bench.do(ExploreRules("six_mens_morris"))
    prove(bench, None)
    view = bench.answer()
    assert source(view) == "explorer.no_book"
    assert not explorer(view).offers_tables
    assert explorer(view).rules == "six_mens_morris"


def test_failed_search_leaves_rows_without_values(bench: Bench) -> None:
    play(bench, "d6 f4 b4 d2")
    prove(bench, None)
    bench.controller.receive(bench.jobs.fail(bench.jobs.commands[-1]))
    assert all(row.verdict is None for row in explorer(bench.view).rows)
    assert source(bench.view) == "explorer.beyond"


def test_complete_tablebase_proves_with_progress(bench: Bench) -> None:
    tables = Path("nine.tablebase")
    bench.tablebases.known[NINE] = TablebaseStatus(NINE, Stage.ADDED, 18, path=tables, least=3, most=18)
    play(bench, "d6 f4 b4 d2 f2")
    assert bench.jobs.openings[-1].tables == tables
    view = prove(bench, None, 0.4)
    assert explorer(view).progress == 0.4
    assert source(view) == "explorer.proving"
    view = prove(bench, 0)
    assert explorer(view).progress is None
    assert row(view, "f6").is_proven


def test_outdated_results_are_dropped_and_leaving_stops_proof(bench: Bench) -> None:
    old = bench.jobs.openings[-1]
    play(bench, "d6")
    bench.controller.receive(OpeningExplored(old.ticket, (OpeningMove(Move(), 1),), 1.0, 1))
    assert bench.view.status.key == "explorer.status.unknown"
    bench.do(Open(PLAY))
    request = bench.jobs.openings[-1]
    assert (OPENINGS, request.ticket) in bench.jobs.stops
    assert bench.jobs.freed == [OPENINGS]
    bench.controller.receive(OpeningExplored(request.ticket, (), 1.0))
    assert bench.view.mode == "versus"


def test_proof_pauses_in_background_and_resumes(bench: Bench) -> None:
    count = len(bench.jobs.openings)
    bench.controller.pause()
    bench.controller.resume()
    assert len(bench.jobs.openings) == count + 1


def test_playing_after_step_back_starts_new_line(bench: Bench) -> None:
    play(bench, "d6 f4 b4")
    view = bench.do(JumpTo(1))
    assert explorer(view).ply == 1
    assert len(view.moves) == 3
    view = play(bench, "f4")  # the same move steps forward
    assert explorer(view).ply == 2
    assert len(view.moves) == 3
    view = bench.do(JumpTo(1), ExploreMove("d2"))
    assert [move.words for move in view.moves] == ["d6", "d2"]
    assert bench.do(JumpTo(0)).board.contents == (Content.EMPTY,) * 24
    assert not bench.view.actions[0].is_enabled
    assert bench.do(Flip()).board.is_flipped


def test_mill_lists_removable_pieces(bench: Bench) -> None:
    view = play(bench, "d6 f4 d7 b2 d5")
    assert view.status.key == "status.side.take"
    assert {move for row in explorer(view).rows for move in row.moves} == {"xf4", "xb2"}
    view = bench.do(TapPoint("b2"))
    assert [move.words for move in view.moves][-1] == "d5xb2"


def test_explorer_ends_after_placing_phase(bench: Bench) -> None:
    view = play(bench, PLACING)
    assert view.status.key == "explorer.ends"
    assert explorer(view).rows == ()
    assert not source(view)
    assert explorer(view).games


def test_game_from_position_is_not_counted(bench: Bench) -> None:
    play(bench, "d6 f4")
    bench.do(JumpTo(1))
    view = bench.do(PlayFrom(Side.BLACK))
    session = bench.controller.current.session
    assert session
    assert view.mode == "versus"
    assert view.bottom.side is Side.BLACK
    assert session.cursor.played == ("d6",)
    assert not session.info.counts
    assert [player.is_engine for player in session.info.players] == [True, False]
    view = bench.do(Open(EXPLORER))
    assert explorer(view).ply == 1
    assert len(view.moves) == 2
    assert bench.do(PlayFrom(None)).mode == "two_players"


def test_exploring_a_game_keeps_the_game(bench: Bench) -> None:
    bench.do(StartTwoPlayers(), TapPoint("d6"), TapPoint("f4"), TapPoint("b4"), JumpTo(2))
    action = next(action for action in bench.view.overflow if isinstance(action.intent, ExplorePosition))
    assert action.is_enabled
    view = bench.do(action.intent)
    assert view.mode == "explorer"
    assert explorer(view).ply == 2
    assert len(view.moves) == 3
    bench.do(ExploreMove("a1"))
    view = bench.do(Open(PLAY))
    assert view.mode == "two_players"
    session = bench.controller.current.session
    assert session
    assert session.cursor.played == ("d6", "f4", "b4")


def test_exploring_a_review_keeps_its_best_line(bench: Bench) -> None:
    bench.do(StartTwoPlayers(), *map(TapPoint, ("d6", "f4", "b4", "d2")), Open(REVIEW), JumpTo(2))
    assert ExplorePosition() in [action.intent for action in bench.view.actions]
    review: Any = bench.controller.current.mode
    review.judging.lines[2] = bench.jobs.answer(bench.jobs.commands[-1]).lines[0]  # type: ignore[union-attr]
    best = review.walk.line[0]
    view = bench.do(PlayBest(), ExplorePosition())
    assert [move.words for move in view.moves] == ["d6", "f4", best]
    assert bench.do(Open(PLAY), Open(REVIEW)).mode == "review"


def test_rated_game_offers_no_explorer() -> None:
    bench = Bench()
    bench.settings.set(settings.RATED, True)
    view = bench.do(StartVersus())
    assert not [action for action in view.overflow if isinstance(action.intent, ExplorePosition)]


def test_moving_phase_offers_no_explorer() -> None:
    bench = Bench()
    bench.do(StartTwoPlayers(), *map(TapPoint, PLACING.split()))
    action = next(action for action in bench.view.overflow if isinstance(action.intent, ExplorePosition))
    assert not action.is_enabled


def test_explored_line_survives_kill(bench: Bench) -> None:
    play(bench, "d6 f4 b4")
    bench.do(JumpTo(2), Flip())
    again = Bench(bench.store)
    assert again.view.mode == "explorer"
    assert explorer(again.view).ply == 2
    assert len(again.view.moves) == 3
    assert again.view.board.is_flipped
    again.do(Open(EXPLORER), Open(PLAY))
    assert Bench(again.store).view.mode == "versus"


def test_unreadable_line_is_set_aside() -> None:
    store = MemoryStore()
    store.files["explorer"] = {"rules": NINE, "start": "", "moves": ["d6", "d6"], "ply": 2, "is_flipped": False}
    bench = Bench(store)
    assert bench.view.mode == "versus"
    assert store.quarantined == ["explorer"]


def test_proof_progress_writes_no_files(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setattr(bench.store, "save", lambda name, _: written.append(name))
    for share in (0.1, 0.2, 0.3):
        prove(bench, None, share)
    assert written == []


def test_own_results_are_shown_beside_moves(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []
    told: list[Any] = []

    def count(keys: tuple[str, ...], take: Any) -> None:
        asked.append(keys)
        told.append(take)

    monkeypatch.setattr(bench.controller.features.archive, "count_results", count)
    play(bench, "d6")
    here, *after = asked[-1]
    assert len(after) == len(explorer(bench.view).rows)
    told[-1]({here: Tally(2, 1, 1), after[0]: Tally(1, 0, 0)})
    own = explorer(bench.view).own
    assert own
    assert (own.wins, own.draws, own.losses) == (2, 1, 1)
    assert sum(row.own is not None for row in explorer(bench.view).rows) == 1
    bench.do(JumpTo(0))
    told[0]({here: Tally(9, 9, 9)})  # of a position that is no longer shown
    assert explorer(bench.view).own is None


def test_piece_is_moved_while_placing_if_rules_allow(bench: Bench) -> None:
    bench.do(ExploreRules("lasker_morris"), ExploreMove("d6"), ExploreMove("a1"))
    view = bench.do(TapPoint("d6"))
    assert view.board.chosen == "d6"
    assert bench.do(intents.ClearChoice()).board.chosen == ""
    view = bench.do(TapPoint("d6"), TapPoint("d7"))
    assert [move.words for move in view.moves][-1] == "d6-d7"


def test_opening_is_named_and_described_where_it_begins(bench: Bench) -> None:
    for move in "d6 f4 b4 d2".split():
        bench.do(ExploreMove(move))
    named = explorer(bench.view)
    assert (named.opening, named.about) == (text("opening.split_cross"), text("opening.split_cross.about"))
    bench.do(ExploreMove("g7"))
    assert (explorer(bench.view).opening, explorer(bench.view).about) == (text("opening.split_cross"), None)
    bench.do(JumpTo(0))
    assert explorer(bench.view).opening is None
