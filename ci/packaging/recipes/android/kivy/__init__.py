"""Kivy without requests and what it needs in turn, which the app never imports.

Of these, charset-normalizer has wheels for Android that python-for-android finds and then gives to the pip of this
machine, which refuses them (kivy/buildozer#2051).
"""

from __future__ import annotations

from os.path import dirname, join

from pythonforandroid.recipes.kivy import KivyRecipe


class SmallKivyRecipe(KivyRecipe):  # type: ignore[misc]
    """Built with the tools in constraints.txt."""

    python_depends = ["filetype"]  # noqa: RUF012 - so it is in the base class
    extra_build_args = ["--dependency-constraints-txt", join(dirname(__file__), "constraints.txt")]  # noqa: RUF012

    def get_recipe_dir(self) -> str:
        """Where the patches are; this folder has none."""
        return join(self.ctx.root_dir, "recipes", "kivy")


recipe = SmallKivyRecipe()
