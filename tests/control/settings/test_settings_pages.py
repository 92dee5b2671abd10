"""The pages of settings: what their rows show, and what export and import say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sanmill.control.effects import SheetText, Toast
from sanmill.control.intents import Open
from sanmill.control.routes import Kind, Route
from sanmill.control.settings.intents import ChangeSetting, ExportSettings, ImportSettings, RestoreSettings
from sanmill.control.settings.view import ExpertView, GroupView, SettingView
from sanmill.core import settings
from sanmill.core.settings import GROUPS, SETTINGS, Setting
from sanmill.core.text import settings_text
from sanmill.core.text.i18n import text
from sanmill.core.themes import app_theme
from sanmill.engine.messages import Stage, TablebaseStatus
from tests.kit.fake_worker import Bench

NINE = "nine_mens_morris"
EXPERT = Route(Kind.EXPERT)


def group(name: str) -> Route:
    return Route(Kind.SETTINGS_GROUP, name)


def rows(bench: Bench, name: str) -> dict[str, SettingView]:
    view: GroupView | ExpertView = bench.controller.features.settings.view(
        EXPERT if name == settings.EXPERT else group(name)
    )
    return {row.key: row for row in view.rows}


def row(bench: Bench, setting: Setting[Any]) -> SettingView:
    return rows(bench, setting.group)[setting.key]


def change(setting: Setting[Any], value: Any) -> ChangeSetting:
    return ChangeSetting(setting.key, value)


def test_every_setting_of_a_group_has_a_row_on_its_page() -> None:
    bench = Bench()
    for name in (*GROUPS, settings.EXPERT):
        assert list(rows(bench, name)) == [each.key for each in SETTINGS if each.group == name]


def test_unknown_group_shows_the_first() -> None:
    assert rows(Bench(), "gone") == rows(Bench(), settings.BOARD)


def test_row_has_value_choices_and_bounds() -> None:
    bench = Bench()
    bench.do(change(settings.CONFIRM, True), change(settings.VOLUME, 4))
    assert row(bench, settings.CONFIRM).value is True
    assert row(bench, settings.CONFIRM).about == text("setting.play.confirm.about")
    volume = row(bench, settings.VOLUME)
    assert (volume.value, volume.minimum, volume.maximum, volume.choices) == (4, 1, 10, ())
    assert row(bench, settings.INPUT).choices[1] == ("tap", text("setting.play.input.tap"))
    assert row(bench, settings.HASH).choices[0] == (8, text("settings.unit.megabytes", 8))
    assert row(bench, settings.TABLES).value == ""


def test_choices_made_by_users_and_translators_are_offered_by_name() -> None:
    bench = Bench()
    own = bench.controller.themes.add("Dusk", app_theme("slate"))
    assert row(bench, settings.THEME).choices[-1] == (own.value, "Dusk")
    assert row(bench, settings.LANGUAGE).choices[-1] == ("de", "Deutsch")


@pytest.mark.parametrize(
    ("setting", "cure", "reason"),
    [
        (settings.TIME, change(settings.LEVEL, 12), text("setting.play.time.unused", needed=12, level=3)),
        (settings.VOLUME, change(settings.SOUND, True), text("setting.app.volume.unused")),
    ],
)
def test_row_without_effect_says_what_gives_it_one(setting: Setting[Any], cure: ChangeSetting, reason: object) -> None:
    bench = Bench()
    bench.do(change(settings.SOUND, False))
    assert (row(bench, setting).is_enabled, row(bench, setting).about) == (False, reason)
    bench.do(cure)
    assert row(bench, setting).is_enabled
    assert row(bench, setting).about != reason


def test_level_is_described_and_limited_by_tablebase() -> None:
    bench = Bench()
    level = row(bench, settings.LEVEL)
    assert (level.value, level.maximum, level.about, level.words) == (3, 12, text("level.3"), None)
    bench.tablebases.known[NINE] = TablebaseStatus(NINE, Stage.SHIPPED, 11, path=Path("tables"), most=18)
    bench.do(change(settings.LEVEL, 13))
    level = row(bench, settings.LEVEL)
    assert (level.value, level.maximum, level.words) == (13, 13, text("level.perfect"))
    assert level.about == text("level.perfect.endings", pieces=11)
    del bench.tablebases.known[NINE]
    assert (row(bench, settings.LEVEL).value, row(bench, settings.LEVEL).maximum) == (12, 12)


def test_changed_setting_is_published_to_the_page_in_sight() -> None:
    bench = Bench()
    bench.do(Open(group(settings.BOARD)))
    before = bench.shown(group(settings.BOARD))
    bench.do(change(settings.SPEED, "slow"), change(settings.EVALUATION, True))
    sample = bench.shown(group(settings.BOARD)).sample
    assert (sample.speed, sample.has_evaluation) == ("slow", True)
    assert (sample.before, sample.after) == (before.sample.before, before.sample.after)
    bench.do(Open(group(settings.PLAY)))
    assert bench.shown(group(settings.PLAY)).sample is None


def test_every_setting_is_restored() -> None:
    bench = Bench()
    bench.do(change(settings.LEVEL, 9), change(settings.THEME, "paper"), RestoreSettings())
    assert all(bench.settings.get(setting) == setting.default for setting in SETTINGS)
    assert bench.told[-1] == Toast((text("settings.restored"),))


def test_exported_settings_are_imported_again() -> None:
    bench = Bench()
    own = bench.controller.themes.add("Dusk", app_theme("slate"))
    bench.controller.library.save("Quick", "nine_mens_morris PiecesCount=5")
    variant = bench.controller.library.own[0].text
    bench.do(
        change(settings.LEVEL, 9),
        change(settings.THEME, own.value),
        change(settings.VARIANT, variant),
        change(settings.LANGUAGE, "de"),
        ExportSettings(),
    )
    exported = bench.told[-1]
    assert isinstance(exported, SheetText)
    bench.do(RestoreSettings(), ImportSettings(str(exported.lines[0])))
    assert bench.told[-1] == Toast((text("settings.imported", len(SETTINGS)),))
    assert bench.settings.get(settings.LEVEL) == 9
    texts = (settings.THEME, settings.VARIANT, settings.LANGUAGE)
    assert [bench.settings.get(each) for each in texts] == [own.value, variant, "de"]


def test_unusable_lines_are_listed_and_the_others_taken() -> None:
    bench = Bench()
    bench.do(ImportSettings(f"{settings_text.HEADER}\nboard.theme = own/gone\nplay.level = 4\nno.such = 1\n"))
    told = bench.told[-1]
    assert isinstance(told, SheetText)
    taken, empty, *errors = told.lines
    assert (taken, empty) == (text("settings.imported", 1), "")
    assert [dict(error.values)["line"] for error in errors] == [2, 4]  # type: ignore[union-attr]
    assert bench.settings.get(settings.LEVEL) == 4
    bench.do(ImportSettings(""))
    assert bench.told[-1] == Toast((text("settings.import_nothing"),))
