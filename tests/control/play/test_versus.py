"""A person against the machine: intents in, views out."""

from __future__ import annotations

import pytest

from sanmill.control.board.intents import (
    Answer,
    AskHint,
    ClearChoice,
    Drop,
    Flip,
    JumpTo,
    Lift,
    MoveNow,
    OfferDraw,
    Redo,
    Rematch,
    Resign,
    Retry,
    ReturnToNow,
    SetAnalysis,
    ShowNumbers,
    TapPoint,
    Undo,
)
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.intents import Open
from sanmill.control.play.intents import ShowPanel, StartVersus
from sanmill.control.routes import HOME, PLAY, Kind, Route
from sanmill.control.settings.intents import ChangeSetting
from sanmill.control.views.types import GhostView, Verdict
from sanmill.control.views.verdicts import number_of
from sanmill.core import settings
from sanmill.core.game.model import Content, Side
from sanmill.core.game.move import Move
from sanmill.core.text.i18n import listing, text
from sanmill.engine.messages import MoveChosen, SearchLine
from sanmill.engine.search.jobs import Analyse, Think
from tests.kit.fake_worker import Bench


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.do(StartVersus())
    return bench


def start_from(bench: Bench, position: str) -> None:
    """A game against the machine from a position, the person with White."""
    players = (Player(), Player(True, 3, "balanced"))
    bench.controller.start(Session("versus", "nine_mens_morris", players, start=position))


WALK = "O*******/OO******/O@@@@@** w m s 4 0 5 0 0 0 0 0 0 0 0 0 9"


def test_tap_places_and_engine_answers_after_pause(bench: Bench) -> None:
    view = bench.do(TapPoint("d6"))
    assert view.board.last_to == "d6"
    assert view.status.key == "status.their_turn"
    command = bench.jobs.commands[-1]
    assert isinstance(command, Think)
    assert command.position.moves == ("d6",)
    assert dict(command.options)["Level"] == "3"
    bench.controller.receive(bench.jobs.answer(command, "f4"))
    assert bench.view.board.last_to == "d6", "the reply waits until the own move has been seen"
    bench.clock.turn(0.6)
    assert bench.view.board.last_to == "f4"
    assert bench.view.bottom.in_hand == 8
    assert bench.view.status.key == "status.you.place"


def test_thinking_mark_and_move_now_appear_after_delay(bench: Bench) -> None:
    bench.do(TapPoint("d6"))
    before = bench.view.top.is_thinking
    bench.clock.turn(0.31)
    assert (before, bench.view.top.is_thinking) == (False, True)
    assert bench.label_keys()[2] == "play.hint"
    bench.clock.turn(0.8)
    assert bench.label_keys()[2] == "play.move_now"
    bench.do(MoveNow())
    assert bench.jobs.stopped == [bench.jobs.commands[-1].ticket]
    assert bench.answer("f4").board.last_to == "f4"


def test_five_actions_keep_their_places(bench: Bench) -> None:
    """What cannot act is greyed, never moved."""

    def places() -> list[str]:
        return bench.label_keys()

    five = ["play.undo", "play.redo", "play.hint", "coach.button", "play.menu"]
    assert places() == five
    bench.do(TapPoint("d6"))
    bench.answer("f4")
    bench.do(Undo())
    assert places() == five
    assert [action.is_enabled for action in bench.view.actions] == [False, True, True, True, True]
    bench.do(Redo(), Resign(), Answer(True))
    assert places() == [*five[:2], "play.rematch", *five[3:]]
    assert Open(Route(Kind.MORE)) == bench.view.actions[-1].intent
    assert Open(Route(Kind.MOVES)) in [action.intent for action in bench.view.overflow]


def test_tap_during_thinking_is_refused(bench: Bench) -> None:
    view = bench.do(TapPoint("d6"), TapPoint("f4"))
    assert view.notice is not None
    assert view.notice.key == "refusal.turn"
    assert view.is_refusal


def test_undo_during_thinking_stops_search(bench: Bench) -> None:
    bench.do(TapPoint("d6"))
    command = bench.jobs.commands[-1]
    view = bench.do(Undo())
    assert command.ticket in bench.jobs.stopped
    assert set(view.board.contents) == {Content.EMPTY}
    bench.controller.receive(bench.jobs.answer(command, "f4"))
    bench.clock.turn(3)
    assert set(bench.view.board.contents) == {Content.EMPTY}


def test_undo_and_redo_cover_move_and_reply(bench: Bench) -> None:
    bench.do(TapPoint("d6"))
    bench.answer("f4")
    view = bench.do(Undo())
    assert view.board.ply == 0
    assert [move.is_taken_back for move in view.moves] == [True, True]
    assert not view.actions[0].is_enabled
    view = bench.do(Redo())
    assert view.board.ply == 2
    assert view.board.last_to == "f4"


def test_replayed_move_is_searched_again(bench: Bench) -> None:
    bench.do(TapPoint("d6"))
    bench.do(Undo())
    count = len(bench.jobs.commands)
    bench.do(TapPoint("d6"))
    assert len(bench.jobs.commands) == count + 1


def test_mill_asks_for_removal_and_explains_protection(bench: Bench) -> None:
    start_from(bench, "*@******/********/O**@@@*O w p p 2 7 4 5 0 0 0 0 0 0 0 0 5")
    view = bench.do(TapPoint("g7"))
    assert view.status.key == "status.you.mill"
    assert view.board.removable == {"e5"}
    assert [set(line.points) for line in view.board.mills] == [{"a7", "d7", "g7"}]
    view = bench.do(TapPoint("d1"))
    assert (view.notice and view.notice.key, view.is_refusal) == ("refusal.in_mill", True)
    assert [set(line.points) for line in view.board.lit] == [{"a1", "d1", "g1"}]
    assert bench.do(TapPoint("e5")).board.last_removed == "e5"


@pytest.mark.parametrize(
    ("position", "taps", "reason"),
    [
        (WALK, ["e3"], "refusal.out_of_reach"),
        (WALK, ["g4"], "refusal.others_piece"),
        (WALK, ["f6", "e3"], "refusal.not_joined"),
        (WALK, ["f6", "g4"], "refusal.occupied"),
        ("O*******/OO******/O@@@@@*@ w m s 4 0 6 0 0 0 0 0 0 0 0 0 9", ["d7"], "refusal.blocked"),
        ("********/********/O******* b p p 1 8 0 9 0 0 0 0 0 0 0 0 1", ["d6"], "refusal.turn"),
        ("********/********/O*@***** w p p 1 8 1 8 0 0 0 0 0 0 0 0 2", ["d7"], "refusal.must_place"),
        ("********/********/O*@***** w p p 1 8 1 8 0 0 0 0 0 0 0 0 2", ["g4"], "refusal.others_piece"),
    ],
)
def test_illegal_tap_is_explained(bench: Bench, position: str, taps: list[str], reason: str) -> None:
    start_from(bench, position)
    view = bench.do(*(TapPoint(point) for point in taps))
    assert view.notice is not None
    assert (view.notice.key, view.is_refusal) == (reason, True)


def test_two_taps_move_and_second_tap_deselects(bench: Bench) -> None:
    start_from(bench, WALK)
    view = bench.do(TapPoint("f6"))
    assert view.board.chosen == "f6"
    assert view.board.targets == {"f4"}
    assert bench.do(TapPoint("f6")).board.chosen == ""
    view = bench.do(TapPoint("f4"))
    assert view.board.reachers == {"f6"}
    assert bench.do(TapPoint("f6")).board.last_to == "f4"


def test_drag_moves_and_invalid_drop_returns(bench: Bench) -> None:
    start_from(bench, WALK)
    assert bench.do(Lift("f6")).board.chosen == "f6"
    assert bench.do(Drop("")).board.chosen == ""
    view = bench.do(Lift("f6"), Drop("b2"))
    assert view.notice is not None
    assert view.notice.key == "refusal.not_joined"
    assert bench.do(Lift("f6"), Drop("f4")).board.last_to == "f4"


def test_back_clears_selection(bench: Bench) -> None:
    start_from(bench, WALK)
    bench.do(TapPoint("f6"))
    assert bench.do(ClearChoice()).board.chosen == ""


def test_hint_tells_why_then_where_then_plays(bench: Bench) -> None:
    start_from(bench, WALK)
    assert bench.do(AskHint()).status.key == "status.hint"
    view = bench.answer("d6-b6")
    assert view.notice is not None
    assert view.notice.key == "hint.prepares"
    assert view.board.lit
    assert view.board.ghost is None
    view = bench.do(AskHint())
    assert view.board.ghost == GhostView(Side.WHITE, "d6", "b6")
    assert bench.do(TapPoint("d6")).board.ghost, "choosing the piece keeps it"
    assert bench.label_keys()[2] == "play.play_it"
    assert bench.do(AskHint()).board.last_to == "b6"
    assert bench.label_keys()[2] == "play.hint"


def test_hint_without_visible_reason_shows_the_move_at_once(bench: Bench) -> None:
    bench.do(AskHint())
    view = bench.answer("a7")
    assert view.notice is not None
    assert view.notice.key == "hint.place"
    assert view.board.ghost == GhostView(Side.WHITE, "", "a7")


def test_looking_back_shows_past_position(bench: Bench) -> None:
    bench.do(TapPoint("d6"))
    bench.answer("f4")
    bench.do(TapPoint("b4"))
    bench.answer("d2")
    view = bench.do(JumpTo(1))
    assert view.is_looking_back
    assert sum(content is not Content.EMPTY for content in view.board.contents) == 1
    view = bench.do(ReturnToNow())
    assert not view.is_looking_back
    assert view.board.ply == 4


def test_playing_from_the_past_asks_for_confirmation(bench: Bench) -> None:
    bench.do(TapPoint("d6"))
    bench.answer("f4")
    view = bench.do(JumpTo(0), TapPoint("a1"))
    assert view.prompt is not None
    assert view.prompt.words.key == "play.continue_question"
    view = bench.do(Answer(False))
    assert (view.prompt, view.board.ply) == (None, 0)
    view = bench.do(TapPoint("a1"), Answer(True))
    assert view.board.last_to == "a1"
    assert [move.words for move in view.moves] == ["a1"]
    assert "(1. d6 f4)" in bench.record


def test_engine_plays_while_user_looks_back(bench: Bench) -> None:
    bench.do(TapPoint("d6"))
    bench.answer("f4")
    bench.do(TapPoint("b4"), JumpTo(1))
    view = bench.answer("d2")
    assert view.board.ply == 1
    assert len(view.moves) == 4
    assert bench.do(ReturnToNow()).board.last_to == "d2"


def test_finished_game_shows_expected_line_of_engine(bench: Bench) -> None:
    bench.do(TapPoint("d6"))
    command = bench.jobs.commands[-1]
    line = SearchLine(Move("f4"), 0, 0, 2, False, -1, (Move("f4"), Move("b4"), Move("d2")))
    bench.controller.receive(MoveChosen(command.ticket, Move("f4"), (line,), 1, 1))
    bench.clock.turn(3)
    bench.do(TapPoint("g7"))
    bench.answer("a1")
    assert bench.do(JumpTo(2)).notice is None, "not before the end"
    bench.do(ReturnToNow(), Resign(), Answer(True))
    view = bench.do(JumpTo(2))
    assert view.notice == text("play.expected_reply", side=text("side.black"), move="b4")
    assert view.board.hint_to == "b4"
    assert bench.do(JumpTo(1)).notice is None, "nobody expected anything of the machine itself"
    again = Bench(bench.store)
    assert again.do(JumpTo(2)).board.hint_to == "b4", "also when the app was killed"
    assert again.do(ReturnToNow()).board.hint_to == ""


def test_resigning_asks_and_can_be_undone(bench: Bench) -> None:
    bench.do(TapPoint("d6"))
    bench.answer("f4")
    assert bench.do(Resign(), Answer(False)).result is None
    view = bench.do(Resign(), Answer(True))
    assert view.result is not None
    assert (view.result.headline.key, view.result.reason.key) == ("result.you_lose", "reason.you.resigned")
    assert bench.do(Undo()).result is None


def test_question_stays_when_engine_moves(bench: Bench) -> None:
    bench.do(TapPoint("d6"), Resign())
    view = bench.answer("f4")
    assert view.prompt is not None
    assert bench.do(Answer(True)).result is not None


@pytest.mark.parametrize(("score", "is_drawn"), [(50, True), (-200, False)])
def test_engine_accepts_draw_unless_better(bench: Bench, score: int, is_drawn: bool) -> None:
    start_from(bench, WALK)
    bench.do(OfferDraw())
    view = bench.answer("f6-f4", score)
    assert (view.result is not None) is is_drawn
    if not is_drawn:
        assert view.notice is not None
        assert view.notice.key == "play.draw_declined"


def test_finished_game_has_reason_and_rematch_swaps_sides(bench: Bench) -> None:
    start_from(bench, "********/*****@**/O*@*@*OO w m s 3 0 3 0 0 0 0 0 0 0 0 0 9")
    view = bench.do(TapPoint("d7"), TapPoint("a1"))
    assert view.status.key == "status.you.mill"
    assert view.board.removable == {"b2", "g4", "d1"}
    view = bench.do(TapPoint("b2"))
    assert view.result is not None
    assert (view.result.headline.key, view.result.reason.key) == ("result.you_win", "reason.side.two_pieces")
    assert view.is_over
    assert bench.label_keys()[2] == "play.rematch"
    view = bench.do(Rematch())
    assert view.bottom.side is Side.BLACK
    assert view.result is None
    assert bench.answer().board.ply == 1, "the machine begins"


def test_end_shows_the_pieces_that_cannot_move(bench: Bench) -> None:
    start_from(bench, "********/O*O*****/@@@*O*O@ w m s 4 0 4 0 0 0 0 0 0 0 0 0 9")
    assert not bench.view.board.blocked
    view = bench.do(TapPoint("d1"), TapPoint("g1"))
    assert view.result
    assert view.board.blocked == {"a7", "d7", "g7", "g4"}
    assert not bench.do(Undo()).board.blocked
    start_from(bench, "********/*****@**/O*@*@*OO w m s 3 0 3 0 0 0 0 0 0 0 0 0 9")
    assert bench.do(TapPoint("d7"), TapPoint("a1"), TapPoint("b2")).result
    assert not bench.view.board.blocked, "who has two pieces left was not shut in"


def test_engine_failure_is_shown_and_retry_restarts(bench: Bench) -> None:
    bench.do(TapPoint("d6"))
    bench.controller.receive(bench.jobs.fail(bench.jobs.commands[-1]))
    assert bench.view.status.key == "status.error"
    count = len(bench.jobs.commands)
    bench.do(Retry())
    assert len(bench.jobs.commands) == count + 1
    assert bench.answer("f4").board.last_to == "f4"


def test_analysis_marks_moves_as_estimates(bench: Bench) -> None:
    bench.do(SetAnalysis(True))
    command = bench.jobs.commands[-1]
    assert isinstance(command, Analyse)
    view = bench.answer(score=200)
    assert len(view.board.badges) == 3, "the best ones, not every point"
    assert len(bench.do(ShowNumbers(True)).board.badges) == 24
    bench.do(ShowNumbers(False))
    assert {(badge.verdict, badge.is_proven) for badge in view.board.badges} == {(Verdict.BETTER, False)}
    assert view.evaluation is not None
    assert view.evaluation.value is not None
    assert view.evaluation.value > 0.5
    bench.do(SetAnalysis(False))
    assert not bench.view.board.badges


def test_graph_fills_missing_evaluations(bench: Bench) -> None:
    bench.do(TapPoint("d6"))
    bench.answer("f4")
    bench.do(Open(Route(Kind.MOVES)))
    for _ in range(3):
        bench.answer(score=-100)
    assert bench.view.evaluation is not None
    assert None not in bench.view.evaluation.graph
    assert bench.view.evaluation.graph[0] is not None


def test_graph_beside_board_is_filled_while_both_are_in_sight(bench: Bench) -> None:
    def is_searched() -> bool:
        return bench.jobs.commands[-1].position.moves == ()

    bench.do(TapPoint("d6"))
    bench.answer("f4")
    bench.do(ShowPanel(True))
    assert not is_searched(), "a game in progress does not tell who stands better"
    bench.do(Open(HOME), ChangeSetting("board.evaluation", True))
    assert not is_searched()
    bench.do(Open(PLAY))
    bench.answer(score=-100)
    assert is_searched()
    bench.do(ShowPanel(False))
    bench.answer(score=-100)
    count = len(bench.jobs.commands)
    bench.do(Flip())
    assert len(bench.jobs.commands) == count


def test_flip_turns_board_and_players(bench: Bench) -> None:
    view = bench.do(Flip())
    assert view.board.is_flipped
    assert view.top.side is Side.WHITE


def test_black_may_begin_and_side_can_be_random(bench: Bench) -> None:
    bench.settings.set(settings.FIRST, "black")
    bench.settings.set(settings.SIDE, "black")
    view = bench.do(StartVersus())
    assert view.status.key == "status.you.place"
    assert view.bottom.side is Side.BLACK
    bench.settings.set(settings.SIDE, "either")
    assert {bench.do(StartVersus()).bottom.side for _ in range(40)} == {Side.WHITE, Side.BLACK}


def test_analysis_is_off_in_next_game(bench: Bench) -> None:
    bench.do(SetAnalysis(True))
    assert bench.answer(score=200).board.badges
    assert bench.do(StartVersus()).board.badges == ()


def test_analysis_shows_best_line_and_optional_numbers(bench: Bench) -> None:
    bench.do(SetAnalysis(True))
    view = bench.answer("b4", score=80)
    assert view.evaluation is not None
    assert view.evaluation.words is not None
    assert dict(view.evaluation.words.values)["moves"] == "b4"
    assert {badge.number for badge in view.board.badges} == {""}
    assert view.board.names_points, "coordinates help to find it"
    view = bench.do(ShowNumbers(True))
    assert {badge.number for badge in view.board.badges} == {"+0.8"}
    assert any(action.intent == ShowNumbers(False) for action in view.overflow)


@pytest.mark.parametrize(
    ("line", "number"),
    [
        (SearchLine(Move("d6"), 80, 0, 5, False, -1, ()), "+0.8"),
        (SearchLine(Move("d6"), -130, 0, 5, False, -1, ()), "-1.3"),
        (SearchLine(Move("d6"), 19988, 0, 5, True, 11, ()), "#6"),
        (SearchLine(Move("d6"), -19988, 0, 5, True, 12, ()), "#-6"),
        (SearchLine(Move("d6"), 29995, 5, 5, False, -1, ()), "#3"),
        (SearchLine(Move("d6"), 29998, 2, 2, False, -1, (Move("d6"), Move("xa1"))), "#1"),
    ],
)
def test_number_is_score_or_turns_to_end(line: SearchLine, number: str) -> None:
    assert number_of(line) == number


# Messages.


def test_hint_precedes_variant_notice(bench: Bench) -> None:
    about = bench.view.notice
    assert about is not None
    assert about.key == "variant.nine_mens_morris.about"
    bench.do(AskHint())
    view = bench.answer("d6")
    assert view.notice is not None
    assert view.notice.key.startswith("hint.")
    assert about in view.messages[1:]
    assert bench.do(TapPoint("d6")).notice is None


def test_rule_notice_stays_while_engine_answers(bench: Bench) -> None:
    start_from(bench, WALK.replace("w m s 4 0", "w p p 4 1"))
    view = bench.do(TapPoint("a4"))
    assert view.notice is not None
    assert view.notice.key == "notice.placed"
    assert bench.answer().notice == view.notice
    assert view.notice in bench.view.log


def test_removal_by_engine_is_shown_until_next_move(bench: Bench) -> None:
    for own, reply in (("d6", "a7"), ("b4", "d7"), ("f2", "g7")):
        bench.do(TapPoint(own))
        bench.answer(reply)
    assert bench.view.notice is None, "not before its turn is complete"
    view = bench.answer("xd6")
    assert view.notice == text("notice.closed", side=text("level.3.name"), points=listing(["d6"]))
    assert bench.do(JumpTo(2)).notice is None
    assert bench.do(ReturnToNow()).notice == view.notice
    assert bench.do(TapPoint("d6")).notice is None
    assert view.notice in bench.view.log
