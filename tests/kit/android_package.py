"""Android packages without an SDK: the project by python-for-android's own code, the rest by Debian's tools.

The native libraries are small ones of this machine's compiler, the classes are empty, and the resources are compiled
against a stub of the system's.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import struct
import subprocess
import sys
import warnings
import zipfile
from pathlib import Path
from typing import Any

import pytest

from ci.checks import check_apk
from ci.checks.check_layers import STANDARD
from ci.packaging import packaged

ROOT = Path(__file__).resolve().parents[2]
VERSION_CODE = "4711"
SIGNING = {
    "P4A_RELEASE_KEYSTORE": "key",
    "P4A_RELEASE_KEYSTORE_PASSWD": "secret",
    "P4A_RELEASE_KEYALIAS": "sanmill",
    "P4A_RELEASE_KEYALIAS_PASSWD": "secret",
}
PROJECT = """
import json, os, shutil, sys
from pathlib import Path
import pythonforandroid.toolchain as toolchain
from pythonforandroid.bootstrap import Bootstrap
from pythonforandroid.util import load_source
dist, arguments, bundled, api = Path(sys.argv[1]), json.loads(sys.argv[2]), sys.argv[3], int(sys.argv[4])
def apk(self, args):
    self._fix_args(args)
    self.ctx._android_api, self.ctx.recipe_build_order = api, []
    bootstrap = Bootstrap.get_bootstrap(args.bootstrap, self.ctx)
    bootstrap.get_build_dir = lambda: str(dist)
    bootstrap.prepare_build_dir()
    (dist / "sdk" / "build-tools" / "36.0.0").mkdir(parents=True)
    (dist / "local.properties").write_text(f"sdk.dir={dist}/sdk")
    (dist / "dist_info.json").write_text(json.dumps({
        "bootstrap": args.bootstrap, "hostpython": sys.executable, "archs": ["x86"], "ndk_api": self.ndk_api}))
    (dist / "whitelist.txt").touch()
    (dist / "libs" / "x86").mkdir(parents=True)
    shutil.copytree(bundled, dist / "_python_bundle__x86" / "_python_bundle")
    os.chdir(dist)
    load_source("build", str(dist / "build.py")).parse_args_and_make_package(args.unknown_args)
    self.hook("before_apk_assemble")
toolchain.ToolchainCL.apk = apk
sys.argv[1:] = arguments
toolchain.main()
"""
# Files of the Python bundle: those that the app loads, and those that are left out.
LOADED = """
modules/_ctypes.so modules/_socket.so modules/zlib.so site-packages/_cffi_backend.so site-packages/android/_android.so
site-packages/jnius/__init__.pyc site-packages/kivy/core/window/window_sdl2.pyc site-packages/kivy/data/style.kv
site-packages/kivy/data/glsl/header.fs site-packages/kivy/graphics/texture.so site-packages/kivy/modules/__init__.pyc
site-packages/plyer/__init__.pyc site-packages/plyer/platforms/android/vibrator.pyc stdlib.zip
""".split()
LEFT_OUT = """
modules/_codecs_jp.so modules/_ctypes_test.so modules/_testcapi.so modules/_xxtestfuzz.so modules/xxlimited.so
site-packages/cffi/api.pyc site-packages/kivy/graphics/cgl.pxd site-packages/kivy/include/config.h
site-packages/kivy/modules/inspector.pyc site-packages/kivy/tests/common.pyc
site-packages/kivy/tools/changelog_parser.pyc site-packages/kivy/uix/video.pyc
site-packages/pkg_resources/__init__.pyc site-packages/plyer/platforms/linux/vibrator.pyc
site-packages/plyer/platforms/win/libs/balloontip.pyc site-packages/pycparser/c_parser.pyc
site-packages/setuptools-80.9.0.dist-info/METADATA site-packages/setuptools/dist.pyc site-packages/six.pyc
""".split()
# Libraries of a package and what each is linked against.
LIBRARIES = {"SDL2": [], "sanmill": [], "python3.14": [], "main": ["SDL2", "python3.14"]}
WORDS = "configChanges gravity installLocation launchMode orientation scaleType screenOrientation".split()
CHANGES = {"colorMode": 0x4000, "fontWeightAdjustment": 0x1000_0000, "fontScale": 0x4000_0000}
CHANGES.update(
    (name, 1 << place)
    for place, name in enumerate(
        "mcc mnc locale touchscreen keyboard keyboardHidden navigation orientation screenLayout uiMode screenSize"
        " smallestScreenSize density layoutDirection".split()
    )
)


def asked_for(profile: str, folder: Path) -> list[str]:
    """Arguments that buildozer calls python-for-android with for a signed release."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("HOME", str(folder))
        patched.chdir(ROOT)
        for name, value in SIGNING.items():
            patched.setenv(name, value)
        patched.setenv("APP_ANDROID_NUMERIC_VERSION", VERSION_CODE)
        builder: Any = packaged.buildozer(folder / "build", profile)
        target = builder.target
        target.build_mode, target.artifact_format = "release", "apk"
        asked: list[list[str]] = []
        patched.setattr(target, "_p4a", lambda command, env: asked.append([*command, *target.extra_p4a_args]))
        app = Path(builder.app_dir)
        app.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "main.py", app)
        Path(target.get_dist_dir("sanmill")).mkdir(parents=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)  # buildozer leaves files open
            with pytest.raises(FileNotFoundError):  # nobody has built the package that it copies
                target.build_package()
    return asked[0]


def make_project(profile: str, folder: Path, tables: Path | None = None) -> Path:
    """The Gradle project of a profile, with one file of the app and a Python bundle."""
    bundle = folder / "bundle"
    for name in [*LOADED, *LEFT_OUT]:
        path = bundle / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    with zipfile.ZipFile(bundle / "stdlib.zip", "w") as library:
        for module in (packaged.imported() & STANDARD) - check_apk.ELSEWHERE:
            library.writestr(f"{module}.pyc", b"")
    record = bundle / "site-packages" / "kivy-2.3.1.dist-info" / "RECORD"
    record.parent.mkdir()
    listed = "kivy/data/style.kv", "kivy/core/window/window_sdl2.py", "kivy/tests/common.py", "kivy/tools/report.py"
    record.write_text("".join(f"{name},sha256=x,1\n" for name in listed), encoding="utf-8")
    project = folder / "project"
    tools = packaged.TOOLS.with_name(profile or "android")
    api = "33" if profile else "36"
    command = [sys.executable, "-c", PROJECT, str(project), json.dumps(asked_for(profile, folder)), str(bundle), api]
    environment = {**os.environ, "HOME": str(folder), "PYTHONPATH": str(tools)}
    if tables:
        environment["SANMILL_TABLES"] = str(tables)
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return project


def run(*command: str | Path, folder: Path) -> None:
    ran = subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def make_framework(texts: str, folder: Path) -> None:
    """A stub of the system's resources: the attributes that the project uses, with values of any kind."""
    rows = ['<style name="Theme.NoTitleBar" parent=""/><public type="style" name="Theme.NoTitleBar" id="0x01030001"/>']
    for number, name in enumerate(sorted(set(re.findall(r"\bandroid:(\w+)[=\"]", texts)))):
        rows.append(f'<public type="attr" name="{name}" id="{0x01010001 + number:#010x}"/>')
        if name in WORDS:
            used = sorted(set("|".join(re.findall(rf'\bandroid:{name}="([^"]*)"', texts)).split("|")))
            values = {
                **{word: place for place, word in enumerate(used, 1)},
                **(CHANGES if name == "configChanges" else {}),
            }
            words = "".join(f'<flag name="{word}" value="{value:#x}"/>' for word, value in values.items())
            rows.append(f'<attr name="{name}">{words}</attr>')
            continue
        rows.append(f'<attr name="{name}" format="boolean|integer|color|dimension|reference|string"/>')
    all_values = folder / "framework" / "values" / "all.xml"
    all_values.parent.mkdir(parents=True)
    all_values.write_text(f"<resources>{''.join(rows)}</resources>", encoding="utf-8")
    manifest = folder / "AndroidManifest.xml"
    manifest.write_text(
        '<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="android"/>', encoding="utf-8"
    )
    run(*"aapt package -x -M AndroidManifest.xml -S framework -F framework.apk".split(), folder=folder)


def dex(names: list[str]) -> bytes:
    """A DEX file that defines classes, without anything in them."""
    count = len(names)
    strings = 0x70
    types, classes = strings + 4 * count, strings + 8 * count
    data = classes + 32 * count
    header = bytearray(0x70)
    header[:8] = b"dex\n035\0"
    for place, start in ((0x38, strings), (0x40, types), (0x60, classes)):
        struct.pack_into("<II", header, place, count, start)
    offsets, texts = [], b""
    for name in names:
        offsets.append(data + len(texts))
        texts += bytes([len(name)]) + name.encode() + b"\0"
    numbers = struct.pack(f"<{count}I", *range(count))
    defined = b"".join(struct.pack("<8I", number, *[0] * 7) for number in range(count))
    return bytes(header) + struct.pack(f"<{count}I", *offsets) + numbers + defined + texts


def make_library(name: str, needs: list[str], folder: Path, page: int = check_apk.PAGE) -> bytes:
    """A native library of this machine, linked against others in the folder."""
    path = folder / f"lib{name}.so"
    linked = [f"-l{each}" for each in needs]
    command = [
        "gcc",
        "-shared",
        "-nostdlib",
        "-Wl,--no-as-needed",
        f"-Wl,-z,max-page-size={page}",
        "-x",
        "c",
        "/dev/null",
    ]
    run(*command, "-x", "none", "-L.", *linked, "-o", path, folder=folder)
    return path.read_bytes()


def make_key(folder: Path) -> None:
    run(
        *"keytool -genkeypair -keystore key -storepass secret -alias sanmill -keyalg EC -groupname secp256r1".split(),
        *("-dname", "CN=Sanmill"),
        folder=folder,
    )


def make_apk(project: Path, folder: Path) -> Path:
    """What Gradle would make of the project, signed with a key in the folder."""
    main = project / "src" / "main"
    for path in (main / "res").rglob(".gitkeep"):
        path.unlink()  # AGP takes them for nothing
    manifest = (main / "AndroidManifest.xml").read_text(encoding="utf-8")
    texts = [manifest, *(path.read_text(encoding="utf-8") for path in (main / "res").rglob("*.xml"))]
    make_framework("\n".join(texts), folder)
    named = manifest.replace("<manifest ", '<manifest package="org.sanmill.sanmill" ', 1)
    (folder / "AndroidManifest.xml").write_text(named, encoding="utf-8")
    command = "aapt package -f -M AndroidManifest.xml -I framework.apk -0 tablebase -F plain.apk -S".split()
    run(*command, main / "res", "-A", main / "assets", folder=folder)
    with zipfile.ZipFile(folder / "plain.apk", "a", zipfile.ZIP_DEFLATED) as package:
        package.writestr("classes.dex", dex(sorted(check_apk.CLASSES)))
        for name, needs in LIBRARIES.items():
            package.writestr(f"lib/x86/lib{name}.so", make_library(name, needs, folder))
        package.write(project / "libs" / "x86" / check_apk.BUNDLE, f"lib/x86/{check_apk.BUNDLE}")
    path = folder / "sanmill-release.apk"
    run("zipalign", "-f", "4", "plain.apk", path, folder=folder)
    run(*"apksigner sign --ks key --ks-pass pass:secret --min-sdk-version 24".split(), path, folder=folder)
    return path
