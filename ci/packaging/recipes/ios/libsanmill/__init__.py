"""The engine for iOS, as a static library: everything is linked into the program, which ``dlopen(None)`` searches.

Read and tried with a compiler of another system, not yet run on macOS.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sh
from kivy_ios.toolchain import Recipe, shprint

ROOT = Path(__file__).resolve().parents[5]


class LibSanmillRecipe(Recipe):  # type: ignore[misc]
    """Built from the checkout; only the header is copied."""

    url = "../../../../../engine_c/include"
    library = "libsanmill.a"

    def build_platform(self, plat: Any) -> None:
        """kivy-ios names the compiler and the processor; the rest is the Makefile's."""
        library = f"{self.build_dir}/{self.library}"
        arguments = [f"BUILD={self.build_dir}", "WARN=", library]
        shprint(sh.make, "-C", str(ROOT / "engine_c"), *arguments, _env=plat.get_env())


recipe = LibSanmillRecipe()
