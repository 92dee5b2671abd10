"""Perfect play while placing: no turn of the engine drops value, and analysis shows proven values."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

import pytest

from sanmill.engine.game import Game
from sanmill.engine.messages import Limits, MoveChosen, Position, Progress
from sanmill.engine.search.book import Book
from sanmill.engine.search.jobs import Analyse, Think
from sanmill.engine.search.proof import Prover
from sanmill.engine.search.searcher import Searcher
from sanmill.engine.tablebase.tablebase import Tablebase, TablebaseBuild

RULES = "Board=1 PiecesCount=5 MayFly=false"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables")
    TablebaseBuild(RULES, path, max_pieces=10, threads=2).run()
    return path


def placing_positions(count: int) -> list[Game]:
    """Positions after some random placements, no removal being due."""
    chosen = random.Random(3)
    games: list[Game] = []
    while len(games) < count:
        game = Game(RULES)
        for _ in range(chosen.randrange(2, 8)):
            game.play(chosen.choice(game.legal()))
        if not game.legal()[0].is_removal:
            games.append(game)
    return games


def test_perfect_play_drops_no_value(folder: Path) -> None:
    searcher, prover = Searcher(folder), Prover(RULES, Tablebase(RULES, folder))
    droppable = 0
    for ticket, game in enumerate(placing_positions(12), start=1):
        chosen = searcher.think(Think(ticket, Position(RULES, start=game.position), (), Limits(nodes=30_000)))
        assert isinstance(chosen, MoveChosen)
        state = prover.run(game, ticket=ticket)
        assert max(turn.lower for turn in state.turns if turn.moves[0] == chosen.move) == state.wdl
        assert chosen.lines[0].is_proven
        droppable += state.wdl != min(turn.lower for turn in state.turns)
    assert droppable > 3  # positions in which a turn could drop value


def test_analysis_replaces_estimates_by_proofs(folder: Path) -> None:
    game, searcher = placing_positions(1)[0], Searcher(folder)
    command = Analyse(1, Position(RULES, start=game.position), (), Limits(is_infinite=True))
    with ThreadPoolExecutor(1) as pool:
        analysis = pool.submit(searcher.think, command)
        while not wait([analysis], timeout=0.02).done:
            seen = searcher.peek()
            if isinstance(seen, Progress) and all(line.is_proven for line in seen.lines):
                searcher.stop(1)
    state = Prover(RULES, Tablebase(RULES, folder)).run(game, ticket=1)
    lines = analysis.result().lines
    drawn = {turn.moves[0] for turn in state.turns if turn.wdl == 0}
    assert {line.move for line in lines if line.score == 0} == drawn
    assert len(lines) == len({turn.moves[0] for turn in state.turns})


def test_book_alone_proves_first_moves(folder: Path, tmp_path: Path) -> None:
    prover, book = Prover(RULES, Tablebase(RULES, folder)), Book.empty(RULES, 2)
    for ticket, game in enumerate(book.positions(1, RULES), start=1):
        value = prover.run(game, ticket=ticket, is_value_only=True).wdl
        assert value is not None
        book.add(game, value)
    book.write(tmp_path / "a.book")
    start, options = Position(RULES), (("BookFile", str(tmp_path / "a.book")),)
    with_book = Searcher().think(Think(1, start, options, Limits(nodes=500)))
    without = Searcher().think(Think(1, start, (*options, ("OwnBook", "false")), Limits(nodes=500)))
    level_11 = Searcher().think(Think(1, start, (*options, ("Level", "11")), Limits()))
    assert with_book.lines[0].is_proven
    assert not without.lines[0].is_proven
    assert not level_11.lines[0].is_proven
