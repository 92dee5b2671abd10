"""Games with friends by message: two apps on two data folders, and messages that are damaged, old or foreign."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from sanmill.control.board.intents import Answer, JumpTo, OfferDraw, Rematch, Resign, TapPoint, Undo
from sanmill.control.effects import Paste, Toast
from sanmill.control.friends.intents import (
    DeleteFriendGame,
    OpenFriendGame,
    RestoreFriendGame,
    SendTurn,
)
from sanmill.control.play.intents import StartTwoPlayers
from sanmill.control.routes import HOME, PLAY, REVIEW
from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from sanmill.engine import turn_code
from tests.kit.friend_phone import FRIENDS, Phone

RUNS = int(os.environ.get("DAMAGED_MESSAGES", "300"))
MILL = ("a1", "b2", "d1", "b4", "g1", "xb2")  # White closes a mill and takes b2


@pytest.fixture
def anna(tmp_path: Path) -> Phone:
    return Phone(tmp_path / "anna", "Anna")


@pytest.fixture
def ben(tmp_path: Path) -> Phone:
    return Phone(tmp_path / "ben", "Ben")


def play_random_game(white: Phone, black: Phone, chance: random.Random) -> Iterator[str]:
    """Play to the end by messages; each message is yielded after it was received."""
    players = (white, black)
    for number in range(1000):
        mover, other = players[number % 2], players[1 - number % 2]
        session = mover.controller.current.session
        assert session
        side = session.cursor.present.side
        while session.cursor.present.side is side and not session.is_over:
            mover.play(chance.choice(session.cursor.game.legal()))
        message = mover.send()
        assert other.receive(message) == ""
        yield message
        if session.is_over:
            return


def test_two_apps_play_whole_game_with_removals_by_messages(anna: Phone, ben: Phone) -> None:
    anna.start()
    messages = list(play_random_game(anna, ben, random.Random(4)))
    assert anna.played == ben.played
    assert any(Move(move).is_removal for move in anna.played)
    assert all(len(message.split()[-1]) < 200 for message in messages)
    results = [phone.view.result for phone in (anna, ben)]
    assert results[0] is not None
    assert results[1] is not None
    assert results[0].winner == results[1].winner
    assert [str(phone.view.bottom.side) for phone in (anna, ben)] == [str(Side.WHITE), str(Side.BLACK)]
    assert [game.is_over for game in (*anna.games, *ben.games)] == [True, True]
    for phone in (anna, ben):
        assert "play.review" in {action.label.key for action in phone.view.overflow if action.is_enabled}
        assert phone.show(REVIEW).review.graph[:1] == (None,) or phone.shown(REVIEW)


def test_game_survives_restart_and_other_games(anna: Phone, ben: Phone) -> None:
    anna.start()
    assert ben.receive(anna.turn("d6")) == ""
    ben.play("f4")
    ben.do(StartTwoPlayers())
    ben.store.flush()
    again = Phone(ben.folder, "Ben")
    (game,) = again.games
    assert game.status.key == "friends.to_send"
    again.do(OpenFriendGame(game.game))
    assert again.played == ("d6", "f4")
    assert anna.receive(again.send()) == ""
    assert anna.view.top.name.values == (("name", "Ben"),)
    assert [each.status.key for each in anna.games] == ["friends.your_turn"]


def test_turn_is_sent_with_its_removal_and_taken_back_only_before(anna: Phone, ben: Phone) -> None:
    anna.start()
    for white, black in (("a1", "b2"), ("d1", "b4")):
        ben.receive(anna.turn(white))
        anna.receive(ben.turn(black))
    anna.play("g1")
    assert not anna.view.actions[1].is_enabled  # the mill wants a piece first
    anna.play("xb2")
    assert anna.do(Undo()).board.ply == 4
    anna.play("g1", "xb4")
    assert ben.receive(anna.send()) == ""
    assert ben.played == ("a1", "b2", "d1", "b4", "g1", "xb4")
    assert anna.do(Undo()).board.ply == 6
    anna.do(JumpTo(2), TapPoint("g7"))
    assert anna.view.messages[0].key == "friends.refusal.past"
    assert anna.played == ben.played


def test_friend_who_has_white_begins(anna: Phone, ben: Phone) -> None:
    anna.start("black")
    assert anna.view.actions[1].label.key == "friends.send"
    assert ben.receive(anna.send()) == ""
    assert ben.view.bottom.side is Side.WHITE
    assert anna.receive(ben.turn("a1")) == ""
    assert anna.played == ("a1",)


def test_code_is_found_in_quoted_and_wrapped_mail(anna: Phone, ben: Phone) -> None:
    anna.start()
    first = anna.turn("d6")
    ben.receive(first)
    anna.receive(ben.turn("f4"))
    second = anna.turn("d2")
    lines = [second[at : at + 60] for at in range(0, len(second), 60)]
    mail = "Hi Ben!\r\n\r\n" + "\r\n".join(f"> {line}" for line in lines) + f"\r\nOn Monday you wrote:\r\n>> {first}"
    assert ben.receive(mail) == ""
    assert ben.played == ("d6", "f4", "d2")


@pytest.mark.parametrize("link", ["sanmill:", "https://mill.example/app#", ""])
def test_code_is_found_behind_any_link(anna: Phone, ben: Phone, link: str) -> None:
    anna.start()
    code = anna.turn("d6").split("sanmill:")[1].strip()
    assert ben.receive(f"Look: {link}{code}!") == ""


def test_messages_that_do_not_continue_are_explained_and_harmless(anna: Phone, ben: Phone) -> None:
    anna.start()
    first = anna.turn("d6")
    assert ben.receive(first) == ""
    answer = ben.turn("f4")
    assert anna.receive(answer) == ""
    kept = anna.kept
    assert anna.receive("Hello!") == "none"
    assert anna.receive(first) == "own"
    assert anna.receive(answer) == "old"
    assert anna.receive(answer.strip()[:-9]) == "cut"
    assert anna.receive(answer.replace("turn1/", "turn7/")) == "newer"
    (game,) = ben.kept
    forged = turn_code.TurnMessage(game.game, game.rules, game.names, Side.BLACK, ("d6", "b4", "a1", "f4"))
    assert anna.receive(turn_code.write(forged)) == "other"
    foreign = turn_code.TurnMessage(game.game, "six_mens_morris", game.names, Side.BLACK, ("b4", "d2"))
    assert anna.receive(turn_code.write(foreign)) == "other"
    own_too = turn_code.TurnMessage(game.game, game.rules, game.names, Side.BLACK, ("d6", "f4", "a1", "b2"))
    assert anna.receive(turn_code.write(own_too)) == "other"
    assert anna.kept == kept
    assert anna.played == ("d6", "f4")


def test_damaged_messages_never_change_a_game(anna: Phone, ben: Phone) -> None:
    chance = random.Random(7)
    anna.start()
    messages = list(play_random_game(anna, ben, chance))
    carol = Phone(anna.folder.parent / "carol")
    for message in messages[: len(messages) // 2]:
        carol.receive(message)  # has the game as Ben, with half of the turns where they continue
        if carol.view.mode == "friend" and carol.kept[0].is_own_turn:
            carol.play(*carol.controller.current.session.cursor.game.legal()[:1])  # type: ignore[union-attr]
            carol.do(SendTurn())
    kept, taken = carol.kept, 0
    for _ in range(RUNS):
        message = chance.choice(messages)
        code = message.split("sanmill:")[1].strip()
        damaged = damage(code, chance)
        if turn_code.read(code, lambda game: ()) and damaged == code:
            continue
        taken += carol.receive(damaged) == ""
        assert carol.kept == kept
    assert taken == 0


def damage(code: str, chance: random.Random) -> str:
    """A code changed in one to three places: another letter, one too many, too few, or a piece repeated."""
    letters = list(code)
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(letters))
        letters[at : at + chance.choice((0, 1, 1, 1, 2, 9))] = chance.choices(
            [chance.choice(turn_code.DIGITS + "/ \n>é\0"), "", "".join(letters[: at // 2])], (8, 2, 1)
        )
        letters = list("".join(letters)) or ["x"]
    return "".join(letters)


def test_resignation_reaches_friend(anna: Phone, ben: Phone) -> None:
    anna.start()
    ben.receive(anna.turn("d6"))
    ben.do(Resign(), Answer(True))
    assert ben.view.result is not None
    assert ben.view.result.main is not None
    assert anna.receive(ben.send()) == ""
    assert anna.view.result is not None
    assert anna.view.result.winner is Side.WHITE


def test_draw_is_offered_with_turn_and_accepted_by_answer(anna: Phone, ben: Phone) -> None:
    anna.start()
    anna.do(OfferDraw())
    ben.receive(anna.turn("d6"))
    assert "friends.offers" in [words.key for words in ben.view.messages]
    assert ben.view.actions[0].label.key == "friends.accept_draw"
    ben.do(OfferDraw())
    assert anna.receive(ben.send()) == ""
    for phone in (anna, ben):
        assert phone.view.result is not None
        assert phone.view.result.winner is None


def test_draw_nobody_offered_is_refused(anna: Phone, ben: Phone) -> None:
    anna.start()
    ben.receive(anna.turn("d6"))
    (game,) = ben.kept
    forged = turn_code.TurnMessage(game.game, game.rules, game.names, Side.BLACK, ("d6",), turn_code.Sign.AGREED_DRAW)
    assert anna.receive(turn_code.write(forged)) == "old"
    assert anna.view.result is None


def test_home_lists_games_in_progress_with_whose_turn_it_is(anna: Phone, ben: Phone) -> None:
    anna.start()
    ben.receive(anna.turn("d6"))
    assert [game.status.key for game in anna.show(HOME).friends] == ["friends.their_turn"]
    assert [game.status.key for game in ben.show(HOME).friends] == ["friends.your_turn"]
    ben.go(PLAY)
    ben.do(Resign(), Answer(True), SendTurn())
    assert ben.show(HOME).friends == ()


def test_deleted_game_comes_back(anna: Phone) -> None:
    anna.start()
    (game,) = anna.games
    anna.do(DeleteFriendGame(game.game))
    assert anna.games == ()
    anna.do(RestoreFriendGame())
    assert [each.game for each in anna.games] == [game.game]


def test_rematch_swaps_sides(anna: Phone, ben: Phone) -> None:
    anna.start()
    ben.receive(anna.turn("d6"))
    ben.do(Resign(), Answer(True), SendTurn(), Rematch())
    assert ben.view.bottom.side is Side.WHITE
    assert anna.receive(ben.turn("a1")) == ""
    assert len(anna.games) == 2


def test_own_rules_travel_with_the_game(anna: Phone, ben: Phone) -> None:
    anna.start(variant="Mine: nine_mens_morris PiecesCount=10 MayFly=false")
    assert ben.receive(anna.turn("d6")) == ""
    assert ben.controller.current.session is not None
    assert ben.controller.current.session.info.rules == "nine_mens_morris PiecesCount=10 MayFly=false"


def test_engine_is_silent_until_game_is_over(anna: Phone) -> None:
    anna.start()
    anna.play("d6")
    labels = {action.label.key for action in anna.view.overflow if action.is_enabled}
    assert not labels & {"play.review", "home.explorer", "play.hint"}
    assert anna.jobs.commands == []


def test_answer_is_pasted_on_the_board_which_stays_when_it_is_none(anna: Phone, ben: Phone) -> None:
    anna.start()
    ben.receive(anna.turn("d6"))
    anna.told.clear()
    anna.do(anna.view.actions[0].intent)
    (wanted,) = anna.told
    assert isinstance(wanted, Paste)
    anna.do(wanted.intent("Hello!"))
    assert anna.back_stack[-1] == PLAY
    anna.do(wanted.intent(ben.turn("f4")))
    assert anna.played == ("d6", "f4")
    assert anna.told[-2] == Toast(()), "what was said of the text before is gone"
    anna.go(HOME)
    anna.receive("Hello!")
    assert anna.back_stack[-1] == FRIENDS


def test_games_are_listed_by_what_there_is_to_do(anna: Phone, ben: Phone) -> None:
    anna.start()
    ben.receive(anna.turn("d6"))
    anna.receive(ben.turn("f4"))
    anna.start()
    anna.turn("d6")
    anna.start()
    anna.do(Resign(), Answer(True), SendTurn())
    assert [(game.is_due, game.is_over) for game in anna.games] == [(True, False), (False, False), (False, True)]


def test_finished_game_goes_into_the_course_of_both(anna: Phone, ben: Phone) -> None:
    anna.start()
    ben.receive(anna.turn("d6"))
    anna.receive(ben.turn("f4"))
    anna.do(Resign(), Answer(True))
    ben.receive(anna.send())
    for phone, side in ((anna, Side.WHITE), (ben, Side.BLACK)):
        (game,) = phone.controller.features.course.course.waiting
        assert (game.moves, game.side) == (("d6", "f4"), side)
