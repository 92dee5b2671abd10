"""A part that fails when it is read, shown or saved for the first time is set aside with its file and no other."""

from __future__ import annotations

from typing import Any

import pytest

from sanmill.control import lesson_plans as lessons
from sanmill.control.board.mode import Mode
from sanmill.control.course import mode as exercise
from sanmill.control.course.feature import OwnCourse
from sanmill.control.explorer import mode as explorer
from sanmill.control.games import session_file
from sanmill.control.lessons import mode as lesson
from sanmill.control.openings.feature import OpeningDrills
from sanmill.control.openings.mode import DrillMode
from sanmill.control.play import set_up as setup
from sanmill.control.play.versus import Versus
from sanmill.control.puzzles import mode as puzzle
from sanmill.control.puzzles.feature import Puzzles
from sanmill.control.puzzles.history import History
from sanmill.control.statistics.feature import Results
from sanmill.control.variants import library
from sanmill.control.variants.library import Library
from sanmill.control.variants.tablebases import TablebaseBuilder
from sanmill.control.variants.workshop import Workshop
from sanmill.core.progress.statistics import Statistics
from sanmill.core.settings import Setting, Settings
from sanmill.core.storage import saved_games
from sanmill.core.storage.saved_games import SavedGames
from tests.kit.damage import folder_content
from tests.kit.fake_worker import Bench, MemoryStore
from tests.kit.starts import look

ON_BOARD = ("set_up", "lesson", "puzzle", "exercise", "drill", "explorer")  # the first that is there comes to the board


@pytest.mark.parametrize(
    ("file", "where", "name"),
    [
        ("settings", Settings, "load"),
        ("settings", Setting, "accepts"),
        ("statistics", Results, "load"),
        ("statistics", Statistics, "history"),
        ("statistics", Statistics, "summary"),
        ("variants", Library, "load"),
        ("variants", library, "choices_of"),
        ("variants", library, "title_of"),
        ("workshop", Workshop, "load"),
        ("workshop", Workshop, "view"),
        ("puzzles", Puzzles, "_load_progress"),
        ("daily_puzzle", Puzzles, "_load_daily"),
        ("tried_puzzles", History, "_load"),
        ("learned", lessons.LessonProgress, "load"),
        ("learned", lessons.LessonProgress, "__contains__"),
        ("tablebase_build", TablebaseBuilder, "_continue"),
        ("game", session_file, "restore"),
        ("game", session_file, "save"),
        ("game", Mode, "plan_search"),
        ("game", Versus, "view"),
        *(
            (name, module, "restore")
            for name, module in zip(ON_BOARD, (setup, lesson, Puzzles, OwnCourse, OpeningDrills, explorer))
        ),
        ("set_up", setup.SetUp, "view"),
        ("set_up", setup.SetUp, "save"),
        ("lesson", lesson.Lesson, "view"),
        ("lesson", lesson.Lesson, "save"),
        ("puzzle", puzzle.PuzzleMode, "view"),
        ("puzzle", puzzle.PuzzleMode, "save"),
        ("exercise", exercise.ExerciseMode, "goal"),
        ("exercise", exercise.ExerciseMode, "save"),
        ("course", OwnCourse, "load"),
        ("drill", DrillMode, "view"),
        ("drill", DrillMode, "save"),
        ("repertoire", OpeningDrills, "load"),
        ("explorer", explorer.Explorer, "view"),
        ("explorer", explorer.Explorer, "save"),
    ],
)
def test_failing_part_is_set_aside_alone(monkeypatch: pytest.MonkeyPatch, file: str, where: Any, name: str) -> None:
    store = MemoryStore()
    store.files.update(folder_content())
    for mode in ON_BOARD:
        if mode != file:
            del store.files[mode]
    kept = store.files[file]
    function = getattr(where, name)

    def failing(*args: Any, **kwargs: Any) -> Any:
        if file in store.files:
            raise ZeroDivisionError("on purpose")
        return function(*args, **kwargs)

    with monkeypatch.context() as patched:
        patched.setattr(where, name, failing)
        bench = Bench(store)
        look(bench.controller)
        assert list(store.aside) == [file]
        assert bench.view
    assert store.aside[file].keys() == kept.keys()
    bench.controller.recovery.bring_back()
    look(bench.controller)
    assert not store.aside
    assert file in store.files


@pytest.mark.parametrize("first", range(3))
def test_view_failing_in_all_modes_resets_modes_only(monkeypatch: pytest.MonkeyPatch, first: int) -> None:
    store = MemoryStore()
    store.files.update(folder_content())
    for mode in ON_BOARD[:first]:
        del store.files[mode]
    files = {"game", *ON_BOARD[first:]}
    kinds: tuple[Any, ...] = (
        setup.SetUp,
        lesson.Lesson,
        puzzle.PuzzleMode,
        DrillMode,
        explorer.Explorer,
        Versus,
    )  # an exercise is a puzzle
    for kind in kinds:
        view = kind.view

        def failing(self: Any, view: Any = view) -> Any:
            if files & store.files.keys():
                raise ZeroDivisionError("on purpose")
            return view(self)

        monkeypatch.setattr(kind, "view", failing)
    bench = Bench(store)
    assert set(store.aside) == files
    assert bench.view.mode == "versus"


def test_indescribable_saved_game_is_set_aside_alone() -> None:
    store = MemoryStore()
    game = next(content for name, content in folder_content().items() if name.startswith("games/"))
    for name in "abc":
        store.files[f"games/{name}"] = game

    def describe(name: str, _: saved_games.GameFile) -> Any:
        if name == "b":
            raise ZeroDivisionError("on purpose")
        entry = folder_content()["games"]["games"][0]
        return saved_games.IndexEntry(**{**entry, "name": name})

    saved = SavedGames(store, describe)
    assert saved.read_on(3)
    assert {entry.name for entry in saved.entries} == {"a", "c"}
    assert list(store.aside) == ["games/b"]
