"""Saved games from the board to the archive and back, on real files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from sanmill.control.archive.intents import (
    DeleteGame,
    ExportGames,
    FindGames,
    ImportGames,
    OpenGame,
    RenameGame,
    RestoreGame,
)
from sanmill.control.board.intents import Answer, Resign, SetNote, TapPoint, Undo
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.games.session_file import record_of, record_text
from sanmill.control.play.intents import StartTwoPlayers, StartVersus
from sanmill.core.game.model import Content
from sanmill.core.storage import store
from sanmill.core.storage.saved_games import INDEX_FILE
from sanmill.core.text.i18n import text
from sanmill.engine import share_code
from tests.kit.archive import ArchiveKit
from tests.kit.fake_worker import Bench

OPENING = [TapPoint(point) for point in "d6 f4 b4 d2 f6 b6".split()]
FOREIGN = '[Event "Cup"]\n[White "Ann"]\n[Black "Ben"]\n[Date "1999.??.??"]\n\n1. d6 f4 2. b4 (2. a1 {why}) 1-0\n'


@pytest.fixture
def kit(tmp_path: Path) -> Iterator[ArchiveKit]:
    kit = ArchiveKit(tmp_path)
    yield kit
    kit.close()


@pytest.fixture
def bench(kit: ArchiveKit) -> Bench:
    bench = Bench()
    kit.serve(bench.controller)
    return bench


def session(bench: Bench) -> Session:
    assert bench.controller.current.session is not None
    return bench.controller.current.session


def titles(kit: ArchiveKit, wanted: FindGames | None = None) -> list[str]:
    return [game.title.key.rpartition(".")[2] for game in kit.do(wanted or FindGames()).games]


def test_finished_game_is_saved_once(kit: ArchiveKit, bench: Bench) -> None:
    bench.do(StartTwoPlayers(), *OPENING, Resign(), Answer(True))
    (game,) = kit.do(FindGames()).games
    assert (game.title.key, game.result.key, game.is_over) == ("games.two_players", "games.result.black", True)
    assert sum(content is not Content.EMPTY for content in game.board.contents) == 6
    bench.do(Undo(), TapPoint("a1"), Resign(), Answer(True))
    assert kit.do(FindGames()).games[0].result.key == "games.result.white"
    assert kit.do(FindGames()).total == 1


def test_unfinished_game_is_saved_when_another_begins(kit: ArchiveKit, bench: Bench) -> None:
    bench.do(StartTwoPlayers(), TapPoint("d6"), StartTwoPlayers())
    assert titles(kit) == []
    bench.do(*OPENING, StartVersus())
    assert titles(kit) == ["two_players"]


def test_opened_game_continues_at_its_position(kit: ArchiveKit, bench: Bench) -> None:
    bench.do(StartVersus(), *OPENING[:1])
    for move in ("f4", "d2", "b6"):
        bench.answer(move)
        bench.do(TapPoint({"f4": "b4", "d2": "f6", "b6": "g1"}[move]))
    bench.do(SetNote("here"), StartTwoPlayers())
    (game,) = kit.do(FindGames()).games
    assert game.title.key == "games.named"
    kit.do(OpenGame(game.name))
    (opened,) = kit.opened
    assert (opened.info.mode, opened.cursor.game_ply, opened.is_over, opened.info.counts) == ("versus", 7, False, True)
    assert opened.info.players[1].level == 3
    bench.controller.start(opened)
    assert bench.jobs.commands[-1].position.moves == opened.cursor.line
    assert opened.cursor.tree.current.comment == "here"


def test_undone_moves_are_kept_in_archive(kit: ArchiveKit, bench: Bench) -> None:
    bench.do(StartTwoPlayers(), *OPENING, TapPoint("a1"), Undo(), StartTwoPlayers())
    kit.do(OpenGame(kit.do(FindGames()).games[0].name))
    assert (kit.opened[0].cursor.game_ply, len(kit.opened[0].cursor.line)) == (6, 7)


def test_saved_game_keeps_its_title(kit: ArchiveKit, bench: Bench) -> None:
    bench.do(StartTwoPlayers(), TapPoint("d6"))
    kit.save(session(bench), "  Sunday\n morning ")
    assert titles(kit) == ["titled"]
    assert kit.told[-1].key == "games.saved"
    assert session(bench).info.title == "Sunday morning"
    kit.do(RenameGame(session(bench).info.name, "Monday"))
    assert '[Event "Monday"]' in bench.record
    kit.do(OpenGame(session(bench).info.name))
    assert (kit.opened[0].info.title, kit.opened[0].info.is_saved) == ("Monday", True)


def test_games_are_named_by_opponent_and_found_by_outcome_for_user(kit: ArchiveKit, bench: Bench) -> None:
    bench.do(StartVersus(), TapPoint("d6"))
    bench.answer("f4")
    bench.do(Resign(), Answer(True))
    (game,) = kit.do(FindGames(outcome="lost")).games
    assert dict(game.title.values) == {"white": text("games.you"), "black": text("level.3.name")}
    assert (game.level, game.result.key) == (3, "games.result.lost")
    assert kit.do(FindGames(outcome="won")).games == ()


def test_deleted_game_returns_only_on_restore(kit: ArchiveKit, bench: Bench) -> None:
    bench.do(StartTwoPlayers(), *OPENING, Resign(), Answer(True))
    name = kit.do(FindGames()).games[0].name
    assert kit.do(DeleteGame(name)).games == ()
    assert dict(kit.told[-1].values)["title"] == text("games.two_players")
    bench.do(SetNote("still here"))
    assert kit.do(FindGames()).games == ()
    assert kit.do(RestoreGame()).games[0].name == name
    assert kit.do(RestoreGame()).total == 1


def test_games_are_found_by_words_variant_and_result(kit: ArchiveKit, bench: Bench) -> None:
    kit.do(ImportGames(FOREIGN + FOREIGN.replace("Cup", "Friendly").replace("1-0", "0-1")))
    kit.do(ImportGames('[Variant "six_mens_morris"]\n\n1. b4 d2 *\n\n1. d6 *'))
    assert kit.do(FindGames()).total == 4
    assert len(kit.do(FindGames(words="cup")).games) == 1
    assert len(kit.do(FindGames(words="friendly 1999")).games) == 0
    assert len(kit.do(FindGames(outcome="unfinished")).games) == 2
    view = kit.do(FindGames(rules="six_mens_morris"))
    assert len(view.games) == 1
    assert [rules for rules, _ in view.variants] == ["nine_mens_morris", "six_mens_morris"]
    assert len(view.games[0].board.contents) == len(view.games[0].board.board.points)


def test_single_imported_game_is_opened_with_all_data(kit: ArchiveKit) -> None:
    kit.do(ImportGames(FOREIGN))
    (game,) = kit.opened
    assert (game.info.mode, game.info.title, game.is_over, game.info.counts) == ("two_players", "Cup", True, False)
    assert game.info.termination is not None
    assert game.info.termination.kind == "noted"
    text = record_text(game)
    for words in ('[White "Ann"]', '[Event "Cup"]', "(2. a1 {why})", "1-0"):
        assert words in text


def test_multiple_games_are_imported_and_errors_listed(kit: ArchiveKit) -> None:
    kit.do(ImportGames((FOREIGN + "\n1. d6 d6 *\n\n" + FOREIGN + "\n1. Nf3 *\n").encode()))
    (view,) = kit.imports
    assert view.count == 2
    assert [dict(error.values)["line"] for error in view.errors] == [8, 17]
    refusal = dict(view.errors[0].values)["error"]
    assert (refusal.key, dict(refusal.values)["why"].key) == ("record.refused", "refusal.occupied")
    assert kit.opened == []


def test_position_and_share_code_are_opened(kit: ArchiveKit) -> None:
    position = "*OO**@**/@O*@**O*/O@@*@@*O w m s 6 0 7 0 0 0 0 0 0 0 0 12 14"
    kit.do(ImportGames(position))
    assert kit.opened[-1].cursor.game.position.startswith("*OO**@**/@O*@**O*/O@@*@@*O w m s")
    written = share_code.write(record_of(kit.opened[-1]))
    kit.do(ImportGames(f"See {written}"))
    assert kit.opened[-1].info.start == kit.opened[-2].info.start
    kit.do(ImportGames(written[:-4]))
    error = kit.imports[-1].errors[0]
    assert (error.key, dict(error.values)["error"].key) == ("import.bad_code", "import.code.damaged")


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("mill1:A", "import.code.cut"),
        ("mill1:AAAAAA", "import.code.damaged"),
        ("mill1:" + "A" * 7000, "import.code.too_long"),
        ('[Variant "chess"]\n\n1. d6 *', "record.rules"),
        ('[FEN "nonsense"]\n\n1. d6 *', "record.position"),
    ],
)
def test_import_error_is_translatable_text(kit: ArchiveKit, written: str, key: str) -> None:
    kit.do(FindGames(), ImportGames(written))
    (error,) = kit.imports[-1].errors
    assert dict(error.values)["error"].key == key


def test_import_cut_by_app_exit_keeps_games_and_queued_saves(tmp_path: Path) -> None:
    kit = ArchiveKit(tmp_path)
    kit.send(FindGames(), ImportGames(FOREIGN * 900))
    kit.until(lambda: kit.progress)
    played = Session("two_players", "nine_mens_morris", (Player(), Player()))
    played.play("d6")
    kit.save(played, "mine")
    kit.close()
    again = ArchiveKit(tmp_path)
    titles = [dict(game.title.values)["title"] for game in again.do(FindGames()).games]
    assert titles[0] == "mine"
    assert kit.progress[0].done <= titles.count("Cup") < 900
    again.close()


def test_exported_games_can_be_imported(kit: ArchiveKit, tmp_path: Path) -> None:
    kit.do(ImportGames(FOREIGN * 3))
    name = kit.do(FindGames()).games[0].name
    kit.do(ExportGames(name), ExportGames())
    assert kit.handed[0].count('[Event "Cup"]') == 1
    assert kit.handed[1].count('[Event "Cup"]') == 3
    other = ArchiveKit(tmp_path / "other")
    assert other.do(ImportGames(kit.handed[1])).total == 3
    other.close()


def test_damaged_game_is_reported(kit: ArchiveKit, tmp_path: Path) -> None:
    kit.do(ImportGames(FOREIGN))
    kit.store.flush()
    name = kit.do(FindGames()).games[0].name
    kit.store.save(f"games/{name}", {"record": "1. d6 d6"})
    kit.do(OpenGame(name), OpenGame("nobody"))
    assert [words.key for words in kit.told] == ["games.unreadable"] * 2
    assert len(kit.opened) == 1


def test_entry_with_unknown_rules_is_listed_with_empty_board(kit: ArchiveKit) -> None:
    kit.do(ImportGames(FOREIGN))
    index = kit.store.load("games", INDEX_FILE)
    assert index is not None
    changed = replace(index.games[0], rules="no such rules", position="OOO")
    kit.store.save("games", INDEX_FILE.write(replace(index, games=[changed])))
    again = ArchiveKit(kit.folder)
    kit.store.flush()
    (row,) = again.do(FindGames()).games
    assert set(row.board.contents) == {Content.EMPTY}
    again.close()


def test_lost_index_is_rebuilt(kit: ArchiveKit, tmp_path: Path) -> None:
    before = kit.do(ImportGames(FOREIGN * 2)).games
    kit.store.flush()
    (tmp_path / "games.json").unlink()
    again = ArchiveKit(tmp_path)
    assert again.do(FindGames()).games == before
    again.close()


def test_failed_write_is_not_reported_as_saved(kit: ArchiveKit, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store, "write_atomically", refuse)
    kit.do(ImportGames(FOREIGN))
    assert not kit.opened
    assert [error.key for error in kit.imports[-1].errors] == ["games.unsaved"]
    kit.save(Session("two_players", "nine_mens_morris", (Player(), Player())), "mine")
    kit.wait()
    assert [words.key for words in kit.told] == ["games.unsaved"]
    monkeypatch.undo()
    kit.save(Session("two_players", "nine_mens_morris", (Player(), Player())), "mine")
    kit.wait()
    assert [words.key for words in kit.told] == ["games.unsaved", "games.saved"]


def test_read_only_archive_reports_that_nothing_is_saved(tmp_path: Path) -> None:
    kit = ArchiveKit(tmp_path, is_read_only=True)
    kit.save(Session("two_players", "nine_mens_morris", (Player(), Player())), "mine")
    kit.wait()
    assert [words.key for words in kit.told] == ["second.unsaved"]
    assert not list(tmp_path.iterdir())
    kit.close()


def test_saved_games_name_their_opening_and_are_found_by_it(kit: ArchiveKit) -> None:
    view = kit.do(ImportGames("1. d6 d2 2. f4 b4 1-0\n1. a7 *\n1. d6 f4 2. d2 b4 3. a1 *"))
    assert [game.entry.opening for game in view.games] == ["split_cross", "corner", "grand_cross"]
    assert [game.entry.opening for game in kit.do(FindGames("split_cross")).games] == ["split_cross"]
    kit.store.delete("games")
    kit.archive.load()
    assert [game.entry.opening for game in kit.do(FindGames("grand_cross")).games] == ["grand_cross"]
