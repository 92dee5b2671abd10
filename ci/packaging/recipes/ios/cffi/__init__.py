"""cffi for iOS, which kivy-ios has no recipe for: its C module, linked statically. Read, not yet run on macOS."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy_ios.toolchain import CythonRecipe


class CffiRecipe(CythonRecipe):  # type: ignore[misc]
    """Plain C, so nothing is cythonized; libffi's headers come with the flags of the platform."""

    version = "2.0.0"
    url = "https://files.pythonhosted.org/packages/source/c/cffi/cffi-{version}.tar.gz"
    library = "libcffi.a"
    depends = ["python", "libffi"]  # noqa: RUF012 - so it is in the base class
    hostpython_prerequisites: list[str] = []  # noqa: RUF012
    cythonize = False

    def prebuild_platform(self, plat: Any) -> None:
        """Say the licence in the words of older setuptools: a newer one would replace that which kivy-ios patches."""
        super().prebuild_platform(plat)
        project = Path(self.build_dir, "pyproject.toml")
        written = project.read_text(encoding="utf-8")
        project.write_text(written.replace('license = "MIT"', 'license = {text = "MIT"}'), encoding="utf-8")


recipe = CffiRecipe()
