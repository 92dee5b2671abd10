"""cffi without pycparser, which only reads declarations at run time; those of the app are read by ci/declare.py."""

from __future__ import annotations

from os.path import dirname, join

from pythonforandroid.recipes.cffi import CffiRecipe


class SmallCffiRecipe(CffiRecipe):  # type: ignore[misc]
    """Built with the tools in constraints.txt."""

    depends = [name for name in CffiRecipe.depends if name != "pycparser"]  # noqa: RUF012 - so it is in the base class
    extra_build_args = ["--dependency-constraints-txt", join(dirname(__file__), "constraints.txt")]  # noqa: RUF012

    def get_recipe_dir(self) -> str:
        """Where the patches are; this folder has none."""
        return join(self.ctx.root_dir, "recipes", "cffi")


recipe = SmallCffiRecipe()
