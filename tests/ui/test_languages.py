"""Languages as one sees them: switched while running, long words, and reading from the right."""

from __future__ import annotations

import gc
import os
import re
import shutil
import weakref
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from kivy.uix.label import Label

import sanmill.app
from ci.catalogues import compile_catalogues, read
from ci.robots.shots import broken_words, errors
from sanmill.control.board import opponent
from sanmill.control.play import watch
from sanmill.control.play.intents import StartTwoPlayers
from sanmill.core import settings
from sanmill.ui.text.fonts import faces
from sanmill.ui.widgets.base import WrappedLabel
from sanmill.ui.widgets.evaluation import EvaluationGraph
from sanmill.ui.widgets.text_field import TextField
from tests.kit import scenes
from tests.kit.driver import Driver

ROOT = Path(__file__).resolve().parents[2]
FOLLOWED = ("de", "zh", "fa")  # another script, another direction
WORDS = re.compile(r'^(msgstr(?:\[\d\])?) "(.+)"$', re.MULTILINE)


def pseudo(folder: Path, name: str, change: Any, direction: str = "ltr") -> None:
    """A language that nobody speaks, made of English by changing its words."""
    words = (folder / "en.po").read_text(encoding="utf-8")
    head, first, rest = words.partition('\nmsgid "app.name"')
    head = head.replace("English", name).replace('"Language', f'"X-Direction: {direction}\\n"\n"Language')
    rest = WORDS.sub(lambda match: f'{match[1]} "{change(match[2])}"', rest)
    (folder / f"{name}.po").write_text(head + first + rest, encoding="utf-8")


def longer(words: str) -> str:
    """Half as long again, as German and Russian are; letters with marks above and below."""
    filler = " Ýşķ ğåj"
    return words + (filler * 9)[: len(words) // 2]


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    """An app with two languages more than are shipped, added by files alone."""
    folder = Path(shutil.copytree(ROOT / "i18n", tmp_path / "i18n"))
    pseudo(folder, "xl", longer)
    pseudo(folder, "xr", str, "rtl")
    compile_catalogues(folder)
    monkeypatch.setattr(sanmill.app, "CATALOGUES", folder)
    monkeypatch.setattr(opponent, "PAUSE", 0.0)
    monkeypatch.setattr(watch, "SECONDS", dict.fromkeys(watch.SECONDS, 0.0))
    (tmp_path / "state.json").write_text('{"version": 1, "back_stack": []}', encoding="utf-8")
    driver = Driver(tmp_path)
    yield driver
    driver.set(settings.LANGUAGE, "en")  # the direction outlives an app
    driver.close()


def speak(driver: Driver, language: str) -> None:
    driver.set(settings.LANGUAGE, language)
    driver.frames(4)


def shown(driver: Driver) -> list[str]:
    """Every text in sight."""
    return [widget.text for widget in driver.walk() if isinstance(widget, Label) and widget.text]


def english_words() -> set[str]:
    """Words that only English uses, of texts that are translated."""
    catalogues = [read(ROOT / "i18n" / f"{language}.po") for language in ("en", *FOLLOWED)]
    known = set.intersection(*({key for key, forms in each.entries.items() if all(forms)} for each in catalogues))
    forms = [{form for key in known for form in each.entries[key]} for each in catalogues]
    return forms[0].difference(*forms[1:])


@pytest.mark.parametrize("language", FOLLOWED)
def test_visible_texts_follow_language_at_once(driver: Driver, language: str) -> None:
    english = english_words()
    names = dict(driver.app.languages()).values()
    for scene in ("home", "opening", "removing", "looking_back", "question", "settings", "set_up"):
        speak(driver, "en")
        scenes.enter(driver, scene)
        before = shown(driver)
        speak(driver, language)
        left = [words for words in shown(driver) if words in english and words not in names]
        assert not left, scene
        assert shown(driver) != before
        driver.app.nav.close_sheets()


def test_language_is_chosen_in_settings_and_kept(driver: Driver, tmp_path: Path) -> None:
    driver.open("settings_group:app")
    driver.frames(3)
    driver.press("Language")
    driver.press("Deutsch")
    driver.frames(3)
    assert driver.app.nav.screens.current_screen.rows["app.language"].label == "Sprache"
    driver.app.store.flush()
    driver.close()
    driver.__init__(tmp_path)  # type: ignore[misc]
    assert driver.app.lang == "de"


def test_phone_language_is_used_on_first_run(driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert driver.app.settings.get(settings.LANGUAGE) == "system"
    for told, language in (("zh_CN.UTF-8", "zh"), ("de", "de"), ("tlh", "en"), ("tlh:de_AT", "de")):
        monkeypatch.setitem(os.environ, "LANGUAGE", told)
        driver.app.dispatch("on_resume")  # the phone may be set to another while the app sleeps
        assert driver.app.lang == language


def test_language_added_as_file_is_offered_and_used(driver: Driver) -> None:
    assert ("xl", "xl") in driver.app.languages()
    speak(driver, "xl")
    scenes.enter(driver, "home")
    assert longer("Two players") in shown(driver)


def test_long_words_are_not_clipped(driver: Driver) -> None:
    speak(driver, "xl")
    found = []
    for scene in ("home", "settings", "opening", "removing", "question", "result", "more"):
        scenes.enter(driver, scene)
        for size in ((360, 720), (640, 320)):
            driver.resize(*size)
            found += [f"{scene} {size}: {error}" for error in errors(driver) if not error.startswith("shortened")]
        driver.app.nav.close_sheets()
    driver.resize(360, 720)
    assert not found


def boxes(driver: Driver) -> dict[str, tuple[int, int, int, int]]:
    """Where each text stands: left, bottom, right, top."""
    found: dict[str, tuple[int, int, int, int]] = {}
    for label in driver.walk():
        if isinstance(label, Label) and label.text:
            x, y = label.to_window(*label.pos)
            found[f"{label.text} {len(found)}"] = (round(x), round(y), round(x + label.width), round(y + label.height))
    return found


@pytest.mark.parametrize("scene", ["home", "settings", "removing", "statistics"])
def test_right_to_left_language_mirrors_screen(driver: Driver, scene: str) -> None:
    scenes.enter(driver, scene)
    before, width = boxes(driver), driver.window.width
    speak(driver, "xr")
    after = boxes(driver)
    assert driver.app.leading == "right"
    assert after.keys() == before.keys()
    for words, (left, bottom, right, top) in before.items():
        assert after[words] == pytest.approx((width - right, bottom, width - left, top), abs=1.5), words
    speak(driver, "en")
    assert boxes(driver) == before


def test_centred_texts_stay_centred_when_direction_changes(driver: Driver) -> None:
    def centred() -> set[str]:
        return {
            widget.text for widget in driver.walk() if isinstance(widget, WrappedLabel) and widget.halign == "center"
        }

    scenes.enter(driver, "opening")
    before = centred()
    assert "Undo" in before
    for language in ("xr", "en"):
        speak(driver, language)
        assert centred() == before


def test_related_language_is_offered_first(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "LANGUAGE", "lb_LU")
    driver.app.dispatch("on_resume")
    assert driver.app.lang == "en"
    assert [code for code, _ in driver.app.languages()][:2] == ["system", "de"]


def test_persian_is_mirrored_joined_and_uses_its_digits(driver: Driver) -> None:
    scenes.enter(driver, "opening")
    speak(driver, "fa")
    assert driver.app.is_rtl
    assert faces().is_rtl
    assert any(set(words) & set("۰۱۲۳۴۵۶۷۸۹") for words in shown(driver)), "pieces in hand"
    moves = [words for words in shown(driver) if re.fullmatch("[a-g][1-7]", words)]
    assert moves, "moves stay as they are noted"


def test_graphs_run_from_the_right(driver: Driver) -> None:
    scenes.enter(driver, "review")
    graph = next(widget for widget in driver.walk() if isinstance(widget, EvaluationGraph))
    first, last = graph.place(0, 0)[0], graph.place(len(graph.values) - 1, 0)[0]
    speak(driver, "xr")
    assert graph.place(0, 0)[0] == pytest.approx(last)
    assert graph.place(len(graph.values) - 1, 0)[0] == pytest.approx(first)
    jumped: list[int] = []
    graph.on_jump = jumped.append
    touch = SimpleNamespace(pos=(last, graph.center_y), x=last, is_mouse_scrolling=False)
    graph.on_touch_down(touch)
    assert jumped == [0]


def test_right_to_left_field_has_cursor_at_the_right(driver: Driver) -> None:
    entry = TextField(text="שלום", size=(300, 48), multiline=False)
    entry._refresh_text(entry.text)
    width = entry._get_row_width(0)
    entry.cursor = (0, 0)
    assert entry.cursor_offset() == width
    entry.cursor = (4, 0)
    assert entry.cursor_offset() == 0
    assert entry.get_cursor_from_xy(entry.right - 1, entry.center_y)[0] == 0
    entry.text = "Ada"
    entry.cursor = (0, 0)
    assert entry.cursor_offset() == 0


@pytest.mark.parametrize("name", ["new_game:versus", "new_game:watch", "moves"])
def test_language_change_ignores_closed_sheet(driver: Driver, name: str) -> None:
    """Widgets of a collected sheet must not handle language changes."""
    driver.send(StartTwoPlayers())
    driver.open(name)
    driver.frames(2)
    sheet = weakref.ref(driver.app.nav.sheet)
    driver.app.nav.close_sheets()
    driver.until(lambda: gc.collect() >= 0 and sheet() is None)
    for language in ("de", "fa", "en"):
        speak(driver, language)
        assert driver.app.lang == language


def test_too_wide_word_is_drawn_smaller_not_broken(driver: Driver) -> None:
    label = WrappedLabel(text="Openingsverkenner", font_size=32, width=200)
    label.texture_update()
    assert not list(broken_words(label))
    high = label.texture_size[1]
    label.text = "Openings verkenner"
    label.texture_update()
    assert label.texture_size[1] > 2 * high  # two lines, in the full size again


def test_lines_of_chinese_join_again_when_label_gets_wider(driver: Driver) -> None:
    label = WrappedLabel(text="为什么不能吃那个子？", font_size=32, width=100)
    label.texture_update()
    high = label.texture_size[1]
    label.width = 800
    label.texture_update()
    assert label.texture_size[1] < high / 2  # one line


def test_broken_word_is_reported(driver: Driver) -> None:
    label = WrappedLabel(text="Ein Donaudampfschifffahrtsgesellschaftskapitän", font_size=32, width=200)
    label.texture_update()
    assert list(broken_words(label)) == ["Donaudampfschifffahrtsgesellschaftskapitän"]
