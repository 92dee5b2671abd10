"""Store texts fit their limits, screenshots exist, and the build workflow names existing files."""

from __future__ import annotations

from configparser import RawConfigParser
from pathlib import Path

import pytest

from ci.assets import make_store
from ci.catalogues import read
from sanmill.core import publisher

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
def test_store_texts_fit_limits_and_screenshots_exist(language: str) -> None:
    for name, limit in LIMITS.items():
        text = (METADATA / language / f"{name}.txt").read_text(encoding="utf-8").strip()
        assert 0 < len(text) <= limit, name
    pictures = sorted((METADATA / language / "images" / "phoneScreenshots").glob("*.png"))
    assert PICTURES[0] <= len(pictures) <= PICTURES[1]
    for picture in pictures:
        width, height = size_of(picture)
        assert LEAST_SIDE <= width < height <= 2 * width


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
    assert "its only permission is to vibrate" in (ROOT / "ci" / "packaging" / "fastlane" / "PRIVACY.md").read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize("language", ["en", "de", "zh"])
def test_app_shows_published_privacy_statement(language: str) -> None:
    statement = " ".join((ROOT / "ci" / "packaging" / "fastlane" / "PRIVACY.md").read_text(encoding="utf-8").split())
    entries = read(ROOT / "i18n" / f"{language}.po").entries
    sentences = [forms[0] for key, forms in entries.items() if key.startswith("about.privacy.")]
    assert len(sentences) == 6
    assert all(sentence in statement for sentence in sentences)


def test_packaging_document_names_configured_report_address() -> None:
    document = " ".join((ROOT / "ci" / "PACKAGING.md").read_text(encoding="utf-8").split())
    assert f"`REPORT_ADDRESS`, to which users mail crash reports, is {publisher.REPORT_ADDRESS};" in document
    assert "sanmill/core/publisher.py" in (ROOT / "buildozer.spec").read_text(encoding="utf-8")
