"""Games of other programs and sites come in as ours; a bad one costs no other, and nothing raises past the importer."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from sanmill.control.archive.importing import GAMES_MAX
from sanmill.control.archive.intents import ImportGames
from sanmill.core.text.i18n import Text, text
from tests.kit.archive import ArchiveKit
from tests.kit.read_games import read_games

PLAYOK = '[Site "PlayOK"]\n[White "anna"]\n[Black "ben"]\n[Result "0-1"]\n\n1. 1 4 2. 2 5 3. 3x4 6 0-1\n\n'
GOLDTOKEN = (
    "GoldToken: Anna vs. Ben\n\n1\tPlace to d6\tPlace to f4\n2\tPlace to b6\tPlace to f2\n"
    "3\tPlace to f6, take f2\tPlace to d2\n4\tResign\n"
)
LIST = "Club evening\nWhite: Anna\n1) D6 f4 (a start)\n2) b6 f2\n3) f6×f2 d2\n½-½\n"


@pytest.fixture
def kit(tmp_path: Path) -> Iterator[ArchiveKit]:
    kit = ArchiveKit(tmp_path)
    yield kit
    kit.close()


def zip_of(**files: str) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(f"{name}.txt", content)
    return written.getvalue()


def lines_of(source: str | bytes) -> list[str]:
    return [" ".join(session.cursor.line) for session in read_games(source).sessions]


def test_several_games_of_different_kinds_in_one_text() -> None:
    imported = read_games(PLAYOK + GOLDTOKEN + "\n" + LIST + "1. d6 f4 1-0\n1. a1 a4\n\n1. d6\n" + PLAYOK)
    assert imported.errors == ()
    mill = "a7 b6 d7 d6 g7 xb6 f6"
    other = "d6 f4 b6 f2 f6 xf2 d2"
    assert [" ".join(session.cursor.line) for session in imported.sessions] == [
        *(mill, other, other, "d6 f4", "a1 a4", "d6", mill)
    ]
    first, second, third = imported.sessions[:3]
    assert (first.info.headers["White"], first.info.headers["Site"]) == ("anna", "PlayOK")
    assert second.is_over  # White resigned
    assert third.cursor.tree.root.comment == "Club evening"


def test_variations_that_begin_at_turn_one_do_not_split() -> None:

    assert len(read_games("1. d6\n(\n1. d2 a4\n) f4 *").sessions) == 1


def test_zip_of_games_with_a_bad_one(kit: ArchiveKit) -> None:
    view = kit.do(ImportGames(zip_of(one=PLAYOK + LIST, bad="1. d6 d6", two=GOLDTOKEN)))
    assert view.total == 3
    (imported,) = kit.imports
    (error,) = imported.errors
    inner = dict(error.values)["error"]
    assert isinstance(inner, Text)
    assert (error.key, dict(error.values)["name"], inner.key) == ("import.in_file", "bad.txt", "import.error")


def test_zip_with_one_game_opens_it(kit: ArchiveKit) -> None:
    kit.do(ImportGames(zip_of(one=GOLDTOKEN)))
    (opened,) = kit.opened
    assert opened.is_over


def test_zip_inside_a_zip_is_no_game() -> None:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr("inner.zip", zip_of(one=LIST))
    (error,) = read_games(written.getvalue()).errors
    assert error == text("import.in_file", name="inner.zip", error=text("import.not_text", most=16))


def test_move_of_a_piece_that_is_not_there_is_explained() -> None:
    (error,) = read_games("1. d6 f4\n2. a1-a4").errors
    (reason,) = (value for name, value in error.values if name == "error")
    assert reason == text("record.refused", move="a1-a4", why=text("record.no_piece", point="a1"))


def test_damaged_zip_says_so() -> None:
    (error,) = read_games(zip_of(one=LIST)[:-30]).errors
    assert error.key == "import.zip_damaged"
    assert GAMES_MAX > 100


@pytest.mark.parametrize("seed", range(4))
def test_damaged_lists_never_raise_and_cost_one_game(seed: int) -> None:
    chance = random.Random(seed)
    good = "\n1. d6 f4 2. d2 *\n"
    for _ in range(300):
        words = list(chance.choice((PLAYOK, GOLDTOKEN, LIST)))
        for _ in range(chance.randint(1, 6)):
            at = chance.randrange(len(words))
            how = chance.randrange(3)
            if how == 0:
                del words[at : at + chance.randint(1, 12)]
            elif how == 1:
                words.insert(
                    at, chance.choice(("{", "}", "(", ")", "[", '"', ";", "\n", "\t", "x", "-", "99", "½", "\0"))
                )
            else:
                words[at] = chr(chance.choice((chance.randrange(32, 127), chance.randrange(0x2000, 0x2100))))
            words = words or [" "]
        imported = read_games("".join(words) + good)
        assert all(error.key.startswith("import.") for error in imported.errors)
        zipped = bytearray(zip_of(one="".join(words)))
        zipped[chance.randrange(4, len(zipped))] ^= 1 << chance.randrange(8)
        assert all(error.key.startswith("import.") for error in read_games(bytes(zipped)).errors)


@pytest.mark.parametrize(
    "unit", ["(", "{", "[", "1. 12 13 ", "Place to d6, take ", "½ ", ": ", "x ", "\n1. ", "1) ", "a4 -> "]
)
def test_long_lists_are_read_in_reasonable_time(unit: str) -> None:
    read_games(unit * (300_000 // len(unit)))
