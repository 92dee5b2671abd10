"""What happened between two views: one move, or nothing that could be told as one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sanmill.control.views.cues import Cue, change_between, cues_between, point_words, words_between
from sanmill.control.views.types import BoardView, GameView, ResultView, StripView
from sanmill.core.game.ideas import mills_through
from sanmill.core.game.model import Content, Side
from sanmill.core.game.move import Move
from sanmill.core.text.i18n import Text, text
from sanmill.engine.game import Game

RULES = "nine_mens_morris"


def view(line: str, mode: str = "two_players") -> GameView:
    """A game after some moves."""
    game = Game(RULES)
    moves = line.split()
    for move in moves:
        game.play(move)
    end = Move(moves[-1]).end if moves and not Move(moves[-1]).is_removal else ""
    mills = mills_through(game.board, game.view.contents, end) if end else ()
    board = BoardView(game.board, game.view.contents, mills=mills, ply=len(moves))
    strip = StripView(Side.WHITE, text("side.white"), in_hand=0, is_turn=True)
    return GameView(mode, text("app.name"), board, strip, strip, text(f"status.{len(moves)}"))


def told(words: tuple[Text, ...]) -> list[str]:
    return [each.key for each in words]


@pytest.mark.parametrize(
    ("before", "after", "cue"),
    [
        ("", "d6", Cue.PLACE),
        ("d6 d7 b6 a7", "d6 d7 b6 a7 f6", Cue.MILL),
        ("d6 d7 b6 a7 f6", "d6 d7 b6 a7 f6 xa7", Cue.REMOVE),
    ],
)
def test_move_gives_cue(before: str, after: str, cue: Cue) -> None:
    assert cues_between(view(before), view(after), is_touch=True) == (cue,)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("d6", ""),  # taken back
        ("d6 d7", "d6 d7"),  # nothing
        ("", "d6 d7"),  # more than one
        ("d6 d7 b6", "a1 g1 g7 a7"),  # another game, just one ply further
    ],
)
def test_change_of_several_moves_gives_no_cue(before: str, after: str) -> None:
    assert change_between(view(before), view(after)) is None
    assert cues_between(view(before), view(after), is_touch=True) == ()


def test_looking_back_and_mode_change_give_no_cue() -> None:
    before, after = view("d6"), view("d6 d7")
    assert change_between(before, replace(after, is_looking_back=True)) is None
    assert change_between(before, replace(after, mode="versus")) is None


def test_set_up_changes_give_cues_without_plies() -> None:
    empty, white, black = view("", "set_up"), view("d6", "set_up"), view("g1 d6", "set_up")
    white, black = (replace(each, board=replace(each.board, ply=0)) for each in (white, black))
    assert cues_between(empty, white, is_touch=True) == (Cue.PLACE,)
    assert cues_between(white, empty, is_touch=True) == (Cue.REMOVE,)
    move = change_between(white, replace(black, board=replace(black.board, contents=_only(black, "d6"))))
    assert move is not None
    assert (move.side, move.start, move.end) == (Side.BLACK, "", "d6")


def _only(shown: GameView, name: str) -> tuple[Content, ...]:
    """The contents with a single point's piece."""
    pairs = zip(shown.board.board.points, shown.board.contents)
    return tuple(content if point.name == name else Content.EMPTY for point, content in pairs)


@pytest.mark.parametrize(
    ("headline", "winner", "cue"),
    [
        ("result.you_win", Side.WHITE, Cue.WIN),
        ("result.you_lose", Side.BLACK, Cue.LOSE),
        ("result.wins", Side.BLACK, Cue.WIN),
        ("result.draw", None, Cue.DRAW),
    ],
)
def test_result_cue_follows_move_cue(headline: str, winner: Side | None, cue: Cue) -> None:
    is_loss = headline == "result.you_lose"
    after = replace(view("d6"), result=ResultView(text(headline), text("reason.draw.agreed"), winner, is_loss))
    assert cues_between(view(""), after, is_touch=False) == (Cue.PLACE, cue)
    assert told(words_between(view(""), after, is_touch=False)) == ["spoken.place", headline, "reason.draw.agreed"]
    assert cues_between(after, after, is_touch=False) == ()


def test_refusal_is_announced_for_each_touch() -> None:
    refused = replace(view("d6"), is_refusal=True, messages=(text("refusal.occupied"),))
    for before in (view("d6"), refused):
        assert cues_between(before, refused, is_touch=True) == (Cue.ILLEGAL,)
        assert told(words_between(before, refused, is_touch=True)) == ["refusal.occupied"]
    assert cues_between(refused, refused, is_touch=False) == ()


def test_engine_status_is_not_announced() -> None:
    after = replace(view("d6"), status=text("status.thinking", side=text("side.black")), is_waiting=True)
    assert told(words_between(view(""), after, is_touch=True)) == ["spoken.place"]


def test_point_description_tells_content_and_options() -> None:
    board = replace(view("d6").board, targets=frozenset(["d7"]), removable=frozenset(["d6"]))
    assert point_words(board, "a1") == text("spoken.point.empty", point="a1")
    assert point_words(board, "d7") == text("spoken.reachable", point=text("spoken.point.empty", point="d7"))
    assert point_words(board, "d6") == text("spoken.takeable", point=text("spoken.point.white", point="d6"))
