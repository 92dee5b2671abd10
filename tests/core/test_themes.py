"""The user's themes: untrusted files, contrast, changes and undo."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from sanmill.core.storage.store import Store
from sanmill.core.text.i18n import Translator
from sanmill.core.themes import (
    BoardTheme,
    ThemeError,
    around,
    code_of,
    colour_names,
    contrast,
    parse,
    read_board_theme,
    read_palette,
    read_text,
    weakest,
    write_text,
)
from sanmill.core.user_themes import UserThemes

ROOT = Path(__file__).resolve().parents[2]
SAY = Translator(ROOT / "i18n").say
MAPLE = read_board_theme(ROOT / "assets" / "themes" / "maple.json")
LIGHT, DARK = (read_palette(ROOT / "assets" / "palettes" / f"{name}.json") for name in ("light", "dark"))
GOOD = json.loads(write_text("Mine", MAPLE))


def refusal(written: str) -> str:
    with pytest.raises(ThemeError) as caught:
        read_text(written)
    return SAY(caught.value.words)


def test_theme_text_round_trips() -> None:
    mine = replace(MAPLE, background=parse("#102030"))
    assert read_text(write_text("Meins ü 我", mine)) == ("Meins ü 我", mine)
    assert read_text("\ufeff" + write_text("", MAPLE)) == ("", MAPLE)
    assert read_text((ROOT / "assets" / "themes" / "slate.json").read_text(encoding="utf-8"))[1] != MAPLE
    assert code_of(parse("#0aF9c3")) == "#0AF9C3"


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("", "is empty"),
        ("x" * 30_000, "longer than 20,000 characters"),
        ('{\n "board": }', "line 2, column 11"),
        ("[1, 2]", "names with colors"),
        ("[" * 15_000, "not a theme file"),
        ("null", "names with colors"),
        ('{"board": "#112233"}', "no color for line, white"),
        (json.dumps({**GOOD, "line": "red"}), "line: “red” is not a color"),
        (json.dumps({**GOOD, "line": 17}), "line: “17” is not a color"),
        (json.dumps({**GOOD, "line": "#12345"}), "“#12345” is not a color"),
        (json.dumps({**GOOD, "background": None}), "background: “None” is not a color"),
        (json.dumps({**GOOD, "line": "#1122334"}), "is not a color"),
        (json.dumps({**GOOD, "line": {"a": ["x" * 5000]}}), "is not a color"),
    ],
)
def test_error_names_place_and_reason(written: str, words: str) -> None:
    said = refusal(written)
    assert words in said
    assert len(said) < 160


def test_random_text_is_refused_or_complete_theme() -> None:
    dice = random.Random(7)
    written = write_text("Mine", MAPLE)
    for _ in range(400):
        broken = list(written)
        for _ in range(dice.randint(1, 4)):
            broken[dice.randrange(len(broken))] = dice.choice('"#{}[]:,0Gx\0\n')
        try:
            _, theme = read_text("".join(broken))
        except ThemeError as error:
            said = SAY(error.words)
        else:
            said = "".join(code_of(getattr(theme, name) or (0, 0, 0)) for name in colour_names(BoardTheme))
        assert said


def test_contrast_is_checked_for_all_elements() -> None:
    assert weakest(MAPLE, LIGHT, "line").is_enough
    faint = replace(MAPLE, line=(0.8, 0.7, 0.5))
    assert not weakest(faint, LIGHT, "line").is_enough
    assert weakest(faint, LIGHT, "board").ground == "line"
    lost = replace(MAPLE, white=MAPLE.board, white_rim=MAPLE.board)
    assert weakest(lost, LIGHT, "white").ratio == pytest.approx(1)
    assert not weakest(lost, LIGHT, "white_rim").is_enough
    for name in colour_names(BoardTheme):
        assert weakest(MAPLE, DARK, name).ratio >= 3


def test_known_material_is_read_and_lowers_contrast() -> None:
    assert MAPLE.material == "wood"
    assert read_text(write_text("", MAPLE))[1].material == "wood"
    for unknown in ("lava", 3, ["wood"], None):
        assert read_text(json.dumps({**GOOD, "material": unknown}))[1] == replace(MAPLE, material="")
    flat = replace(MAPLE, material="")
    assert weakest(MAPLE, LIGHT, "line").ratio < weakest(flat, LIGHT, "line").ratio


def test_unreadable_background_is_not_used() -> None:
    night = replace(MAPLE, background=parse("#101418"))
    assert around(DARK, night).background == parse("#101418")
    assert around(LIGHT, night) == LIGHT
    assert around(LIGHT, MAPLE) == LIGHT
    assert not weakest(night, LIGHT, "background").is_enough
    assert contrast(DARK.text, parse("#101418")) > 4.5


def test_themes_are_changed_renamed_deleted_and_restored(tmp_path: Path) -> None:
    store = Store(tmp_path)
    themes = UserThemes(store)
    mine = themes.add("Mein Brett!", MAPLE)
    other = themes.add("mein brett!", MAPLE)
    assert (mine.file, other.name) == ("mein-brett", "mein brett! 2")
    assert themes.add("我的棋盘", MAPLE).file == "theme"
    themes.change(mine.file, "line", parse("#FF0000"))
    themes.change(mine.file, "background", parse("#FFFFFF"))
    themes.rename(mine.file, "Rot")
    for name in ("", "MEIN BRETT! 2"):
        with pytest.raises(ThemeError):
            themes.rename(mine.file, name)
    store.flush()
    kept = json.loads((tmp_path / "themes" / "mein-brett.json").read_text(encoding="utf-8"))
    assert (kept["name"], kept["line"], kept["background"]) == ("Rot", "#FF0000", "#FFFFFF")
    assert {each.name: each.theme for each in UserThemes(store).own} == {each.name: each.theme for each in themes.own}
    changed = themes.find(mine.value)
    themes.remove(mine.file)
    store.flush()
    assert not (tmp_path / "themes" / "mein-brett.json").exists()
    assert themes.find(mine.value) is None
    assert themes.undo_remove() == changed
    store.flush()
    assert UserThemes(store).find(mine.value) == changed
    assert themes.undo_remove() is None
    store.close()


def test_invalid_theme_files_are_set_aside(tmp_path: Path) -> None:
    folder = tmp_path / "themes"
    folder.mkdir()
    contents = ("", "{", "[]", '{"version": 1}', '{"version": 1, "board": 3}', "\0\0", '{"version": 9}', "[" * 50_000)
    for number, content in enumerate(contents):
        (folder / f"bad{number}.json").write_text(content, encoding="utf-8")
    (folder / "good.json").write_text(json.dumps({"version": 1, **GOOD, "name": ["?"]}), encoding="utf-8")
    store = Store(tmp_path)
    themes = UserThemes(store)
    assert [each.name for each in themes.own] == ["good"]
    assert themes.find("own/../settings") is None
    store.close()


def test_similar_names_get_separate_files(tmp_path: Path) -> None:
    store = Store(tmp_path)
    own = UserThemes(store)
    for name in ("Mine", "Mine!", "Mine?", "我", "你", ""):
        own.add(name, MAPLE)
    store.close()
    again = UserThemes(Store(tmp_path))
    assert again.own == own.own
    assert len(again.own) == 6


def test_restored_theme_gets_new_name_if_taken(tmp_path: Path) -> None:
    own = UserThemes(Store(tmp_path))
    own.remove(own.add("Mine", MAPLE).file)
    own.add("Mine", MAPLE)
    own.undo_remove()
    assert [each.name for each in own.own] == ["Mine", "Mine 2"]
