"""Tell whether the pictures of README and store are older than the screens they show.

    python -m ci.checks.check_pictures            only say so: screens change more often than pictures are taken
    python -m ci.checks.check_pictures --release  fail if one is older

`make pictures` takes them all again. Each picture stands in a list with a hash over what it was made from: what draws,
what is drawn, the scenes and the texts of its language.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from ci import ROOT

METADATA = ROOT / "ci" / "packaging" / "fastlane" / "metadata" / "android"
README = ROOT / "assets" / "readme.png"
LIST = ROOT / "ci" / "assets" / "pictures.json"  # that of README; the store's, which git does not keep, is beside them
LIST_NAME = "made_from.json"
MADE_FROM = (
    "sanmill/ui/**/*.py",
    "sanmill/ui/**/*.kv",
    "sanmill/control/**/*.py",
    "sanmill/core/text/*.py",
    *(f"assets/{folder}/*" for folder in ("fonts", "icons", "materials", "palettes", "portraits", "themes")),
    "tests/kit/*scenes.py",
    "ci/assets/make_store.py",
)


@cache
def _source(root: Path) -> bytes:
    """The hash of all files but those of a language."""
    whole = hashlib.sha256()
    for pattern in MADE_FROM:
        for path in sorted(root.glob(pattern)):
            whole.update(f"{path.relative_to(root).as_posix()}\0".encode())
            whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.digest()


def source(language: str, root: Path = ROOT) -> str:
    """The hash over everything that pictures in a language are made from."""
    texts = (root / "i18n" / f"{language}.po").read_bytes()
    return hashlib.sha256(_source(root) + hashlib.sha256(texts).digest()).hexdigest()


def older(listed: Path, pictures: Path, language: str, root: Path = ROOT) -> Iterator[str]:
    """Pictures of a list that something has changed since, or that are gone."""
    hashes: dict[str, str] = json.loads(listed.read_text(encoding="utf-8")) if listed.exists() else {}
    for name, made_from in sorted(hashes.items()):
        path = pictures / name
        if not path.exists():
            yield f"{path.relative_to(root)} is missing"
        elif made_from != source(language, root):
            yield f"{path.relative_to(root)} is older than what it shows"


def check() -> list[str]:
    """What is to be taken again. Store pictures that were never taken are not missed: only an upload needs them."""
    from ci.assets.make_store import LANGUAGES

    found = list(older(LIST, ROOT / "assets", "en"))
    if not LIST.exists():
        found.append(f"{README.relative_to(ROOT)} is in no list")
    for store_language, language in LANGUAGES.items():
        images = METADATA / store_language / "images"
        found += older(images / LIST_NAME, images, language)
    return found


if __name__ == "__main__":
    found = check()
    print("\n".join(f"warning: {each}" for each in found) or "pictures: ok")
    sys.exit(1 if found and sys.argv[1:] == ["--release"] else 0)
