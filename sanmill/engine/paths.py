"""Where the engine files are: named by the environment, installed in the package, or built in a checkout."""

from __future__ import annotations

import os
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
BUILD = PACKAGE.parents[1] / "engine_c" / "build"

LIBRARY_VARIABLE = "SANMILL_LIBRARY"
CONSOLE_VARIABLE = "SANMILL_UCI"
LIBRARY_SUFFIXES = {"win32": ".dll", "darwin": ".dylib"}


def library_name() -> str:
    return "libsanmill" + LIBRARY_SUFFIXES.get(sys.platform, ".so")


def library_paths() -> list[str | None]:
    """Candidates for the library, in order; None stands for the running program."""
    named = os.environ.get(LIBRARY_VARIABLE)
    if named:
        return [named]
    if _is_ios():
        return [None]
    places = [str(folder / library_name()) for folder in (PACKAGE, BUILD)]
    return [*places, library_name()] if _is_android() else [*places]


def console_paths() -> list[Path]:
    """Candidates for the UCI engine, in order."""
    named = os.environ.get(CONSOLE_VARIABLE)
    if named:
        return [Path(named)]
    name = "sanmill-uci.exe" if sys.platform == "win32" else "sanmill-uci"
    return [PACKAGE / name, BUILD / name]


def _is_android() -> bool:
    has_android_python = hasattr(sys, "getandroidapilevel") or sys.platform == "android"
    return has_android_python or "ANDROID_ARGUMENT" in os.environ


def _is_ios() -> bool:
    return sys.platform == "ios" or os.environ.get("KIVY_BUILD") == "ios"
