"""Tables of measurements in a document, each between two marks: ``<!-- ladder -->`` and ``<!-- /ladder -->``."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path


def replaced(text: str, name: str, change: Callable[[str], str]) -> str:
    """The text with the table of that name changed."""
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    found = re.search(f"(?<={begin}).*(?={end})", text, re.DOTALL)
    if not found:
        raise ValueError(f"no {begin.strip()} … {end} in the document")
    return f"{text[: found.start()]}{change(found[0])}\n{text[found.end() :]}"


def write_table(path: Path, name: str, change: Callable[[str], str]) -> None:
    path.write_text(replaced(path.read_text(encoding="utf-8"), name, change), encoding="utf-8")
