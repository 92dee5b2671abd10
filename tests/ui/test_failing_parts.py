"""Nothing in a start is fatal: a part that fails is set aside, told once, reported and fetched back."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import sanmill.app as sanmill_app
from sanmill.control.play.versus import Versus
from sanmill.control.saved_state import MODE_FILES
from sanmill.core import user_themes
from sanmill.core.progress.statistics import Statistics
from sanmill.core.user_themes import UserThemes
from sanmill.ui.nav import Nav
from tests.kit.damage import write_folder
from tests.kit.driver import Driver


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("saved")
    write_folder(folder)
    for name in ("run", *MODE_FILES):
        (folder / f"{name}.json").unlink()
    return folder


@pytest.mark.parametrize(
    ("file", "where", "name", "page"),
    [
        ("settings", UserThemes, "theme_of", "home"),
        ("settings", sanmill_app, "set_text_size", "home"),
        ("themes/mine", user_themes, "from_content", "appearance"),
        ("statistics", Statistics, "summary", "statistics"),
        ("state", Nav, "restore", "home"),
        ("game", Versus, "view", "play"),
        ("game", Nav, "show", "play"),
    ],
)
def test_failing_part_is_set_aside_reported_and_restored(
    saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, where: Any, name: str, page: str
) -> None:
    shutil.copytree(saved, tmp_path, dirs_exist_ok=True)
    (tmp_path / "state.json").write_text(f'{{"version": 1, "back_stack": [{{"kind": "{page}"}}]}}', encoding="utf-8")
    path, aside = tmp_path / f"{file}.json", tmp_path / f"{file}.aside"
    function = getattr(where, name)

    def failing(*args: Any, **kwargs: Any) -> Any:
        if not aside.exists():
            raise ZeroDivisionError("on purpose")
        return function(*args, **kwargs)

    with monkeypatch.context() as patched:
        patched.setattr(where, name, failing)
        driver = Driver(tmp_path)
        driver.until(lambda: path.name in driver.app.nav.toast)
        assert list(tmp_path.rglob("*.aside*")) == [aside]
        assert not driver.app.reports.has_unseen
        assert "ZeroDivisionError" in driver.app.reports.text()
    driver.go("report")
    driver.press(driver.app.say("report.bring_back"))
    driver.close()
    assert not list(tmp_path.rglob("*.aside*"))
    driver = Driver(tmp_path)
    driver.frames(3)
    assert not driver.app.nav.toast_alpha, "told once"
    view = driver.app.controller.current.view
    assert view is not None
    assert [move.words for move in view.moves][:2] == ["d6", "f4"]
    driver.close()
