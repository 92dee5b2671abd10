"""Openings are recognised by their names, whichever way the board is turned and the moves are ordered."""

from __future__ import annotations

import pytest

from sanmill.core.game.symmetry import symmetries
from sanmill.engine.game import Game
from sanmill.engine.opening_names import opening_of, openings

NINE = "nine_mens_morris"


def named(moves: str, rules: str = NINE) -> str:
    game = Game(rules)
    states = [game.view]
    for move in moves.split():
        game.play(move)
        states.append(game.view)
    return opening_of(rules, states)


def test_every_name_is_recognised_in_all_sixteen_symmetries() -> None:
    images = symmetries(Game().board)
    assert len(images) == 16
    for opening in openings():
        for image in images:
            assert named(" ".join(image[move] for move in opening.moves)) == opening.name


def test_names_differ_and_name_different_positions() -> None:
    assert len({opening.name for opening in openings()}) == len(openings())
    assert len({named(" ".join(opening.moves)) for opening in openings()}) == len(openings())


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("", ""),
        ("d6 f4 b4 d2", "split_cross"),  # other order
        ("d6 f4 b4 d2 b6 f6 b2 xd2", "central_mill"),  # and beyond
        ("d6 f4 d2 b4 a7", "grand_cross"),
        ("c3 d6", "corner_far_crossing"),
        ("a7 a4", "corner"),
    ],
)
def test_the_last_named_position_counts(moves: str, name: str) -> None:
    assert named(moves) == name


def test_other_boards_and_rules() -> None:
    assert named("d6 f4", "twelve_mens_morris") == "adjacent_crossings"
    assert named("d6 f4", "lasker_morris") == "adjacent_crossings"
    six = Game("six_mens_morris")
    assert named(six.legal()[0], "six_mens_morris") == ""
    assert opening_of("no_such_rules", []) == ""
