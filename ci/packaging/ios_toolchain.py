"""kivy-ios with everything pinned, for ci/packaging/ios.sh and for buildozer: ios_toolchain.main()

By itself it takes two recipes from a branch and Python packages without versions, checks no download and zips Python's
library in the order of the disk. Not yet run on macOS; the tests run all of it but the compilers.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from ci import ROOT

PYPI = "https://files.pythonhosted.org/packages"
SOURCES = {  # releases on PyPI, instead of what the recipes name; that of pyobjus is the first for Cython 3
    "kivy": (
        "2.3.1",
        f"{PYPI}/de/48/c40f023dc103bdbd56db11facbb2d0ecbf4b019f7392875ee2a8227cb51e/Kivy-{{version}}.tar.gz",
    ),
    "plyer": (
        "2.1.0",
        f"{PYPI}/20/85/f61425aa9be1f9108eec1c13861c1e11c9a04eb786eb4832a8f7188317df/plyer-{{version}}.tar.gz",
    ),
    "pyobjus": (
        "1.2.4",
        f"{PYPI}/36/75/f7ae38607648f9ccb363447b83480fcf0e582c42d62908bbcce05afbe754/pyobjus-{{version}}.tar.gz",
    ),
}
SHA256 = {  # of everything that is downloaded
    "Kivy-2.3.1.tar.gz": "0833949e3502cdb4abcf9c1da4384674045ad7d85644313aa1ee7573f3b4f9d9",
    "Python-3.11.6.tgz": "c049bf317e877cbf9fce8c3af902436774ecef5249a29d10984ca3a37f7f4736",
    "SDL2-2.28.5.tar.gz": "332cb37d0be20cb9541739c61f79bae5a477427d79ae85e352089afdaf6666e4",
    "SDL2_image-2.8.0.tar.gz": "76ba035fd032c12987e4a0d39aa1f2e79989a51cea72f79d18ab084a24adc9cc",
    "SDL2_mixer-2.6.3.tar.gz": "7a6ba86a478648ce617e3a5e9277181bc67f7ce9876605eea6affd4a0d6eea8f",
    "SDL2_ttf-2.20.2.tar.gz": "9dc71ed93487521b107a2c4a9ca6bf43fb62f6bddd5c26b055e6b91418a22053",
    "cffi-2.0.0.tar.gz": "44d1b5909021139fe36001ae048dbdde8214afa20200eda0f64c068cac5d5529",
    "libffi-3.4.8.tar.gz": "bc9842a18898bfacb0ed1252c4febcc7e78fa139fd27fdc7a3e30d9d9356119b",
    "libpng-1.6.48.tar.gz": "68f3d83a79d81dfcb0a439d62b411aa257bb4973d7c67cd1ff8bdf8d011538cd",
    "openssl-1.1.1w.tar.gz": "cf3098950cb4d853ad95c0841f1f9c6d3dc102dccfcacd521d93925208b76ac8",
    "plyer-2.1.0.tar.gz": "65b7dfb7e11e07af37a8487eb2aa69524276ef70dad500b07228ce64736baa61",
    "pyobjus-1.2.4.tar.gz": "4877101ff3b70b7fd2b12b2878ab23ee488018ce613f12948b58ff4c7e363388",
}
PYTHON_DEPENDS = ["filetype==1.2.0"]  # of Kivy; the app never imports requests and its kin
RECIPES = ("kivy", "plyer", "cffi", "libsanmill")
ZIP_TIME = (1980, 1, 1, 0, 0, 0)  # the first that a zip can hold
LEFT_OUT = ROOT / "ci" / "packaging" / "android" / "leave_out.txt"
BUNDLE = "_python_bundle/site-packages/"  # before each pattern there
LIBRARY_LEFT_OUT = ("multiprocessing/", "unittest/", "pydoc_data/")  # of Python's own, as on Android


def pin() -> None:
    """Change what recipes name before they are used."""
    from importlib import import_module

    from kivy_ios.toolchain import Recipe

    for name, (version, url) in SOURCES.items():
        recipe = import_module(f"kivy_ios.recipes.{name}").recipe
        recipe.version, recipe.url = version, url
    import_module("kivy_ios.recipes.kivy").recipe.python_depends = PYTHON_DEPENDS
    download = Recipe.download_file

    def checked(self: Any, url: str, filename: str, cwd: str | None = None) -> Any:
        made = download(self, url, filename, cwd)
        check_download(Path(made))
        return made

    Recipe.download_file = checked


def check_download(archive: Path) -> None:
    """Refuse an archive that is another than the known one; kivy-ios puts the recipe's name before that of the file."""
    known = [digest for name, digest in SHA256.items() if archive.name.endswith(f"-{name}")]
    if [hashlib.sha256(archive.read_bytes()).hexdigest()] != known:
        archive.unlink()
        raise SystemExit(f"ios: the checksum of {archive.name} is not that of ci/packaging/ios_toolchain.py")


def patterns() -> list[str]:
    """What packages leave out, here with Android's parts of plyer in place of those of iOS."""
    lines = LEFT_OUT.read_text(encoding="utf-8").splitlines()
    of_packages = [line[len(BUNDLE) :] for line in lines if line.startswith(BUNDLE)]
    return [pattern.replace("platforms/ios/", "platforms/android/") for pattern in of_packages]


def settle(library: Path, python: str) -> None:
    """Leave out what the app never loads, and make the same bytes of the same sources."""
    [packages] = library.glob("python3*/site-packages")
    unused = patterns()
    for path in sorted(packages.rglob("*")):
        place = path.relative_to(packages).as_posix()
        if path.is_file() and any(fnmatchcase(place, pattern) for pattern in (*unused, "*/__pycache__/*")):
            path.unlink()
    command = [python, "-m", "compileall", "-q", "-f", "-b", "--invalidation-mode", "unchecked-hash"]
    subprocess.run([*command, "-s", str(packages), str(packages)], check=True)
    for path in packages.rglob("*.py"):
        path.unlink()
    for archive in library.glob("python3*.zip"):
        repack(archive)


def repack(archive: Path) -> None:
    """Sort a zip of Python's library, with one time for all; a source stays only where it was not compiled."""
    with zipfile.ZipFile(archive) as read:
        kept = {name: read.read(name) for name in wanted(read.namelist())}
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as written:
        for name in sorted(kept):
            written.writestr(zipfile.ZipInfo(name, ZIP_TIME), kept[name], zipfile.ZIP_DEFLATED)


def wanted(names: list[str]) -> Iterator[str]:
    present = set(names)
    for name in names:
        is_compiled = name.endswith(".py") and f"{name}c" in present
        if not is_compiled and not name.endswith("/") and not name.startswith(LIBRARY_LEFT_OUT):
            yield name


def note() -> str:
    """What the libraries are made of: names and hashes."""
    return (
        "".join(f"{name} sha256:{digest}\n" for name, digest in sorted(SHA256.items()))
        + "\n".join(PYTHON_DEPENDS)
        + "\n"
    )


def main() -> None:
    from kivy_ios import toolchain

    pin()
    library = Path("dist", "root", "python3", "lib").absolute()
    toolchain.main()
    if sys.argv[1:2] == ["build"] and library.is_dir():
        settle(library, os.path.abspath("dist/hostpython3/bin/python"))
