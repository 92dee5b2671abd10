"""No text clipped or overlapping, no small target, on any screen or sheet, where it is tightest."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from functools import partial

import pytest

from ci.robots.longest import LONGEST
from ci.robots.shots import errors
from sanmill.core import settings
from tests.kit.driver import ROOT, Driver
from tests.kit.frame_clock import FrameClock
from tests.kit.scenes import SCENES, enter

SAME_WORDS = {"opening", "chosen", "twelve", "six", "three", "paper", "contrast"}  # as other scenes


# Scenes with the most words, for languages whose letters have other sizes and which read in another direction.
FULL = (
    "home",
    "opening",
    "removing",
    "messages",
    "result",
    "review",
    "new_versus",
    "play_settings",
    "rules",
    "statistics",
)
OTHER_LETTERS = ("zh", "zh_Hant", "ja", "fa")

FRAMES = (0.004, 0.016, 0.033, 0.2)  # seconds that a frame may take
STILL = 15  # of the longest, until nothing moves
PARTS = 3  # run at the same time


def look(kind: str, language: str, *names: str) -> str:
    """What ci/robots/shots.py says at the largest text, where it is tightest."""
    environment = {**os.environ, "LANGUAGE": language, "KIVY_METRICS_FONTSCALE": "1.6"}
    command = [sys.executable, "-m", "ci.robots.shots", kind, *names]
    answer = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    return answer.stdout.strip() or answer.stderr


@pytest.mark.long
def test_layout_has_no_errors_with_longest_words() -> None:
    scenes = [name for name in SCENES if name not in SAME_WORDS]
    assert look("--errors", LONGEST, *scenes) == "looks at text scale 1.6: ok"


@pytest.mark.long
def test_layout_has_no_errors_with_other_letters() -> None:
    assert look("--layouts", "en", *OTHER_LETTERS, *FULL) == "looks at text scale 1.6: ok"


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_layout_has_no_errors_with_motion(driver: Driver, part: int) -> None:
    """Change scenes during animations and check each scene once its animations have ended."""
    driver.set(settings.SPEED, "normal")
    length = partial(random.Random(part).choice, FRAMES)
    with FrameClock(length) as clock:
        for name in list(SCENES)[part::PARTS]:
            enter(driver, name)
            for _ in range(STILL):
                clock.frame(max(FRAMES))
            assert not list(errors(driver)), name
