"""Take the store screenshots in each language that has store texts.

    python ci/make_store.py

They go where fastlane looks for them, in ci/fastlane/metadata/android, and are committed with the texts.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

METADATA = ROOT / "ci" / "fastlane" / "metadata" / "android"
LANGUAGES = {"en-US": "en", "de-DE": "de", "zh-CN": "zh"}
SCENES = (("home", "light"), ("removing", "light"), ("analysis", "dark"), ("review", "light"), ("variants", "light"))
DENSITY = 2
SIZE = (360 * DENSITY, 720 * DENSITY)


def take(store_language: str) -> None:
    """Take the screenshots of one language; runs in its own process."""
    from sanmill.core import settings
    from tests.kit.driver import Driver
    from tests.kit.scenes import enter

    driver = Driver(Path(tempfile.mkdtemp(prefix="sanmill-store-")), size=SIZE)
    folder = METADATA / store_language / "images" / "phoneScreenshots"
    for number, (scene, look) in enumerate(SCENES, start=1):
        driver.app.settings.set(settings.APPEARANCE, look)
        enter(driver, scene)
        driver.picture(folder / f"{number}.png")
    driver.close()


def main() -> None:
    for store_language, language in LANGUAGES.items():
        environment = {**os.environ, "LANGUAGE": language, "KIVY_METRICS_DENSITY": str(DENSITY)}
        subprocess.run([sys.executable, __file__, store_language], env=environment, check=True)
    pictures = list(METADATA.rglob("phoneScreenshots/*.png"))
    print(f"{len(pictures)} pictures, {sum(path.stat().st_size for path in pictures) // 1024} KB")


if __name__ == "__main__":
    if sys.argv[1:]:
        take(sys.argv[1])
    else:
        main()
