"""Light and material as textures: the soft shadow and the bevel of pieces, and the grain of boards.

ci/assets/make_materials.py makes their pixels.
"""

from __future__ import annotations

import zlib
from functools import lru_cache
from typing import Any

from kivy.graphics.texture import Texture

from sanmill.core.resources import ASSETS
from sanmill.core.themes import GRAIN_SIZE, LIGHT_SIZE


def shadow(is_square: bool) -> Any:
    """Black that fades out around a piece; it reaches to ``SHADOW_REACH``."""
    return _light("square_shadow" if is_square else "shadow")


def bevel(is_square: bool) -> Any:
    """Light from the upper left: white on the edges towards it, black on those away from it."""
    return _light("square_bevel" if is_square else "bevel")


@lru_cache(maxsize=4)
def _light(name: str) -> Any:
    return _texture(name, LIGHT_SIZE, "rgba")


def grain(material: str, size: float) -> Any:
    """White and grey that the colour of a board is multiplied by; a small board is a piece of a large one.

    Shrunk it would need mipmaps, and the first of these takes a start very long.
    """
    whole, side = _grain(material), min(GRAIN_SIZE, size)
    return whole.get_region(0, 0, side, side)


@lru_cache(maxsize=4)
def _grain(material: str) -> Any:
    return _texture(material, GRAIN_SIZE, "luminance")


def _texture(name: str, size: int, form: str) -> Any:
    pixels = zlib.decompress((ASSETS / "materials" / f"{name}.packed").read_bytes())
    texture = Texture.create(size=(size, size), colorfmt=form)

    def fill(texture: Any) -> None:
        texture.blit_buffer(pixels, colorfmt=form, bufferfmt="ubyte")

    texture.add_reload_observer(fill)  # after Android took the graphics context away
    fill(texture)
    return texture
