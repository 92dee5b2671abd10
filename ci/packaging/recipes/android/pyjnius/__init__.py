"""pyjnius, which asks for a newer Cython than Kivy."""

from __future__ import annotations

from os.path import dirname, join

from pythonforandroid.recipes.pyjnius import PyjniusRecipe


class PinnedPyjniusRecipe(PyjniusRecipe):  # type: ignore[misc]
    """Built with the tools in constraints.txt."""

    extra_build_args = ["--dependency-constraints-txt", join(dirname(__file__), "constraints.txt")]  # noqa: RUF012

    def get_recipe_dir(self) -> str:
        """Where the patches are; this folder has none."""
        return join(self.ctx.root_dir, "recipes", "pyjnius")


recipe = PinnedPyjniusRecipe()
