"""What python-for-android's templates have no options for; it calls this in the project's folder, before Gradle."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

CHANGES = 'android:configChanges="'


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    if old not in text:
        raise SystemExit(f"{path} has no {old}: python-for-android's template has changed.")
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def before_apk_assemble(_toolchain: Any) -> None:
    """Bold text and another colour mode do not restart the activity; the tablebase is not compressed."""
    replace(Path("src/main/AndroidManifest.xml"), CHANGES, f"{CHANGES}colorMode|fontWeightAdjustment|")
    replace(Path("build.gradle"), 'noCompress "tflite"', 'noCompress "tablebase"')
    if "SANMILL_TABLES" in os.environ:
        shutil.copyfile(os.environ["SANMILL_TABLES"], "src/main/assets/complete.tablebase")
