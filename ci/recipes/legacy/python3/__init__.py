"""Python 3.9 for Android 4.2: python-for-android's own recipe, its floor lowered from API 21 to 17. Not built yet."""

from __future__ import annotations

from os.path import join

from pythonforandroid.recipes.python3 import Python3Recipe


class LegacyPython3Recipe(Python3Recipe):  # type: ignore[misc]
    """Everything but the floor is inherited, the patches too."""

    MIN_NDK_API = 17

    def get_recipe_dir(self) -> str:
        """Where the patches are; this folder has none."""
        return join(self.ctx.root_dir, "recipes", "python3")


recipe = LegacyPython3Recipe()
