"""The turns of a game as boards, for one picture of the whole game."""

from __future__ import annotations

from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.share.turns import TURNS_MAX, turns_of
from sanmill.core.game.model import Content
from tests.kit.play_scenes import LOST, OPENING


def played(*moves: str) -> Session:
    session = Session("two_players", "nine_mens_morris", (Player(), Player()))
    for move in moves:
        session.play(move)
    return session


def test_each_turn_is_a_board_with_its_removal() -> None:
    turns = turns_of(played("a1", "b2", "d1", "b4", "g1", "xb2", "f4"))
    assert [turn.words for turn in turns] == ["1. a1", "1… b2", "2. d1", "2… b4", "3. g1xb2", "3… f4"]
    taken = turns[4].board
    assert (taken.last_to, taken.last_removed) == ("g1", "b2")
    assert sum(content is Content.BLACK for content in taken.contents) == 1


def test_long_game_is_thinned_out_up_to_its_last_turn() -> None:
    turns = turns_of(played(*LOST))
    assert len(turns) <= TURNS_MAX
    assert turns[-1].words.endswith("g4-g1xd2")


def test_moves_taken_back_are_not_shown() -> None:
    session = played(*OPENING)
    session.rewind(3)
    assert len(turns_of(session)) == 3
    assert turns_of(played()) == ()
