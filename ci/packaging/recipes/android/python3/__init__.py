"""Python without parts of its library that the app never imports; android/leave_out.txt names the rest."""

from __future__ import annotations

from os.path import join

from pythonforandroid.recipes.python3 import Python3Recipe


class SmallPython3Recipe(Python3Recipe):  # type: ignore[misc]
    """Everything else is inherited, the patches too."""

    stdlib_dir_blacklist = Python3Recipe.stdlib_dir_blacklist | {
        "_pyrepl",
        "multiprocessing",
        "pydoc_data",
        "unittest",
    }

    def get_recipe_dir(self) -> str:
        """Where the patches are; this folder has none."""
        return join(self.ctx.root_dir, "recipes", "python3")


recipe = SmallPython3Recipe()
