"""The user's results by position: games against the engine, up to symmetry, kept up to date."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from sanmill.control.archive import feature as archive
from sanmill.control.archive.intents import DeleteGame, FindGames
from sanmill.control.archive.opening_index import OpeningIndex
from sanmill.control.games.game_info import AGREED, RESIGNED, Player, Termination
from sanmill.control.games.session import Session
from sanmill.core.game.model import Side
from sanmill.core.game.symmetry import symmetric_key
from sanmill.core.progress.statistics import Tally
from sanmill.engine.game import Game
from tests.kit.archive import ArchiveKit

NINE = "nine_mens_morris"


@pytest.fixture
def kit(tmp_path: Path) -> Iterator[ArchiveKit]:
    kit = ArchiveKit(tmp_path)
    yield kit
    kit.close()


def key(moves: str, rules: str = NINE) -> str:
    game = Game(rules)
    for move in moves.split():
        game.play(move)
    return symmetric_key(game.rules_text, game.view)


def play(
    kit: ArchiveKit, moves: str, *, side: Side | None = Side.WHITE, score: float = 1.0, rules: str = NINE
) -> Session:
    """Save a game; the user has a side, or two people play."""
    engine = Player(True, 3)
    players = {Side.WHITE: (Player(), engine), Side.BLACK: (engine, Player()), None: (Player(), Player())}[side]
    session = Session("two_players" if side is None else "versus", rules, players)
    for move in moves.split():
        session.play(move)
    own = side or Side.WHITE
    loser = None if score == 0.5 else own.other if score else own
    session.info.termination = Termination(AGREED if loser is None else RESIGNED, loser)
    kit.archive.note(session)
    return session


def results(kit: ArchiveKit, *keys: str) -> dict[str, Tally]:
    """What the archive tells last, after it has read everything."""
    told: list[dict[str, Tally]] = []
    kit.archive.count_results(keys, told.append)
    for _ in range(20):
        kit.do(FindGames())  # after a few games each
    return told[-1]


def test_results_are_merged_over_symmetric_games(kit: ArchiveKit) -> None:
    play(kit, "d6 f4 b4", score=1.0)
    play(kit, "f4 d2 d6", score=0.0)  # turned
    play(kit, "b4 d6 f6 a1", side=Side.BLACK, score=0.5)
    found = results(kit, key(""), key("d6"), key("d6 f4"), key("d2 b4 f4"), key("d6 a1"))
    assert found[key("")] == found[key("d2")] == Tally(1, 1, 1)
    assert found[key("d2 b4")] == Tally(1, 1, 1)
    assert found[key("d2 b4 f4")] == Tally(1, 0, 1)
    assert key("d6 a1") not in found


def test_foreign_unfinished_and_other_rules_games_are_excluded(kit: ArchiveKit) -> None:
    play(kit, "d6 f4", side=None)
    unfinished = play(kit, "d6 f4 b4 d2 c5 c3")
    unfinished.info.termination = None
    kit.archive.note(unfinished)
    play(kit, "d6 f4", rules="twelve_mens_morris")
    assert results(kit, key("d6")) == {}
    assert results(kit, key("d6", "twelve_mens_morris"))[key("d6", "twelve_mens_morris")] == Tally(1, 0, 0)


def test_added_changed_and_deleted_games_update_results(kit: ArchiveKit) -> None:
    first = play(kit, "d6 f4", score=1.0)
    assert results(kit, key("d6")) == {key("d6"): Tally(1, 0, 0)}
    first.rewind(1)
    first.play("d2")
    first.info.termination = Termination(RESIGNED, Side.WHITE)
    kit.archive.note(first)
    play(kit, "d6 d2", score=0.5)
    found = results(kit, key("d6"), key("d6 f4"), key("d6 d2"))
    assert found == {key("d6"): Tally(0, 1, 1), key("d6 d2"): Tally(0, 1, 1)}
    kit.do(DeleteGame(first.info.name), FindGames())
    assert results(kit, key("d6 d2")) == {key("d6 d2"): Tally(0, 1, 0)}


def test_old_games_are_indexed_in_batches_and_once(
    kit: ArchiveKit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "INDEXED_AT_ONCE", 2)
    for number in range(5):
        play(kit, "d6 f4 b4", score=number % 2)
    told: list[dict[str, Tally]] = []
    kit.archive.count_results((key("d6"),), told.append)
    for _ in range(20):
        kit.do(FindGames())  # after a few games each
    assert [tallies[key("d6")].games for tallies in told] == [2, 4, 5]
    kit.store.flush()
    index = json.loads((tmp_path / "openings.json").read_text(encoding="utf-8"))
    assert len(index["games"]) == 5
    again = ArchiveKit(tmp_path)
    monkeypatch.setattr(OpeningIndex, "_keys", lambda *_: pytest.fail("a known game was read again"))
    assert results(again, key("d6")) == {key("d6"): Tally(2, 0, 3)}
    again.close()


def test_damaged_index_is_rebuilt(kit: ArchiveKit, tmp_path: Path) -> None:
    play(kit, "d6 f4")
    results(kit, key("d6"))
    kit.close()
    (tmp_path / "openings.json").write_text('{"version": 1, "games": [{"name": 3}]}', encoding="utf-8")
    again = ArchiveKit(tmp_path)
    assert results(again, key("d6")) == {key("d6"): Tally(1, 0, 0)}
    again.close()


def test_only_placing_positions_are_indexed(kit: ArchiveKit, tmp_path: Path) -> None:
    moves = "d6 f4 b4 d2 a7 g1 c3 e5 a4 a1 g7 d7 f6 b2 c5 e3 f2 b6 d6-d5 e5-e4"
    play(kit, moves)
    found = results(kit, key(" ".join(moves.split()[:17])), key(moves))
    assert list(found.values()) == [Tally(1, 0, 0)]
