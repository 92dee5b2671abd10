"""Where the files are that come along: inside an installed package, or at the top of a checkout or phone package."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


def folder(name: str) -> Path:
    """A folder of files that come along, by its name."""
    installed = PACKAGE / name
    return installed if installed.is_dir() else PACKAGE.parent / name


ASSETS, CATALOGUES = folder("assets"), folder("i18n")
