"""Everything that is bundled has its licence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from importlib.metadata import distribution
from pathlib import Path

import pytest

from ci.assets.make_licenses import installed_text
from sanmill.core.licences import FOLDER, INDEX, LicensedWork, read_text, read_works, reflowed

ROOT = Path(__file__).resolve().parents[2]
ASSETS = ROOT / "assets"
WORKS = read_works(ASSETS)


def required() -> Iterator[str]:
    """The packages that the app needs to run."""
    for line in (ROOT / "ci" / "requirements" / "app.txt").read_text(encoding="utf-8").splitlines():
        name = re.match(r"[\w.-]+", line)
        if name:
            yield name[0].lower()


@pytest.mark.parametrize(
    "path",
    [path.relative_to(ASSETS).as_posix() for path in sorted(ASSETS.rglob("*")) if path.is_file()],
)
def test_assets_have_licence(path: str) -> None:
    assert any(fnmatch(path, pattern) for work in WORKS for pattern in work.assets), f"add {path} to {INDEX}"


@pytest.mark.parametrize("package", sorted(set(required())))
def test_packages_have_licence(package: str) -> None:
    works = [work for work in WORKS if package in work.packages]
    assert works, f"add {package} to {INDEX} and run ci/assets/make_licenses.py"
    assert installed_text(package), f"{package} carries no licence"


def test_kivy_libraries_and_fonts_have_licence() -> None:
    files = [Path(str(path)) for path in distribution("kivy").files or ()]
    bundled = [path.name for path in files if path.parent.name == "Kivy.libs" or path.suffix == ".ttf"]
    assert "Roboto-Regular.ttf" in bundled
    for name in bundled:
        assert any(fnmatch(name, pattern) for work in WORKS for pattern in work.libraries), name


def test_phone_requirements_have_licence() -> None:
    spec = ROOT / "buildozer.spec"
    for line in re.findall(r"^requirements\s*=\s*(.+)$", spec.read_text(encoding="utf-8"), re.MULTILINE):
        for wanted in line.split(","):
            name = re.split(r"[=<>@]", wanted.strip())[0].lower()
            known = any(name in work.packages or any(fnmatch(name, each) for each in work.libraries) for work in WORKS)
            assert known, f"add {name} to {INDEX}"


@pytest.mark.parametrize("work", WORKS, ids=lambda work: work.name)
def test_licence_texts_are_complete(work: LicensedWork) -> None:
    text = read_text(ASSETS, work)
    assert len(text) > 400
    assert work.licence
    assert reflowed(text).split() == text.split()
    assert re.search(r"copyright|public domain", text, re.IGNORECASE)


def test_own_licence_is_listed_first_and_no_text_is_unused() -> None:
    assert read_text(ASSETS, WORKS[0]) == (ROOT / "LICENSE").read_text(encoding="utf-8")
    used = {Path(file).name for work in WORKS for file in work.files}
    assert {path.name for path in (ASSETS / FOLDER).glob("*.txt")} <= used


def test_paragraphs_are_joined_and_lists_kept() -> None:
    long = "these words are so many that the line had to be broken at some"
    text = f"{long}\nplace.\n\n1. one\n2. two\n{long}\n- item"
    assert reflowed(text).splitlines() == [f"{long} place.", "", "1. one", "2. two", long, "- item"]
