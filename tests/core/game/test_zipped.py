"""Zips of games: bounded, and nothing but their content is used."""

from __future__ import annotations

import io
import random
import tracemalloc
import zipfile

import pytest

from sanmill.core.game.collection import SIZE_MAX, NotGamesError
from sanmill.core.game.zipped import FILES_MAX, is_zip, unpack


def zip_of(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return written.getvalue()


def test_files_are_unpacked_and_folders_left_out() -> None:
    data = zip_of(
        {"club/": b"", "club/one.pgn": b"1", "../../two": b"2", "__MACOSX/._one.pgn": b"3", ".DS_Store": b"4"}
    )
    assert is_zip(data)
    assert [(file.name, file.content) for file in unpack(data)] == [("one.pgn", b"1"), ("two", b"2")]
    assert not is_zip(b"1. d6 f4")


def test_bomb_is_cut_with_little_memory() -> None:
    data = zip_of({f"{number}.txt": bytes(SIZE_MAX // 2) for number in range(5)})
    assert len(data) < SIZE_MAX // 50
    tracemalloc.start()
    files = [(file.name, len(file.content), file.error) for file in unpack(data)]
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    half = SIZE_MAX // 2
    assert files == [("0.txt", half, ""), ("1.txt", half, ""), ("2.txt", 0, "zip_too_big")]
    assert most < 4 * SIZE_MAX


def test_size_that_the_zip_states_is_not_trusted() -> None:
    data = bytearray(zip_of({"a.txt": bytes(SIZE_MAX + 5)}))
    at = data.rindex(b"PK\x01\x02")
    data[at + 24 : at + 28] = (100).to_bytes(4, "little")  # the size in the directory
    (file,) = unpack(bytes(data))
    assert (file.content, file.error) in ((b"", "zip_file_damaged"), (b"", "zip_too_big"))


def test_too_many_files_are_refused_before_they_are_listed() -> None:
    data = zip_of({f"{number}": b"" for number in range(FILES_MAX + 1)})
    with pytest.raises(NotGamesError, match="zip_too_many"):
        list(unpack(data))


def test_locked_and_unusual_files_are_named() -> None:
    data = bytearray(zip_of({"a.txt": b"1. d6"}))
    for at in (data.index(b"PK\x03\x04") + 6, data.index(b"PK\x01\x02") + 8):
        data[at] |= 1
    assert [file.error for file in unpack(bytes(data))] == ["zip_locked"]
    assert [file.error for file in unpack(zip_of({"a": b"x" * 99}, zipfile.ZIP_BZIP2))] == ["zip_method"]


def test_damaged_zips_raise_nothing_else() -> None:
    chance = random.Random(5)
    sound = zip_of(
        {f"{number}.pgn": b"1. d6 f4 {" + chance.randbytes(200).hex().encode() + b"} *" for number in range(5)}
    )
    kinds: set[str] = set()
    for _ in range(3000):
        data = bytearray(sound)
        how = chance.randrange(4)
        if how == 0:
            del data[chance.randrange(5, len(data)) :]
        elif how == 1:
            start = chance.randrange(4, len(data))
            del data[start : start + chance.randint(1, 60)]
        else:
            for _ in range(chance.randint(1, 12)):
                data[chance.randrange(4, len(data))] = chance.choice((0, 1, 255, chance.randrange(256)))
        try:
            for file in unpack(bytes(data)):
                assert file.error == "" or file.content == b""
        except NotGamesError as error:
            kinds.add(error.kind)
    assert kinds == {"zip_damaged"}
