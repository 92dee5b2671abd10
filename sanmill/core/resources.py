"""Folders of bundled files: inside an installed package, or at the top of a checkout or phone package."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


def folder(name: str) -> Path:
    installed = PACKAGE / name
    return installed if installed.is_dir() else PACKAGE.parent / name


ASSETS, CATALOGUES = folder("assets"), folder("i18n")
