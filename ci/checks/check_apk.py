"""Check a finished APK or AAB: python -m ci.checks.check_apk [--profile NAME] [--tables] FILE...

What an APK declares, its classes, native libraries, Python modules and files are those that the app needs, no more; it
is signed and aligned. Bundles for the store have another kind of manifest; theirs comes from the same sources.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from xml.etree import ElementTree

from apkInspector.axml import get_manifest
from elftools.elf.dynamic import DynamicSegment
from elftools.elf.elffile import ELFFile

from ci import ROOT, stamp
from ci.packaging import packaged
from ci.packaging.android_sdk import BUILD_TOOLS

PAGE = 16384  # bytes, which Android 15 asks for on 64 bit
NEEDED = frozenset({"libsanmill.so", "libSDL2.so", "libmain.so"})
SYSTEM = "aaudio android c dl EGL GLESv1_CM GLESv2 GLESv3 jnigraphics log m mediandk OpenSLES stdc++ vulkan z"
OF_THE_SYSTEM = frozenset(f"lib{name}.so" for name in SYSTEM.split())
BUNDLE = "libpybundle.so"  # by its name a library, in fact a compressed tar archive of Python modules
PRIVATE, TABLES = "assets/private.tar", "assets/complete.tablebase"
ENVIRONMENT = "p4a_env_vars.txt"  # python-for-android adds it to the app's files
FOLDERS = ("META-INF/", "assets/", "lib/", "res/")
SITE = "_python_bundle/site-packages/"
RESOURCES = ROOT / "ci" / "packaging" / "android" / "res" / "xml"
# Modules that the app imports and that are inside of CPython itself, in the app's files, or on other systems.
ELSEWHERE = frozenset("errno faulthandler gc ios itertools msvcrt pyobjus sanmill sys time".split())

ANDROID = "{http://schemas.android.com/apk/res/android}"
ACTIVITY = "org.kivy.android.PythonActivity"
CLASSES = frozenset(
    f"L{name.replace('.', '/')};"
    for name in (
        ACTIVITY,
        "org.libsdl.app.SDLActivity",
        "org.renpy.android.AssetExtract",
        "org.jnius.NativeInvocationHandler",
    )
)
COMPONENTS = ("activity", "activity-alias", "service", "receiver", "provider")
PERMISSIONS = ["android.permission.VIBRATE"]
CHANGES = 0x5000_7FFF  # mcc to colorMode, fontWeightAdjustment, fontScale: none of them restarts the activity
FLAGS = {
    "allowBackup": "true",
    "enableOnBackInvokedCallback": "false",
    "extractNativeLibs": "true",  # python-for-android looks for files in the folder of libraries
}
REFERENCES = {"fullBackupContent": "backup_rules", "dataExtractionRules": "data_extraction_rules"}


@dataclass(frozen=True)
class Expected:
    """What a package has to contain by spec, commit and sources."""

    min_api: str
    target_api: str
    version_code: str
    files: Mapping[str, bytes]  # of the app; bytecode is not compared
    has_tables: bool
    is_release: bool


def expected(profile: str, *, has_tables: bool, is_release: bool) -> Expected:
    with tempfile.TemporaryDirectory(prefix="sanmill-expected-") as name:
        folder = packaged.copy(Path(name), profile)
        files = {
            str(
                path.relative_to(folder).with_suffix(".pyc" if path.suffix == ".py" else path.suffix)
            ): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file()
        }
        config = packaged.buildozer(Path(name), profile).config
    return Expected(
        config.get("app", "android.minapi"),
        config.get("app", "android.api"),
        str(stamp.number()),
        files,
        has_tables,
        is_release,
    )


# The manifest and what it names.


def check_manifest(root: ElementTree.Element, needs: Expected) -> Iterator[str]:
    """What is wrong with a decoded manifest."""

    def differ(what: str, is_value: object, wanted: object) -> Iterator[str]:
        if is_value != wanted:
            yield f"manifest: {what} is {is_value}, not {wanted}"

    sdk, application = root.find("uses-sdk"), root.find("application")
    if sdk is None or application is None:
        yield "manifest: no API levels or no application"
        return
    yield from differ("version code", root.get(f"{ANDROID}versionCode"), needs.version_code)
    yield from differ("lowest API level", sdk.get(f"{ANDROID}minSdkVersion"), needs.min_api)
    yield from differ("target API level", sdk.get(f"{ANDROID}targetSdkVersion"), needs.target_api)
    permissions = [each.get(f"{ANDROID}name") for each in root.iter() if each.tag.startswith("uses-permission")]
    yield from differ("list of permissions", permissions, PERMISSIONS)
    for name, value in FLAGS.items():
        yield from differ(name, application.get(f"{ANDROID}{name}"), value)
    for name in REFERENCES:
        if not application.get(f"{ANDROID}{name}", "").startswith("@"):
            yield f"manifest: {name} names no resource"
    activity = application.find("activity")
    changes = 0 if activity is None else int(activity.get(f"{ANDROID}configChanges", "0"), 0)
    if changes & CHANGES != CHANGES:
        yield f"manifest: changes 0x{CHANGES & ~changes:x} of the configuration restart the activity"
    if needs.is_release and application.get(f"{ANDROID}debuggable") == "true":
        yield "manifest: a release is debuggable"
    exported = [
        each.get(f"{ANDROID}name")
        for each in application
        if each.tag in COMPONENTS
        and each.get(f"{ANDROID}exported", "true" if each.find("intent-filter") is not None else "false") == "true"
    ]
    yield from differ("list of exported components", exported, [ACTIVITY])


def check_rules(package: zipfile.ZipFile) -> Iterator[str]:
    """Backup rules by their words: the names of resource files differ between kinds of builds."""
    compiled = [package.read(name) for name in package.namelist() if name.startswith("res/") and name.endswith(".xml")]
    for rules in REFERENCES.values():
        tree = ElementTree.parse(RESOURCES / f"{rules}.xml").getroot()
        words = {tree.tag, *(each.get("path", "") for each in tree.iter("exclude"))}
        if not any(all(has_word(content, word) for word in words) for content in compiled):
            yield f"resources: no {rules}.xml as in {RESOURCES.relative_to(ROOT)}"


def has_word(content: bytes, word: str) -> bool:
    """Whether a compiled XML file has a string."""
    return word.encode() in content or word.encode("utf-16-le") in content


def classes(dex: bytes) -> set[str]:
    """Descriptors of the classes that a DEX file defines."""
    strings, types, (count, start) = (struct.unpack_from("<II", dex, offset) for offset in (0x38, 0x40, 0x60))
    found = set()
    for number in range(count):
        (kind,) = struct.unpack_from("<I", dex, start + 32 * number)
        (name,) = struct.unpack_from("<I", dex, types[1] + 4 * kind)
        (place,) = struct.unpack_from("<I", dex, strings[1] + 4 * name)
        while dex[place] & 0x80:  # the length in UTF-16 units, 7 bits a byte
            place += 1
        found.add(dex[place + 1 : dex.index(0, place + 1)].decode("utf-8", "replace"))
    return found


# Native libraries.


def load_alignments(library: bytes) -> list[int]:
    """Alignment of each LOAD segment of a 64-bit ELF file; empty for 32 bit and other files."""
    if library[:4] != b"\x7fELF":
        return []
    elf = ELFFile(io.BytesIO(library))
    return [each["p_align"] for each in elf.iter_segments("PT_LOAD")] if elf.elfclass == 64 else []


def needed_by(library: bytes) -> set[str]:
    """Libraries that an ELF file is linked against."""
    if library[:4] != b"\x7fELF":
        return set()
    segments = ELFFile(io.BytesIO(library)).iter_segments("PT_DYNAMIC")
    dynamic = (each for each in segments if isinstance(each, DynamicSegment))
    return {tag.needed for each in dynamic for tag in each.iter_tags("DT_NEEDED")}


def check_libraries(folder: str, files: Mapping[str, bytes], modules: Mapping[str, bytes]) -> Iterator[str]:
    """What is wrong with the libraries of one processor, given with the files of the Python bundle."""
    inside = {f"{BUNDLE}/{name}": content for name, content in modules.items() if name.endswith(".so")}
    for name in sorted({*NEEDED, BUNDLE} - files.keys()):
        yield f"{folder}: no {name}"
    if not any(name.startswith("libpython3.") for name in files):
        yield f"{folder}: no libpython3"
    for name, content in {**files, **inside}.items():
        for alignment in load_alignments(content):
            if alignment % PAGE:
                yield f"{folder}/{name}: a LOAD segment is aligned to {alignment} bytes, not {PAGE}"
        for missing in sorted(needed_by(content) - files.keys() - OF_THE_SYSTEM):
            yield f"{folder}/{name}: needs {missing}"


# Python modules and the app's files.


def members(archive: bytes) -> dict[str, bytes]:
    """Files of a compressed tar archive."""
    with tarfile.open(fileobj=io.BytesIO(archive)) as opened:
        return {each.name: opened.extractfile(each).read() for each in opened if each.isfile()}  # type: ignore[union-attr]


def check_app(files: Mapping[str, bytes], needs: Expected) -> Iterator[str]:
    """What is wrong with the app's own files."""
    wanted = {*needs.files, ENVIRONMENT}
    for name in sorted(wanted - files.keys()):
        yield f"{PRIVATE}: no {name}"
    for name in sorted(files.keys() - wanted):
        yield f"{PRIVATE}: {name} is superfluous"
    for name in sorted(needs.files.keys() & files.keys()):
        if not name.endswith(".pyc") and files[name] != needs.files[name]:
            yield f"{PRIVATE}: {name} differs from the source"


def check_modules(folder: str, modules: Mapping[str, bytes]) -> Iterator[str]:
    """What is wrong with Python's library and the packages of one processor; each package lists its files."""
    patterns = [
        f"*{line}" for line in packaged.LEAVE_OUT.read_text(encoding="utf-8").splitlines() if line[:1] not in ("", "#")
    ]

    def is_left_out(name: str) -> bool:
        return any(fnmatch(name, pattern) for pattern in patterns)

    for name in filter(is_left_out, sorted(modules)):
        yield f"{folder}/{BUNDLE}: {name} is superfluous"
    for record in [name for name in modules if name.endswith(".dist-info/RECORD")]:
        for line in modules[record].decode().splitlines():
            path = line.rpartition(",")[0].rpartition(",")[0]
            if path.startswith("..") or "/tests/" in path or "__pycache__" in path:
                continue  # python-for-android leaves them out
            name = SITE + (f"{path}c" if path.endswith(".py") else path)
            if name not in modules and not is_left_out(name):
                yield f"{folder}/{BUNDLE}: no {name}"
    try:
        with zipfile.ZipFile(io.BytesIO(modules["_python_bundle/stdlib.zip"])) as library:
            names = {name.partition("/")[0].partition(".")[0] for name in library.namelist()}
    except (KeyError, zipfile.BadZipFile):
        yield f"{folder}/{BUNDLE}: no stdlib.zip"
        return
    for name in modules:
        where, _, file = name.partition("/")[2].partition("/")
        if where in ("modules", "site-packages"):
            names.add(file.partition("/")[0].partition(".")[0])
    for name in sorted(packaged.imported() - names - ELSEWHERE):
        yield f"{folder}/{BUNDLE}: no module {name}"


# The whole.


def check_signature(path: Path, min_api: str) -> Iterator[str]:
    """What Android's own tool says about the signature."""
    tools = Path(os.environ.get("APP_ANDROID_SDK_PATH", "."), "build-tools", BUILD_TOOLS)
    program = shutil.which("apksigner", path=os.pathsep.join([str(tools), os.environ["PATH"]]))
    if program is None:
        yield "the signature is not checked: no apksigner"
        return
    ran = subprocess.run(
        [program, "verify", "--min-sdk-version", min_api, str(path)], capture_output=True, text=True, check=False
    )
    if ran.returncode:
        yield f"signature: {' '.join((ran.stderr or ran.stdout).split())}"


def check_assets(package: zipfile.ZipFile, files: Mapping[str, str], needs: Expected) -> Iterator[str]:
    """What is wrong with the app's files and the tablebase beside them."""
    wanted = {PRIVATE, *([TABLES] if needs.has_tables else [])}
    assets = {name for name in files if name.startswith("assets/")}
    yield from (f"no {name}" for name in sorted(wanted - assets))
    yield from (f"{name} is superfluous" for name in sorted(assets - wanted))
    if PRIVATE in files:
        yield from check_app(members(package.read(files[PRIVATE])), needs)


def check_places(package: zipfile.ZipFile) -> Iterator[str]:
    """Files outside the known folders, and whether the tablebase is stored."""
    for entry in package.infolist():
        name = entry.filename
        is_at_top = name in ("AndroidManifest.xml", "resources.arsc") or ("/" not in name and name.endswith(".dex"))
        if not is_at_top and not name.startswith(FOLDERS):
            yield f"{name} is superfluous"
        if name == TABLES and entry.compress_type != zipfile.ZIP_STORED:
            yield f"{TABLES} is compressed, so it cannot be read in place"


def check_alignment(package: zipfile.ZipFile) -> Iterator[str]:
    """Stored files begin at multiples of four bytes, so that Android maps them."""
    assert package.fp is not None
    for entry in package.infolist():
        package.fp.seek(entry.header_offset + 26)
        name, extra = struct.unpack("<HH", package.fp.read(4))
        if entry.compress_type == zipfile.ZIP_STORED and (entry.header_offset + 30 + name + extra) % 4:
            yield f"{entry.filename} is not aligned"


def check_code(package: zipfile.ZipFile) -> Iterator[str]:
    found = {each for name in package.namelist() if name.endswith(".dex") for each in classes(package.read(name))}
    yield from (f"no class {name}" for name in sorted(CLASSES - found))


def check_resources(package: zipfile.ZipFile, needs: Expected) -> Iterator[str]:
    """What is wrong with the manifest and the resources that the package names."""
    names = set(package.namelist())
    missing = {"AndroidManifest.xml", "resources.arsc"} - names
    yield from (f"no {name}" for name in sorted(missing))
    if not missing:
        manifest = get_manifest(io.BytesIO(package.read("AndroidManifest.xml")))
        yield from check_manifest(ElementTree.fromstring(manifest), needs)
        named = {path.decode() for path in re.findall(rb"res/[\w./-]+", package.read("resources.arsc"))}
        yield from (f"no {name}" for name in sorted(named - names))
    yield from check_rules(package)


def check(path: Path, needs: Expected) -> list[str]:
    """What is wrong with a package."""
    is_bundle = path.suffix == ".aab"
    base = "base/" if is_bundle else ""
    with zipfile.ZipFile(path) as package:
        files = {name[len(base) :]: name for name in package.namelist() if name.startswith(base)}
        errors = [*check_code(package), *check_assets(package, files, needs)]
        folders = sorted({name.rpartition("/")[0] for name in files if name.startswith("lib/")})
        errors += [] if folders else ["no native libraries"]
        for folder in folders:
            found = {
                name.rpartition("/")[2]: package.read(full)
                for name, full in files.items()
                if name.startswith(f"{folder}/")
            }
            modules = members(found[BUNDLE]) if BUNDLE in found else {}
            errors += [*check_libraries(folder, found, modules), *check_modules(folder, modules)]
        if not is_bundle:
            errors += [*check_resources(package, needs), *check_places(package), *check_alignment(package)]
            errors += check_signature(path, needs.min_api)
    return errors


def main(arguments: list[str]) -> int:
    """Print a line for each package and each error."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--profile", default="")
    parser.add_argument("--tables", action="store_true", help="with the whole game")
    parser.add_argument("packages", nargs="+", type=Path)
    given = parser.parse_args(arguments)
    has_failed = False
    for path in given.packages:
        needs = expected(given.profile, has_tables=given.tables, is_release="-release" in path.name)
        errors = check(path, needs)
        has_failed = has_failed or bool(errors)
        print(f"{path}: {path.stat().st_size / 2**20:.1f} MB, {'wrong' if errors else 'checked'}")
        print(*(f"  {error}" for error in errors), sep="\n", end="\n" if errors else "")
    return 1 if has_failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
