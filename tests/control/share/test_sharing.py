"""The card of a shared game or puzzle: what it says to the one who receives it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sanmill.control.controller import Controller
from sanmill.control.games.game_info import AGREED, RESIGNED, Player, Termination
from sanmill.control.games.session import Session
from sanmill.control.routes import Kind, Route
from sanmill.control.share.view import ShareView, puzzle_share_view
from sanmill.core.game.model import Side
from sanmill.core.resources import CATALOGUES
from sanmill.core.text.i18n import Translator, text
from sanmill.engine import share_code
from sanmill.engine.puzzles.generator import Puzzle
from tests.kit.fake_worker import Bench

ME, OTTO, ADA = Player(), Player(True, 3, "balanced"), Player(True, 6, "balanced")
WHITE_LOST, BLACK_LOST, DRAWN = (
    Termination(RESIGNED, Side.WHITE),
    Termination(RESIGNED, Side.BLACK),
    Termination(AGREED),
)
PUZZLE = Puzzle(
    rules="nine_mens_morris",
    position="********/******@*/O*@*@*OO w m s 3 0 3 0 0 0 0 0 0 0 0 0 9",
    side=Side.WHITE,
    is_win=True,
    theme="fly",
    turns=1,
    length=1,
    choices=9,
    rating=1100,
    solution=(),
)


@pytest.fixture
def say() -> Translator:
    translator = Translator(CATALOGUES)
    translator.choose("en")
    return translator


def shared(players: tuple[Player, Player], termination: Termination | None, names: dict[str, str]) -> ShareView:
    mode = {0: "two_players", 1: "versus", 2: "watch"}[sum(player.is_engine for player in players)]
    session = Session(mode, "nine_mens_morris", players)
    for move in ("d6", "f4", "b4"):
        session.play(move)
    session.info.termination = termination
    session.info.headers.update(names)
    session.info.headers["Date"] = "2026.11.16"
    controller: Controller = Bench().controller
    controller.start(session)
    view: ShareView | None = controller.features.share.view(Route(Kind.SHARE))
    assert view is not None
    return view


@pytest.mark.parametrize(
    ("players", "termination", "names", "headline", "reason", "scores"),
    [
        ((ME, OTTO), BLACK_LOST, {}, "I beat Otto (Level 3) in 2 moves. Your turn!", "Otto resigned.", "01"),
        ((OTTO, ME), BLACK_LOST, {}, "Otto (Level 3) beat me in 2 moves. Can you do better?", "Black resigned.", "10"),
        ((ME, OTTO), DRAWN, {}, "I drew with Otto (Level 3) after 2 moves. Can you win?", "By agreement.", "½½"),
        ((ME, OTTO), None, {}, "Black to move. What would you play?", None, ""),
        ((ME, ME), WHITE_LOST, {}, "Black beat White in 2 moves. See how!", "White resigned.", "10"),
        (
            (ME, ME),
            WHITE_LOST,
            {"White": "Ann", "Black": "Ben"},
            "Ben beat Ann in 2 moves. See how!",
            "White resigned.",
            "10",
        ),
        ((ADA, OTTO), BLACK_LOST, {}, "Ada beat Otto in 2 moves. See how!", "Otto resigned.", "01"),
    ],
)
def test_card_addresses_its_receiver(
    say: Translator,
    players: tuple[Player, Player],
    termination: Termination | None,
    names: dict[str, str],
    headline: str,
    reason: str | None,
    scores: str,
) -> None:
    view = shared(players, termination, names)
    assert say.say(view.headline) == headline
    assert (say.say(view.reason) if view.reason else None) == reason
    assert "".join(player.score for player in view.players) == scores
    assert say.say(view.detail) == "Nine Men’s Morris · 16 Nov 2026", "“today” is another day when it is read"
    shown = [say.say(player.name) for player in view.players]
    assert "You" not in " ".join(shown), "the receiver is not the player"
    assert ("Me" in shown) is (len([player for player in players if player.is_engine]) == 1)


def test_puzzle_card_asks_for_solution_and_sends_position(say: Translator) -> None:
    view = puzzle_share_view(PUZZLE, text("variant.nine_mens_morris"))
    assert say.say(view.headline) == "Can you find White’s win?"
    record = share_code.read(f"some words\n{view.code}")
    assert record.position == PUZZLE.position
    assert not record.tree.root.children
    save = puzzle_share_view(replace(PUZZLE, is_win=False), text("variant.nine_mens_morris"))
    assert say.say(save.headline) == "Can you hold the draw as White?"
