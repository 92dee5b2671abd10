"""Take screenshots of every screen and sheet at every size, light and dark, and report layout errors.

    python -m ci.robots.shots build/shots [scene ...]
    python -m ci.robots.shots --errors [scene ...]     only the errors, where it is tightest
    python -m ci.robots.shots --layouts [language or scene ...]  the same in all languages, or these

The language is that of LANGUAGE; xl has the longest text of any. Clipped and overlapping text, words broken in two and
small targets, and text over a board or picture, are found on the live widgets; contrast is
ci/checks/check_contrast.py's.
"""

from __future__ import annotations

import gc
import logging
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from ci import ROOT

SIZES = ((320, 640), (360, 720), (480, 960), (600, 960), (800, 1280), (640, 320), (960, 480), (1280, 800))
TIGHT = ((320, 640), (640, 320))  # the sizes that overflow first
SCALES = ("1", "1.3", "1.6")
TARGET = 48
SLACK = 1.5  # pixels of rounding error
SCENES_A_COLLECTION = 8  # of garbage; after each scene it took a seventh of the time
WORD = re.compile(r"[^\W\d_]{4}|[\u3040-\u9fff]{2}")
SCALE_VARIABLE = "KIVY_METRICS_FONTSCALE"

Box = tuple[float, float, float, float]  # left, bottom, right, top


def errors(driver: Any) -> Iterator[str]:
    """The layout errors of the front screen or sheet."""
    from kivy.uix.label import Label

    from sanmill.ui.widgets.base import Icon, StepSlider, Tappable

    labels = [widget for widget in driver.walk() if isinstance(widget, Label) and widget.text]
    width, height = driver.window.size
    boxes: list[tuple[Any, Box]] = []
    for label in labels:
        x, y = label.to_window(label.center_x - label.texture_size[0] / 2, label.center_y - label.texture_size[1] / 2)
        box = (x, y, x + label.texture_size[0], y + label.texture_size[1])
        is_wide = label.texture_size[0] > label.width + SLACK
        is_high = label.texture_size[1] > label.height + SLACK
        if (is_wide or is_high) and not isinstance(label, Icon):
            yield f"clipped: {label.text!r}"
        tap = _ancestor(label, Tappable)
        if tap is not None and label.texture_size[0] > tap.width + SLACK and not isinstance(label, Icon):
            yield f"wider than its button: {label.text!r}"
        if label.shorten and label.text and label.is_shortened:
            yield f"shortened: {label.text!r}"
        for word in broken_words(label):
            yield f"broken inside: {word!r}"
        boxes.append((label, box))
        is_off = x < -SLACK or y < -SLACK or box[2] > width + SLACK or box[3] > height + SLACK
        if is_off and _scroll(label) is None:
            yield f"off the screen: {label.text!r}"
    boxes = [(label, box) for label, box in boxes if not _floats(label)]
    yield from _overlaps(boxes)
    yield from _over_pictures(driver, boxes)
    for tap in driver.walk():
        is_small = min(tap.size) < TARGET - SLACK
        if isinstance(tap, (Tappable, StepSlider)) and not tap.disabled and is_small:
            name = getattr(tap, "spoken", "") or type(tap).__name__
            yield f"small target {tap.width:.0f}×{tap.height:.0f}: {name}"


def broken_words(label: Any) -> Iterator[str]:
    """Words that do not stand in one line: Kivy breaks a word anywhere if it is wider than its label."""
    from sanmill.ui.widgets.line_breaks import segments

    lines = ["".join(part.text for part in line.words) for line in label._label._cached_lines]
    words = [segment.strip() for paragraph in label.text.split("\n") for segment in segments(paragraph)]
    words = [word for word in words if "*" not in word and word != "·"]  # a FEN may break anywhere, parts have no dot
    yield from (word for word in words if not any(word in line for line in lines))


def _scroll(widget: Any) -> Any:
    """The nearest ancestor that scrolls: the widget may be outside the window, and covers only what scrolls with it."""
    from kivy.uix.scrollview import ScrollView

    return _ancestor(widget, ScrollView)


def _floats(widget: Any) -> bool:
    """Whether it is part of a speech bubble, which lies for a moment over what is there."""
    from sanmill.ui.widgets.speech_bubble import SpeechBubble

    return _ancestor(widget, SpeechBubble) is not None


def _ancestor(widget: Any, kind: type) -> Any:
    """The nearest ancestor of a kind."""
    while widget.parent is not None and widget.parent is not widget:
        widget = widget.parent
        if isinstance(widget, kind):
            return widget
    return None


def _overlaps(boxes: list[tuple[Any, Box]]) -> Iterator[str]:
    for index, (label, box) in enumerate(boxes):
        for other, other_box in boxes[index + 1 :]:
            if _meet(box, other_box) and _scroll(label) is _scroll(other):
                yield f"overlapping: {label.text!r} and {other.text!r}"


def _over_pictures(driver: Any, boxes: list[tuple[Any, Box]]) -> Iterator[str]:
    """Text over a board or picture that it is not part of, where it is drawn."""
    from kivy.uix.image import Image

    from sanmill.ui.board.widget import BoardWidget

    for picture in driver.walk():
        if isinstance(picture, BoardWidget):
            left, bottom = picture.to_window(*picture._corners[0].xy)
            width = height = picture._side
        elif isinstance(picture, Image):
            width, height = picture.norm_image_size
            left, bottom = picture.to_window(picture.center_x - width / 2, picture.center_y - height / 2)
        else:
            continue
        for label, box in boxes:
            is_over = _meet(box, (left, bottom, left + width, bottom + height))
            if is_over and _scroll(label) is _scroll(picture) and _ancestor(label, type(picture)) is not picture:
                yield f"over a {type(picture).__name__}: {label.text!r}"


def _meet(box: Box, other: Box) -> bool:
    """Whether boxes overlap by more than rounding and the space around letters."""
    (left, bottom, right, top), (x, y, to_x, to_y) = box, other
    return min(right, to_x) - max(left, x) > 2 and min(top, to_y) - max(bottom, y) > 4


def take(folder: Path | None, names: list[str], scale: str, data: Path, languages: tuple[str, ...] = ()) -> int:
    """Take screenshots of scenes at one text scale, print the errors and return how many; without a folder only that.

    With languages, each scene is entered once and changes its language where it stands, which is much faster.
    """
    from ci.robots import longest
    from sanmill.core import settings
    from sanmill.core.resources import CATALOGUES
    from tests.kit.driver import Driver
    from tests.kit.scenes import SCENES, enter

    found = 0
    if os.environ.get("LANGUAGE") == longest.LONGEST:
        words = longest.make(CATALOGUES, data / "i18n")
        vars(sys.modules["sanmill.app"])["CATALOGUES"] = words  # the driver imported it
    collect, gc.collect = gc.collect, lambda *_: 0  # the app calls it between scenes, a fifth of the time
    driver = Driver(data / "data")
    sizes = TIGHT if folder is None else SIZES if scale == "1" else SIZES[1:2] + SIZES[3:4] + SIZES[5:6]
    looks = ("light", "dark") if folder and scale == "1" else ("light",)
    for index, name in enumerate(names or SCENES):
        for look in looks:
            driver.set(settings.APPEARANCE, look)
            enter(driver, name)
            if not index % SCENES_A_COLLECTION:
                collect()
            for language in languages or ("",):
                if language:
                    speak(driver, language, name)
                for width, height in sizes:
                    driver.resize(width, height)
                    place = f"{name}-{width}x{height}-{look}-{scale}{language and '-' + language}"
                    if folder:
                        driver.picture(folder / f"{place}.png")
                    for error in errors(driver):
                        print(f"{place}: {error}", flush=True)
                        found += 1
    driver.close()
    return found


def all_languages() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in (ROOT / "i18n").glob("*.po")))


def speak(driver: Any, language: str, scene: str) -> None:
    """Change the language of a scene, and enter it again if a text in sight is still in the language before."""
    from sanmill.core import settings
    from tests.kit.scenes import enter

    old, before = driver.app.lang, shown(driver)
    driver.set(settings.LANGUAGE, language)
    driver.frames(4)
    kept = "\n".join(before & shown(driver))
    own = "\n".join(fragments(language))
    if any(fragment in kept and fragment not in own for fragment in fragments(old)):
        enter(driver, scene)


@cache
def fragments(language: str) -> tuple[str, ...]:
    """The texts of a language, of each the longest part without placeholders."""
    from ci.catalogues import FOLDER, read

    forms = [form for forms in read(FOLDER / f"{language}.po").entries.values() for form in forms]
    longest = [max(re.split(r"\{\w+\}", form), key=len).strip() for form in forms]
    return tuple(part for part in longest if WORD.search(part))


def shown(driver: Any) -> set[str]:
    """Every text in sight."""
    from kivy.uix.label import Label

    return {widget.text for widget in driver.walk() if isinstance(widget, Label)}


def main(arguments: list[str]) -> int:
    """Report errors, one process for each text scale; ``--errors`` and ``--layouts`` take no screenshots."""
    logging.disable()  # Kivy logs every provider that this machine lacks
    kind, *named = arguments or ["build/shots"]
    has_all_languages = kind == "--layouts"
    scale = os.environ.get(SCALE_VARIABLE)
    if scale:
        with tempfile.TemporaryDirectory(prefix="sanmill-shots-") as data:
            if has_all_languages:
                languages = tuple(name for name in named if name in all_languages())
                scenes = [name for name in named if name not in languages]
                found = take(None, scenes, scale, Path(data), languages or all_languages())
            else:
                found = take(None if kind == "--errors" else Path(kind), named, scale, Path(data))
        if not found:
            print(f"looks at text scale {scale}: ok", flush=True)
        return 1 if found else 0
    command = [sys.executable, "-m", "ci.robots.shots", kind, *named]
    scales = (SCALES[0], SCALES[-1]) if has_all_languages else SCALES
    running = [subprocess.Popen(command, cwd=ROOT, env={**os.environ, SCALE_VARIABLE: each}) for each in scales]
    return max(each.wait() for each in running)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
