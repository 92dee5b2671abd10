"""No text clipped or overlapping, no small target, on any screen or sheet, where it is tightest."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from ci.longest import LONGEST
from tests.kit.driver import ROOT
from tests.kit.scenes import SCENES

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


def look(kind: str, language: str, *names: str) -> str:
    """What ci/shots.py says at the largest text, where it is tightest."""
    environment = {**os.environ, "LANGUAGE": language, "KIVY_METRICS_FONTSCALE": "1.6"}
    command = [sys.executable, "ci/shots.py", kind, *names]
    answer = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    return answer.stdout.strip() or answer.stderr


@pytest.mark.long
def test_nothing_is_clipped_small_or_in_the_way_with_the_longest_words() -> None:
    scenes = [name for name in SCENES if name not in SAME_WORDS]
    assert look("--faults", LONGEST, *scenes) == "looks at text scale 1.6: ok"


@pytest.mark.long
def test_nor_with_letters_of_other_sizes() -> None:
    assert look("--layouts", "en", *OTHER_LETTERS, *FULL) == "looks at text scale 1.6: ok"
