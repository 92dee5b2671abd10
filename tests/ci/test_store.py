"""What publishers need: texts and pictures within the limits of the store, one name everywhere."""

from __future__ import annotations

import json
from configparser import RawConfigParser
from pathlib import Path

import pytest

from ci.assets import make_privacy, make_store
from ci.checks import check_pictures
from sanmill.core import publisher
from tests.kit.scenes import SCENES

ROOT = Path(__file__).resolve().parents[2]
METADATA = ROOT / "ci" / "packaging" / "fastlane" / "metadata" / "android"
LANGUAGES = tuple(sorted(path.name for path in METADATA.iterdir()))
LIMITS = {
    "title": 30,
    "short_description": 80,
    "full_description": 4000,
    "changelogs/default": 500,
}  # the store's
PICTURES = (2, 8)
LEAST_SIDE = 320


def test_pictures_are_older_after_a_screen_has_changed(tmp_path: Path) -> None:
    for name in ("sanmill/ui/page.kv", "i18n/en.po", "i18n/de.po", "assets/readme.png", "README.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name, encoding="utf-8")
    listed = tmp_path / "pictures.json"

    def older() -> list[str]:
        check_pictures._source.cache_clear()
        return list(check_pictures.older(listed, tmp_path / "assets", "en", tmp_path))

    listed.write_text(json.dumps({"readme.png": check_pictures.source("en", tmp_path)}), encoding="utf-8")
    (tmp_path / "README.md").write_text("other words", encoding="utf-8")
    (tmp_path / "i18n" / "de.po").write_text("other words", encoding="utf-8")
    assert older() == []
    (tmp_path / "sanmill" / "ui" / "page.kv").write_text("another screen", encoding="utf-8")
    assert older() == ["assets/readme.png is older than what it shows"]
    (tmp_path / "assets" / "readme.png").unlink()
    assert older() == ["assets/readme.png is missing"]


def size_of(picture: Path) -> tuple[int, int]:
    """Of a PNG."""
    head = picture.read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


def test_store_languages_match_app_languages() -> None:
    shipped = {path.stem for path in (ROOT / "i18n").glob("*.po")}
    assert set(LANGUAGES) == {store for store, language in make_store.LANGUAGES.items() if language in shipped}
    assert shipped <= set(make_store.LANGUAGES.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_store_texts_fit_limits(language: str) -> None:
    for name, limit in LIMITS.items():
        text = (METADATA / language / f"{name}.txt").read_text(encoding="utf-8").strip()
        assert 0 < len(text) <= limit, name
    captions = METADATA / language / "captions.txt"
    assert not captions.exists() or len(captions.read_text(encoding="utf-8").splitlines()) == len(make_store.PHONE)


def test_screenshots_fit_limits() -> None:
    for (width, height), scenes in make_store.KINDS.values():
        assert PICTURES[0] <= len(scenes) <= PICTURES[1]
        assert LEAST_SIDE <= min(width, height) <= max(width, height) <= 2 * min(width, height)
        assert {scene for scene, _ in scenes} <= set(SCENES)
    assert set(make_store.README) <= {scene for scene, _ in make_store.PHONE}


def test_icons_have_required_sizes() -> None:
    icons = ROOT / "assets" / "icons"
    sizes = {path.stem: size_of(path) for path in icons.glob("*.png")}
    assert sizes["foreground"] == sizes["background"] == (432, 432)
    assert sizes["sanmill"] == (512, 512)
    assert sizes["store"] == (1024, 1024)


def test_privacy_statement_matches_permissions() -> None:
    spec = RawConfigParser()
    spec.read(ROOT / "buildozer.spec", encoding="utf-8")
    assert spec["app"]["android.permissions"] == "android.permission.VIBRATE"
    assert "On Android, vibration is its only permission." in make_privacy.statement()


def test_published_privacy_statement_has_the_texts_of_the_app() -> None:
    written = make_privacy.STATEMENT.read_text(encoding="utf-8")
    assert written == make_privacy.statement(), "run python -m ci.assets.make_privacy"


def test_packages_have_the_name_of_the_texts() -> None:
    spec = RawConfigParser()
    spec.read(ROOT / "buildozer.spec", encoding="utf-8")
    assert spec["app"]["title"] == publisher.NAME
    desktop = RawConfigParser()
    desktop.read(ROOT / "ci" / "packaging" / "desktop" / "sanmill.desktop", encoding="utf-8")
    assert desktop["Desktop Entry"]["Name"] == desktop["Desktop Entry"]["StartupWMClass"] == publisher.NAME
    for language in LANGUAGES:
        assert publisher.NAME in (METADATA / language / "title.txt").read_text(encoding="utf-8")
        assert publisher.NAME in (METADATA / language / "full_description.txt").read_text(encoding="utf-8")


def test_packaging_document_names_configured_report_address() -> None:
    document = " ".join((ROOT / "ci" / "PACKAGING.md").read_text(encoding="utf-8").split())
    assert f"`REPORT_ADDRESS`, to which users mail crash reports, is {publisher.REPORT_ADDRESS};" in document
    assert "sanmill/core/publisher.py" in (ROOT / "buildozer.spec").read_text(encoding="utf-8")
