"""Write beside a package what it was made of: python -m ci.packaging.note BUILD PACKAGE...

BUILD is buildozer's folder of the finished build. The note of dist/sanmill.apk is dist/sanmill.apk.txt: names, versions
and SHA-256 of the package, of the sources that python-for-android downloaded, and of the lists of files of the Python
packages inside; then the pinned tools.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from ci import ROOT, stamp
from ci.checks.check_apk import BUNDLE

RECIPES = ROOT / "ci" / "packaging" / "recipes" / "android"


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def sources(build: Path) -> Iterator[str]:
    """Each recipe with its version, and the archive that it downloaded."""
    from pythonforandroid.build import Context
    from pythonforandroid.recipe import Recipe

    [dist] = build.glob("android/platform/build-*/dists/*/dist_info.json")
    context = Context()
    context.local_recipes = str(RECIPES)
    known = set(Recipe.list_recipes(context))
    for name in json.loads(dist.read_text(encoding="utf-8"))["recipes"]:
        if name not in known:
            continue  # installed by pip, so it is in the package under its own name
        recipe = Recipe.get_recipe(name, context)
        url = (recipe.versioned_url or "").partition("#")[0]
        archive = dist.parents[2] / "packages" / name / url.rpartition("/")[2]
        origin = f"sha256:{sha256(archive.read_bytes())} {url}" if archive.is_file() else "no download"
        yield f"{name} {recipe.version or '-'} {origin}"


def bundled(package: Path) -> Iterator[str]:
    """Each Python package inside, by processor, with the hash of the list of its files."""
    with zipfile.ZipFile(package) as archive:
        for path in sorted(archive.namelist()):
            if not path.endswith(f"/{BUNDLE}"):
                continue
            with tarfile.open(fileobj=io.BytesIO(archive.read(path))) as bundle:
                for member in bundle:
                    match = re.search(r"/site-packages/([^/]+)-([^-/]+)\.dist-info/RECORD$", member.name)
                    file = bundle.extractfile(member) if match else None
                    if match and file:
                        yield f"{match[1]} {match[2]} sha256:{sha256(file.read())} {path.split('/')[-2]}"


def tools() -> Iterator[str]:
    """The constraints of builds, each with the recipe that it is for."""
    for path in [ROOT / "ci" / "requirements" / "constraints-build.txt", *sorted(RECIPES.glob("*/constraints.txt"))]:
        recipe = path.parent.name if path.parent.parent == RECIPES else "all"
        for name, version in re.findall(r"^([\w-]+)==([\w.]+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            yield f"{name} {version} for {recipe}"


def note(build: Path, package: Path) -> str:
    parts = {"Sources": sources(build), "Python packages": bundled(package), "Tools": tools()}
    lines = [f"{package.name} sha256:{sha256(package.read_bytes())}", f"commit {stamp.source() or 'unknown'}"]
    for title, rows in parts.items():
        lines += ["", title, *(f"  {row}" for row in rows)]
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    build, *packages = map(Path, arguments)
    for package in packages:
        package.with_name(package.name + ".txt").write_text(note(build, package), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
