"""Pictures on the graphics processor. Android may take them from a paused app: SDL then makes a new context for them,
of which Kivy does not learn.
"""

from __future__ import annotations

from kivy.cache import Cache
from kivy.graphics.context import get_context
from kivy.graphics.opengl import glIsTexture
from kivy.graphics.texture import Texture


class Graphics:
    """A mark in the context: a new one does not have it."""

    def __init__(self) -> None:
        self._mark = Texture.create(size=(1, 1))

    def reload(self) -> bool:
        """Make textures, shaders and shapes again if they are lost; false if they are not.

        Kivy forgets how to make the words that are drawn without a widget and the soft edges of shapes: widgets have to
        be made anew.
        """
        if glIsTexture(self._mark.id):
            return False
        get_context().reload()
        Cache.remove("kv.graphics.texture")
        return True
