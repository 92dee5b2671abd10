"""The board widget: shows views, animates pieces, turns touches into events."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, PopMatrix, PushMatrix, Translate
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from sanmill.control.views.types import BoardView
from sanmill.core.game.model import Content, Side
from sanmill.core.themes import BoardTheme
from sanmill.ui.widgets.base import load_kv

from . import effects, motion, painter
from .board_style import BoardStyle
from .geometry import Geometry
from .ghost import Ghost
from .motion import Motion, Tween
from .pen import Pen
from .shapes import Sprite, disc, ring
from .sight import is_in_sight

Circle = tuple[float, float, float]  # middle and radius

LIFT, LIFT_SCALE, DRAG_AFTER = 24, 1.15, 12  # dp above the finger, size in the air, dp until a touch is a drag
PULSE_SECONDS = 12.0  # then points to touch stand still: a screen that waits draws no frames


class BoardWidget(Widget):
    """Paints the difference between the view it shows and the next one."""

    theme: BoardTheme = ObjectProperty(None, allownone=True)
    has_coordinates = BooleanProperty(False)
    has_motion = BooleanProperty(True)
    style: BoardStyle = ObjectProperty(BoardStyle())
    is_live = BooleanProperty(True)  # whether it takes touches
    is_spoken = BooleanProperty(False)  # a touch announces points, a second finger plays
    cursor = StringProperty("")  # the point with the keyboard focus
    mill_word = StringProperty("")  # shown large for a moment when a mill is closed
    flying: list[Content] = ListProperty()  # the removed pieces on their way to their captors

    __events__ = ("on_point", "on_key_point", "on_explore", "on_lift", "on_drop", "on_landed", "on_draw")

    def __init__(self, **kwargs: Any) -> None:
        self.view: BoardView | None = None
        self.sprites: dict[str, tuple[Content, Sprite]] = {}
        self._motion = Motion()
        self._touch: Any = None
        self._pressed = ""
        self._dragged = ""
        self._pen = Pen(self._draw_press)
        self._breath = 0.0  # seconds since the points of a lesson began to pulse
        self._is_landing = False  # marks wait until the pieces have landed
        self._is_laid_out = False  # nothing is drawn before the first frame
        self._is_waiting = False  # for the frame after it, as it is out of sight
        self.captured_at: Callable[[Content], Circle | None] = lambda content: None  # where a removed piece goes
        super().__init__(**kwargs)
        self.static, self.below, self.light = InstructionGroup(), InstructionGroup(), InstructionGroup()
        self._pulses, self._pieces, self.above = InstructionGroup(), InstructionGroup(), InstructionGroup()
        self._press = InstructionGroup()
        self._moving = InstructionGroup()  # pieces on their way, or in hand, above everything else
        self._corners = (Translate(), Translate())  # all is drawn from the corner: a board that is moved goes on moving
        self._ghost = Ghost()
        ghost = self._ghost.group
        self.cry, self._feast = InstructionGroup(), InstructionGroup()
        groups = (self.static, self.below, self._pulses, self._pieces, ghost, self.above, self.light, self._press)
        self.canvas.add(_moved(self._corners[0], *groups, self.cry, self._feast))
        self._air = _moved(self._corners[1], self._moving)
        self.canvas.add(self._air)
        for name in ("size", "theme", "style"):
            self.fbind(name, self._redraw)
        self.fbind("pos", self._put)
        self.fbind("has_coordinates", self._draw_static)
        self.fbind("has_motion", self._pulse)
        self.bind(cursor=self._go_to_cursor)
        self._redraw()

    def on_point(self, point: str) -> None:
        """A point was tapped."""

    def on_key_point(self, point: str) -> None:
        """A point was pressed by a key, or by a second finger."""

    def on_explore(self, point: str) -> None:
        """A finger in speech mode, or the keyboard, moved to a point."""

    def on_lift(self, point: str) -> None:
        """A piece is being dragged."""

    def on_drop(self, point: str) -> None:
        """The dragged piece was let go over a point, or over none."""

    def on_draw(self, start: str, end: str) -> None:
        """A ring was drawn around a point, or an arrow to another one."""

    def on_landed(self) -> None:
        """The pieces that a view moved have arrived."""

    # Showing.

    @property
    def is_suggesting(self) -> bool:
        return bool(self._ghost.group.children)

    @property
    def is_landing(self) -> bool:
        """Whether pieces are on their way to where the view has them."""
        return self._is_landing

    @property
    def geometry(self) -> Geometry:
        """Where the points lie, in the coordinates of touches."""
        return self._geometry_at(*self.corner)

    @property
    def drawn(self) -> Geometry:
        """Where the points lie, in the coordinates of the drawing."""
        return self._geometry_at(0, 0)

    @property
    def corner(self) -> tuple[int, int]:
        """The lower left corner of the board."""
        side = self._side  # Kivy tells of a new x before it forgets the old center_x
        return (math.floor(self.x + (self.width - side) / 2), math.floor(self.y + (self.height - side) / 2))

    @property
    def _side(self) -> int:
        return int(min(self.width, self.height))

    def _geometry_at(self, left: float, bottom: float) -> Geometry:
        assert self.view is not None
        board, is_flipped = self.view.board, self.view.is_flipped
        return Geometry(board, left, bottom, self._side, is_flipped, self.style.piece_size, self.style.line_width)

    def draw_moving_on(self, canvas: Any) -> None:
        """Draw the pieces on their way on a canvas above the neighbours of the board."""
        self.canvas.remove(self._air)
        canvas.add(self._air)

    @property
    def is_moving(self) -> bool:
        """Whether a piece is on its way or a mark is animated."""
        return self._motion.is_active

    def show(self, view: BoardView) -> None:
        old = self.view
        if old is None or old.board != view.board or old.is_flipped != view.is_flipped:
            self._clear()
            self.view = view
            self._pressed = self.cursor = ""
            self._draw_all()
            return
        if old.contents != view.contents:
            self._motion.finish()  # before the view changes: what moves belongs to the old one
        self.view = view
        if not self._is_ready():
            self._clear()
            return
        if old.contents != view.contents:
            self._is_landing = True
            is_next = view.ply == old.ply + 1
            self._move_pieces(view, is_next=is_next)
            has_new_mill = bool(view.mills) and is_next
            self._motion.after_all(partial(self._mark_mills, view) if has_new_mill else self._mark)
        elif not self._dragged:
            self._send_home()
        if old != view:
            self._draw_marks()
        self._pulse()

    def celebrate(self, side: Side, *, is_feast: bool = False) -> None:
        """Let the pieces of the winner jump one after the other; at a feast confetti falls."""
        if not self._is_ready() or not self.has_motion:
            return
        winner = Content.WHITE if side is Side.WHITE else Content.BLACK
        pieces = [sprite for content, sprite in self.sprites.values() if content is winner]
        self._motion.after_all(lambda: self._start_party(pieces, is_feast=is_feast))

    def _start_party(self, winners: list[Sprite], *, is_feast: bool) -> None:
        self._jump(winners)
        if is_feast:
            update = effects.confetti(self._feast, self.drawn, self.theme)
            seconds = self.duration(motion.FEAST)
            self._motion.start(Tween(update, seconds, on_end=self._feast.clear, ease=motion.linear))

    def _is_ready(self) -> bool:
        has_size = self._is_laid_out and min(self.width, self.height) >= dp(24)
        return has_size and self.theme is not None and self.view is not None

    def _redraw(self, *_: Any) -> None:
        """Redraw right before the next frame: a page that is laid out sizes its boards several times."""
        EventLoop.window.bind(on_draw=self._draw_settled)
        self.canvas.ask_update()

    def _draw_settled(self, *_: Any) -> None:
        EventLoop.window.unbind(on_draw=self._draw_settled)
        if self._is_waiting or self._is_laid_out or is_in_sight(self):
            self._is_laid_out = True
            self._draw_all()
        else:  # those that are seen come first
            self._is_waiting = True
            Clock.schedule_once(self._redraw, 0)

    def _put(self, *_: Any) -> None:
        for corner in self._corners:
            corner.xy = self.corner

    def _draw_static(self, *_: Any) -> None:
        if self._is_ready():
            painter.paint_board(self.static, self.drawn, self.theme, has_coordinates=self.has_coordinates)

    def _clear(self) -> None:
        """Finish every animation and remove the pieces, also the one in hand."""
        self._motion.finish()
        self._is_landing = False
        for group in (self.light, self.cry, self._feast, self._pieces, self._moving):
            group.clear()
        self.sprites.clear()
        self._dragged = ""

    def _draw_all(self, *_: Any) -> None:
        """Redraw everything: size, theme or board changed."""
        if not self._is_ready():
            return
        assert self.view is not None
        self._clear()
        geometry = self.drawn
        self._put()
        self._draw_static()
        for point, content in zip(self.view.board.points, self.view.contents):
            if content in (Content.WHITE, Content.BLACK):
                self._add_sprite(point.name, content).put(*geometry.at(point.name))
        self._draw_marks()
        self._draw_press()
        self._pulse()

    def _draw_marks(self) -> None:
        """Paint the marks; while pieces are on their way, those that tell of the move are left out."""
        assert self.view is not None
        view = painter.before_landing(self.view) if self._is_landing else self.view
        painter.paint_below(self.below, self.drawn, self.theme, view, self.style)
        painter.paint_above(self.above, self.drawn, self.theme, view, self.style)

    def _mark(self) -> None:
        """The pieces have landed."""
        self._is_landing = False
        if self._is_ready():
            self._draw_marks()
        self.dispatch("on_landed")

    def _mark_mills(self, view: BoardView) -> None:
        """Show the new mill of a view: its line flashes, then glows until the next move, and its pieces jump."""
        self._mark()
        if not self.has_motion or not self._is_ready():
            return
        geometry, start = self.drawn, view.last_to
        if view.is_first_mill:
            update = effects.wave(self.light, geometry, self.theme, view.mills, start)
            tween = Tween(update, self.duration(motion.FIRST_MILL), on_end=self.light.clear, ease=motion.linear)
        else:
            update = effects.flash(self.light, geometry, self.theme, view.mills)
            tween = Tween(update, self.duration(motion.MILL), on_end=self.light.clear)
        self._motion.start(tween)
        if self.mill_word:
            update = effects.cry(self.cry, geometry, self.theme, self.mill_word)
            self._motion.start(Tween(update, self.duration(motion.CRY), on_end=self.cry.clear, ease=motion.linear))
        names = [name for name, _ in effects.points_from(geometry, view.mills, start)]
        pieces = [self.sprites[name][1] for name in names if name in self.sprites]
        if view.is_first_mill:
            self._jump(pieces, motion.FIRST_JUMP, motion.BETWEEN_FIRST_JUMPS)
        else:
            self._jump(pieces)

    def _add_sprite(self, name: str, content: Content) -> Sprite:
        sprite = Sprite(self.theme, content is Content.WHITE, self.drawn.radius, self.style.pieces)
        self.sprites[name] = (content, sprite)
        self._pieces.add(sprite.group)
        return sprite

    # Moving.

    def _move_pieces(self, view: BoardView, *, is_next: bool) -> None:
        """Move the piece that moved; the others come or go, and one in hand returns: a new position ends a drag."""
        held = self.sprites.get(self._dragged)
        wanted = {point.name: content for point, content in zip(view.board.points, view.contents)}
        gone = [name for name, (content, _) in self.sprites.items() if wanted[name] is not content]
        come = [
            name
            for name, content in wanted.items()
            if content in (Content.WHITE, Content.BLACK)
            and (name not in self.sprites or self.sprites[name][0] is not content)
        ]
        leaving = {name: self.sprites.pop(name) for name in gone}
        moved = self._moved(leaving, {name: wanted[name] for name in come})
        for name in come:
            if name in moved:
                self._slide(leaving.pop(moved[name]), name)
            else:
                self._place(name, wanted[name])
        for content, sprite in leaving.values():
            if is_next and self.captured_at(content):
                self._capture(content, sprite)
            else:
                self._remove(sprite)
        if held and self.sprites.get(self._dragged) is held:
            self._glide(held[1], self._dragged, LIFT_SCALE, motion.RETURN)
        self._dragged = ""

    def _moved(self, leaving: dict[str, tuple[Content, Sprite]], coming: dict[str, Content]) -> dict[str, str]:
        """Where the pieces come from that moved, at most one of a side: more have moved only in another position."""
        moved = {}
        for side in (Content.WHITE, Content.BLACK):
            starts = [name for name, (content, _) in leaving.items() if content is side]
            ends = [name for name, content in coming.items() if content is side]
            if min(len(starts), len(ends)) > 1:
                return {}
            if starts and ends:
                start, end = min(product(starts, ends), key=lambda pair: self._distance(leaving[pair[0]][1], pair[1]))
                moved[end] = start
        return moved

    def _distance(self, sprite: Sprite, name: str) -> float:
        return math.dist((sprite.x, sprite.y), self.drawn.at(name))

    def duration(self, seconds: float) -> float:
        """Seconds of an animation at the speed set."""
        return seconds * self.style.motion if self.has_motion else 0.0

    def _slide(self, piece: tuple[Content, Sprite], name: str) -> None:
        self.sprites[name] = piece
        is_step = self._distance(piece[1], name) < 3.5 * self.drawn.step
        self._glide(piece[1], name, LIFT_SCALE if self._dragged else 1.0, motion.STEP if is_step else motion.FLY)

    def _raise(self, sprite: Sprite) -> None:
        """Draw a piece above everything else."""
        for group in (self._pieces, self._moving):
            if sprite.group in group.children:
                group.remove(sprite.group)
        self._moving.add(sprite.group)

    def _lower(self, sprite: Sprite) -> None:
        """Draw a piece among the others again."""
        self._moving.remove(sprite.group)
        self._pieces.add(sprite.group)

    def _glide(self, sprite: Sprite, name: str, start_scale: float, seconds: float) -> None:
        """Move a piece to a point: it is lifted a little on its way and set down in its usual size."""
        x, y = sprite.x, sprite.y
        to_x, to_y = self.drawn.at(name)
        lift = motion.LIFT * self._distance(sprite, name) / self.drawn.side

        def update(part: float) -> None:
            scale = start_scale + (1 - start_scale) * part + lift * math.sin(math.pi * part)
            sprite.put(x + (to_x - x) * part, y + (to_y - y) * part, scale=scale)

        self._raise(sprite)
        self._motion.start(Tween(update, self.duration(seconds), on_end=lambda: self._lower(sprite)))

    def _place(self, name: str, content: Content) -> None:
        sprite = self._add_sprite(name, content)
        x, y = self.drawn.at(name)

        def update(part: float) -> None:
            sprite.put(x, y, scale=motion.DROP + (1 - motion.DROP) * part, alpha=min(1.0, 2 * part))

        self._motion.start(Tween(update, self.duration(motion.PLACE)))

    def _remove(self, sprite: Sprite) -> None:
        """Take a piece off: it rises towards the eye and fades."""
        x, y, rise = sprite.x, sprite.y, self.drawn.step * 0.2

        def update(part: float) -> None:
            sprite.put(x, y + rise * part, scale=1 + motion.RISE * part, alpha=1 - part**3)

        self._raise(sprite)
        seconds = self.duration(motion.REMOVE)
        self._motion.start(Tween(update, seconds, on_end=lambda: self._moving.remove(sprite.group)))

    def _capture(self, content: Content, sprite: Sprite) -> None:
        """Take a piece off: it flies to the other pieces of its captor. These may be laid out anew on the way."""
        x, y, radius = sprite.x, sprite.y, self.drawn.radius

        def update(part: float) -> None:
            left, bottom = self.corner
            to_x, to_y, to_radius = self.captured_at(content) or (left + x, bottom + y, radius)
            to_x, to_y = to_x - left, to_y - bottom
            scale = 1 + (to_radius / radius - 1) * part + motion.RISE * math.sin(math.pi * part)
            sprite.put(x + (to_x - x) * part, y + (to_y - y) * part, scale=scale)

        def land() -> None:
            self._moving.remove(sprite.group)
            self.flying.remove(content)

        self._raise(sprite)
        self.flying.append(content)
        self._motion.start(Tween(update, self.duration(motion.CAPTURE), on_end=land, ease=motion.ease_in_out))

    def _send_home(self) -> None:
        """Return a piece dropped where it cannot stay."""
        if self._motion.is_active or not self._is_ready():
            return
        for name, (_, sprite) in self.sprites.items():
            if (sprite.x, sprite.y) != self.drawn.at(name):
                self._glide(sprite, name, LIFT_SCALE, motion.RETURN)

    def _jump(self, pieces: list[Sprite], height: float = motion.JUMP, between: float = motion.BETWEEN_JUMPS) -> None:
        """Let pieces jump one after the other."""
        for index, sprite in enumerate(pieces):
            x, y = sprite.x, sprite.y

            def update(part: float, sprite: Sprite = sprite, x: float = x, y: float = y) -> None:
                sprite.put(x, y, scale=1 + height * math.sin(math.pi * part))

            delay = self.duration(between) * index
            self._motion.start(Tween(update, self.duration(motion.JUMP_TIME), delay=delay))

    def _pulse(self, *_: Any) -> None:
        """The points to touch, as rings, and the ghost of a move: they breathe for a while, or not without motion."""
        Clock.unschedule(self._breathe)
        self._breath = 0.0
        view = self.view
        if view and self._is_ready():
            self._ghost.show(view.ghost, self.drawn, self.theme, self.style.pieces)
        self._breathe(0)
        if view and (view.pulses or view.ghost) and self.has_motion:
            Clock.schedule_interval(self._breathe, 1 / 30)

    def _breathe(self, seconds: float) -> None:
        """Draw the rings, below the pieces and their marks, and the ghost."""
        self._breath += seconds
        is_still = not self.has_motion or self._breath > PULSE_SECONDS
        if is_still:
            Clock.unschedule(self._breathe)
        self._ghost.put(None if is_still else self._breath)
        self._pulses.clear()
        if not self._is_ready() or self.view is None:
            return
        part = 0.5 if is_still else (1 - math.cos(self._breath * 4)) / 2
        painter.paint_pulses(self._pulses, self.drawn, self.theme, self.view.pulses, part)

    # Touching.

    def on_touch_down(self, touch: Any) -> bool:
        """A touch highlights on press; a second finger ends a drag."""
        if self.is_spoken and self._touch is not None and self._pressed:
            self.dispatch("on_key_point", self._pressed)
            return True
        if not self.is_live or self.view is None or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        if touch.is_mouse_scrolling:
            return False
        if self._touch is not None:
            self._cancel()
            return True
        self._motion.finish()
        self.cursor = ""
        self._pressed = self.geometry.nearest(*touch.pos)
        if not self._pressed:
            return False
        self._touch = touch
        touch.grab(self)
        if self.style.may_draw and not self.is_spoken:
            self._pen.wait(self._pressed, self.view.pen)
        self._draw_press()
        if self.is_spoken:
            self.dispatch("on_explore", self._pressed)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Past a short way the touch is a drag, if the piece can go anywhere."""
        if touch.grab_current is not self or touch is not self._touch:
            return False
        assert self.view is not None
        if self.is_spoken:
            self._explore(touch)
            return True
        if self._pen.start:
            self._pen.end = self.geometry.nearest(*touch.pos) if self.collide_point(*touch.pos) else ""
            self._draw_press()
            return True
        is_far = math.dist(touch.opos, touch.pos) > dp(DRAG_AFTER)
        if is_far:
            self._pen.lift()
        if self.style.may_drag and not self._dragged and self._pressed in self.sprites and is_far:
            if self.view.chosen != self._pressed:
                self.dispatch("on_lift", self._pressed)
            if self.view.chosen == self._pressed and self._pressed in self.sprites and self.view.targets:
                self._dragged = self._pressed
        if self._dragged:
            _, sprite = self.sprites[self._dragged]
            self._raise(sprite)
            left, bottom = self.corner
            sprite.put(touch.x - left, touch.y - bottom + dp(LIFT), scale=LIFT_SCALE)
        self._draw_press()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Release moves; off the point, or off the board, it does not."""
        if touch.grab_current is not self or touch is not self._touch:
            return False
        touch.ungrab(self)
        pressed, dragged = self._pressed, self._dragged
        point = self.geometry.nearest(*touch.pos) if self.collide_point(*touch.pos) else ""
        self._touch, self._pressed = None, ""
        was_drawing, drawn = bool(self._pen.start), self._pen.lift()
        self._draw_press()
        if was_drawing:
            if drawn:
                self.dispatch("on_draw", *drawn)
        elif dragged:
            self.dispatch("on_drop", point)
            self._dragged = ""
            self._send_home()
        elif point and point == pressed and not self.is_spoken:
            self.dispatch("on_point", point)
        return True

    def _explore(self, touch: Any) -> None:
        """Announce the point under the finger."""
        point = self.geometry.nearest(*touch.pos) if self.collide_point(*touch.pos) else ""
        if point != self._pressed:
            self._pressed = point
            self._draw_press()
            self.dispatch("on_explore", point)

    def mark_cursor(self) -> None:
        """Put the pen down at the keyboard's point, or draw from where it is to that point."""
        if self.view is None or not (self.cursor and self.view.pen):
            return
        if not self._pen.start:
            self._pen.put(self.cursor, self.view.pen)
            return
        self._pen.end = self.cursor
        drawn = self._pen.lift()
        self._draw_press()
        if drawn:
            self.dispatch("on_draw", *drawn)

    def _go_to_cursor(self, *_: Any) -> None:
        if self._pen.start and self._touch is None:
            self._pen.end = self.cursor
            if not self.cursor:
                self._pen.lift()
        self._draw_press()
        if self.cursor:
            self.dispatch("on_explore", self.cursor)

    def _cancel(self) -> None:
        """Cancel the touch; return a dragged piece."""
        dragged = self._dragged
        self._pen.lift()
        self._touch.ungrab(self)
        self._touch, self._pressed, self._dragged = None, "", ""
        self._draw_press()
        if dragged:
            self.dispatch("on_drop", "")
            self._send_home()

    def _draw_press(self) -> None:
        """The point under the finger, the target that would take the piece, the keyboard's point."""
        self._press.clear()
        if not self._is_ready() or self.view is None:
            return
        geometry = self.drawn
        if self._dragged and self._touch is not None:
            near = self.geometry.nearest(*self._touch.pos)
            if near in self.view.targets:
                self._press.add(Color(*self.theme.target))
                self._press.add(disc(*geometry.at(near), geometry.radius * 0.55))
        elif self._pen.start:
            self._pen.paint(self._press, geometry, self.theme)
        elif self._pressed:
            self._press.add(Color(*self.theme.chosen, 0.28))
            self._press.add(disc(*geometry.at(self._pressed), geometry.step * 0.5))
        if self.cursor:
            self._press.add(Color(*self.theme.chosen))
            self._press.add(ring(*geometry.at(self.cursor), geometry.radius * 1.3, max(dp(2), geometry.radius * 0.1)))


def _moved(by: Translate, *groups: InstructionGroup) -> InstructionGroup:
    """Groups drawn from another origin."""
    whole = InstructionGroup()
    for instruction in (PushMatrix(), by, *groups, PopMatrix()):
        whole.add(instruction)
    return whole


load_kv(__file__)
