"""The faces of the opponents: a piece with eyes, mouth and a few features, one for each level."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from kivy.graphics import Color, Instruction, Mesh
from kivy.properties import NumericProperty

from sanmill.ui.board.shapes import disc, path, ring, segment

from .base import PaintedWidget

Rgb = tuple[float, float, float]

INK: Rgb = (0.14, 0.11, 0.09)
WHITE: Rgb = (1.0, 0.99, 0.96)
GOLD: Rgb = (0.93, 0.74, 0.29)


@dataclass(frozen=True)
class Look:
    """A face; lengths in radii of the piece."""

    colour: Rgb
    eye: float = 0.15  # radius
    pupil: float = 0.5  # of the eye
    smile: float = 0.5  # 1 laughs, 0 is earnest
    brow: float = 0.0  # its slope: positive looks stern
    hair: Rgb | None = None  # a fringe
    beard: Rgb | None = None
    moustache: Rgb | None = None
    glasses: bool = False
    cheeks: bool = False
    crown: bool = False


LOOKS = (
    Look((0.98, 0.83, 0.55), eye=0.2, pupil=0.6, smile=1.0, cheeks=True),
    Look((0.96, 0.72, 0.66), eye=0.19, pupil=0.6, smile=0.9, hair=(0.63, 0.29, 0.16), cheeks=True),
    Look((0.62, 0.80, 0.62), eye=0.17, smile=0.8),
    Look((0.73, 0.80, 0.93), eye=0.17, smile=0.6, hair=(0.25, 0.20, 0.45)),
    Look((0.90, 0.68, 0.47), smile=0.5, brow=0.05, beard=(0.45, 0.26, 0.13)),
    Look((0.84, 0.74, 0.92), smile=0.5, glasses=True, hair=(0.20, 0.16, 0.15)),
    Look((0.58, 0.78, 0.80), smile=0.35, brow=0.12, moustache=(0.30, 0.22, 0.16)),
    Look((0.95, 0.78, 0.40), smile=0.3, brow=0.16, hair=(0.52, 0.12, 0.16)),
    Look((0.76, 0.72, 0.66), smile=0.2, brow=0.2, beard=(0.93, 0.91, 0.87), moustache=(0.93, 0.91, 0.87)),
    Look((0.86, 0.60, 0.60), smile=0.2, brow=0.22, glasses=True, hair=(0.94, 0.92, 0.88)),
    Look((0.55, 0.66, 0.84), eye=0.13, smile=0.1, brow=0.26, beard=(0.16, 0.13, 0.12)),
    Look((0.63, 0.55, 0.74), eye=0.13, smile=0.1, brow=0.3, hair=(0.10, 0.09, 0.12), moustache=(0.10, 0.09, 0.12)),
    Look((0.40, 0.66, 0.60), eye=0.14, pupil=0.4, smile=0.3, brow=0.1, crown=True),
)


class Face(PaintedWidget):
    """The face of a level."""

    level = NumericProperty(1)
    painted = ("level",)

    def paint(self) -> None:
        look = LOOKS[max(1, min(len(LOOKS), int(self.level))) - 1]
        self._x, self._y = self.center
        self._unit = min(self.size) * (0.42 if look.crown else 0.47)
        if look.crown:
            self._y -= self._unit * 0.14
        self._head(look)
        self._eyes(look)
        self._mouth(look)

    def _add(self, colour: Rgb, *shapes: Instruction, alpha: float = 1.0) -> None:
        self.canvas.add(Color(*colour, alpha))
        for shape in shapes:
            self.canvas.add(shape)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return self._x + x * self._unit, self._y + y * self._unit

    def _disc(self, x: float, y: float, radius: float) -> Instruction:
        return disc(*self._at(x, y), radius * self._unit)

    def _line(self, points: list[tuple[float, float]], width: float) -> Instruction:
        flat = [value for point in points for value in self._at(*point)]
        return path(flat, width * self._unit)

    def _cap(self, start: float, end: float) -> Instruction:
        """A segment of the head between two angles, in degrees from the right."""
        angles = [(start + (end - start) * step / 24) * pi / 180 for step in range(25)]
        points = [self._at(0.97 * cos(angle), 0.97 * sin(angle)) for angle in angles]
        vertices = [value for x, y in points for value in (x, y, 0, 0)]
        return Mesh(vertices=vertices, indices=list(range(len(points))), mode="triangle_fan")

    def _head(self, look: Look) -> None:
        if look.crown:
            crown = [(-0.62, 0.66), (-0.7, 1.22), (-0.34, 0.95), (0, 1.34), (0.34, 0.95), (0.7, 1.22), (0.62, 0.66)]
            flat = [value for point in ((0, 0.6), *crown) for value in (*self._at(*point), 0, 0)]
            self._add(GOLD, Mesh(vertices=flat, indices=list(range(8)), mode="triangle_fan"))
        dark: Rgb = (look.colour[0] * 0.55, look.colour[1] * 0.55, look.colour[2] * 0.55)
        self._add(dark, self._disc(0, 0, 1))
        self._add(look.colour, self._disc(0, 0, 0.93))
        if look.hair:
            self._add(look.hair, self._cap(28, 152))
        if look.beard:
            self._add(look.beard, self._cap(205, 335))
        if look.cheeks:
            self._add((0.92, 0.36, 0.30), self._disc(-0.55, -0.18, 0.15), self._disc(0.55, -0.18, 0.15), alpha=0.35)

    def _eyes(self, look: Look) -> None:
        for side in (-1, 1):
            x, y = 0.34 * side, 0.14
            self._add(WHITE, self._disc(x, y, look.eye))
            self._add(INK, self._disc(x, y, look.eye * look.pupil))
            if look.glasses:
                self._add(INK, ring(*self._at(x, y), 0.27 * self._unit, 0.06 * self._unit))
            if look.brow:
                inner, outer = (0.14 * side, 0.42 - look.brow * 0.5), (0.56 * side, 0.42 + look.brow * 0.5)
                self._add(look.hair if look.hair and not look.glasses else INK, self._line([inner, outer], 0.09))
        if look.glasses:
            self._add(INK, segment(*self._at(-0.07, 0.14), *self._at(0.07, 0.14), 0.06 * self._unit))

    def _mouth(self, look: Look) -> None:
        width = 0.22 + 0.16 * look.smile
        steps = [step / 8 * 2 - 1 for step in range(9)]
        curve = [(step * width, -0.42 - 0.2 * look.smile * (1 - step * step)) for step in steps]
        if look.moustache:
            above = [(step * 0.4, -0.24 - 0.12 * step * step) for step in steps]
            self._add(look.moustache, self._line(above, 0.16))
        light = look.beard is not None and sum(look.beard) < 1.5
        self._add(WHITE if light else INK, self._line(curve, 0.08))
