"""Paints the static board and the marks below and above the pieces.

Marks differ by shape, so that none depends on colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Instruction, InstructionGroup, Rectangle, RoundedRectangle
from kivy.metrics import dp

from sanmill.control.views.types import Badge, BoardView, Verdict
from sanmill.core.game.model import Content, Line
from sanmill.core.themes import BLACK, DIM, BoardTheme, Colour, mix

from .board_style import BoardStyle
from .geometry import Geometry
from .light import grain
from .pen import paint_shapes
from .shapes import Box, arrow, cross, disc, outline, path, ring, segment, verdict_mark

WHITE: Colour = (1.0, 1.0, 1.0)


def paint_board(group: InstructionGroup, geometry: Geometry, theme: BoardTheme, *, has_coordinates: bool) -> None:
    """Paint background, lines, points and coordinates."""
    group.clear()
    _paint_ground(group, geometry, theme)
    if theme.material:  # grooves: their lower edges catch the light, or throw a shadow where they are filled with white
        is_dark = sum(theme.line) < sum(theme.board)
        edge = mix(WHITE if is_dark else BLACK, theme.board, 0.3)
        _paint_lines(group, geometry, edge, max(1, geometry.line_width // 2))
    _paint_lines(group, geometry, theme.line, 0)
    if has_coordinates:
        _paint_coordinates(group, geometry, theme)


def _paint_ground(group: InstructionGroup, geometry: Geometry, theme: BoardTheme) -> None:
    """A flat square, or a slab of the theme's material with a light upper and a dark lower edge."""
    side, corner = geometry.side, _corner(geometry)
    left, bottom = geometry.left, geometry.bottom
    if not theme.material:
        group.add(Color(*theme.board))
        group.add(Box(pos=(left, bottom), size=(side, side), radius=[corner]))
        return
    edge = max(1.0, min(dp(2), side * 0.006))
    group.add(Color(*mix(BLACK, theme.board, 0.35)))
    group.add(Box(pos=(left, bottom), size=(side, side), radius=[corner]))
    group.add(Color(*mix(WHITE, theme.board, 0.3)))
    group.add(Box(pos=(left, bottom + edge), size=(side, side - edge), radius=[corner]))
    group.add(Color(*theme.board))
    height = side - 2 * edge
    texture = grain(theme.material, height)
    group.add(RoundedRectangle(pos=(left, bottom + edge), size=(side, height), radius=[corner], texture=texture))


def _corner(geometry: Geometry) -> float:
    return float(min(dp(12), geometry.side * 0.05))


def _paint_lines(group: InstructionGroup, geometry: Geometry, colour: Colour, offset: int) -> None:
    """The lines and points of the board, moved down and to the right by pixels."""
    group.add(Color(*colour))
    width = geometry.line_width
    for one, other in geometry.edges():
        (x, y), (to_x, to_y) = geometry.at(one), geometry.at(other)
        if x == to_x or y == to_y:
            left, bottom = min(x, to_x) - width // 2 + offset, min(y, to_y) - width // 2 - offset
            group.add(Rectangle(pos=(left, bottom), size=(abs(to_x - x) + width, abs(to_y - y) + width)))
        else:
            group.add(segment(x + offset, y - offset, to_x + offset, to_y - offset, width))
    dot = max(width * 1.6, geometry.radius * 0.15)
    shift = width / 2 - width // 2
    for point in geometry.board.points:
        x, y = geometry.at(point.name)
        group.add(disc(x + shift + offset, y + shift - offset, dot))


def _paint_coordinates(group: InstructionGroup, geometry: Geometry, theme: BoardTheme) -> None:
    margin = (geometry.side - (geometry.cells - 1) * geometry.step) / 2 - geometry.radius
    size = max(dp(8), min(dp(11), margin * 0.85))
    edge = margin / 2 + dp(1)
    for index in range(geometry.cells):
        x, y = geometry.place(index, index)
        for text, middle in (
            (chr(ord("a") + index), (x, geometry.bottom + edge)),
            (str(index + 1), (geometry.left + edge, y)),
        ):
            label = CoreLabel(text=text, font_size=size, color=(*theme.line, 1))
            label.refresh()
            width, height = label.texture.size
            group.add(Color(1, 1, 1))
            pos = (round(middle[0] - width / 2), round(middle[1] - height / 2))
            group.add(Rectangle(texture=label.texture, pos=pos, size=label.texture.size))


def before_landing(view: BoardView) -> BoardView:
    """The view without the marks that tell of the last move and of what comes next."""
    nothing: frozenset[str] = frozenset()
    return replace(
        view,
        chosen="",
        targets=nothing,
        reachers=nothing,
        removable=nothing,
        blocked=nothing,
        last_from="",
        last_to="",
        last_removed="",
        mills=(),
        badges=(),
    )


def paint_below(
    group: InstructionGroup, geometry: Geometry, theme: BoardTheme, view: BoardView, style: BoardStyle
) -> None:
    """Paint dimming, highlighted lines, new mills, the last move and closed points."""
    group.clear()
    if view.removable:
        group.add(Color(0, 0, 0, DIM))
        size = (geometry.side, geometry.side)
        group.add(Box(pos=(geometry.left, geometry.bottom), size=size, radius=[_corner(geometry)]))
    for line in (*view.mills, *view.lit):
        group.add(Color(*theme.chosen))
        paint_line(group, geometry, line, geometry.radius * 0.3)
    if style.has_last_move:
        _paint_last(group, geometry, theme, view)
    for point, content in zip(view.board.points, view.contents):
        if content is Content.MARKED:
            _paint_closed(group, geometry, theme, point.name)


def paint_above(
    group: InstructionGroup, geometry: Geometry, theme: BoardTheme, view: BoardView, style: BoardStyle
) -> None:
    """Paint the frames of lines, selection, targets, removable and blocked pieces, hints and verdicts."""
    group.clear()
    radius = geometry.radius
    stroke = max(dp(1.5), radius * 0.13)
    paint_shapes(group, geometry, theme, view.shapes)
    for line in dict.fromkeys((*view.mills, *view.lit)):
        group.add(Color(*theme.chosen))
        group.add(_frame(geometry, line, radius * 1.24, stroke))
    if view.chosen:
        group.add(Color(*theme.chosen))
        group.add(ring(*geometry.at(view.chosen), radius * 1.14, stroke, 20, 340))
    for name in sorted(view.targets | view.reachers) if style.has_targets else ():
        group.add(Color(*theme.target))
        if name in view.targets:
            group.add(disc(*geometry.at(name), radius * 0.34))
        else:
            group.add(ring(*geometry.at(name), radius * 1.14, stroke, 20, 340))
    for names, colour in ((view.removable - view.pulses, theme.remove), (view.blocked, theme.chosen)):
        for name in sorted(names):
            _paint_soft_ring(group, geometry, name, colour)
    if view.hint_to:
        _paint_hint(group, geometry, theme, view)
    for badge in view.badges:
        _paint_badge(group, geometry, theme, view, badge)


def paint_pulses(
    group: InstructionGroup, geometry: Geometry, theme: BoardTheme, points: Iterable[str], part: float
) -> None:
    """The points to touch, as rings that are wide enough to be seen around pieces and their marks."""
    for name in points:
        group.add(Color(*theme.chosen, 1 - 0.5 * part))
        size = geometry.radius * (1.28 + 0.18 * part)
        group.add(ring(*geometry.at(name), size, max(dp(2), geometry.radius * 0.14)))


def paint_line(group: InstructionGroup, geometry: Geometry, line: Line, width: float) -> None:
    """A line of the board, thick."""
    first, _, last = line.points
    group.add(segment(*geometry.at(first), *geometry.at(last), width))


def _frame(geometry: Geometry, line: Line, reach: float, stroke: float) -> Instruction:
    """A ring around all three points of a line, also where pieces hide the line between them."""
    first, _, last = line.points
    return outline(*geometry.at(first), *geometry.at(last), reach, stroke)


def _paint_last(group: InstructionGroup, geometry: Geometry, theme: BoardTheme, view: BoardView) -> None:
    """The path of the last move, a diamond at its start, ticks around its end; a cross where a piece was taken.

    A mill has a frame of its own instead of the ticks.
    """
    radius, stroke = geometry.radius, max(dp(1.5), geometry.radius * 0.11)
    if view.last_from and view.last_to:
        group.add(Color(*mix(theme.last, theme.board, 0.6)))
        group.add(segment(*geometry.at(view.last_from), *geometry.at(view.last_to), radius * 0.16))
    group.add(Color(*theme.last))
    if view.last_to and not view.mills:
        x, y = geometry.at(view.last_to)
        far, near = radius * 1.12, radius * 0.72
        for sx in (-1, 1):
            for sy in (-1, 1):
                corner = [x + sx * near, y + sy * far, x + sx * far, y + sy * far, x + sx * far, y + sy * near]
                group.add(path(corner, stroke))
    if view.last_from:
        x, y = geometry.at(view.last_from)
        reach = radius * 0.36
        group.add(Color(*theme.board))
        group.add(disc(x, y, reach))
        group.add(Color(*theme.last))
        group.add(path([x - reach, y, x, y + reach, x + reach, y, x, y - reach], stroke, is_closed=True))
    if view.last_removed:
        x, y = geometry.at(view.last_removed)
        group.add(Color(*theme.remove))
        _add(group, cross(x, y, radius * 0.26, stroke))


def _paint_closed(group: InstructionGroup, geometry: Geometry, theme: BoardTheme, name: str) -> None:
    """A point closed until placing ends: a small struck-out square."""
    x, y = geometry.at(name)
    reach, stroke = geometry.radius * 0.42, max(dp(1.5), geometry.radius * 0.11)
    corners = [x - reach, y - reach, x + reach, y - reach, x + reach, y + reach, x - reach, y + reach]
    group.add(Color(*theme.board))
    group.add(Rectangle(pos=(x - reach, y - reach), size=(2 * reach, 2 * reach)))
    group.add(Color(*theme.line))
    group.add(path(corners, stroke, is_closed=True))
    group.add(segment(x - reach, y - reach, x + reach, y + reach, stroke))


def _paint_soft_ring(group: InstructionGroup, geometry: Geometry, name: str, colour: Colour) -> None:
    """A closed ring with a soft edge."""
    x, y = geometry.at(name)
    radius = geometry.radius
    stroke = max(dp(1.5), radius * 0.13)
    group.add(Color(*colour, 0.28))
    group.add(ring(x, y, radius * 1.18, stroke * 3))
    group.add(Color(*colour))
    group.add(ring(x, y, radius * 1.14, stroke))


def _paint_hint(group: InstructionGroup, geometry: Geometry, theme: BoardTheme, view: BoardView) -> None:
    """An arrow along the move; a ring around a point that is placed on or taken."""
    radius, end = geometry.radius, geometry.at(view.hint_to)
    group.add(Color(*theme.chosen))
    if view.hint_from:
        _add(group, arrow(*geometry.at(view.hint_from), *end, max(dp(2), radius * 0.2), radius * 0.3))
    else:
        group.add(ring(*end, radius * 1.16, max(dp(2), radius * 0.2)))


def _paint_badge(group: InstructionGroup, geometry: Geometry, theme: BoardTheme, view: BoardView, badge: Badge) -> None:
    """A verdict on its point, where the lines run up to it; on an occupied point on a disc beside the piece."""
    x, y = geometry.at(badge.point)
    radius = geometry.radius
    names = [point.name for point in view.board.points]
    is_free = view.contents[names.index(badge.point)] is Content.EMPTY
    colours: dict[Verdict, Colour] = {
        Verdict.BETTER: theme.target,
        Verdict.LEVEL: theme.line,
        Verdict.WORSE: theme.remove,
    }
    colour = colours[badge.verdict]
    if not is_free:
        x, y = x + radius * 0.78, y + radius * 0.78
    if badge.number:
        _paint_number(group, x, y, theme, badge.number, colour, max(dp(9), radius * 0.5))
        return
    size, stroke = radius * (0.36 if is_free else 0.3), max(dp(1.2), radius * 0.09)
    group.add(Color(*theme.board))
    if is_free:
        _add(group, verdict_mark(x, y, size, size * 0.32, badge.verdict, stroke * 2.4, is_proven=True))
    else:
        group.add(disc(x, y, radius * 0.5))
    group.add(Color(*colour))
    _add(group, verdict_mark(x, y, size, size * 0.32, badge.verdict, stroke, is_proven=badge.is_proven))


def _paint_number(
    group: InstructionGroup, x: float, y: float, theme: BoardTheme, number: str, colour: Colour, size: float
) -> None:
    """A score on a plate in the colour of the board."""
    label = CoreLabel(text=number, font_size=size, bold=True, color=(*colour, 1))
    label.refresh()
    width, height = label.texture.size
    group.add(Color(*theme.board))
    group.add(Box(pos=(x - width / 2 - dp(2), y - height / 2), size=(width + dp(4), height), radius=[dp(4)]))
    group.add(Color(1, 1, 1))
    pos = (round(x - width / 2), round(y - height / 2))
    group.add(Rectangle(texture=label.texture, pos=pos, size=label.texture.size))


def _add(group: InstructionGroup, instructions: Iterable[Instruction]) -> None:
    for instruction in instructions:
        group.add(instruction)
