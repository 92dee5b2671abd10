"""The search against the tablebase: announced mates are true, short ones are found, and probing plays perfectly."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from sanmill.engine.game import Game
from sanmill.engine.messages import Limits, MoveChosen, Position
from sanmill.engine.search.jobs import Think
from sanmill.engine.search.searcher import Searcher
from sanmill.engine.tablebase.tablebase import Tablebase, TablebaseBuild

VARIANT = "nine_mens_morris"
SIX_AGAINST_FOUR = "@@O***O@/**OO***O/***O*@** w m s 6 0 4 0"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables for all endings of up to seven pieces."""
    folder = tmp_path_factory.mktemp("tables")
    TablebaseBuild(VARIANT, folder, max_pieces=7).run()
    return folder


def random_ending(lot: random.Random, white: int, black: int) -> Game:
    """A live position with White to move."""
    while True:
        points = ["O"] * white + ["@"] * black + ["*"] * (24 - white - black)
        lot.shuffle(points)
        text = "".join(points)
        game = Game(VARIANT, position=f"{text[:8]}/{text[8:16]}/{text[16:]} w m s {white} 0 {black} 0")
        if game.result is None:
            return game


class Asker:
    """Asks one searcher one question after the other."""

    def __init__(self) -> None:
        self._searcher = Searcher()
        self._ticket = 0

    def ask(self, game: Game, limits: Limits, *options: tuple[str, str]) -> MoveChosen:
        self._ticket += 1
        position = Position(VARIANT, (), game.position)
        answer = self._searcher.think(Think(self._ticket, position, (("Shuffle", "false"), *options), limits))
        assert isinstance(answer, MoveChosen)
        return answer


def test_search_agrees_with_tablebase_of_three_against_three(folder: Path) -> None:
    tables, asker, lot = Tablebase(VARIANT, folder), Asker(), random.Random(3)
    found = 0
    for _ in range(60):
        game = random_ending(lot, 3, 3)
        verdict = tables.probe(game)
        assert verdict is not None
        mate = asker.ask(game, Limits(depth=7)).lines[0].mate
        if mate:
            assert (mate > 0) == (verdict.wdl > 0), game.position
        if verdict.wdl and verdict.dtw is not None and verdict.dtw <= 3:
            assert mate, game.position
            found += 1
    assert found > 5


def test_search_with_tablebase_keeps_the_result(folder: Path) -> None:
    tables, asker, lot = Tablebase(VARIANT, folder), Asker(), random.Random(4)
    for white, black in ((3, 3), (4, 3), (3, 4)) * 6:
        game = random_ending(lot, white, black)
        side = game.view.side
        before = tables.probe(game)
        assert before is not None
        while game.result is None and game.view.side == side:
            game.play(asker.ask(game, Limits(nodes=200), ("TablePath", str(folder))).move)
        after = tables.probe(game) if game.result is None else None
        kept = -after.wdl if after is not None else (1 if game.result and game.result.winner == side else 0)
        assert kept == before.wdl, game.position


def test_multipv_best_move_keeps_the_result(folder: Path) -> None:
    tables, asker, lot = Tablebase(VARIANT, folder), Asker(), random.Random(6)
    for white, black in ((4, 3), (3, 4)) * 15:
        game = random_ending(lot, white, black)
        side, before = game.view.side, tables.probe(game)
        assert before is not None
        options = (("TablePath", str(folder)), ("MultiPV", "3"))
        answer = asker.ask(game, Limits(depth=1), *options)
        assert answer.lines[0].moves[0] == answer.move
        while game.result is None and game.view.side == side:
            game.play(asker.ask(game, Limits(depth=1), *options).move)
        after = tables.probe(game) if game.result is None else None
        kept = -after.wdl if after is not None else (1 if game.result and game.result.winner == side else 0)
        assert kept == before.wdl, game.position


def test_won_endgames_are_won_with_tablebase(folder: Path) -> None:
    tables, asker, lot = Tablebase(VARIANT, folder), Asker(), random.Random(5)
    won = 0
    while won < 5:
        game = random_ending(lot, 3, 3)
        verdict, side = tables.probe(game), game.view.side
        if verdict is None or verdict.wdl <= 0:
            continue
        won += 1
        while game.result is None:
            options = (("TablePath", str(folder)),) if game.view.side == side else ()
            game.play(asker.ask(game, Limits(nodes=300), *options).move)
        assert game.result.winner == side


def test_six_against_four_is_won_without_tablebase() -> None:
    asker, game = Asker(), Game(VARIANT, position=SIX_AGAINST_FOUR)
    side = game.view.side
    while game.result is None:
        game.play(asker.ask(game, Limits(nodes=60000)).move)
    assert game.result.winner == side
