"""Licences of everything bundled with the app."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER, INDEX = "licenses", "works.json"
PROSE = 48  # least length of a line inside a paragraph
MARK = re.compile(r"\s*([-*=•]|\(?\w{1,3}[.)]\s|Copyright)")
RULE = "\n" + "-" * 40 + "\n\n"  # between texts


@dataclass(frozen=True)
class LicensedWork:
    name: str
    licence: str  # short name
    files: tuple[str, ...]  # with the full text
    assets: tuple[str, ...] = ()  # files below assets/
    packages: tuple[str, ...] = ()  # Python packages
    libraries: tuple[str, ...] = ()  # shared libraries and fonts inside packages, and recipes of the phone package


def read_works(assets: Path) -> tuple[LicensedWork, ...]:
    """All works, the app itself first."""
    entries = json.loads((assets / FOLDER / INDEX).read_text(encoding="utf-8"))
    return tuple(_work(entry) for entry in entries)


def _work(entry: dict[str, Any]) -> LicensedWork:
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}
    return LicensedWork(**values)


def reflowed(text: str) -> str:
    """The text with the lines of each paragraph joined, to fit any width; lists and tables stay."""
    joined: list[str] = []
    is_open = False  # whether the last line may continue
    for line in text.expandtabs(4).splitlines():
        is_prose = len(line) > PROSE and "   " not in line.strip()
        if is_open and joined and line.strip() and not MARK.match(line) and "   " not in line.strip():
            joined[-1] += " " + line.strip()
        else:
            joined.append(line.rstrip())
        is_open = is_prose
    return "\n".join(joined)


def read_text(assets: Path, work: LicensedWork) -> str:
    return RULE.join((assets / FOLDER / file).read_text(encoding="utf-8") for file in work.files)
