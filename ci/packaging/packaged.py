"""Copy the files of a phone package, measure them and start the app from the copy.

    python -m ci.packaging.packaged             size, and modules imported until the first frame
    python -m ci.packaging.packaged --copy DIR  only copy the files

buildozer's own code chooses the files by buildozer.spec; the toolchain adds native libraries and Python.
"""

from __future__ import annotations

import ast
import contextlib
import io
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

from ci import ROOT, stamp

SPEC = ROOT / "buildozer.spec"
TOOLS = ROOT / ".venv" / "package" / "android"  # where ci/setup.sh puts buildozer and python-for-android
MOST_MB = 15  # tables with distances take 5 of them, fonts 3, networks of the variants 2, catalogues 2
# Modules that the first frame must not import: they serve networks, other programs and tests. asyncio is not listed,
# because Kivy imports it at once. The pages are added below; each is imported when it is first opened.
NEEDLESS = frozenset(
    """
    cffi docutils email.mime http multiprocessing pkg_resources pycparser pydoc pygments requests setuptools sqlite3
    unittest urllib3 xml
    """.split()
)
LEAVE_OUT = ROOT / "ci" / "packaging" / "android" / "leave_out.txt"
LIBRARY_LEFT_OUT = frozenset({"_pyrepl", "multiprocessing", "pydoc_data", "unittest"})  # by the recipe of Python

WATCH = """
import gc, json, os, sys
sys.modules.update(dict.fromkeys(sys.argv.pop(1).split()))  # what is None there cannot be imported
copy, root, scenes, *languages = sys.argv[1:]
outside = []
def look(event, arguments):
    if event == "open" and isinstance(arguments[0], str):
        path = os.path.abspath(arguments[0])
        is_ours = path.startswith(root + os.sep) and not path.startswith(os.path.join(root, ".venv") + os.sep)
        if is_ours and not path.startswith(copy + os.sep) and "engine_c" not in path:
            outside.append(path)
sys.addaudithook(look)
from pathlib import Path
from tests.kit.driver import Driver
from tests.kit.scenes import SCENES, enter
from sanmill.core import settings
driver = Driver(Path(os.environ["SANMILL_DATA"]))
driver.frames(3)
gc.collect = lambda *_: 0  # the app calls it between screens, which takes a fifth of the time
shown = []
def enter_all(names):
    for name in names:
        enter(driver, name)
        driver.draw()
        shown.append(name)
enter_all(SCENES if scenes == "all" else scenes.split())
for language in languages:
    driver.set(settings.LANGUAGE, language)
    enter_all(["home", "opening"])
driver.close()
import cffi, kivy
print(json.dumps({"outside": sorted(set(outside)), "shown": shown, "versions": [kivy.__version__, cffi.__version__]}))
"""
START = """
import json, sys, time
begin = time.perf_counter()
import main
from kivy.clock import Clock
from kivy.base import EventLoop
def look(_):
    print(json.dumps([time.perf_counter() - begin, sorted(sys.modules)]))
    sys.stdout.flush()
    EventLoop.window.close()
    import os
    os._exit(0)
Clock.schedule_once(lambda _: Clock.schedule_once(look, 0), 0)
main.main()
"""


def buildozer(build: Path, profile: str = "") -> Any:
    """A Buildozer that has read the spec and writes to the given folder."""
    if str(TOOLS) not in sys.path:
        sys.path.append(str(TOOLS))
    from buildozer import Buildozer
    from buildozer.logger import Logger

    os.environ["BUILDOZER_BUILD_DIR"] = str(build)
    os.environ["BUILDOZER_BIN_DIR"] = str(build / "bin")
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            made = Buildozer(filename=str(SPEC))
            Logger.set_level(0)
            made.config.apply_profile(profile)
            made.set_target("android")
    finally:
        del os.environ["BUILDOZER_BUILD_DIR"], os.environ["BUILDOZER_BIN_DIR"]
    return made


def copy(folder: Path, profile: str = "") -> Path:
    """Copy the files that would be packaged."""
    here = Path.cwd()
    os.chdir(ROOT)  # paths in the spec are relative to it
    try:
        made = buildozer(folder / "packaged", profile)
        made._copy_application_sources()
    finally:
        os.chdir(here)
    return Path(made.app_dir)


def compile_as_on_the_phone(folder: Path) -> None:
    """Replace every source by its optimised bytecode, as python-for-android does."""
    command = [sys.executable, "-OO", "-m", "compileall", "-b", "-f", "-q", str(folder)]
    subprocess.run(command, check=True)
    for path in folder.rglob("*.py"):
        path.unlink()


def environment(data: Path) -> dict[str, str]:
    """Environment variables for offscreen rendering with a data folder and the built library."""
    data.mkdir(parents=True, exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("KIVY", "PYTHON"))}
    return {
        **kept,
        "SDL_VIDEODRIVER": "offscreen",
        "SDL_AUDIODRIVER": "dummy",
        "KIVY_HOME": str(data / "kivy"),
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_FILELOG": "1",
        "KIVY_LOG_MODE": "PYTHON",
        "KCFG_GRAPHICS_MAXFPS": "500",
        "LANGUAGE": "en",
        "SANMILL_DATA": str(data / "data"),
        "SANMILL_LIBRARY": str(ROOT / "engine_c" / "build" / "libsanmill.so"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def _answer(script: str, *arguments: str, folder: Path, variables: dict[str, str]) -> Any:
    """What a script prints last, run with Python's optimisation of the phone."""
    ran = subprocess.run(
        [sys.executable, "-OO", "-c", script, *arguments],
        cwd=folder,
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = ran.stdout.splitlines()
    if ran.returncode or not lines:
        raise RuntimeError(ran.stderr)
    return json.loads(lines[-1])


def show(
    copied: Path, data: Path, scenes: str = "all", languages: tuple[str, ...] = (), *, packages: Path | None = None
) -> dict[str, list[str]]:
    """Enter scenes in the copied app, then two in each language; return those shown and files opened outside the copy.

    ``packages`` is a folder with other versions of what the app needs.
    """
    variables = environment(data)
    if packages:
        variables["PYTHONPATH"] = str(packages)
    arguments = (" ".join(left_out()), str(copied), str(ROOT), scenes, *languages)
    answer: dict[str, list[str]] = _answer(WATCH, *arguments, folder=copied, variables=variables)
    return answer


def left_out() -> set[str]:
    """Modules that are not in the package, but for those that take its place on this system."""
    listed = LEAVE_OUT.read_text(encoding="utf-8")
    files = re.findall(r"(?:site-packages|modules)/([\w/]+)(?:/\*|\.\*|\.pyc)$", listed, re.MULTILINE)
    modules = {file.replace("/", ".") for file in files}
    return {*LIBRARY_LEFT_OUT, *(name for name in modules if not re.match(r"cffi$|plyer\.", name))}


def start(copied: Path, data: Path) -> tuple[float, list[str]]:
    """Seconds until the first frame has been drawn, and the modules imported until then."""
    seconds, modules = _answer(START, folder=copied, variables=environment(data))
    return seconds, modules


def imported_at_start(copied: Path, data: Path) -> list[str]:
    return start(copied, data)[1]


def is_needless(module: str) -> bool:
    """Whether the first frame must not import a module."""
    from sanmill.control.routes import Kind
    from sanmill.ui.pages import CLASSES

    needless = NEEDLESS | {
        f"sanmill.ui.{place.partition(':')[0]}" for kind, place in CLASSES.items() if kind not in (Kind.HOME, Kind.PLAY)
    }
    parts = module.split(".")
    return any(".".join(parts[:count]) in needless for count in range(1, len(parts) + 1))


@cache
def imported() -> frozenset[str]:
    """Top-level modules that the app imports, anywhere and on any system."""
    found: set[str] = set()
    tools = ROOT / "sanmill" / "tools"
    for path in (ROOT / "sanmill").rglob("*.py"):
        if tools in path.parents or path.name in ("cli.py", "__main__.py"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found.update(alias.name.partition(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.partition(".")[0])
    return frozenset(found)


def foreign_imports() -> set[str]:
    """Third-party modules that the app imports."""
    from ci.checks.check_layers import STANDARD

    return set(imported() - STANDARD - {"sanmill"})


def size_mb(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 2**20


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--copy"]:
        with tempfile.TemporaryDirectory(prefix="sanmill-packaged-") as name:
            shutil.rmtree(arguments[1], ignore_errors=True)
            shutil.copytree(copy(Path(name)), arguments[1])
        for path in Path(arguments[1]).rglob("*"):
            os.utime(path, (60 * stamp.number(),) * 2)  # same commit, same bytecode
        return 0
    with tempfile.TemporaryDirectory(prefix="sanmill-packaged-") as name:
        os.environ["HOME"] = name
        copied = copy(Path(name))
        library = ROOT / "engine_c" / "build" / "libsanmill.so"
        size = size_mb(copied) + library.stat().st_size / 2**20
        print(f"packaged, without the toolchain's own parts {size:5.2f} MB of at most {MOST_MB}")
        for part in ("sanmill", "assets", "i18n"):
            print(f"  {part:<10} {size_mb(copied / part):5.2f} MB")
        seconds, modules = min(start(copied, Path(name) / f"data{turn}") for turn in range(3))
        print(f"packaged app, main.py to first frame {seconds:5.2f} s, {len(modules)} modules imported")
        print("  ours:", " ".join(module[8:] for module in modules if module.startswith("sanmill.")))
        needless = [module for module in modules if is_needless(module)]
        print("  of these not needed:", ", ".join(needless) or "none")
    return 1 if size > MOST_MB or needless else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
