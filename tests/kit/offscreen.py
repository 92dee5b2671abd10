"""Sets up rendering without a display and a Kivy folder of this process; comes before everything that imports Kivy.

Kivy reads the environment once, and two processes that make the same missing folder at the same time fail.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

if "KIVY_HOME" not in os.environ:
    os.environ["KIVY_HOME"] = tempfile.mkdtemp(prefix="sanmill-kivy-")
    atexit.register(shutil.rmtree, os.environ["KIVY_HOME"], ignore_errors=True)

for name, value in {
    "SDL_VIDEODRIVER": "offscreen",
    "SDL_AUDIODRIVER": "dummy",
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",
    "KIVY_METRICS_DENSITY": "1",
    "KIVY_METRICS_FONTSCALE": "1",
    "LANGUAGE": "en",
}.items():
    os.environ.setdefault(name, value)
