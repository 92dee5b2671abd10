"""Take the pictures of README and of the store: `make pictures`, or

    python -m ci.assets.make_store [store language ...]

Those of the store go where fastlane looks for them, in ci/packaging/fastlane/metadata/android, and are not committed;
assets/readme.png is, and is taken with en-US. ci/checks/check_pictures.py tells when they are older than the screens.
A line of captions.txt beside the texts of a language stands above each picture for phones.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

from ci import ROOT
from ci.checks import check_pictures
from ci.checks.check_pictures import METADATA

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
DENSITY = 2
PHONE = (
    ("home", "light"),
    ("coach", "light"),
    ("review", "light"),
    ("analysis", "dark"),
    ("puzzle", "light"),
    ("variants", "light"),
)
TABLET = (("coach", "light"), ("review", "light"), ("analysis", "dark"))
KINDS = {  # folder: size in density-independent pixels, and scenes; the first holds all scenes of the others
    "phoneScreenshots": ((360, 720), PHONE),
    "sevenInchScreenshots": ((600, 960), TABLET),
    "tenInchScreenshots": ((1280, 800), TABLET),
}
README = ("home", "coach", "review")
README_GAP = 14
FEATURE = (1024, 500)  # the store's size of the graphic above the texts
EDGE = 40  # around the caption and in the feature graphic, in pixels


def image() -> Any:
    """Pillow, by name: only scripts that make pictures need it."""
    return import_module("PIL.Image")


def take(store_language: str) -> None:
    """Take the pictures of one language; runs in its own process."""
    from sanmill.core import settings
    from tests.kit.driver import Driver
    from tests.kit.scenes import enter

    images = METADATA / store_language / "images"
    listed = METADATA / store_language / "captions.txt"
    captions = listed.read_text(encoding="utf-8").splitlines() if listed.exists() else []
    made: list[Path] = []
    with tempfile.TemporaryDirectory(prefix="sanmill-store-") as data:
        driver = Driver(Path(data))
        for folder, (size, scenes) in KINDS.items():
            driver.resize(*(DENSITY * side for side in size))
            for number, (scene, look) in enumerate(scenes, start=1):
                driver.set(settings.APPEARANCE, look)
                enter(driver, scene)
                made.append(driver.picture(images / folder / f"{number}.png"))
        driver.set(settings.APPEARANCE, "light")
        if store_language == "en-US":
            make_readme([images / "phoneScreenshots" / f"{index_of(scene)}.png" for scene in README])
        made.append(make_feature(driver, images))
        for number, words in enumerate(captions[: len(PHONE)], start=1):
            add_caption(driver, words, images / "phoneScreenshots" / f"{number}.png")
        driver.close()
    for path in made:
        reduce_colours(path)
    made_from = check_pictures.source(LANGUAGES[store_language])
    hashes = {path.relative_to(images).as_posix(): made_from for path in made}
    (images / check_pictures.LIST_NAME).write_text(json.dumps(hashes, indent=1) + "\n", encoding="utf-8")


def index_of(scene: str) -> int:
    return [name for name, _ in PHONE].index(scene) + 1


def make_readme(pictures: list[Path]) -> None:
    """Screens side by side, at the size of a phone."""
    screens = [image().open(path).convert("RGB").reduce(DENSITY) for path in pictures]
    width = sum(screen.width + README_GAP for screen in screens) - README_GAP
    whole = image().new("RGB", (width, screens[0].height), "white")
    x = 0
    for screen in screens:
        whole.paste(screen, (x, 0))
        x += screen.width + README_GAP
    whole.save(check_pictures.README, optimize=True)
    made_from = {check_pictures.README.name: check_pictures.source("en")}
    check_pictures.LIST.write_text(json.dumps(made_from, indent=1) + "\n", encoding="utf-8")


def words_of(driver: Any, words: str, width: int, size: int, folder: Path) -> Any:
    """A text as the app draws it, in the font and direction of its language."""
    from sanmill.ui.widgets.base import WrappedLabel

    label = WrappedLabel(text=words, align="center", width=width, font_size=size, bold=True)
    driver.frames(2)
    label.texture_update()
    label.height = label.texture_size[1]
    path = folder / "words.png"
    label.export_to_png(str(path))
    drawn = image().open(path).convert("RGBA")
    path.unlink()
    return drawn


def background(driver: Any) -> tuple[int, ...]:
    return tuple(round(255 * part) for part in driver.app.palette.background[:3])


def add_caption(driver: Any, words: str, path: Path) -> None:
    """One line above the screen, which shrinks so that the picture keeps its size."""
    screen = image().open(path).convert("RGB")
    drawn = words_of(driver, words, screen.width - 2 * EDGE, 40, path.parent)
    top = drawn.height + 2 * EDGE
    shrunk = screen.resize((screen.width * (screen.height - top) // screen.height, screen.height - top))
    whole = image().new("RGB", screen.size, background(driver))
    whole.paste(drawn, (EDGE, EDGE), drawn)
    whole.paste(shrunk, ((screen.width - shrunk.width) // 2, top))
    whole.save(path)


def make_feature(driver: Any, images: Path) -> Path:
    """The board of a game beside the name of the app."""
    from sanmill.core import publisher
    from tests.kit.scenes import enter

    path = images / "featureGraphic.png"
    whole = image().new("RGB", FEATURE, background(driver))
    side = FEATURE[1] - 2 * EDGE
    driver.resize(*(DENSITY * size for size in KINDS["phoneScreenshots"][0]))
    enter(driver, "opening")
    driver.parts.board.export_to_png(str(path))
    board = image().open(path).convert("RGBA").resize((side, side))
    whole.paste(board, (EDGE, EDGE), board)
    drawn = words_of(driver, publisher.NAME, FEATURE[0] - side - 3 * EDGE, 96, images)
    whole.paste(drawn, (side + 2 * EDGE, (FEATURE[1] - drawn.height) // 2), drawn)
    whole.save(path)
    return path


def reduce_colours(path: Path) -> None:
    picture = image().open(path).convert("RGB").quantize(COLOURS, dither=image().Dither.NONE)
    picture.save(path, optimize=True)


def main(wanted: list[str]) -> None:
    for store_language, language in LANGUAGES.items():
        if wanted and store_language not in wanted:
            continue
        environment = {**os.environ, "LANGUAGE": language, "KIVY_METRICS_DENSITY": str(DENSITY)}
        command = [sys.executable, "-m", "ci.assets.make_store", "--take", store_language]
        subprocess.run(command, cwd=ROOT, env=environment, check=True)
    pictures = list(METADATA.rglob("images/**/*.png"))
    print(f"{len(pictures)} pictures, {sum(path.stat().st_size for path in pictures) // 1024} KB")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--take"]:
        take(sys.argv[2])
    else:
        main(sys.argv[1:])
