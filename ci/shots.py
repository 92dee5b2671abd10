"""Take screenshots of every screen and sheet at every size, light and dark, and report layout faults.

    python ci/shots.py build/shots [scene ...]
    python ci/shots.py --faults [scene ...]     only the faults, where it is tightest
    python ci/shots.py --layouts [language ...] the same in all languages, or these

The language is that of LANGUAGE; xl has the longest text of any. Clipped and overlapping text and small targets are
found on the live widgets; contrast is ci/check_contrast.py's.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

SIZES = ((320, 640), (360, 720), (480, 960), (600, 960), (800, 1280), (640, 320), (960, 480), (1280, 800))
TIGHT = ((320, 640), (640, 320))  # the sizes that overflow first
SCALES = ("1", "1.3", "1.6")
TARGET = 48
SLACK = 1.5  # pixels of rounding error
SCALE_VARIABLE = "KIVY_METRICS_FONTSCALE"


def faults(driver: Any) -> Iterator[str]:
    """The layout faults of the front screen or sheet."""
    from kivy.uix.label import Label

    from sanmill.ui.widgets.base import Icon, StepSlider, Tappable

    labels = [widget for widget in driver.walk() if isinstance(widget, Label) and widget.text]
    width, height = driver.window.size
    boxes = []
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
        if not _scrolls(label):
            boxes.append((label.text, box))
            if x < -SLACK or y < -SLACK or box[2] > width + SLACK or box[3] > height + SLACK:
                yield f"off the screen: {label.text!r}"
    yield from _overlaps(boxes)
    for tap in driver.walk():
        is_small = min(tap.size) < TARGET - SLACK
        if isinstance(tap, (Tappable, StepSlider)) and not tap.disabled and is_small:
            name = getattr(tap, "spoken", "") or type(tap).__name__
            yield f"small target {tap.width:.0f}×{tap.height:.0f}: {name}"


def _scrolls(widget: Any) -> bool:
    """Whether an ancestor scrolls, so that the widget may be outside the window."""
    from kivy.uix.scrollview import ScrollView

    return _ancestor(widget, ScrollView) is not None


def _ancestor(widget: Any, kind: type) -> Any:
    """The nearest ancestor of a kind."""
    while widget.parent is not None and widget.parent is not widget:
        widget = widget.parent
        if isinstance(widget, kind):
            return widget
    return None


def _overlaps(boxes: list[tuple[str, tuple[float, float, float, float]]]) -> Iterator[str]:
    for index, (text, (left, bottom, right, top)) in enumerate(boxes):
        for other, (x, y, to_x, to_y) in boxes[index + 1 :]:
            if min(right, to_x) - max(left, x) > 2 and min(top, to_y) - max(bottom, y) > 4:
                yield f"overlapping: {text!r} and {other!r}"


def take(folder: Path | None, names: list[str], scale: str) -> list[str]:
    """Take screenshots of scenes at one text scale and return the faults; without a folder only the faults."""
    from ci import longest
    from sanmill.core import settings
    from sanmill.core.resources import CATALOGUES
    from tests.kit.driver import Driver
    from tests.kit.scenes import SCENES, enter

    found: list[str] = []
    if os.environ.get("LANGUAGE") == longest.LONGEST:
        words = longest.make(CATALOGUES, Path(tempfile.mkdtemp(prefix="sanmill-words-")) / "i18n")
        vars(sys.modules["sanmill.app"])["CATALOGUES"] = words  # the driver imported it
    gc.collect = lambda *_: 0  # the app calls it between scenes, a fifth of the time
    driver = Driver(Path(tempfile.mkdtemp(prefix="sanmill-data-")))
    sizes = TIGHT if folder is None else SIZES if scale == "1" else SIZES[1:2] + SIZES[3:4] + SIZES[5:6]
    looks = ("light", "dark") if folder and scale == "1" else ("light",)
    for name in names or list(SCENES):
        for look in looks:
            driver.app.settings.set(settings.APPEARANCE, look)
            enter(driver, name)
            for width, height in sizes:
                driver.resize(width, height)
                place = f"{name}-{width}x{height}-{look}-{scale}"
                if folder:
                    driver.picture(folder / f"{place}.png")
                found += [f"{place}: {fault}" for fault in faults(driver)]
    driver.close()
    return found


def look_at_all(languages: list[str]) -> int:
    """Report the faults of languages at the smallest and the largest text; return how many looks found some."""
    folder = Path(__file__).resolve().parent.parent / "i18n"
    failed = 0
    for language in languages or sorted(path.stem for path in folder.glob("*.po")):
        for scale in (SCALES[0], SCALES[-1]):
            environment = {**os.environ, "LANGUAGE": language, SCALE_VARIABLE: scale}
            command = [sys.executable, __file__, "--faults"]
            told = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
            print(f"{language}: {told.stdout.strip() or told.stderr}", flush=True)
            failed += told.returncode > 0
    return failed


def main(arguments: list[str]) -> int:
    """Report faults; ``--faults`` takes no screenshots."""
    if arguments[:1] == ["--layouts"]:
        return look_at_all(arguments[1:])
    is_quick = arguments[:1] == ["--faults"]
    folder = None if is_quick else Path(arguments[0] if arguments else "build/shots")
    scale = os.environ.get(SCALE_VARIABLE)
    if scale:
        found = take(folder, arguments[1:], scale)
        print("\n".join(found) or f"looks at text scale {scale}: ok", flush=True)
        return 1 if found else 0
    command = [sys.executable, __file__, *(arguments or [str(folder)])]
    environments = [{**os.environ, SCALE_VARIABLE: each} for each in SCALES]
    return max(subprocess.run(command, env=each, check=False).returncode for each in environments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
