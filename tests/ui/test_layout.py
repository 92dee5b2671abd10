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
LOOKS = (
    (LONGEST, tuple(name for name in SCENES if name not in SAME_WORDS)),
    ("zh", FULL),
    ("zh_Hant", FULL),
    ("ja", FULL),
    ("fa", FULL),
)


@pytest.mark.long
@pytest.mark.parametrize(("language", "scenes"), LOOKS, ids=[language for language, _ in LOOKS])
def test_nothing_is_clipped_small_or_in_the_way_at_the_largest_text(language: str, scenes: tuple[str, ...]) -> None:
    environment = {**os.environ, "LANGUAGE": language, "KIVY_METRICS_FONTSCALE": "1.6"}
    command = [sys.executable, "ci/shots.py", "--faults", *scenes]
    answer = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert answer.stdout.strip() == "looks at text scale 1.6: ok", answer.stdout + answer.stderr
