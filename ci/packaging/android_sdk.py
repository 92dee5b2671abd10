"""Prepare an Android SDK for buildozer and print its folder.

    python -m ci.packaging.android_sdk FOLDER [PROFILE]

buildozer looks for sdkmanager where it was years ago, and it and python-for-android take the newest build tools, even
release candidates. So the folder they are given holds links to just what the build needs, from the SDK that
APP_ANDROID_SDK_PATH names, or from one that is downloaded here.
"""

from __future__ import annotations

import configparser
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.request import urlopen

from ci import ROOT

COMMAND_LINE_TOOLS = "https://dl.google.com/android/repository/commandlinetools-linux-11076708_latest.zip"
COMMAND_LINE_TOOLS_SHA256 = "2d2d50857e4eb553af5a6dc3ad507a17adf43d115264b1afc116f95c92e5e258"
BUILD_TOOLS = "36.0.0"


def target_api(profile: str) -> str:
    """The API level that the package is compiled against."""
    spec = configparser.ConfigParser(allow_no_value=True, interpolation=None)
    spec.read(ROOT / "buildozer.spec", encoding="utf-8")
    return spec.get(f"app@{profile}" if profile else "app", "android.api")


def tools_of(sdk: Path) -> Path | None:
    """The folder whose bin/ has sdkmanager: cmdline-tools/latest, a version of it, or tools."""
    found = sorted(sdk.glob("cmdline-tools/*/bin/sdkmanager"), reverse=True)
    latest, oldest = sdk / "cmdline-tools" / "latest" / "bin" / "sdkmanager", sdk / "tools" / "bin" / "sdkmanager"
    return next((path.parent.parent for path in [latest, *found, oldest] if path.exists()), None)


def download_tools(sdk: Path) -> None:
    """Download the command line tools into a new SDK."""
    print("apk: downloading the Android SDK to", sdk, file=sys.stderr)
    try:
        with urlopen(COMMAND_LINE_TOOLS, timeout=60) as answer:
            archive = answer.read()
    except OSError as error:
        raise SystemExit(
            f"apk: the Android SDK is missing: it is not in {sdk}, and dl.google.com cannot be reached: {error}.\n"
            "apk: Build on a machine that reaches it, or name an SDK and NDK that are here already by the variables\n"
            "apk: APP_ANDROID_SDK_PATH and APP_ANDROID_NDK_PATH. .github/workflows/ lets a hosted machine build."
        ) from error
    if hashlib.sha256(archive).hexdigest() != COMMAND_LINE_TOOLS_SHA256:
        raise SystemExit(f"apk: {COMMAND_LINE_TOOLS} is not the file it was; its checksum differs.")
    with tempfile.TemporaryDirectory(prefix="sanmill-sdk-") as name:
        (Path(name) / "tools.zip").write_bytes(archive)
        subprocess.run(["unzip", "-q", "tools.zip"], cwd=name, check=True)  # zipfile would drop the mode of programs
        (sdk / "cmdline-tools").mkdir(parents=True, exist_ok=True)
        shutil.move(f"{name}/cmdline-tools", sdk / "cmdline-tools" / "latest")


def install(sdk: Path, tools: Path, packages: list[str]) -> None:
    """Install packages, accepting their licences."""
    missing = [package for package in packages if not sdk.joinpath(*package.split(";")).is_dir()]
    if missing:
        command = [str(tools / "bin" / "sdkmanager"), f"--sdk_root={sdk}", *missing]
        subprocess.run(command, input="y\n" * 50, text=True, stdout=sys.stderr, check=True)


def link(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.symlink_to(source.resolve())


def prepare(folder: Path, sdk: Path, api: str) -> None:
    """Make ``folder`` an SDK with one release of build tools and one platform, linked from ``sdk``."""
    if tools_of(sdk) is None:
        download_tools(sdk)
    tools = tools_of(sdk)
    assert tools is not None
    needed = [f"build-tools;{BUILD_TOOLS}", "platform-tools", f"platforms;android-{api}"]
    install(sdk, tools, needed)
    shutil.rmtree(folder, ignore_errors=True)
    for package in [*needed, "licenses"]:
        link(sdk.joinpath(*package.split(";")), folder.joinpath(*package.split(";")))
    link(tools, folder / "tools")
    link(tools, folder / "cmdline-tools" / "latest")


def main(folder: str, profile: str = "") -> None:
    """Print the folder, for ci/packaging/apk.sh."""
    default = Path.home() / ".buildozer" / "android" / "platform" / "android-sdk"
    sdk = Path(os.environ.get("APP_ANDROID_SDK_PATH") or default).expanduser().resolve()
    prepare(Path(folder).resolve(), sdk, target_api(profile))
    print(Path(folder).resolve())


if __name__ == "__main__":
    main(*sys.argv[1:])
