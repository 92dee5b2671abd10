"""Extensions of setuptools: build the engine into the package and add its data files.

pyproject.toml names these classes. The wheel serves one kind of processor and every Python 3, since the engine is a
plain shared library: that of this machine, or the platform that SANMILL_PLATFORM names (see `make wheels`).
"""

from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from configparser import RawConfigParser
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path

from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py
from setuptools.dist import Distribution

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))  # setuptools loads this file by its path

from ci.catalogues import compile_catalogues  # noqa: E402
from ci.declare import declare  # noqa: E402

FOLDERS = ("assets", "i18n")  # data folders of the package
SOURCES = ("engine_c", "ci", *FOLDERS)  # needed to build from a source package
ENGINE_BUILD = ROOT / "engine_c" / "build"
PACKAGE = "sanmill"

# Platform tags of the wheels that can be cross-built, and zig's name of each target.
PLATFORM = "SANMILL_PLATFORM"
ZIG_TARGETS = {
    "manylinux_2_17_x86_64.manylinux2014_x86_64": "x86_64-linux-gnu.2.17",
    "manylinux_2_17_aarch64.manylinux2014_aarch64": "aarch64-linux-gnu.2.17",
    "manylinux_2_17_armv7l.manylinux2014_armv7l": "arm-linux-gnueabihf.2.17",
    "musllinux_1_2_x86_64": "x86_64-linux-musl",
    "musllinux_1_2_aarch64": "aarch64-linux-musl",
    "musllinux_1_2_armv7l": "arm-linux-musleabihf",
    "macosx_10_15_x86_64": "x86_64-macos.10.15",
    "macosx_11_0_arm64": "aarch64-macos.11.0",
    "win_amd64": "x86_64-windows-gnu",
}


def make_variables(platform: str) -> list[str]:
    """Variables of engine_c/Makefile that make it build for another platform."""
    target = ZIG_TARGETS[platform]
    return [
        f"CC={shlex.quote(sys.executable)} -m ziglang cc -target {target}",
        f"MACHINE={target}",
        f"ARCH={'-march=x86_64_v2' if target.startswith('x86_64') else ''}",  # zig's spelling
        f"LTO={'-flto' if 'linux' in target else ''}",  # zig cannot link it for macOS and Windows
    ]


@contextmanager
def zig_environment() -> Iterator[dict[str, str]]:
    """Environment variables that keep what zig compiles among the build output.

    zig lists the headers it has read and cannot read a list with quotes in a path, so they are reached by a plain one.
    """
    cache = os.environ.get("ZIG_GLOBAL_CACHE_DIR") or str(ROOT / "build" / "zig")
    with tempfile.TemporaryDirectory() as folder:
        headers = Path(folder, "lib")
        zig = importlib.util.find_spec("ziglang")
        if zig and zig.origin:
            headers.symlink_to(Path(zig.origin).with_name("lib"))
        yield {
            **os.environ,
            "ZIG_LIB_DIR": str(headers),
            "ZIG_GLOBAL_CACHE_DIR": cache,
            "ZIG_LOCAL_CACHE_DIR": cache,
        }


def files_under(folder: str) -> list[Path]:
    """The files in a folder, relative to the root, without build output."""
    paths = sorted(path for path in (ROOT / folder).rglob("*") if path.is_file() and ENGINE_BUILD not in path.parents)
    return [path.relative_to(ROOT) for path in paths if path.parent.name != "__pycache__"]


def files_to_come_along() -> list[Path]:
    """Data files of the app: those that the phone packages include."""
    spec = RawConfigParser()
    spec.read(ROOT / "buildozer.spec", encoding="utf-8")
    kinds = {f".{kind.strip()}" for kind in spec["app"]["source.include_exts"].split(",")}
    patterns = spec["app"]["source.include_patterns"].split(",")
    found = [path for folder in FOLDERS for path in files_under(folder) if path.suffix in kinds]
    return [path for path in found if any(fnmatch(path.as_posix(), pattern) for pattern in patterns)]


class BuildPy(build_py):  # type: ignore[misc]
    """Copy the code, then add the engine and the data files."""

    def run(self) -> None:
        shutil.rmtree(self.build_lib, ignore_errors=True)  # leftovers of an earlier build would be packaged
        super().run()
        if self.editable_mode:
            return  # a checkout has them in place after `make engine`
        compile_catalogues()
        target = Path(self.build_lib) / PACKAGE
        for path in files_to_come_along():
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / path, target / path)
        shutil.copyfile(ROOT / "LICENSE", target / "assets" / "LICENSE")
        self._build_engine(target / "engine")

    def _build_engine(self, target: Path) -> None:
        """The library, the console engine and the declarations."""
        platform = os.environ.get(PLATFORM, "")
        build = Path(self.get_finalized_command("build").build_temp).resolve() / f"engine{platform}"
        inside = os.path.relpath(build, ROOT / "engine_c")  # make takes no path with a space
        variables = [f"BUILD={inside}", "LDFLAGS=-s", *(make_variables(platform) if platform else ())]
        command = ["make", "-C", "engine_c", f"-j{os.cpu_count() or 1}", "all", *variables]
        with zig_environment() as environment:
            subprocess.run(command, cwd=ROOT, env=environment, check=True)
        for path in (*build.glob("libsanmill.*"), *build.glob("sanmill-uci*")):
            shutil.copy(path, target / path.name)
        declare(target=target / "_declarations.py")

    def get_source_files(self) -> list[str]:
        """The files that a source package needs."""
        extra = [str(path) for folder in SOURCES for path in files_under(folder)]
        return [*super().get_source_files(), *extra, "CHANGELOG.md", "buildozer.spec"]


class BdistWheel(bdist_wheel):  # type: ignore[misc]
    """A wheel for this processor type and every Python 3."""

    distribution: Distribution

    def finalize_options(self) -> None:
        self.distribution.has_ext_modules = lambda: True  # installs into the platform folder
        super().finalize_options()

    def get_tag(self) -> tuple[str, str, str]:
        _, _, platform = super().get_tag()
        return "py3", "none", os.environ.get(PLATFORM) or platform
