"""The Xcode project without a Mac: ci/packaging/ios.sh runs kivy-ios's own code, with scripted tools of Apple's.

The libraries are not compiled; the project is created, named and given its icons as on a Mac.
"""

from __future__ import annotations

import hashlib
import json
import os
import plistlib
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from ci import stamp
from ci.packaging import ios_project, ios_toolchain, packaged
from sanmill import __version__
from tests.kit.scripted_tools import path_of, shell_program

ROOT = Path(__file__).resolve().parents[2]
TOOLS = packaged.TOOLS.with_name("ios")
PARTS = ("ci", "engine_c/include", "sanmill", "i18n", "assets")

RECIPES = """
import os, sys, types
import json, re
import kivy_ios.recipes
from kivy_ios.toolchain import Recipe
from ci.packaging import ios_toolchain
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
ios_toolchain.pin()
graph = {}
for name in sorted(seen | {"plyer"}):
    recipe = Recipe.get_recipe(name, context)
    beside = os.path.dirname(sys.modules[type(recipe).__module__].__file__)
    source = open(os.path.join(beside, "__init__.py")).read()
    names = re.findall(r'(?:apply_patch|copy_file|append_file)\\(\\s*"([^"]+)"', source)
    graph[name] = {
        "url": (recipe.url or "").format(version=recipe.version), "version": recipe.version,
        "needs": [*recipe.hostpython_prerequisites, *recipe.python_depends],
        "missing": [each for each in names if not os.path.exists(os.path.join(beside, each))],
    }
    if graph[name]["url"] and "://" not in graph[name]["url"]:
        assert os.path.isdir(os.path.join(beside, recipe.url)), name
print(json.dumps(graph))
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
    assert "build kivy plyer cffi libsanmill" in ran.stdout
    assert "Cleaning libsanmill build" in ran.stdout + ran.stderr
    project = mac / "build" / "ios" / "sanmill-ios"
    plist = plistlib.loads((project / "sanmill-Info.plist").read_bytes())
    assert plist["CFBundleIdentifier"] == "org.sanmill.sanmill"
    assert plist["CFBundleShortVersionString"] == __version__
    assert int(plist["CFBundleVersion"]) >= stamp.number() > 0
    assert plist["LSApplicationQueriesSchemes"] == ["mailto"]
    assert {"de", "en", "zh-Hans"} <= set(plist["CFBundleLocalizations"])
    assert plist["CFBundleURLTypes"][0]["CFBundleURLSchemes"] == ["sanmill"]
    assert [each["LSItemContentTypes"] for each in plist["CFBundleDocumentTypes"]] == [
        ["public.plain-text"],
        ["org.sanmill.sanmill.pgn"],
        ["public.zip-archive"],
        ["org.sanmill.sanmill.tablebase"],
    ]
    [record] = plist["UTImportedTypeDeclarations"]
    assert record["UTTypeTagSpecification"] == {"public.filename-extension": ["pgn"]}
    times = {path.stat().st_mtime for path in (mac / "build" / "ios" / "app").rglob("*")}
    assert len(times) == 1, "the bytecode that Xcode makes names them"
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


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """The recipes as kivy-ios reads them, pinned, and a folder with the engine built by its own."""
    folder = tmp_path_factory.mktemp("ios")
    ran = subprocess.run(
        [sys.executable, "-c", RECIPES, str(ROOT / "ci" / "packaging" / "recipes" / "ios"), str(folder)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{TOOLS}:{ROOT}"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    [line] = [line for line in ran.stdout.splitlines() if line.startswith('{"')]
    return folder, json.loads(line)


def test_every_source_and_requirement_of_a_recipe_is_pinned(graph: tuple[Path, dict[str, Any]]) -> None:
    recipes = graph[1]
    downloads = {recipe["url"].rpartition("/")[2] for recipe in recipes.values() if "://" in recipe["url"]}
    assert downloads == set(ios_toolchain.SHA256)
    assert [name for name, recipe in recipes.items() if recipe["missing"]] == []
    assert [name for name, recipe in recipes.items() if recipe["version"] == "master"] == ["ios"], "kivy-ios brings it"
    needs = {each for recipe in recipes.values() for each in recipe["needs"]}
    assert all(re.fullmatch(r"[\w-]+==[\d.]+", each) for each in needs)
    assert not any(each.startswith("setuptools") for each in needs), "it would replace the one that kivy-ios patches"


@pytest.mark.long
def test_pip_finds_every_requirement(graph: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    """As wheels for the Python and the systems that kivy-ios builds with and for."""
    of_mac = [
        "--platform",
        "macosx_14_0_arm64",
        "--platform",
        "macosx_10_9_x86_64",
        "--platform",
        "macosx_10_9_universal2",
    ]
    for need in sorted({each for recipe in graph[1].values() for each in recipe["needs"]}):
        command = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "-q",
            "--no-deps",
            "--only-binary=:all:",
            "-d",
            str(tmp_path),
        ]
        command += ["--python-version", "3.11", "--platform", "any", *of_mac, need]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        if "No matching distribution" not in ran.stderr and ran.returncode:
            pytest.skip("no package index in reach")
        assert ran.returncode == 0, ran.stderr
    assert len(list(tmp_path.iterdir())) == 3


def test_changed_download_is_refused(tmp_path: Path) -> None:
    archive = tmp_path / "libffi-libffi-3.4.8.tar.gz"
    archive.write_bytes(b"another")
    with pytest.raises(SystemExit, match="checksum"):
        ios_toolchain.check_download(archive)
    assert not archive.exists(), "the next build would take it"


def test_python_library_has_same_bytes_and_nothing_unused(tmp_path: Path) -> None:
    files = {
        "kivy/app.py": "import os\n",
        "kivy/data/style.kv": "<Label>:\n",
        "kivy/tests/test_app.py": "",
        "plyer/platforms/ios/tts.py": "",
        "plyer/platforms/android/tts.py": "",
        "cffi/api.py": "",
    }
    made = []
    for turn in range(2):
        library = tmp_path / str(turn) / "lib"
        packages = library / "python3.11" / "site-packages"
        for name in sorted(files, reverse=bool(turn)):
            (packages / name).parent.mkdir(parents=True, exist_ok=True)
            (packages / name).write_text(files[name], encoding="utf-8")
            os.utime(packages / name, (1_700_000_000 + turn,) * 2)
        members = ["os.py", "os.pyc", "re/__init__.pyc", "unittest/case.pyc", "LICENSE.txt"]
        with zipfile.ZipFile(library / "python311.zip", "w") as archive:
            for name in members[:: -1 if turn else 1]:
                archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1 + turn, 0, 0, 0)), name)
        for _ in range(2):  # the second build finds what the first has left
            ios_toolchain.settle(library, sys.executable)
        with zipfile.ZipFile(library / "python311.zip") as archive:
            assert archive.namelist() == ["LICENSE.txt", "os.pyc", "re/__init__.pyc"]
        made.append({path.relative_to(library): path.read_bytes() for path in library.rglob("*") if path.is_file()})
    names = {path.relative_to("python3.11/site-packages").as_posix() for path in made[0] if path.suffix != ".zip"}
    assert names == {"kivy/app.pyc", "kivy/data/style.kv", "plyer/platforms/ios/tts.pyc"}
    assert made[0] == made[1]


def test_package_has_a_note_of_its_sources(tmp_path: Path) -> None:
    (tmp_path / "sanmill.ipa").write_bytes(b"a package")
    written = ios_project.note(tmp_path / "sanmill.ipa")
    assert written.startswith(f"sanmill.ipa sha256:{hashlib.sha256(b'a package').hexdigest()}\n")
    assert f"\nlibffi-3.4.8.tar.gz sha256:{ios_toolchain.SHA256['libffi-3.4.8.tar.gz']}\n" in written
    assert "\nkivy-ios==2025.5.17\n" in written


def test_kivy_ios_finds_recipes_and_engine_builds_statically(graph: tuple[Path, dict[str, Any]]) -> None:
    tmp_path = graph[0]
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
