"""Long files: a warning past 400 lines, an error past 600."""

from __future__ import annotations

import sys
from pathlib import Path

from ci import ROOT

FOLDERS = ("sanmill", "engine_c", "ci", "tests")
SUFFIXES = {".py", ".kv", ".c", ".h", ".def", ".sh"}
LONG, TOO_LONG = 400, 600


def check(root: Path) -> tuple[list[str], list[str]]:
    """Warnings and errors, each ``path:lines: what``."""
    warnings: list[str] = []
    errors: list[str] = []
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            place = path.relative_to(root)
            if path.suffix not in SUFFIXES or place.parts[:2] == ("engine_c", "build"):
                continue
            lines = len(path.read_text(encoding="utf-8").splitlines())
            if lines > TOO_LONG:
                errors.append(f"{place}:{lines}: more than {TOO_LONG} lines")
            elif lines > LONG:
                warnings.append(f"{place}:{lines}: warning: more than {LONG} lines")
    return warnings, errors


if __name__ == "__main__":
    warnings, errors = check(ROOT)
    print(*warnings, *errors, sep="\n", end="\n" if warnings or errors else "")
    sys.exit(1 if errors else 0)
