"""Update the licence texts in assets/licenses from the installed packages.

What a package says about its licence is copied whole. Texts of works that are no Python package are kept by hand.
"""

from __future__ import annotations

import shutil
import sysconfig
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from ci import ROOT
from sanmill.core.licences import FOLDER, RULE, LicensedWork, read_works

PLACE = ROOT / "assets" / FOLDER


def installed_text(package: str) -> str:
    """All licence files of an installed package as one text; empty when it is not installed."""
    try:
        found = distribution(package)
    except PackageNotFoundError:
        return ""
    names = ("LICENSE", "LICENCE", "COPYING", "NOTICE")
    files = [path for path in found.files or () if ".dist-info/" in str(path)]
    wanted = [path for path in files if "/licenses/" in str(path) or path.name.upper().startswith(names)]
    texts = [Path(str(path.locate())).read_text(encoding="utf-8").strip() for path in sorted(wanted)]
    return RULE.join(f"{text}\n" for text in texts)


def update(work: LicensedWork) -> bool:
    """Write the licence of a package; return whether it changed."""
    text = RULE.join(filter(None, (installed_text(package) for package in work.packages)))
    path = PLACE / work.files[0]
    if not text or (path.exists() and path.read_text(encoding="utf-8") == text):
        return False
    path.write_text(text, encoding="utf-8")
    return True


def main() -> None:
    """Update all licences, including Sanmill's and Python's."""
    shutil.copyfile(ROOT / "LICENSE", PLACE / "sanmill.txt")
    python = Path(sysconfig.get_paths()["stdlib"]) / "LICENSE.txt"
    if python.exists():
        shutil.copyfile(python, PLACE / "python.txt")
    for work in read_works(ROOT / "assets"):
        if update(work):
            print(f"made {work.files[0]}")


if __name__ == "__main__":
    main()
