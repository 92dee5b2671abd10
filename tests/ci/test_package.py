"""The phone packages without an SDK: the spec, the recipes, and the app run from a copy of the packaged files."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ci.checks import check_apk
from ci.packaging import packaged
from sanmill import __version__
from tests.kit.scripted_tools import path_of

ROOT = Path(__file__).resolve().parents[2]
PROFILES = {"": "android", "legacy": "legacy"}  # and the folder of their tools
# Recipe names of imported modules, where they differ.
PROVIDERS = {"_cffi_backend": "cffi", "jnius": "pyjnius"}

RESOLVE = """
import json, os, sys
from pythonforandroid.build import Context
from pythonforandroid.graph import get_recipe_order_and_bootstrap
from pythonforandroid.recipe import Recipe
from pythonforandroid import recipe as base, recommendations
context = Context()
context.setup_dirs(os.getcwd())
context.local_recipes = sys.argv[1]
order, modules, bootstrap = get_recipe_order_and_bootstrap(context, sys.argv[2].split(","), None)
recipes = {name: Recipe.get_recipe(name, context) for name in order}
python = recipes["python3"]
context.ndk_api, context.recipe_build_order = 24, order
included = {}
for name, recipe in recipes.items():
    if isinstance(recipe, base.IncludedFilesBehaviour):
        os.makedirs(recipe.get_build_container_dir("armeabi-v7a"), exist_ok=True)
        recipe.prepare_build_dir("armeabi-v7a")
        folder = recipe.get_build_dir("armeabi-v7a")
        included[name] = {os.path.relpath(os.path.join(place, file), folder): open(os.path.join(place, file)).read()
                          for place, _, files in os.walk(folder) for file in files}
print(json.dumps({
    "order": order, "modules": modules, "bootstrap": bootstrap.name,
    "versions": {name: recipe.version for name, recipe in recipes.items()},
    "floor": python.MIN_NDK_API, "left_out": sorted(python.stdlib_dir_blacklist),
    "patches": [os.path.join(recipe.get_recipe_dir(), patch if isinstance(patch, str) else patch[0])
                for recipe in recipes.values() for patch in recipe.patches or []],
    "included": included,
    "isolated": {name: recipe.extra_build_args for name, recipe in recipes.items()
                 if isinstance(recipe, getattr(base, "PyProjectRecipe", ())) and (recipe.url or name in included)},
    "ndk": recommendations.RECOMMENDED_NDK_VERSION, "api": recommendations.RECOMMENDED_NDK_API,
}))
"""
BUILD = """
import os, platform, sys
from pathlib import Path
import pythonforandroid.build as build
from pythonforandroid.bootstrap import Bootstrap
from pythonforandroid.distribution import Distribution
from pythonforandroid.recipe import Recipe
recipes, folder = sys.argv[1:]
llvm = Path(folder, "ndk/toolchains/llvm/prebuilt/linux-x86_64/bin")
llvm.mkdir(parents=True)
(llvm / "clang").write_text('''#!/bin/sh
for each; do shift; case $each in -target | *-linux-android24) ;; *) set -- "$@" "$each" ;; esac; done
exec cc "$@"
''')
(llvm / "clang").chmod(0o755)
context = build.Context()
context.local_recipes = recipes
context.setup_dirs(folder + "/storage")
context.ensure_dirs()
context.ndk_api, context.ndk_dir, context.ndk = 24, folder + "/ndk", build.AndroidNDK(folder + "/ndk")
context.set_archs(["arm64-v8a" if platform.machine() == "aarch64" else "x86_64"])
context.recipe_build_order = ["hostpython3", "python3", "libsanmill"]
context.python_recipe = Recipe.get_recipe("python3", context)
context.bootstrap = Bootstrap.get_bootstrap("sdl2", context)
context.bootstrap.distribution = Distribution(context)
context.bootstrap.distribution.name = "sanmill"
[arch] = context.archs
arch.arch_cflags = [*arch.arch_cflags, "-O0", "-fno-lto"]  # quick
context.env["PATH"] = f"{llvm}:" + os.environ["PATH"]
recipe = Recipe.get_recipe("libsanmill", context)
recipe.download_if_necessary()
Path(recipe.get_build_container_dir(arch.arch)).mkdir(parents=True)
recipe.prepare_build_dir(arch.arch)
recipe.prebuild_arch(arch)
recipe.apply_patches(arch)
recipe.build_arch(arch)
recipe.install_libraries(arch)
assert recipe.should_build(arch), "the next build would take the engine of this one"
print(Path(context.get_libs_dir(arch.arch), "libsanmill.so"))
"""
# [build-system] requires of the releases that the recipes download; included sources have it beside their setup.py.
BUILD_REQUIREMENTS = {
    "cffi": ["setuptools >= 66.1"],
    "kivy": ["setuptools~=69.2.0", "wheel~=0.44.0", "packaging~=24.0", "cython>=0.29.1,<=3.0.11"],
    "pyjnius": ["setuptools>=58.0.0", "wheel", "Cython~=3.1.2"],
}
# A backend that builds nothing and says what it could have built with.
BACKEND = """
from importlib.metadata import distributions
def build_wheel(folder, *_):
    with open(folder + "/versions", "w") as file:
        print(*sorted(f"{each.metadata['Name'].lower()}=={each.version}" for each in distributions()), file=file)
    return "versions"
"""


def run(script: str, *arguments: str, folder: Path, tools: str = "android") -> str:
    """Run a script with the tools of a profile, in its own process, because recipe classes cache their recipes."""
    environment = {
        "PATH": path_of(folder / "bin", "as", "cc", "ld", "make"),
        "HOME": str(folder),
        "PYTHONPATH": str(packaged.TOOLS.with_name(tools)),
    }
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
    made = packaged.buildozer(tmp_path / "build", request.param)
    made.tools = PROFILES[request.param]
    return made


def resolved(builder: Any) -> dict[str, Any]:
    """Recipes and modules that the profile's python-for-android resolves the requirements to."""
    names = [name.partition("==")[0] for name in builder.config.getlist("app", "requirements")]
    return resolve(str(ROOT / builder.config.get("app", "p4a.local_recipes")), ",".join(names), builder.tools)


@cache
def resolve(recipes: str, names: str, tools: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        said = run(RESOLVE, recipes, names, folder=Path(folder), tools=tools)
    answer: dict[str, Any] = json.loads(said.splitlines()[-1])
    return answer


def test_buildozer_accepts_the_spec(builder: Any) -> None:
    builder.check_configuration_tokens()
    builder.target.check_configuration_tokens()
    assert builder.get_version() == __version__


def test_spec_values_have_comments() -> None:
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


def test_python_for_android_orders_the_recipes(builder: Any) -> None:
    answer = resolved(builder)
    order = answer["order"]
    assert answer["bootstrap"] == "sdl2"
    assert {"libsanmill", "python3", "cffi", "kivy", "pyjnius"} <= set(order)
    assert order.index("libffi") < order.index("python3") < order.index("cffi")
    assert answer["versions"]["libsanmill"] == __version__
    assert int(builder.config.get("app", "android.ndk_api")) >= answer["floor"]
    assert [patch for patch in answer["patches"] if not Path(patch).exists()] == []


def test_included_sources_are_complete(builder: Any) -> None:
    """Every file that a setup.py of python-for-android's own names exists, and Cython is asked for where it is used."""
    included = resolved(builder)["included"]
    assert set(included) == {"android"}
    for files in included.values():
        named = re.findall(r"['\"]([\w/]+)\.(?:c|pyx)['\"]", files["setup.py"])
        assert named
        assert [name for name in named if not {f"{name}.c", f"{name}.pyx"} & set(files)] == []
        assert "Cython" in files.get("pyproject.toml", "") or "Cython" not in files["setup.py"]


@pytest.mark.long
@pytest.mark.parametrize("name", ["android", *BUILD_REQUIREMENTS])
def test_isolated_builds_use_pinned_tools(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the real build and pip resolve what a recipe's build asks for: all of it is pinned."""
    control = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(tmp_path), "six==1.17.0"]
    if subprocess.run(control, capture_output=True, check=False).returncode:
        pytest.skip("no package index in reach")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(ROOT)
    made = packaged.buildozer(tmp_path / "build")
    made.tools = "android"
    answer = resolved(made)
    assert set(answer["isolated"]) == {"android", *BUILD_REQUIREMENTS}
    project = tmp_path / "project"
    project.mkdir()
    written = answer["included"].get(name, {}).get("pyproject.toml") or ""
    requirements = BUILD_REQUIREMENTS.get(name) or re.findall(r'"([^"]+)"', written)
    (project / "backend.py").write_text(BACKEND, encoding="utf-8")
    (project / "pyproject.toml").write_text(
        f'[build-system]\nrequires = {json.dumps(requirements)}\nbuild-backend = "backend"\nbackend-path = ["."]\n',
        encoding="utf-8",
    )
    arguments = answer["isolated"][name]
    environment = {**os.environ, "PYTHONPATH": str(packaged.TOOLS)}
    command = [sys.executable, "-m", "build", "--wheel", *arguments, str(project)]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    pinned = Path(arguments[-1]).read_text(encoding="utf-8").split()
    used = (project / "dist" / "versions").read_text(encoding="utf-8").split()
    assert [each for each in used if not each.startswith("pip==")] == pinned


def test_versions_match_python_for_android_release(builder: Any) -> None:
    """Every profile has the versions, the NDK and the API level of its python-for-android release."""
    answer = resolved(builder)
    wanted = dict(name.split("==") for name in builder.config.getlist("app", "requirements") if "==" in name)
    of_recipes = {name: version for name, version in wanted.items() if name in answer["order"]}
    assert of_recipes == {name: answer["versions"][name] for name in of_recipes}
    constraints = (ROOT / "ci" / "requirements" / "constraints-build.txt").read_text(encoding="utf-8")
    pinned = {*wanted, *re.findall(r"^([\w-]+)==", constraints, re.MULTILINE)}
    assert set(answer["modules"]) <= pinned, "an unpinned requirement"
    assert "setuptools" in pinned, "the recipe of this name has no version"
    assert builder.config.get("app", "android.ndk") == answer["ndk"]
    assert int(builder.config.get("app", "android.minapi")) == answer["api"]
    locked = (ROOT / "ci" / "requirements" / f"{builder.tools}.txt").read_text(encoding="utf-8")
    release = re.findall(r"python-for-android==([\d.]*)", locked)[0]
    tag = builder.config.get("app", "p4a.branch")
    assert [int(part) for part in tag.lstrip("v").split(".")] == [int(part) for part in release.split(".")]


def test_unused_packages_are_not_bundled(builder: Any) -> None:
    """Exclude requests and its dependencies: pip refuses the charset-normalizer wheel of python-for-android."""
    answer = resolved(builder)
    kin = {"certifi", "chardet", "charset-normalizer", "idna", "requests", "urllib3"}
    assert kin.isdisjoint({*answer["order"], *answer["modules"]})


def test_left_out_modules_are_not_packaged(builder: Any) -> None:
    """Scenes are shown without them, below."""
    assert ROOT / builder.config.get("app", "android.blacklist_src") == packaged.LEAVE_OUT
    assert {"kivy.tools", "kivy.uix.video", "setuptools", "_sqlite3"} <= packaged.left_out()
    assert set(resolved(builder)["left_out"]) >= packaged.LIBRARY_LEFT_OUT
    assert packaged.foreign_imports().isdisjoint(packaged.left_out())


def test_imports_of_the_app_are_required(builder: Any) -> None:
    answer = resolved(builder)
    provided = {*answer["order"], *answer["modules"]}
    foreign = {PROVIDERS.get(name, name) for name in packaged.foreign_imports() - {"ios", "pyobjus"}}
    assert foreign <= provided


@pytest.mark.parametrize("tools", PROFILES.values())
def test_python_for_android_builds_the_engine(tools: str, tmp_path: Path) -> None:
    """Run the recipe from download to installation with the native compiler instead of the NDK."""
    recipes = str(ROOT / "ci" / "packaging" / "recipes" / "android")
    library = run(BUILD, recipes, str(tmp_path), folder=tmp_path, tools=tools).splitlines()[-1]
    listed = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True)
    symbols = listed.stdout.split()[2::3]
    assert symbols
    assert [name for name in symbols if not name.startswith("mill_")] == []
    content = Path(library).read_bytes()
    assert check_apk.load_alignments(content)
    assert all(alignment % check_apk.PAGE == 0 for alignment in check_apk.load_alignments(content))
    headers = subprocess.run(["readelf", "-S", library], capture_output=True, text=True, check=True).stdout
    assert ".symtab" not in headers


def test_package_holds_exactly_what_app_loads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    copy = packaged.copy(tmp_path)
    names = [path.relative_to(copy).as_posix() for path in copy.rglob("*") if path.is_file()]
    assert {name.split("/")[0] for name in names} == {"main.py", "LICENSE", "sanmill", "assets", "i18n"}
    assert {Path(name).suffix for name in names if name.startswith("sanmill/")} == {".py", ".kv"}
    parts = {name.split("/")[1] for name in names if name.startswith("sanmill/")} - {"_build.py"}
    assert parts == {"__init__.py", "app.py", "core", "engine", "control", "ui"}, "tools and the command line stay out"
    beside = {path.relative_to(ROOT).as_posix() for part in ("assets", "i18n") for path in (ROOT / part).rglob("*.*")}
    catalogues = {name for name in beside if name.endswith(".po")}
    left_out = {name for name in beside - set(names) if not name.startswith("assets/icons/") and name[-3:] != ".md"}
    assert left_out - catalogues == {"assets/readme.png"}, "source.include_exts in buildozer.spec lacks a kind of file"
    assert left_out >= catalogues, "the app loads compiled ones"


LEGACY_APP = packaged.TOOLS.with_name("legacy-app")
IS_LEGACY_PYTHON = sys.version_info[:2] == (3, 11)
# Every scene is shown from the compiled copy once, and with the current Kivy from the sources (test_layout.py). These
# show what files beside the code are needed for: networks, tablebases, puzzles, licences, themes.
SOME = "first opening hint proven result home new_versus expert colours help license_text workshop puzzle games record"


@pytest.fixture(scope="module")
def compiled_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packaged files as they are on the phone, and the scenes beside them."""
    folder = tmp_path_factory.mktemp("package")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("HOME", str(folder))
        copy = packaged.copy(folder)
    packaged.compile_as_on_the_phone(copy)
    assert list(copy.rglob("*.py")) == []
    shutil.copytree(ROOT / "tests" / "kit", copy / "tests" / "kit", ignore=shutil.ignore_patterns("__pycache__"))
    return copy


@pytest.mark.long
def test_packaged_app_shows_its_screens_in_all_languages(compiled_copy: Path, tmp_path: Path) -> None:
    """Run from bytecode without sources and open no file outside the package."""
    languages = tuple(path.stem for path in sorted((ROOT / "i18n").glob("*.po")))
    said = packaged.show(compiled_copy, tmp_path, SOME if IS_LEGACY_PYTHON else "all", languages)
    assert said["outside"] == []
    assert len(said["shown"]) >= len(SOME.split()) + 2 * len(languages)


@pytest.mark.long
@pytest.mark.skipif(not IS_LEGACY_PYTHON, reason="not Python 3.11, so the test above shows every screen")
def test_packaged_app_shows_all_screens_with_oldest_kivy(compiled_copy: Path, tmp_path: Path) -> None:
    """Use the Kivy, cffi and Python versions of the package for Android 5 and 6."""
    said = packaged.show(compiled_copy, tmp_path, packages=LEGACY_APP)
    assert said["outside"] == []
    assert len(said["shown"]) > 80
    spec = (ROOT / "buildozer.spec").read_text(encoding="utf-8").partition("[app@legacy]")[2]
    assert re.findall(r"kivy==([\d.]+),cffi==([\d.]+)", spec) == [tuple(said["versions"])]


def test_start_imports_only_what_first_frame_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    copy = packaged.copy(tmp_path)
    imported = packaged.imported_at_start(copy, tmp_path / "data")
    assert "sanmill.app" in imported
    assert [name for name in imported if packaged.is_needless(name)] == []
