"""The engine for Android: engine_c/Makefile with the NDK's compiler, once per processor.

The library goes where Android keeps native ones, so that ``dlopen("libsanmill.so")`` finds it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import sh
from pythonforandroid.logger import shprint
from pythonforandroid.recipe import Recipe

ROOT = Path(__file__).resolve().parents[5]
LIBRARY = "libsanmill.so"


class LibSanmillRecipe(Recipe):  # type: ignore[misc]
    """Built from the checkout itself; nothing is downloaded or copied."""

    version = re.findall('__version__ = "(.*)"', (ROOT / "sanmill" / "__init__.py").read_text(encoding="utf-8"))[0]
    built_libraries = {LIBRARY: "."}  # noqa: RUF012 - so it is in the base class

    def should_build(self, arch: Any) -> bool:
        """Always: make knows whether anything changed."""
        return True

    def build_arch(self, arch: Any) -> None:
        """python-for-android's flags name the processor; the Makefile optimises, at link time too, and hides symbols.

        Android 15 asks for pages of 16 KB on 64 bit, and a compiler newer than ours may know new warnings.
        """
        build = self.get_build_dir(arch.arch)
        link = "-s -Wl,-z,max-page-size=16384"
        arguments = [f"BUILD={build}", f"LDFLAGS={link}", "WARN=", f"{build}/{LIBRARY}"]
        shprint(sh.make, "-C", str(ROOT / "engine_c"), *arguments, _env=self.get_recipe_env(arch))


recipe = LibSanmillRecipe()
