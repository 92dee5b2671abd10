"""The lesson on openings: every number and point its texts name is a fact of the opening book, in every language."""

from __future__ import annotations

import re

import pytest

from sanmill.control.intents import Open
from sanmill.control.lesson_plans import BY_NAME
from sanmill.control.lessons.intents import NextStep, StartLesson
from sanmill.control.lessons.mode import position_of
from sanmill.control.routes import EXPLORER
from sanmill.core.resources import CATALOGUES
from sanmill.core.text.i18n import Translator
from sanmill.engine.game import Game
from sanmill.engine.search.book import Book
from tests.kit.fake_worker import Bench

PLAN = BY_NAME["openings"]
NAMED = re.compile(r"[a-g][1-7]|\d+")


@pytest.fixture(scope="module")
def book() -> Book:
    return Book.open()


def values(book: Book, *moves: str) -> dict[str, int]:
    """The value of each move of the position, for the side that makes it."""
    game, found = Game(), {}
    for move in moves:
        game.play(move)
    for move in game.legal():
        after = game.copy()
        after.play(move)
        value = book.probe(after)
        assert value is not None
        found[str(move)] = -value
    return found


def lost(found: dict[str, int]) -> set[str]:
    return {move for move, value in found.items() if value == -1}


def facts(book: Book) -> list[set[str]]:
    """What the text of each step says, by the book."""
    first = values(book)
    assert set(first.values()) == {0}
    near = {point.name: point.neighbours for point in Game().board.points}
    threat = values(book, "d6", "e5", "d7")
    assert values(book, "d6", "e5")["d7"] == 0
    held = set(threat) - lost(threat)
    blocked, trap = values(book, "d6", "f4"), values(book, "d6", "f4", "f6")
    assert blocked["f6"] == 0
    assert trap["b6"] == 0
    corner = values(book, "a7", "f4")
    assert corner["d6"] == 0
    assert {"a4", "d7"} == set(near["a7"]) <= lost(corner)
    replies = values(book, "b6")
    hasty = [reply for reply in replies if {"f6", "b2"} <= lost(values(book, "b6", reply))]
    assert values(book, "b6", "d2")["f4"] == 0
    assert "d2" in hasty
    return [
        {str(len(first)), "d6", str(len(near["d6"]))},
        {"d7", str(len(lost(threat))), str(len(threat)), *held},
        {"f4", *lost(blocked), "f6", str(len(lost(trap))), str(len(trap))},
        {"f4", str(len(lost(corner))), str(len(corner)), "a4", "d7", "d6"},
        {"b6", "f6", "b2", str(len(hasty)), str(len(replies)), "f4"},
    ]


@pytest.mark.parametrize("language", ["en", "de", "zh"])
def test_texts_agree_with_opening_book(book: Book, language: str) -> None:
    translator = Translator(CATALOGUES)
    translator.choose(language)
    for step, known in enumerate(facts(book)):
        words = translator.say(PLAN.words(step))
        assert set(NAMED.findall(words)) <= known, words
        assert PLAN.steps[step].points in words


def test_lesson_moves_keep_the_draw(book: Book) -> None:
    game = Game()
    for step in PLAN.steps:
        if step.scene:
            game = Game(position=position_of(step.scene))
        for move in (step.points, step.answers):
            game.play(move)
            assert book.probe(game) == 0, move


def test_lesson_shows_point_names_and_leads_to_explorer() -> None:
    bench = Bench()
    view = bench.do(StartLesson("openings"))
    assert view.board.names_points
    bench.do(*(NextStep() for _ in PLAN.steps))
    bench.clock.turn(3)
    assert bench.view.prompt is not None
    assert Open(EXPLORER) in [action.intent for action in bench.view.prompt.actions]
