"""Favourite openings: of equal value, different for each opponent, and left aside where values are not known."""

from __future__ import annotations

import pytest

from sanmill.control.games.game_info import Player
from sanmill.control.games.people import PEOPLE, Person, favourites
from sanmill.control.games.session import Session
from sanmill.core.game.model import Side
from sanmill.core.resources import ASSETS
from sanmill.engine.game import Game
from sanmill.engine.messages import Position, Stage, TablebaseStatus
from sanmill.engine.opening_names import openings
from sanmill.engine.search.book import Book
from tests.kit.fake_worker import Bench

NINE = "nine_mens_morris"
MOVES = {opening.name: opening.moves for opening in openings()}
LEVELS = range(1, len(PEOPLE) + 1)


@pytest.mark.parametrize("person", PEOPLE, ids=lambda person: person.name)
def test_no_favourite_drops_value(person: Person) -> None:
    book = Book.open()
    for side, names in zip(Side, (person.white, person.black)):
        for name in names:
            game = Game(NINE)
            game.play(*MOVES[name][:-1])
            assert game.side is side
            player = Player(True, PEOPLE.index(person) + 1)
            moves = favourites(player, Position(NINE, game.history))
            assert MOVES[name][-1] in moves
            values = {move: _value(book, game, move) for move in game.legal()}
            assert {values[move] for move in moves} == {max(values.values())} == {0}


def _value(book: Book, game: Game, move: str) -> int:
    """For the side that moves."""
    after = game.copy()
    after.play(move)
    wdl = book.probe(after)
    assert wdl is not None
    return -wdl


def test_every_opponent_begins_or_answers_in_a_way_of_its_own() -> None:
    assert len({(person.white, person.black) for person in PEOPLE}) == len(PEOPLE)
    replies = {favourites(Player(True, level), Position(NINE, ("d6",))) for level in LEVELS}
    assert len(replies) > 5


@pytest.mark.parametrize("level", LEVELS)
def test_opponent_is_asked_to_choose_among_favourites(level: int) -> None:
    bench = Bench()
    bench.tablebases.known[NINE] = TablebaseStatus(NINE, Stage.SHIPPED, 11, path=ASSETS / "tables")
    engine = Player(True, level)
    bench.controller.start(Session("versus", NINE, (engine, Player())))
    moves = bench.jobs.commands[-1].limits.moves
    assert moves == favourites(engine, Position(NINE))
    assert moves


def test_opponent_in_an_unnamed_position_chooses_freely() -> None:
    bench = Bench()
    session = Session("versus", NINE, (Player(), Player(True, 3)))
    for move in ("d6", "f4", "a1"):
        session.play(move)
    bench.controller.start(session)
    assert bench.jobs.commands[-1].limits.moves == ()


@pytest.mark.parametrize("rules", ["twelve_mens_morris", "six_mens_morris", "nine_mens_morris MayFly=false"])
def test_rules_without_book_have_no_favourites(rules: str) -> None:
    bench = Bench()
    bench.controller.start(Session("versus", rules, (Player(True, 3), Player())))
    assert bench.jobs.commands[-1].limits.moves == ()
    bench.answer()
    assert bench.controller.current.session
    assert bench.controller.current.session.cursor.game_ply == 1
