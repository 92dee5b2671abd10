"""Draw the launcher icon, its two layers and the presplash with the app's own board, pieces and colours.

    python -m ci.assets.make_pictures

The pictures go to assets/icons; they are committed, since what draws them has to be installed to be drawn with.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any

from tests.kit.driver import ROOT  # first: it sets up offscreen rendering

import_module("kivy.base").EventLoop.ensure_window()

from kivy.graphics import Color, Fbo, InstructionGroup, Rectangle  # noqa: E402 - needs the window

from sanmill.core.themes import Colour, read_board_theme, read_palette  # noqa: E402
from sanmill.engine.game import Game  # noqa: E402
from sanmill.ui.board.geometry import Geometry  # noqa: E402
from sanmill.ui.board.painter import paint_board  # noqa: E402
from sanmill.ui.board.shapes import Box, Sprite  # noqa: E402

TARGET = ROOT / "assets" / "icons"
THEME = replace(read_board_theme(ROOT / "assets" / "themes" / "maple.json"), material="")  # flat, for small files
PALETTE = read_palette(ROOT / "assets" / "palettes" / "light.json")

LAYER, SEEN = 432, 288  # pixels of an adaptive layer, and of the circle that every launcher shows
ICON, STORE, PRESPLASH = 512, 1024, 1080
# The 16-point board is still recognisable at the size of a launcher icon; White has just closed a mill.
WHITE, BLACK = ("a5", "c5", "e5"), ("a1", "d2")


def icon(group: InstructionGroup, size: int, side: float) -> None:
    """Lines and pieces in the middle of a square."""
    start = (size - side) / 2
    geometry = Geometry(Game("six_mens_morris").board, start, start, side)
    group.add(Color(*THEME.line))
    width = side / 22
    for point, neighbour in geometry.edges():  # bars instead of strokes, so that thick corners have no gaps
        (x, y), (to_x, to_y) = geometry.at(point), geometry.at(neighbour)
        corner = (min(x, to_x) - width / 2, min(y, to_y) - width / 2)
        group.add(Rectangle(pos=corner, size=(abs(to_x - x) + width, abs(to_y - y) + width)))
    for names, is_white in ((WHITE, True), (BLACK, False)):
        for name in names:
            piece = Sprite(THEME, is_white, side * 0.105)
            piece.put(*geometry.at(name))
            group.add(piece.group)


def filled(group: InstructionGroup, size: int, colour: Colour) -> None:
    group.add(Color(*colour))
    group.add(Rectangle(size=(size, size)))


def foreground(group: InstructionGroup) -> None:
    icon(group, LAYER, SEEN * 0.72)


def background(group: InstructionGroup) -> None:
    filled(group, LAYER, THEME.board)


def whole(group: InstructionGroup) -> None:
    """For launchers without layers and for desktops."""
    group.add(Color(*THEME.board))
    group.add(Box(size=(ICON, ICON), radius=[ICON * 0.18]))
    icon(group, ICON, ICON * 0.86)


def store(group: InstructionGroup) -> None:
    """For iOS and the stores, which round the corners themselves."""
    filled(group, STORE, THEME.board)
    icon(group, STORE, STORE * 0.86)


def presplash(group: InstructionGroup) -> None:
    """The empty board, as wide as a phone shows it."""
    filled(group, PRESPLASH, PALETTE.background)
    edge = PRESPLASH // 90
    board = InstructionGroup()
    paint_board(board, Geometry(Game().board, edge, edge, PRESPLASH - 2 * edge), THEME, has_coordinates=False)
    group.add(board)


def save(name: str, size: int, paint: Callable[[InstructionGroup], None]) -> None:
    picture: Any = Fbo(size=(size, size))
    paint(picture)
    picture.draw()
    picture.texture.save(str(TARGET / f"{name}.png"), flipped=True)


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    save("foreground", LAYER, foreground)
    save("background", LAYER, background)
    save("sanmill", ICON, whole)
    save("store", STORE, store)
    save("presplash", PRESPLASH, presplash)
    print(*(f"{path.name} {path.stat().st_size}" for path in sorted(TARGET.glob("*.png"))))


if __name__ == "__main__":
    main()
