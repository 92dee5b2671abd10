"""Extensions of setuptools: build the engine into the package and add its data files.

pyproject.toml names these classes. The wheel serves one kind of processor and every Python 3, since the engine is a
plain shared library.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from configparser import RawConfigParser
from pathlib import Path

from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py
from setuptools.dist import Distribution

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("assets", "i18n")  # data folders of the package
SOURCES = ("engine_c", "ci", *FOLDERS)  # needed to build from a source package
LEFT_OUT = {"build", "__pycache__"}
PACKAGE = "sanmill"


def files_under(folder: str) -> list[Path]:
    """The files in a folder, relative to the root, without build output."""
    paths = sorted(path for path in (ROOT / folder).rglob("*") if path.is_file())
    return [path for path in (path.relative_to(ROOT) for path in paths) if not LEFT_OUT & set(path.parts)]


def files_to_come_along() -> list[Path]:
    """Data files of the app: the types that the phone packages include."""
    spec = RawConfigParser()
    spec.read(ROOT / "buildozer.spec", encoding="utf-8")
    kinds = {f".{kind.strip()}" for kind in spec["app"]["source.include_exts"].split(",")}
    return [path for folder in FOLDERS for path in files_under(folder) if path.suffix in kinds]


class BuildPy(build_py):  # type: ignore[misc]
    """Copy the code, then add the engine and the data files."""

    def run(self) -> None:
        shutil.rmtree(self.build_lib, ignore_errors=True)  # leftovers of an earlier build would be packaged
        super().run()
        if self.editable_mode:
            return  # a checkout has them in place after `make engine`
        target = Path(self.build_lib) / PACKAGE
        for path in files_to_come_along():
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / path, target / path)
        shutil.copyfile(ROOT / "LICENSE", target / "assets" / "LICENSE")
        self._build_engine(target / "engine")

    def _build_engine(self, target: Path) -> None:
        """The library, the console engine and the declarations."""
        build = Path(self.get_finalized_command("build").build_temp).resolve() / "engine"
        jobs = f"-j{os.cpu_count() or 1}"
        subprocess.run(["make", "-C", "engine_c", jobs, "all", f"BUILD={build}", "LDFLAGS=-s"], cwd=ROOT, check=True)
        for name in ("libsanmill.so", "sanmill-uci"):
            shutil.copy(build / name, target / name)
        declare = importlib.util.spec_from_file_location("declare", ROOT / "ci" / "declare.py")
        assert declare
        assert declare.loader
        module = importlib.util.module_from_spec(declare)
        declare.loader.exec_module(module)
        module.declare(target=target / "_declarations.py")

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
        return "py3", "none", platform
