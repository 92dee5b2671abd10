"""Check the native libraries of an APK or AAB: python -m ci.checks.check_apk FILE...

Every 64-bit library, also those inside the archive of Python modules, is aligned for pages of 16 KB, which Android 15
asks for; every processor has the app's three libraries.
"""

from __future__ import annotations

import io
import struct
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

PAGE = 16384
NEEDED = frozenset({"libsanmill.so", "libSDL2.so", "libmain.so"})
BUNDLE = "libpybundle.so"  # by its name a library, in fact a compressed tar archive of Python modules
PT_LOAD = 1


def load_alignments(library: bytes) -> list[int]:
    """Alignment of each LOAD segment of a little-endian 64-bit ELF file; empty for 32 bit and other files."""
    if library[:6] != b"\x7fELF\x02\x01":
        return []
    (start,) = struct.unpack_from("<Q", library, 32)
    size, count = struct.unpack_from("<HH", library, 54)
    headers = (struct.unpack_from("<IIQQQQQQ", library, start + number * size) for number in range(count))
    return [header[7] for header in headers if header[0] == PT_LOAD]


def libraries(package: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    """Path and content of each library."""
    for name in package.namelist():
        if not name.endswith(".so"):
            continue
        content = package.read(name)
        if not name.endswith(f"/{BUNDLE}"):
            yield name, content
            continue
        with tarfile.open(fileobj=io.BytesIO(content)) as bundle:
            for member in bundle:
                file = bundle.extractfile(member) if member.name.endswith(".so") else None
                if file:
                    yield f"{name}/{member.name}", file.read()


def check(path: Path) -> list[str]:
    """What is wrong with a package."""
    problems = []
    found: dict[str, set[str]] = {}  # libraries by processor
    with zipfile.ZipFile(path) as package:
        for name, content in libraries(package):
            folder, _, file = name.rpartition("/")
            if folder.rpartition("/")[0] in ("lib", "base/lib"):
                found.setdefault(folder.rpartition("/")[2], set()).add(file)
            problems += [
                f"{name}: a LOAD segment is aligned to {alignment} bytes, not {PAGE}"
                for alignment in load_alignments(content)
                if alignment % PAGE
            ]
    if not found:
        problems.append("no native libraries")
    problems += [f"lib/{each}: no {name}" for each in sorted(found) for name in sorted(NEEDED - found[each])]
    return problems


def main(paths: list[str]) -> int:
    """Print a line for each package and each problem."""
    has_failed = False
    for path in map(Path, paths):
        problems = check(path)
        has_failed = has_failed or bool(problems)
        print(f"{path}: {path.stat().st_size / 2**20:.1f} MB, {'wrong' if problems else 'libraries checked'}")
        print(*(f"  {problem}" for problem in problems), sep="\n", end="\n" if problems else "")
    return 1 if has_failed or not paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
