"""Take the store screenshots in each language that has store texts.

    python -m ci.assets.make_store [store language ...]

They go where fastlane looks for them, in ci/packaging/fastlane/metadata/android, and are committed with the texts.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

from ci import ROOT

METADATA = ROOT / "ci" / "packaging" / "fastlane" / "metadata" / "android"
LANGUAGES = {  # of the store, with the catalogue that each shows
    "en-US": "en",
    "cs-CZ": "cs",
    "de-DE": "de",
    "es-ES": "es",
    "fa": "fa",
    "fr-FR": "fr",
    "hu-HU": "hu",
    "it-IT": "it",
    "ja-JP": "ja",
    "nl-NL": "nl",
    "pl-PL": "pl",
    "pt-BR": "pt_BR",
    "ro": "ro",
    "ru-RU": "ru",
    "tr-TR": "tr",
    "uk": "uk",
    "zh-CN": "zh",
    "zh-TW": "zh_Hant",
}
COLOURS = 256  # of a picture, so that it stays small; nobody sees a difference
SCENES = (("home", "light"), ("removing", "light"), ("analysis", "dark"), ("review", "light"), ("variants", "light"))
DENSITY = 2
SIZE = (360 * DENSITY, 720 * DENSITY)


def take(store_language: str) -> None:
    """Take the screenshots of one language; runs in its own process."""
    from sanmill.core import settings
    from tests.kit.driver import Driver
    from tests.kit.scenes import enter

    folder = METADATA / store_language / "images" / "phoneScreenshots"
    with tempfile.TemporaryDirectory(prefix="sanmill-store-") as data:
        driver = Driver(Path(data), size=SIZE)
        for number, (scene, look) in enumerate(SCENES, start=1):
            driver.set(settings.APPEARANCE, look)
            enter(driver, scene)
            driver.picture(folder / f"{number}.png")
            reduce_colours(folder / f"{number}.png")
        driver.close()


def reduce_colours(path: Path) -> None:
    images: Any = import_module("PIL.Image")  # by name: only this script needs the package
    picture = images.open(path).convert("RGB").quantize(COLOURS, dither=images.Dither.NONE)
    picture.save(path, optimize=True)


def main(wanted: list[str]) -> None:
    for store_language, language in LANGUAGES.items():
        if wanted and store_language not in wanted:
            continue
        environment = {**os.environ, "LANGUAGE": language, "KIVY_METRICS_DENSITY": str(DENSITY)}
        command = [sys.executable, "-m", "ci.assets.make_store", "--take", store_language]
        subprocess.run(command, cwd=ROOT, env=environment, check=True)
    pictures = list(METADATA.rglob("phoneScreenshots/*.png"))
    print(f"{len(pictures)} pictures, {sum(path.stat().st_size for path in pictures) // 1024} KB")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--take"]:
        take(sys.argv[2])
    else:
        main(sys.argv[1:])
