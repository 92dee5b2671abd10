"""The phone packages without an SDK: the spec, the recipes, and the app run from a copy of the packaged files."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ci import packaged
from sanmill import __version__

ROOT = Path(__file__).resolve().parents[2]
PROFILES = ("", "legacy")
# Recipe names of imported modules, where they differ.
PROVIDERS = {"_cffi_backend": "cffi", "jnius": "pyjnius"}

RESOLVE = """
import json, os, sys
from pythonforandroid.build import Context
from pythonforandroid.graph import get_recipe_order_and_bootstrap
from pythonforandroid.recipe import Recipe
from pythonforandroid import recommendations
context = Context()
context.local_recipes = sys.argv[1]
order, modules, bootstrap = get_recipe_order_and_bootstrap(context, sys.argv[2].split(","), None)
recipes = {name: Recipe.get_recipe(name, context) for name in order}
python = recipes["python3"]
print(json.dumps({
    "order": order, "modules": modules, "bootstrap": bootstrap.name,
    "versions": {name: recipe.version for name, recipe in recipes.items()},
    "floor": python.MIN_NDK_API,
    "patches": [os.path.join(python.get_recipe_dir(), patch if isinstance(patch, str) else patch[0])
                for patch in python.patches],
    "ndk": recommendations.RECOMMENDED_NDK_VERSION, "api": recommendations.RECOMMENDED_NDK_API,
}))
"""
BUILD = """
import sys, types
from pathlib import Path
from unittest import mock
import sh
from pythonforandroid.build import Context
from pythonforandroid.recipe import Recipe
context = Context()
context.local_recipes, folder = sys.argv[1:]
recipe = Recipe.get_recipe("libsanmill", context)
environment = {"CC": "cc", "CFLAGS": "-O0 -fno-lto", "PATH": "/usr/bin:/bin"}
with mock.patch.object(recipe, "get_build_dir", lambda arch: folder), \\
     mock.patch.object(recipe, "get_recipe_env", lambda arch: environment):
    recipe.build_arch(types.SimpleNamespace(arch="arm64-v8a"))
    print(recipe.get_libraries("arm64-v8a"))
"""
IOS = """
import os, sys, types
for name in ("pbxproj", "pbxproj.pbxextensions", "pbxproj.pbxextensions.ProjectFiles"):  # only for Xcode projects
    sys.modules[name] = types.ModuleType(name)
sys.modules["pbxproj"].XcodeProject = sys.modules["pbxproj.pbxextensions.ProjectFiles"].FileOptions = object
import kivy_ios.recipes
from kivy_ios.toolchain import Recipe
ours, folder = sys.argv[1:]
os.mkdir("recipes")
for name in ("cffi", "libsanmill"):  # as ci/ios.sh puts them among the toolchain's own
    os.symlink(f"{ours}/{name}", f"recipes/{name}")
kivy_ios.recipes.__path__.append(f"{folder}/recipes")
context = types.SimpleNamespace(custom_recipes_paths=[], root_dir=folder, state={})
waiting, seen = ["kivy", "cffi", "libsanmill"], set()
while waiting:
    name = waiting.pop()
    if name not in seen:
        seen.add(name)
        waiting += Recipe.get_recipe(name, context).depends
assert {"libffi", "python", "cffi", "libsanmill"} <= seen, seen
engine = Recipe.get_recipe("libsanmill", context)
assert engine.name == "libsanmill"
assert os.path.exists(os.path.join(engine.recipe_dir, engine.url, "mill.h"))
engine.build_dir = folder
environment = {"CC": "cc", "AR": "ar", "CFLAGS": "-O0", "PATH": "/usr/bin:/bin"}
engine.build_platform(types.SimpleNamespace(get_env=lambda: environment))
"""


def run(script: str, *arguments: str, folder: Path) -> str:
    """Run a script in its own process, because recipe classes cache their recipes."""
    environment = {**os.environ, "HOME": str(folder), "PYTHONPATH": str(packaged.TOOLS)}
    ran = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr + ran.stdout
    return ran.stdout


@pytest.fixture(params=PROFILES, ids=lambda profile: profile or "modern")
def builder(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """buildozer with the spec, profile by profile."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(ROOT)
    return packaged.buildozer(tmp_path / "build", request.param)


def resolved(builder: Any, folder: Path) -> dict[str, Any]:
    """Recipes and modules that python-for-android resolves the requirements to."""
    names = [name.partition("==")[0] for name in builder.config.getlist("app", "requirements")]
    recipes = str(ROOT / builder.config.get("app", "p4a.local_recipes"))
    answer: dict[str, Any] = json.loads(run(RESOLVE, recipes, ",".join(names), folder=folder).splitlines()[-1])
    return answer


def test_buildozer_accepts_the_spec(builder: Any) -> None:
    builder.check_configuration_tokens()
    builder.target.check_configuration_tokens()
    assert builder.get_version() == __version__
    assert builder.config.getlist("app", "android.permissions") == ["android.permission.VIBRATE"]
    manifest = builder.config.get("app", "android.extra_manifest_application_arguments")
    assert not manifest or 'enableOnBackInvokedCallback="false"' in Path(manifest).read_text(encoding="utf-8")


def test_every_value_of_the_spec_is_explained() -> None:
    """A comment stands above each block of values except those of buildozer's template."""
    unexplained = []
    explained = False
    for line in (ROOT / "buildozer.spec").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            explained = True
        elif not line or line.startswith("["):
            explained = False
        elif not explained:
            unexplained.append(line.partition(" ")[0])
    assert unexplained == ["title", "package.name", "package.domain"]


def test_python_for_android_orders_the_recipes(builder: Any, tmp_path: Path) -> None:
    answer = resolved(builder, tmp_path)
    order = answer["order"]
    assert answer["bootstrap"] == "sdl2"
    assert {"libsanmill", "python3", "cffi", "kivy", "pyjnius"} <= set(order)
    assert order.index("libffi") < order.index("python3") < order.index("cffi")
    assert answer["versions"]["libsanmill"] == __version__
    assert int(builder.config.get("app", "android.ndk_api")) >= answer["floor"]
    assert [patch for patch in answer["patches"] if not Path(patch).exists()] == []


def test_the_versions_are_those_of_the_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The modern profile has the versions of this python-for-android release."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(ROOT)
    builder = packaged.buildozer(tmp_path / "build")
    answer = resolved(builder, tmp_path)
    wanted = dict(name.split("==") for name in builder.config.getlist("app", "requirements") if "==" in name)
    of_recipes = {name: version for name, version in wanted.items() if name in answer["order"]}
    assert of_recipes == {name: answer["versions"][name] for name in of_recipes}
    assert set(answer["modules"]) - {"six"} <= set(wanted), "an unpinned requirement"
    assert builder.config.get("app", "android.ndk") == answer["ndk"]
    assert int(builder.config.get("app", "android.minapi")) == answer["api"]
    pinned = (ROOT / "ci" / "requirements-package.txt").read_text(encoding="utf-8")
    release = re.findall(r"python-for-android==(.*)", pinned)[0]
    tag = builder.config.get("app", "p4a.branch")
    assert [int(part) for part in tag.lstrip("v").split(".")] == [int(part) for part in release.split(".")]


def test_what_the_app_imports_is_required(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(ROOT)
    answer = resolved(packaged.buildozer(tmp_path / "build"), tmp_path)
    provided = {*answer["order"], *answer["modules"]}
    foreign = {PROVIDERS.get(name, name) for name in packaged.foreign_imports() - {"ios"}}
    assert foreign <= provided


def test_the_engine_recipe_builds_a_small_library(tmp_path: Path) -> None:
    run(BUILD, str(ROOT / "ci" / "recipes" / "android"), str(tmp_path), folder=tmp_path)
    symbols = subprocess.run(
        ["nm", "-D", "--defined-only", str(tmp_path / "libsanmill.so")], capture_output=True, text=True, check=True
    ).stdout.split()[2::3]
    assert symbols
    assert [name for name in symbols if not name.startswith("mill_")] == []
    headers = subprocess.run(
        ["readelf", "-S", str(tmp_path / "libsanmill.so")], capture_output=True, text=True, check=True
    ).stdout
    assert ".symtab" not in headers


def test_kivy_ios_finds_the_recipes_and_the_engine_builds_statically(tmp_path: Path) -> None:
    run(IOS, str(ROOT / "ci" / "recipes" / "ios"), str(tmp_path), folder=tmp_path)
    listed = subprocess.run(["nm", str(tmp_path / "libsanmill.a")], capture_output=True, text=True, check=True).stdout
    assert " T mill_version" in listed
    assert " T main" not in listed


@pytest.mark.parametrize(("script", "words"), [("apk.sh", "missing: "), ("ios.sh", "macOS with Xcode")])
def test_what_cannot_be_built_here_says_so_at_once(script: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "uname").write_text("#!/bin/sh\necho Linux\n", encoding="utf-8")
    (tmp_path / "uname").chmod(0o755)
    for tool in ("bash", "dirname"):
        (tmp_path / tool).symlink_to(shutil.which(tool) or tool)
    environment = {"PATH": str(tmp_path), "HOME": str(tmp_path)}
    ran = subprocess.run(
        ["bash", str(ROOT / "ci" / script)], env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    assert words in ran.stderr


def test_the_package_holds_what_the_app_loads_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    copy = packaged.copy(tmp_path)
    names = [path.relative_to(copy).as_posix() for path in copy.rglob("*") if path.is_file()]
    assert {name.split("/")[0] for name in names} == {"main.py", "LICENSE", "sanmill", "assets", "i18n"}
    assert {Path(name).suffix for name in names if name.startswith("sanmill/")} == {".py", ".kv"}
    parts = {name.split("/")[1] for name in names if name.startswith("sanmill/")} - {"_build.py"}
    assert parts == {"__init__.py", "app.py", "core", "engine", "control", "ui"}, "tools and the command line stay out"
    beside = {path.relative_to(ROOT).as_posix() for part in ("assets", "i18n") for path in (ROOT / part).rglob("*.*")}
    left_out = {name for name in beside - set(names) if not name.startswith("assets/icons/")}
    assert left_out == {"assets/readme.png"}, "source.include_exts in buildozer.spec lacks a kind of file"


def test_the_packaged_app_shows_every_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In every language, from a copy of the packaged files, opening no file outside it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    copy = packaged.copy(tmp_path)
    shutil.copytree(ROOT / "tests" / "kit", copy / "tests" / "kit")
    for path in sorted((ROOT / "i18n").glob("*.po")):
        scenes = "all" if path.stem == "en" else "start"
        said = packaged.show(copy, tmp_path / path.stem, path.stem, scenes)
        assert said["outside"] == [], said
        assert said["shown"], said


def test_nothing_is_imported_at_start_that_the_first_frame_does_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    copy = packaged.copy(tmp_path)
    imported = packaged.imported_at_start(copy, tmp_path / "data")
    assert "sanmill.app" in imported
    assert [name for name in imported if packaged.is_needless(name)] == []
