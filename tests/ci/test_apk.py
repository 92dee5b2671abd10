"""`make apk` without an SDK: ci/packaging/apk.sh drives buildozer's own code, with a scripted SDK, pip and
python-for-android.

What python-for-android is asked for then goes through its own argument parser and templates.
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from ci import stamp
from ci.packaging import android_sdk, packaged
from sanmill import __version__
from tests.kit.android_package import SIGNING
from tests.kit.scripted_tools import path_of, shell_program

ROOT = Path(__file__).resolve().parents[2]
ANDROID = "{http://schemas.android.com/apk/res/android}"
PARTS = ("ci", "engine_c/include", "sanmill", "i18n", "assets")
PIP = """
import json, os, sys
with open(os.environ["CALLS"], "a") as calls:
    print(json.dumps(["pip", *sys.argv[1:]]), file=calls)
"""
EXTENDED = """
from pkgutil import extend_path
__path__ = extend_path(__path__, __name__)  # the other modules are the real ones
"""
TOOLCHAIN = """
import json, os, sys, zipfile
from pathlib import Path
command, *rest = sys.argv[1:]
with open(os.environ["CALLS"], "a") as calls:
    print(json.dumps(["p4a", command, *rest]), file=calls)
    print(json.dumps(["epoch", os.environ.get("SOURCE_DATE_EPOCH")]), file=calls)
    if command == "apk" and "-h" not in rest and "SANMILL_TABLES" in os.environ:
        print(json.dumps(["tables", os.environ["SANMILL_TABLES"]]), file=calls)
storage = next((each.partition("=")[2] for each in rest if each.startswith("--storage-dir=")), "")
dist = Path(storage, "dists", "sanmill")
if command == "create":
    if dist.exists():
        with open(os.environ["CALLS"], "a") as calls:
            print(json.dumps(["an earlier dist is taken"]), file=calls)
    (dist / "gradle").mkdir(parents=True, exist_ok=True)
    (dist / "dist_info.json").write_text(json.dumps({"recipes": ["cffi", "libsanmill", "plyer"]}))
    packages = Path(storage, "packages", "cffi")
    packages.mkdir(parents=True, exist_ok=True)
    for name in ("v2.0.0.tar.gz", "cffi-1.15.1.tar.gz", "v1.0.0.tar.gz"):
        (packages / name).write_text(name)
elif command in ("apk", "aab") and "-h" not in rest:
    mode = "release" if "--release" in rest else "debug"
    folder = dist / "build" / "outputs" / ("apk" if command == "apk" else "bundle") / mode
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(folder / f"sanmill-{mode}.{command}", "w") as package:
        package.writestr("lib/armeabi-v7a/libsanmill.so", "a library")
"""
CHECK = """
import json, os, sys
BUNDLE = "libpybundle.so"
if __name__ == "__main__":
    with open(os.environ["CALLS"], "a") as calls:
        print(json.dumps(["check", *sys.argv[1:]]), file=calls)
"""
SDKMANAGER = """
for each; do
    case $each in
        --sdk_root=*) root=${each#*=} ;;
        --list) echo '  build-tools;36.0.0    | 36.0.0' ; echo '  build-tools;37.0.0-rc1 | 37.0.0 rc1' ;;
        *\\;*\\;*) exit 1 ;;
        *) mkdir -p "$root/$(echo "$each" | tr ';' /)" && echo "$each" >>"$root/installed" ;;
    esac
done
case $* in *build-tools\\;*) printf '#!/bin/sh\\nexit 1\\n' >"$root/build-tools/36.0.0/aidl"
    chmod +x "$root/build-tools/36.0.0/aidl" ;; esac
"""
MAKE_TAR = """
import sys
from pathlib import Path
import pythonforandroid
from pythonforandroid.util import load_source
build = load_source("build", str(Path(pythonforandroid.__path__[0], "bootstraps", "common", "build", "build.py")))
build.PYTHON = sys.executable
build.make_tar(sys.argv[1], sys.argv[2:], byte_compile_python=True)
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the project beside a scripted SDK, a home, an NDK, and what the script looks for on the machine."""
    copy = tmp_path / "checkout"
    for part in PARTS:
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__", "_*.py[co]"))
    (copy / "ci" / "checks" / "check_apk.py").write_text(CHECK, encoding="utf-8")
    for name in ("buildozer.spec", "main.py", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    tools_folder = tmp_path / "bin"
    shell_program(tools_folder / "javac", "echo javac 17.0.15")
    shell_program(tools_folder / "aclocal", f"echo {shlex.quote(str(tmp_path))}")
    for name in "autoconf automake cmake cython keytool libtoolize patch pkg-config unzip zip".split():
        shell_program(tools_folder / name, "")
    (tmp_path / "ltdl.m4").touch()
    shell_program(tools_folder / "cc", "")  # every header is there
    for folder in ("ndk", "home/.buildozer/android/platform/apache-ant-1.9.4"):
        (tmp_path / folder).mkdir(parents=True)
    sdk = tmp_path / "sdk"
    shell_program(sdk / "cmdline-tools" / "latest" / "bin" / "sdkmanager", SDKMANAGER)
    shell_program(sdk / "build-tools" / "37.0.0-rc1" / "aidl", "exit 1")
    (sdk / "licenses").mkdir()
    return copy


def make_venv(checkout: Path, profile: str) -> None:
    """The build environment of a profile: the real buildozer; pip and python-for-android are scripted."""
    tools = profile or "android"
    venv = checkout / "build" / "apk" / ("venv-" + profile if profile else "venv")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    [site] = venv.glob("lib/python*/site-packages")
    (site / "tools.pth").write_text(str(packaged.TOOLS.with_name(tools)), encoding="utf-8")
    for module, file, text in (("pip", "__main__", PIP), ("pythonforandroid", "toolchain", TOOLCHAIN)):
        (site / module).mkdir()
        (site / module / "__init__.py").write_text(EXTENDED, encoding="utf-8")
        (site / module / f"{file}.py").write_text(text, encoding="utf-8")
    shutil.copy(ROOT / "ci" / "requirements" / f"{tools}.txt", venv / "installed.txt")


def environment(checkout: Path, **more: str) -> dict[str, str]:
    folder = checkout.parent
    return {
        "PATH": path_of(folder / "bin", "git", "make"),
        "HOME": str(folder / "home"),
        "CALLS": str(folder / "calls"),
        "APP_ANDROID_SDK_PATH": str(folder / "sdk"),
        "APP_ANDROID_NDK_PATH": str(folder / "ndk"),
        **more,
    }


def apk(checkout: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    (checkout.parent / "calls").unlink(missing_ok=True)
    return subprocess.run(
        ["bash", str(checkout / "ci" / "packaging" / "apk.sh"), *arguments],
        env=environment(checkout, **more),
        capture_output=True,
        text=True,
        check=False,
    )


def calls(checkout: Path, *start: str) -> list[list[str]]:
    """What pip and python-for-android were asked for."""
    lines = (checkout.parent / "calls").read_text(encoding="utf-8").splitlines()
    return [call for call in map(json.loads, lines) if call[: len(start)] == list(start) and "-h" not in call]


def test_debug_build_makes_apk(checkout: Path) -> None:
    make_venv(checkout, "")
    for _ in range(2):  # the second time nothing is left of the first
        ran = apk(checkout)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        assert calls(checkout, "pip") == [["pip", "install", "-q", "python-for-android==2026.5.9"]], "no --user"
        assert calls(checkout, "an earlier dist is taken") == []
        assert {int(epoch) % 60 for _, epoch in calls(checkout, "epoch")} == {0}, "the minute of the commit"
        [create] = calls(checkout, "p4a", "create")
        assert "--ndk-api=24" in create
        assert any(each.startswith("--requirements=python3,") for each in create)
        made = f"sanmill-{__version__}-arm64-v8a_armeabi-v7a-debug.apk"
        assert sorted(path.name for path in (checkout / "dist").iterdir()) == [made, f"{made}.txt"]
    written = (checkout / "dist" / f"{made}.txt").read_text(encoding="utf-8")
    assert written.startswith(f"{made} sha256:{hashlib.sha256((checkout / 'dist' / made).read_bytes()).hexdigest()}\n")
    archive = hashlib.sha256(b"v2.0.0.tar.gz").hexdigest()
    assert f"\n  cffi 2.0.0 sha256:{archive} https://github.com/python-cffi/cffi/" in written
    assert f"\n  libsanmill {__version__} no download\n" in written
    assert "\n  cython 3.1.8 for pyjnius\n" in written
    assert calls(checkout, "check") == [["check", "--profile", "", f"dist/{made}"]]
    given = checkout / "build" / "apk" / "sdk"
    assert [path.name for path in (given / "build-tools").iterdir()] == [android_sdk.BUILD_TOOLS]
    assert (checkout / "sanmill" / "_build.py").exists()
    assert (checkout / "sanmill" / "engine" / "_declarations.py").exists()


def test_release_build_makes_signed_apk_and_store_bundle(checkout: Path, tmp_path: Path) -> None:
    make_venv(checkout, "")
    for path in (checkout / "i18n").glob("*.po"):
        if path.stem != "en":
            path.unlink()  # a release refuses catalogues with a text missing
    (tmp_path / "key").write_text("a key", encoding="utf-8")
    ran = apk(checkout, "", "release", **{**SIGNING, "P4A_RELEASE_KEYSTORE": str(tmp_path / "key")})
    assert ran.returncode == 0, ran.stdout + ran.stderr
    made = sorted(path.suffix for path in (checkout / "dist").iterdir())
    assert made == [".aab", ".apk", ".txt", ".txt"]
    for kind in ("apk", "aab"):
        for call in calls(checkout, "p4a", kind):
            assert {"--release", "--sign"} <= set(call)
            assert int(call[call.index("--numeric-version") + 1]) > 29_000_000


def test_complete_tablebase_is_packaged(checkout: Path, tmp_path: Path) -> None:
    make_venv(checkout, "")
    tables = tmp_path / "any.tablebase"
    tables.write_bytes(b"SANMILLC and the rest")
    ran = apk(checkout, "", "debug", str(tables))
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert calls(checkout, "tables") == [["tables", str(tables)]]
    assert "--tables" in calls(checkout, "check")[0]
    assert not list(checkout.glob("build/buildozer/**/complete.tablebase*")), "nothing unpacks it"
    ran = apk(checkout, "", "debug", str(tmp_path / "key"))
    assert ran.returncode == 1
    assert "is not a tablebase" in ran.stderr


@pytest.mark.parametrize("name", ["Ä b", "it's", '"ours"'])
def test_unsupported_folder_name_is_refused(checkout: Path, name: str) -> None:
    ran = apk(checkout.rename(checkout.with_name(name)))
    assert ran.returncode == 1
    assert "python-for-android takes no space" in ran.stderr


@pytest.mark.parametrize("missing", SIGNING)
def test_release_without_signing_key_is_refused(checkout: Path, missing: str) -> None:
    ran = apk(checkout, "", "release", **{name: value for name, value in SIGNING.items() if name != missing})
    assert ran.returncode == 1
    assert missing in ran.stderr


def test_legacy_profile_uses_its_own_tools(checkout: Path) -> None:
    make_venv(checkout, "legacy")
    ran = apk(checkout, "legacy")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert calls(checkout, "pip") == [["pip", "install", "-q", "python-for-android==2024.1.21"]]
    [create] = calls(checkout, "p4a", "create")
    assert {"--ndk-api=21", "--arch=armeabi-v7a"} <= set(create)
    assert (checkout / "build" / "apk" / "sdk" / "platforms" / "android-33").is_dir()


@pytest.mark.parametrize(
    ("arguments", "tool", "words"),
    [
        (("modern",), "", "unknown profile: modern"),
        (("", "fast"), "", "unknown mode: fast"),
        ((), "javac", "openjdk-17-jdk-headless"),
        ((), "ltdl.m4", "libltdl-dev"),
    ],
)
def test_impossible_build_is_refused_before_any_download(
    checkout: Path, arguments: tuple[str, ...], tool: str, words: str
) -> None:
    if tool == "javac":
        shell_program(checkout.parent / "bin" / tool, "echo javac 21.0.1")
    elif tool:
        (checkout.parent / tool).unlink()
    ran = apk(checkout, *arguments)
    assert ran.returncode == 1
    assert words in ran.stderr
    assert not (checkout.parent / "calls").exists()


def test_missing_sdk_is_reported_when_download_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(android_sdk, "COMMAND_LINE_TOOLS", (tmp_path / "none.zip").as_uri())
    with pytest.raises(SystemExit, match="the Android SDK is missing"):
        android_sdk.prepare(tmp_path / "given", tmp_path / "sdk", "36")


def test_sdk_archive_with_wrong_checksum_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tools.zip").write_bytes(b"another")
    monkeypatch.setattr(android_sdk, "COMMAND_LINE_TOOLS", (tmp_path / "tools.zip").as_uri())
    with pytest.raises(SystemExit, match="checksum"):
        android_sdk.prepare(tmp_path / "given", tmp_path / "sdk", "36")


def test_version_code_is_commit_time() -> None:
    assert 29_000_000 < stamp.number() < 2**31


@pytest.mark.parametrize("tools", ["android", "legacy"])
def test_same_sources_give_the_same_archive(tools: str, tmp_path: Path) -> None:
    """Archive a part of the app twice by python-for-android's own code, the second time from later files."""
    variables = {
        **os.environ,
        "P4A_BUILD_IS_RUNNING_UNITTESTS": "1",
        "PYTHONPATH": str(packaged.TOOLS.with_name(tools)),
        "SOURCE_DATE_EPOCH": "1800000000",
    }
    sources = sorted((ROOT / "sanmill" / "core").glob("*.py"))[:8]
    archives = []
    for turn in range(2):
        app = tmp_path / "app"
        shutil.rmtree(app, ignore_errors=True)
        app.mkdir()
        for path in sources[:: -1 if turn else 1]:
            shutil.copyfile(path, app / path.name)
            os.utime(app / path.name, (1_700_000_000 + turn, 1_700_000_000 + turn))
        archive = tmp_path / "private.tar"
        command = [sys.executable, "-c", MAKE_TAR, str(archive), str(app)]
        subprocess.run(command, env=variables, capture_output=True, check=True)
        archives.append(archive.read_bytes())
    with tarfile.open(archive) as made:
        assert {(each.mtime, each.uid, each.gid, each.uname, each.gname) for each in made} == {(0, 0, 0, "", "")}
        assert made.getnames() == [path.with_suffix(".pyc").name for path in sources]
    assert archives[0] == archives[1]
