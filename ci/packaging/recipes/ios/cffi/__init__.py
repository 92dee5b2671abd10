"""cffi for iOS, which kivy-ios has no recipe for: its C module, linked statically. Read, not yet run on macOS."""

from __future__ import annotations

from kivy_ios.toolchain import CythonRecipe


class CffiRecipe(CythonRecipe):  # type: ignore[misc]
    """Plain C, so nothing is cythonized; libffi's headers come with the flags of the platform."""

    version = "2.0.0"
    url = "https://files.pythonhosted.org/packages/source/c/cffi/cffi-{version}.tar.gz"
    library = "libcffi.a"
    depends = ["python", "libffi"]  # noqa: RUF012 - so it is in the base class
    hostpython_prerequisites = ["setuptools==80.9.0"]  # noqa: RUF012
    cythonize = False


recipe = CffiRecipe()
