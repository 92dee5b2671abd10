"""The Xcode project without a Mac: ci/packaging/ios.sh runs kivy-ios's own code, with scripted tools of Apple's.

The libraries are not compiled; the project is created, named and given its icons as on a Mac.
"""

from __future__ import annotations

import os
import plistlib
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ci import stamp
from ci.packaging import packaged
from sanmill import __version__
from tests.kit.scripted_tools import path_of, shell_program

ROOT = Path(__file__).resolve().parents[2]
TOOLS = packaged.TOOLS.with_name("ios")
PARTS = ("ci", "engine_c/include", "sanmill", "i18n", "assets")

RECIPES = """
import os, sys, types
import kivy_ios.recipes
from kivy_ios.toolchain import Recipe
ours, folder = sys.argv[1:]
os.mkdir("recipes")
for name in ("cffi", "libsanmill"):  # as ci/packaging/ios.sh puts them among the toolchain's own
    os.symlink(f"{ours}/{name}", f"recipes/{name}")
kivy_ios.recipes.__path__.append(f"{folder}/recipes")
context = types.SimpleNamespace(custom_recipes_paths=[], root_dir=folder, state={})
waiting, seen = ["kivy", "cffi", "libsanmill"], set()
while waiting:
    name = waiting.pop()
    if name not in seen:
        seen.add(name)
        waiting += Recipe.get_recipe(name, context).depends
assert {"libffi", "python", "cffi", "libsanmill", "pyobjus"} <= seen, seen
engine = Recipe.get_recipe("libsanmill", context)
assert engine.name == "libsanmill"
assert os.path.exists(os.path.join(engine.recipe_dir, engine.url, "mill.h"))
engine.build_dir = folder
environment = {"CC": "cc", "AR": "ar", "CFLAGS": "-O0", "PATH": "/usr/bin:/bin"}
engine.build_platform(types.SimpleNamespace(get_env=lambda: environment))
"""
# The real toolchain, but for compiling: what it would have built is entered in its notes.
TOOLCHAIN = """
def build_recipes(names, context):
    print("build", *names)
    for name in ("python3", "kivy", "libsanmill"):
        context.state[f"{name}.build_all"] = True
"""
XCODEBUILD = """
echo "xcodebuild $*" >>"$CALLS"
case $1 in -showsdks) printf 'iOS 18.5 -sdk iphoneos18.5\\nSimulator 18.5 -sdk iphonesimulator18.5\\n' ;; esac
case " $* " in *" -sdk iphonesimulator "*) mkdir -p "$PWD/products/Debug-iphonesimulator/sanmill.app" ;; esac
"""


@pytest.fixture
def mac(tmp_path: Path) -> Path:
    """A checkout beside scripted tools; kivy-ios is the real one, in a copy, because recipes are linked into it."""
    checkout = tmp_path / "checkout"
    for part in PARTS:
        shutil.copytree(ROOT / part, checkout / part, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("buildozer.spec", "main.py", "LICENSE"):
        shutil.copy(ROOT / name, checkout)
    tools = tmp_path / "tools"
    tools.mkdir()
    for path in TOOLS.iterdir():
        if path.name == "kivy_ios":
            shutil.copytree(path, tools / path.name, symlinks=True)
        else:
            (tools / path.name).symlink_to(path)
    with (tools / "kivy_ios" / "toolchain.py").open("a", encoding="utf-8") as toolchain:
        toolchain.write(TOOLCHAIN)
    venv = checkout / "build" / "ios-venv"
    python = shlex.join(["env", f"PYTHONPATH={tools}", sys.executable])
    shell_program(venv / "bin" / "python", f'exec {python} "$@"')
    shutil.copy(ROOT / "ci" / "requirements" / "ios.txt", venv / "installed.txt")
    programs = {
        "uname": "echo Darwin",
        "xcode-select": "echo /Xcode",
        "sips": 'for each; do file=$each; done; cp "$1" "$file" 2>/dev/null || touch "$file"',
        **dict.fromkeys(("autoconf", "automake", "libtool", "pkg-config", "cython"), ""),
    }
    for name, text in programs.items():
        shell_program(tmp_path / "bin" / name, text)
    shell_program(tmp_path / "bin" / "xcodebuild", XCODEBUILD)
    return checkout


def ios(mac: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    folder = mac.parent
    environment = {
        "PATH": path_of(folder / "bin", "git"),
        "HOME": str(folder),
        "CALLS": str(folder / "calls"),
        **more,
    }
    command = ["bash", str(mac / "ci" / "packaging" / "ios.sh"), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_project_has_name_version_and_icons(mac: Path) -> None:
    for _ in range(2):  # the second time the project is there already
        ran = ios(mac)
        assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "build kivy plyer==2.1.0 cffi libsanmill" in ran.stdout
    assert "Cleaning libsanmill build" in ran.stdout + ran.stderr
    project = mac / "build" / "ios" / "sanmill-ios"
    plist = plistlib.loads((project / "sanmill-Info.plist").read_bytes())
    assert plist["CFBundleIdentifier"] == "org.sanmill.sanmill"
    assert plist["CFBundleShortVersionString"] == __version__
    assert int(plist["CFBundleVersion"]) >= stamp.number() > 0
    assert plist["LSApplicationQueriesSchemes"] == ["mailto"]
    assert {"de", "en", "zh-Hans"} <= set(plist["CFBundleLocalizations"])
    assert not any("_" in tag for tag in plist["CFBundleLocalizations"]), "iOS writes pt-BR"
    assert (project / "store.png").read_bytes()[25] == 2, "the colour type of a PNG without alpha"
    assert list(project.glob("sanmill/Images.xcassets/AppIcon.appiconset/Icon*.png"))
    assert str(mac / "build" / "ios" / "app") in (project / "sanmill.xcodeproj" / "project.pbxproj").read_text()


def test_complete_tablebase_lies_in_the_bundle_as_it_is(mac: Path, tmp_path: Path) -> None:
    tables = tmp_path / "any.tablebase"
    tables.write_bytes(b"SANMILLC and the rest")
    ran = ios(mac, "project", str(tables))
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert (mac / "build" / "ios" / "app" / "assets" / "complete.tablebase").read_bytes() == tables.read_bytes()
    assert "is not a tablebase" in ios(mac, "project", str(mac / "main.py")).stderr


def test_simulator_build_is_debug_and_ipa_needs_team(mac: Path) -> None:
    assert ios(mac, "simulator").returncode == 0
    calls = (mac.parent / "calls").read_text(encoding="utf-8")
    assert "-scheme sanmill" in calls
    assert "-sdk iphonesimulator" in calls
    ran = ios(mac, "ipa")
    assert ran.returncode == 1
    assert "IOS_TEAM" in ran.stderr


def test_buildozer_finds_output_of_make_ios(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(ROOT)
    builder = packaged.buildozer(tmp_path / "build")
    folder, _, _ = type(builder.target).path_or_git_url(builder.target, "kivy-ios", platform="ios")
    assert folder == str(ROOT / "build" / "ios")
    assert builder.config.getboolean("app", "ios.codesign.allowed") is False


def test_kivy_ios_finds_recipes_and_engine_builds_statically(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-c", RECIPES, str(ROOT / "ci" / "packaging" / "recipes" / "ios"), str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(TOOLS)},
        check=True,
    )
    listed = subprocess.run(["nm", str(tmp_path / "libsanmill.a")], capture_output=True, text=True, check=True).stdout
    assert " T mill_version" in listed
    assert " T main" not in listed


def test_unsupported_folder_name_is_refused(mac: Path) -> None:
    ran = ios(mac.rename(mac.with_name("Ä b")))
    assert ran.returncode == 1
    assert "kivy-ios takes only" in ran.stderr


def test_build_on_another_system_is_refused(mac: Path) -> None:
    shell_program(mac.parent / "bin" / "uname", "echo Linux")
    ran = ios(mac)
    assert ran.returncode == 1
    assert "macOS with Xcode" in ran.stderr
