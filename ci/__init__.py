"""What builds, checks and packages. A regular package, since python-for-android installs another one of this name."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
