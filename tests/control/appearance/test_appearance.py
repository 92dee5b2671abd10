"""The themes of the user: copied, coloured, named, imported, deleted and restored."""

from __future__ import annotations

import pytest

from sanmill.control.appearance.intents import (
    ChangeColour,
    DeleteTheme,
    EditTheme,
    ImportTheme,
    RenameTheme,
    RestoreTheme,
    ShareTheme,
)
from sanmill.control.appearance.view import AppearanceView, ColoursView, ElementView
from sanmill.control.effects import Go, Replace, SheetText, Toast
from sanmill.control.intents import Open
from sanmill.control.routes import Kind, Route
from sanmill.core import settings, user_themes
from sanmill.core.text.i18n import text
from sanmill.core.themes import app_palette, app_theme, parse, write_text
from tests.kit.fake_worker import Bench

APPEARANCE = Route(Kind.APPEARANCE)
BLACK, WHITE = parse("#000000"), parse("#FFFFFF")


@pytest.fixture
def bench() -> Bench:
    """On the page of themes."""
    bench = Bench()
    bench.do(Open(APPEARANCE))
    return bench


def page(bench: Bench) -> AppearanceView:
    view: AppearanceView = bench.shown(APPEARANCE)
    return view


def colours(bench: Bench) -> ColoursView:
    view: ColoursView = bench.shown(bench.back_stack[-1])
    return view


def element(bench: Bench, key: str) -> ElementView:
    return next(row for row in colours(bench).rows if row.key == key)


def chosen(bench: Bench) -> str:
    return bench.settings.get(settings.THEME)


def test_usual_theme_is_the_one_of_light_or_dark_mode(bench: Bench) -> None:
    assert page(bench).rows[0].choices[0][0] == "auto"
    for is_dark, name in ((True, "slate"), (False, "maple")):
        bench.controller.themes.is_dark = is_dark
        bench.controller.update()
        assert page(bench).themes[0] == app_theme(name)
    others = [app_theme(name) for name in settings.THEME.choices[1:]]
    assert list(page(bench).themes[1:]) == others


def test_theme_in_use_is_copied_before_it_is_changed(bench: Bench) -> None:
    bench.controller.themes.is_dark = True
    bench.do(EditTheme())
    (own,) = bench.controller.themes.own
    assert (own.name, own.theme) == ("appearance.unnamed", app_theme("slate"))
    assert bench.told[-1] == Go(Route(Kind.COLOURS, own.file))
    assert chosen(bench) == own.value
    bench.do(EditTheme())
    assert len(bench.controller.themes.own) == 1, "the user's own theme is not copied"


def test_opened_theme_is_in_use(bench: Bench) -> None:
    own = bench.controller.themes.add("Dusk", app_theme("slate"))
    bench.do(Open(Route(Kind.COLOURS, own.file)))
    assert chosen(bench) == own.value
    assert colours(bench).name == "Dusk"
    bench.do(Open(Route(Kind.COLOURS, "gone")))
    assert (colours(bench).name, colours(bench).rows) == ("", ())
    assert chosen(bench) == own.value


def test_contrast_of_changed_colour_is_told(bench: Bench) -> None:
    bench.do(EditTheme())
    file = bench.back_stack[-1].subject
    assert element(bench, "line").is_enough
    bench.do(ChangeColour(file, "line", app_theme("maple").board))
    assert element(bench, "line").contrast.key == "appearance.too_little"
    bench.do(ChangeColour(file, "line", BLACK))
    assert (element(bench, "line").colour, element(bench, "line").is_enough) == (BLACK, True)


def test_background_counts_where_text_stays_readable(bench: Bench) -> None:
    bench.do(EditTheme())
    file = bench.back_stack[-1].subject
    assert element(bench, "background").contrast.key == "appearance.background_usual"
    assert element(bench, "background").colour == app_palette(False).background
    bench.do(ChangeColour(file, "background", WHITE))
    assert element(bench, "background").contrast.key == "appearance.enough"
    bench.controller.themes.is_dark = True
    bench.controller.update()
    assert element(bench, "background").contrast.key == "appearance.background_unused"


def test_theme_is_renamed_to_a_free_name(bench: Bench) -> None:
    bench.controller.themes.add("Dusk", app_theme("slate"))
    bench.do(EditTheme())
    file = bench.back_stack[-1].subject
    bench.do(RenameTheme(file, "dusk"))
    assert colours(bench).error == text("appearance.name_taken", name="dusk")
    bench.do(RenameTheme(file, "Dawn"))
    assert (colours(bench).name, colours(bench).error) == ("Dawn", None)


def test_shared_theme_is_imported_and_used(bench: Bench) -> None:
    bench.do(EditTheme(), ShareTheme("appearance-unnamed"))
    shared = bench.told[-1]
    assert isinstance(shared, SheetText)
    bench.do(Open(APPEARANCE), ImportTheme(str(shared.lines[0]).replace("appearance.unnamed", "Theirs")))
    assert bench.told[-1] == Toast((text("appearance.kept", name="Theirs"),))
    assert page(bench).rows[0].choices[-1] == (chosen(bench), "Theirs")
    bench.do(ImportTheme(write_text("", app_theme("slate")), "found"))
    assert [theme.name for theme in bench.controller.themes.own][1:] == ["found", "Theirs"]


def test_unusable_text_is_explained_and_ignored(bench: Bench) -> None:
    bench.do(ImportTheme("{"))
    error = page(bench).error
    assert error
    assert error.key == "theme_text.no_json"
    assert bench.controller.themes.own == ()
    bench.do(ImportTheme(write_text("Mine", app_theme("slate"))))
    assert page(bench).error is None


def test_deleted_theme_is_restored(bench: Bench) -> None:
    bench.do(EditTheme())
    (own,) = bench.controller.themes.own
    bench.do(DeleteTheme(own.file))
    assert bench.told[-1] == Replace(APPEARANCE)
    assert chosen(bench) == settings.THEME.default
    bench.do(Open(APPEARANCE))
    assert page(bench).removed == own.name
    bench.do(RestoreTheme())
    assert bench.controller.themes.own == (own,)
    assert (chosen(bench), page(bench).removed) == (own.value, "")


def test_no_more_themes_than_allowed(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_themes, "THEMES_MAX", 1)
    bench.do(EditTheme(), ImportTheme(write_text("Mine", app_theme("slate"))))
    assert bench.told[-1] == Toast((text("appearance.too_many", 1),))
    assert len(bench.controller.themes.own) == 1
