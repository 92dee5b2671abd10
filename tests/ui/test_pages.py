"""Pages: opened from the menu and from each other, left by Back, and still there after a kill."""

from __future__ import annotations

import os
import weakref
from pathlib import Path
from typing import Any

from sanmill.control.routes import SHEETS, Kind
from sanmill.core import settings
from sanmill.ui import questions
from sanmill.ui.home import screen as home
from sanmill.ui.questions import Question
from sanmill.ui.widgets.dialogs import parts
from tests.kit.driver import Driver, collect


def test_menu_lists_entries_in_order(driver: Driver) -> None:
    rows = [row.name for row in reversed(driver.app.nav.page.ids.entries.children)]
    assert rows == [entry.name for entry in home.MENU]
    assert {"set_up", "settings"} <= set(rows)


def test_pages_open_close_and_are_collected(driver: Driver) -> None:
    left: dict[str, weakref.ref[Any]] = {}

    def kept() -> list[str]:
        collect()
        return [name for name, page in left.items() if page() is not None]

    for name in [kind.value for kind in Kind if kind not in (*SHEETS, Kind.HOME, Kind.PLAY)]:
        driver.open(name)
        driver.frames(3)
        left[name] = weakref.ref(driver.app.nav.screens.current_screen)
        assert driver.front == name
        assert driver.app.nav.screens.current_screen.title
        driver.key(27)
        assert driver.front == "home"
        assert not driver.app.nav.screens.has_screen(name)
    driver.open("about")
    driver.app.nav.back()  # the page left last is held until then
    driver.until(lambda: not kept())  # fading scroll bars hold them for a second


def test_page_opened_from_game_returns_to_it_after_kill(driver: Driver, tmp_path: Path) -> None:
    driver.press("Two players")
    driver.press("Start")
    driver.press("Menu")
    driver.press("Settings")
    assert driver.front == "settings"
    driver.app.store.flush()
    driver.close()
    driver.__init__(tmp_path)  # type: ignore[misc]
    assert driver.front == "settings"
    driver.press("Back")
    assert driver.front == "play"
    driver.press("Back")
    assert driver.front == "home"


def test_unknown_routes_in_back_stack_are_dropped(driver: Driver, tmp_path: Path) -> None:
    driver.close()
    (tmp_path / "state.json").write_text(
        '{"version": 1, "back_stack": [{"kind": "gone"}, 3, {"kind": "settings"}]}', encoding="utf-8"
    )
    driver.__init__(tmp_path)  # type: ignore[misc]
    assert driver.front == "settings"
    driver.key(27)
    assert driver.front == "home"


def test_question_is_answered_once_and_text_is_copied(driver: Driver, tmp_path: Path) -> None:
    answers: list[str] = []
    asked = [question for question in vars(questions).values() if isinstance(question, Question)]
    assert len(asked) > 8
    for question in asked:
        for key, answer in ((question.no, questions.NO), (question.yes, questions.YES)):
            answers.clear()
            driver.app.nav.confirm(
                question,
                lambda: answers.append(questions.YES),
                lambda: answers.append(questions.NO),
                name="a file",
                rules="these rules",
            )
            driver.frames(2)
            (button,) = [tap for tap in driver.taps() if getattr(tap, "label", "") == driver.app.say(key)]
            assert button.is_destructive is (answer == question.discards), question
            driver.press(button.label)
            driver.frames(3)
            assert answers == [answer]
            assert driver.app.nav.sheet is None
    throwing = {question.words for question in asked if question.discards}
    harmless = {question.words for question in asked} - throwing
    assert harmless == {"second.title", "report.safe", "report.back"}, "every other question throws something away"
    driver.app.nav.show_text("A text", "line\n" * 3000, "text.txt")
    driver.frames(2)
    driver.press("Copy")
    assert driver.app.nav.toast == "Copied"
    assert "\n".join(parts("a\n\nb\n" * 1000)) == ("a\n\nb\n" * 1000).rstrip("\n")


def test_file_is_saved_in_chosen_folder_and_reopened(driver: Driver, tmp_path: Path) -> None:
    nav: Any = driver.app.nav
    files = driver.app.files
    taken: list[tuple[str, str]] = []
    place = tmp_path / "place"
    (place / "inner").mkdir(parents=True)
    (place / ".hidden").write_text("", encoding="utf-8")
    (place / "picture.png").write_bytes(b"\x89PNG\xff")
    files.folder = place
    for content in ("one", "two"):
        files.save("text.txt", content)
        driver.until(lambda: nav.sheet.path)
        driver.press("inner")
        driver.until(lambda: nav.sheet.path.endswith("inner"))
        driver.press("Up one folder")
        driver.until(lambda: nav.sheet.path == str(place))
        driver.press("Save")
        if content == "two":
            driver.until(lambda: nav.sheet and nav.sheet.title == "Replace text.txt?")
            driver.press("Replace")
        driver.until(lambda: "Saved" in nav.toast and nav.sheet is None)
        assert (place / "text.txt").read_text(encoding="utf-8") == content
        nav.toast = ""
    files.open((".txt",), lambda name, text: taken.append((name, text)))
    driver.until(lambda: nav.sheet.path)
    assert [tap.label for tap in driver.taps() if hasattr(tap, "detail")] == ["Up one folder", "inner", "text.txt"]
    driver.press("text.txt")
    driver.until(lambda: taken)
    assert taken == [("text.txt", "two")]
    files.open((".png",), lambda *_: taken.append(("", "")))
    driver.until(lambda: nav.sheet and nav.sheet.path)
    driver.press("picture.png")
    driver.until(lambda: "not a text" in nav.toast)
    (place / "gone.txt").touch()
    files.open((".txt",), lambda *_: taken.append(("", "")))
    driver.until(lambda: nav.sheet and nav.sheet.path)
    (place / "gone.txt").unlink()
    driver.press("gone.txt")
    driver.until(lambda: "gone.txt" in nav.toast)
    assert len(taken) == 1


def test_files_with_non_utf8_names_are_listed_and_replaced(driver: Driver, tmp_path: Path) -> None:
    nav: Any = driver.app.nav
    files = driver.app.files
    place = Path(os.fsdecode(os.fsencode(tmp_path) + b"/ordn\xe9r"))
    place.mkdir()
    odd = place / os.fsdecode(b"caf\xe9.txt")
    odd.write_text("one", encoding="utf-8")
    files.folder = place
    taken: list[tuple[str, str]] = []
    files.open((".txt",), lambda name, text: taken.append((name, text)))
    driver.until(lambda: nav.sheet.path)
    driver.frames(2)
    driver.press("caf\ufffd.txt")
    driver.until(lambda: taken)
    assert taken == [("caf\ufffd.txt", "one")]
    files.save("text.txt", "two \ud800")
    driver.until(lambda: nav.sheet and nav.sheet.path)
    driver.press("caf\ufffd.txt")
    driver.press("Save")
    driver.until(lambda: nav.sheet and nav.sheet.title.startswith("Replace"))
    driver.press("Replace")
    driver.until(lambda: "Saved" in nav.toast and nav.sheet is None)
    driver.frames(2)
    assert [path.name for path in place.iterdir()] == [odd.name]
    assert odd.read_text(encoding="utf-8") == "two \ufffd"
    files.open((".txt",), lambda *_: None)
    driver.until(lambda: nav.sheet and nav.sheet.path)
    odd.unlink()
    driver.press("caf\ufffd.txt")
    driver.until(lambda: "caf\ufffd.txt" in nav.toast)
    driver.frames(2)


def test_keys_go_to_focused_text_field(driver: Driver) -> None:
    nav: Any = driver.app.nav
    driver.open("expert")
    driver.frames(3)
    field = nav.screens.current_screen.rows["engine.tables"].ids.entry
    while not nav.screens.current_screen.rows["engine.tables"].is_focused:
        driver.key(9)
    driver.key(13)
    assert field.focus
    driver.key(32, 274, 9)
    assert field.focus
    field.text = "/a/folder"
    driver.key(27)
    assert not field.focus
    assert driver.front == "expert"
    assert driver.app.settings.get(settings.TABLES) == "/a/folder"
    driver.key(27)
    assert driver.front == "home"
