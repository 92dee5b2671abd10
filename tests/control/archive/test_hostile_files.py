"""A folder of broken, huge and hostile files: each is refused with a sentence, or gives what is good in it."""

from __future__ import annotations

import json
import random
import tracemalloc
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from sanmill.control.archive import importing
from sanmill.control.archive.game_files import MOVES_MAX, open_game, session_of, stored_game
from sanmill.control.archive.importing import GAMES_MAX
from sanmill.control.archive.intents import ImportGames
from sanmill.control.games import session_file
from sanmill.control.games.game_info import clean_title
from sanmill.control.games.session import Session
from sanmill.core.game.record import VALUE_MAX, Record
from sanmill.core.storage.saved_games import GAME_FILE
from sanmill.core.storage.store import Store
from sanmill.core.text.i18n import text
from tests.kit.archive import ArchiveKit
from tests.kit.read_games import read_games

GOOD = '[Event "good"]\n\n1. d6 f4 2. b4 d2 1-0\n\n'
chance = random.Random(11)

# Name, content, how many games are good in it.
FILES: dict[str, tuple[bytes, int]] = {
    "empty.pgn": (b"", 0),
    "blank.pgn": (b"\n \t\r\n" * 100, 0),
    "good.pgn": (GOOD.encode(), 1),
    "windows.pgn": (GOOD.replace("\n", "\r\n").encode("utf-16"), 1),
    "old.pgn": (GOOD.replace("good", "Mühle").encode("latin-1"), 1),
    "huge.pgn": (b"x" * 20_000_000, 0),
    "huge_good.pgn": (GOOD.encode() * 500_000, 0),
    "zeros.bin": (bytes(1_000_000), 0),
    "noise.bin": (chance.randbytes(300_000), 0),
    "picture.png": (b"\x89PNG\r\n\x1a\n" + zlib.compress(chance.randbytes(5000)), 0),
    "archive.zip": (b"PK\x03\x04" + chance.randbytes(3000), 0),
    "settings.json": (b'{"version": 1, "play.level": 3}', 0),
    "page.html": (b"<!doctype html><html><body>1. d6</body></html>", 0),
    "chess.pgn": (b'[Event "Chess"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n' * 300, 0),
    "script.py": (b"import os\nos.system('rm -rf /')\n", 0),
    "illegal.pgn": (b"1. d6 d6 2. a1 *", 0),
    "mixed.pgn": ((GOOD + "1. d6 xd6 *\n\n" + GOOD + "1. (((((\n\n" + GOOD).encode(), 3),
    "cut.pgn": (GOOD.encode() + b'[Event "cut', 1),
    "open_comment.pgn": (b"1. d6 {never closed" + b" more" * 50_000, 0),
    "open_header.pgn": (b'[Event "' + b"x" * 500_000, 0),
    "deep.pgn": (b"1. d6 " + b"(1. f4 " * 20_000, 0),
    "closed.pgn": (b")" * 100_000, 0),
    "long_line.pgn": (b"1. d6 f4 " * 100_000, 0),
    "marks.pgn": (b"1. d6 " + b"$1 " * 200_000, 0),
    "numbers.pgn": (b"1 " * 40_000, 0),
    "headers.pgn": (b'[A "b"]\n' * 10_000, 0),
    "rules.pgn": (b'[Rules "PiecesCount=99999999999999999999 MayFly=maybe"]\n\n1. d6 *', 0),
    "variant.pgn": (b'[Variant "../../etc/passwd"]\n\n1. d6 *', 0),
    "position.pgn": (b'[FEN "' + b"O" * 100_000 + b'"]\n\n1. d6 *', 0),
    "level.pgn": (b'[BlackLevel "99999999999999999999999"]\n[BlackStyle "%s{}"]\n\n1. d6 *', 1),
    "power.pgn": ('[BlackLevel "²"]\n\n1. d6 *'.encode(), 1),
    "arabic.pgn": ('[BlackLevel "٣"]\n\n1. d6 *'.encode(), 1),
    "zeros.pgn": (b'[BlackLevel "001' + b"0" * 5000 + b'"]\n\n1. d6 *', 1),
    "long_header.pgn": (GOOD.encode() + b'[Event "' + b"a" * 800_000 + b'"]\n\n1. d6 *', 1),
    "won_at_once.txt": (b"mill1:AAAAAA", 0),
    "format.pgn": (b'[Event "{0.__class__} %s {title}"]\n\n1. d6 {{x} *', 1),
    "code.txt": (b"mill1:" + b"A" * 200_000, 0),
    "bare.txt": (b"d6 f4, b4 d2", 1),
    "position.txt": (b"*OO**@**/@O*@**O*/O@@*@@*O w m s 6 0 7 0 0 0 0 0 0 0 0 12 14", 1),
    "nowhere.txt": (b"*****O**/********/******** b p p 9999 -7 x", 0),
    "right_to_left.pgn": ('[Event "\u202egnp.exe"]\n\n1. d6 *'.encode(), 1),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, (content, _) in FILES.items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


@pytest.fixture
def kit(tmp_path: Path) -> Iterator[ArchiveKit]:
    kit = ArchiveKit(tmp_path / "data")
    yield kit
    kit.close()


def test_hostile_files_are_imported_safely(folder: Path, kit: ArchiveKit) -> None:
    for name, (_, good) in FILES.items():
        before = kit.view.total if kit.view else 0
        imports, opened = len(kit.imports), len(kit.opened)
        total = kit.do(ImportGames((folder / name).read_bytes())).total
        assert total - before == good, name
        assert len(kit.imports) + len(kit.opened) == imports + opened + 1, name
        if len(kit.imports) > imports:
            assert kit.imports[-1].errors, name
            assert all(error.key.startswith("import.") for error in kit.imports[-1].errors)
    assert kit.view is not None
    kit.store.flush()
    names = {game.name for game in kit.view.games}
    assert {path.stem for path in (folder / "data" / "games").glob("*")} <= names
    assert sorted(path.name for path in folder.iterdir() if path.is_file()) == sorted(FILES)


def test_parser_failure_affects_one_game_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail_on_bad(source: Record) -> Session:
        if source.headers["Event"] == "bad":
            raise ArithmeticError("not expected")
        return session_of(source)

    monkeypatch.setattr(importing, "session_of", fail_on_bad)
    imported = read_games(GOOD * 2 + GOOD.replace("good", "bad") + GOOD)
    assert len(imported.sessions) == 3
    (error,) = imported.errors
    assert (error.key, dict(error.values)) == (
        "import.error_somewhere",
        {"line": 9, "error": text("record.unreadable")},
    )


def test_long_header_is_reported_with_line_and_little_memory() -> None:
    tracemalloc.start()
    (error,) = read_games(GOOD + '[Event "' + "a" * 800_000 + '"]\n\n1. d6 *').errors
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert dict(error.values) == {"line": 5, "error": text("record.long_header", most=VALUE_MAX)}
    assert most < 20_000_000


def test_titles_and_names_lose_invisible_characters() -> None:
    headers = '[Event "a\u202eb\u2066c\x7f d"]\n[White "x\u200fy"]\n[Date "\u202e2026"]\n'
    (session,) = read_games(f"{headers}\n1. d6 *").sessions
    entry = stored_game(session).entry
    assert (entry.title, entry.white, entry.date) == ("a b c d", "x y", "2026")
    assert clean_title("a\0b\ud800") == "a b"


def test_lone_surrogate_is_saved(kit: ArchiveKit) -> None:
    kit.do(ImportGames('[Event "one"]\n[Site "\udce9"]\n\n1. d6 {a \ud83d b} f4 *'))
    session = kit.opened[-1]
    session.cursor.tree.root.children[0].comment = "c \udfff d"
    kit.save(session, "two \ud800")
    kit.wait()
    kit.store.flush()
    assert [words.key for words in kit.told] == ["games.saved"]
    again = Store(kit.folder)
    kept = again.load(f"games/{session.info.name}", GAME_FILE)
    again.close()
    assert kept is not None
    assert "{c \ufffd d}" in kept.record
    assert open_game(session.info.name, kept).info.title == "two"


def test_game_of_maximum_length_can_be_reopened() -> None:
    moves = " ".join(["d6"] + ["(f4)"] * (MOVES_MAX - 1))
    written = "{" + "x" * (importing.GAME_SIZE_MAX - len(moves) - 2) + "}" + moves
    (session,) = read_games(written).sessions
    assert open_game("again", stored_game(session).file).cursor.tree == session.cursor.tree
    (error,) = read_games(written + " ").errors
    assert dict(error.values)["error"].key == "record.too_long"


def test_excess_games_are_dropped_with_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "GAMES_MAX", 20)
    imported = read_games(GOOD * 25)
    assert len(imported.sessions) == 20
    assert imported.errors[-1].key == "import.too_many"
    assert GAMES_MAX > 100


def test_excess_errors_are_counted_not_listed() -> None:
    imported = read_games("1. Nf3 *\n\n" * 80)
    assert (len(imported.errors), imported.more_errors) == (importing.ERRORS_MAX, 30)


@pytest.mark.parametrize("comment", ["a\0b", "x" * 1_100_000])
def test_any_comment_survives_restart(tmp_path: Path, comment: str) -> None:
    session = read_games(GOOD).sessions[0]
    session.cursor.comment(comment, ())
    store = Store(tmp_path)
    store.save("game", session_file.save(session))
    store.save("games/one", GAME_FILE.write(stored_game(session).file))
    store.close()
    again = Store(tmp_path)
    game, saved = again.load("game", session_file.SESSION), again.load("games/one", GAME_FILE)
    again.close()
    assert game is not None
    assert saved is not None
    for restored in (session_file.restore(game), open_game("one", saved)):
        assert restored.cursor.tree == session.cursor.tree


@pytest.mark.parametrize("name", ["x" * 250, "移" * 90, "\ud800", "../../x", ""])
def test_game_with_invalid_file_name_gets_another(tmp_path: Path, name: str) -> None:
    session = read_games(GOOD).sessions[0]
    stored = json.loads(json.dumps(session_file.save(session)))
    stored["info"]["name"] = name
    content = session_file.SESSION.read(stored)
    store = Store(tmp_path / "data")
    store.save(f"games/{session_file.restore(content).info.name}", {})
    assert store.flush()
    store.close()
