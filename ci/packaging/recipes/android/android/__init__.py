"""The bridge to Android's classes, with the file that python-for-android 2026.5.9 lacks on PyPI.

Without pyproject.toml the build of the package asks for no Cython, which its setup.py imports.
"""

from __future__ import annotations

import json
from os.path import dirname, join
from pathlib import Path

from pythonforandroid.recipes.android import AndroidRecipe


class CompleteAndroidRecipe(AndroidRecipe):  # type: ignore[misc]
    """Built with the tools in constraints.txt."""

    extra_build_args = ["--dependency-constraints-txt", join(dirname(__file__), "constraints.txt")]  # noqa: RUF012

    def get_recipe_dir(self) -> str:
        """Where the sources are."""
        return join(self.ctx.root_dir, "recipes", "android")

    def prepare_build_dir(self, arch: str) -> None:
        """Complete the copy of the sources by what setup.py imports, in the versions that the recipe names."""
        super().prepare_build_dir(arch)
        project = Path(self.get_build_dir(arch), "pyproject.toml")
        cython = getattr(self, "hostpython_prerequisites", [])  # the legacy release builds without isolation
        if cython and not project.exists():
            project.write_text(f"[build-system]\nrequires = {json.dumps(['setuptools', *cython])}\n", encoding="utf-8")


recipe = CompleteAndroidRecipe()
