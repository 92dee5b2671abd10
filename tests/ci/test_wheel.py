"""The installed wheel works outside the checkout."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from ci.checks.check_wheel import check
from ci.packaging.wheel import PLATFORM, SOURCES, ZIG_TARGETS, files_under
from sanmill import __version__
from tests.kit.patience import HANG

ROOT = Path(__file__).resolve().parents[2]
OPEN_APP = """
from sanmill.app import App, main
from kivy.clock import Clock

def look(_):
    app = App.get_running_app()
    print("shown", app.nav.current is not None, app.say("home.versus"))
    app.stop()

Clock.schedule_once(look, 0.5)
main()
"""


def pip(*arguments: str, python: str = sys.executable, folder: Path = ROOT, **variables: str) -> None:
    command = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check", "-q", *arguments]
    environment = {**os.environ, **variables}
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def of_this_machine() -> str:
    """The platform of the wheel that pip would fetch for this machine; empty if no such wheel is made."""
    system = {"linux": "manylinux", "darwin": "macosx"}.get(sys.platform, sys.platform)
    fits = [tag for tag in ZIG_TARGETS if tag.startswith(system) and tag.endswith(f"_{platform.machine()}")]
    return fits[0] if fits else ""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the project in a folder with an awkward name."""
    copy = tmp_path / 'it\'s "Ä" b'
    for part in ("sanmill", *SOURCES):
        for path in files_under(part):
            (copy / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, copy / path)
    for path in ROOT.iterdir():
        if path.is_file() and not path.name.startswith("."):
            shutil.copy(path, copy)
    return copy


@pytest.fixture
def wheel(checkout: Path, tmp_path: Path) -> Path:
    """The one for this machine, cross-built like the others; `make wheels` names the one it built."""
    named = os.environ.get("SANMILL_WHEEL")
    if named:
        return (ROOT / named).resolve()
    folder = tmp_path / "wheel"
    variables = {PLATFORM: of_this_machine(), "ZIG_GLOBAL_CACHE_DIR": str(ROOT / "build" / "zig")}
    options = ("--no-deps", "--no-build-isolation", "--wheel-dir", str(folder))
    pip("wheel", *options, ".", folder=checkout, **variables)
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel, and with what it needs borrowed from here."""
    home = tmp_path_factory.mktemp("fresh")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    python = home / "bin" / "python"
    pip("install", "--no-deps", str(wheel), python=str(python))
    (packages,) = home.glob("lib/python*/site-packages")
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return home


def run(*command: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """In a folder that is nobody's checkout."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SANMILL"))}
    return subprocess.run(
        command, cwd=folder, env={**clean, **environment}, capture_output=True, text=True, check=False, timeout=HANG
    )


def check_name(wheel: Path) -> None:
    """For every Python, on one kind of machine."""
    here = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    system, _, machine = here.partition("_")
    assert re.fullmatch(rf"sanmill-{re.escape(__version__)}-py3-none-(many)?{system}\w*{machine}.*\.whl", wheel.name)
    assert not of_this_machine() or check(wheel) == []


def check_content(wheel: Path) -> None:
    """All that is needed and no more."""
    names = zipfile.ZipFile(wheel).namelist()
    for part in ("assets/fonts/icons.ttf", "assets/LICENSE", "i18n/en.mo", "ui/nav.kv", "engine/_declarations.py"):
        assert f"sanmill/{part}" in names
    for folder in ("tables", "networks"):
        assert any(name.startswith(f"sanmill/assets/{folder}/") for name in names)
    assert any(name.endswith("share/applications/sanmill.desktop") for name in names)
    assert not [name for name in names if name.endswith((".c", ".h", ".pyc", ".po")) and "/share/" not in name]
    pictures = [name for name in names if name.endswith(".png") and "/share/" not in name]
    shown = ("sanmill/assets/portraits/", "sanmill/assets/icons/sanmill.png")
    assert all(name.startswith(shown) for name in pictures)
    assert not [name for name in names if name.startswith(("tests/", "ci/", "engine_c/"))]


def play(installed: Path, tmp_path: Path) -> None:
    command = str(installed / "bin" / "sanmill")
    assert run(command, "--version", folder=tmp_path).stdout == f"sanmill {__version__}\n"
    played = run(command, "play", "--white", "computer", "--level", "1", "--seed", "1", folder=tmp_path)
    assert "The game is over" in played.stdout or "wins" in played.stdout or "draw" in played.stdout, played
    bench = subprocess.run([command, "uci"], cwd=tmp_path, input="quit\n", text=True, capture_output=True, check=True)
    assert bench.stderr == ""


def open_app(installed: Path, tmp_path: Path) -> None:
    ran = run(
        str(installed / "bin" / "python"),
        "-c",
        OPEN_APP,
        folder=tmp_path,
        SANMILL_DATA=str(tmp_path / "data"),
        LANGUAGE="en",
        SDL_VIDEODRIVER="offscreen",
        SDL_AUDIODRIVER="dummy",
    )
    assert "shown True" in ran.stdout, ran.stderr
    assert "home.versus" not in ran.stdout


@pytest.mark.long
def test_installed_wheel_works_outside_checkout(wheel: Path, installed: Path, tmp_path: Path) -> None:
    check_name(wheel)
    check_content(wheel)
    play(installed, tmp_path)
    open_app(installed, tmp_path)
