"""Sets up rendering without a display; comes before everything that imports Kivy, which reads the environment once."""

from __future__ import annotations

import os

import sanmill.ui  # noqa: F401 - Kivy without files of its own

for name, value in {
    "SDL_VIDEODRIVER": "offscreen",
    "SDL_AUDIODRIVER": "dummy",
    "KIVY_LOG_MODE": "PYTHON",
    "KIVY_METRICS_DENSITY": "1",
    "KIVY_METRICS_FONTSCALE": "1",
    "LANGUAGE": "en",
}.items():
    os.environ.setdefault(name, value)
