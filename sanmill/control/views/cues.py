"""The difference between two views as sounds and spoken words.

Compares what was shown with what is shown now; knows no rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from sanmill.core.game.model import Content, Side
from sanmill.core.text.i18n import Text, text

from .texts import side_name
from .types import BoardView, GameView

PIECES = {Content.WHITE: Side.WHITE, Content.BLACK: Side.BLACK}
LAST_SECONDS = (10, 5, 4, 3, 2, 1)  # of a clock, that are heard
FREE_MODES = ("set_up", "lesson")  # without plies


class Cue(Enum):
    """A sound; the value is the name of its file."""

    PLACE = "place"
    MOVE = "move"
    MILL = "mill"
    REMOVE = "remove"
    WIN = "win"
    LOSE = "lose"
    DRAW = "draw"
    ILLEGAL = "illegal"
    TICK = "tick"  # little time is left


@dataclass(frozen=True)
class PieceChange:
    """A piece placed (no start), moved, or removed (no end)."""

    side: Side  # of the piece
    start: str
    end: str

    @property
    def cue(self) -> Cue:
        return Cue.REMOVE if not self.end else Cue.MOVE if self.start else Cue.PLACE

    def words(self, view: GameView) -> Text:
        if not self.end:
            return text("spoken.take", side=_called(view, self.side.other), point=self.start)
        side = _called(view, self.side)
        if self.start:
            return text("spoken.move", side=side, start=self.start, end=self.end)
        return text("spoken.place", side=side, point=self.end)


def _called(view: GameView, side: Side) -> Text:
    """The name of an opponent, else the side."""
    strip = view.top if view.top.side is side else view.bottom
    return strip.name if strip.level else side_name(side)


def change_between(old: GameView, new: GameView) -> PieceChange | None:
    """The single change from a view to the next; ``None`` if there are several or another game is shown."""
    before, after = old.board, new.board
    if before.board != after.board or old.mode != new.mode or new.is_looking_back:
        return None
    if after.ply != before.ply + 1 and new.mode not in FREE_MODES:
        return None
    gone, come = _differences(before, after)
    if len(gone) > 1 or len(come) > 1 or not (gone or come):
        return None
    if not come:
        return PieceChange(gone[0][1], gone[0][0], "")
    end, side = come[0]
    is_move = bool(gone) and gone[0][1] is side  # in set-up one colour can replace the other
    return PieceChange(side, gone[0][0] if is_move else "", end)


def _differences(before: BoardView, after: BoardView) -> tuple[list[tuple[str, Side]], list[tuple[str, Side]]]:
    gone, come = [], []
    for point, was, now in zip(before.board.points, before.contents, after.contents):
        if was is not now and was in PIECES:
            gone.append((point.name, PIECES[was]))
        if was is not now and now in PIECES:
            come.append((point.name, PIECES[now]))
    return gone, come


def cues_between(old: GameView, new: GameView, *, is_touch: bool) -> tuple[Cue, ...]:
    """The sounds to play: the move, then the result; or the refusal of a touch."""
    found = []
    change = change_between(old, new)
    if change:
        found.append(Cue.MILL if new.board.mills and change.end else change.cue)
    if new.result and not old.result and old.mode == new.mode:
        found.append(Cue.DRAW if new.result.winner is None else Cue.LOSE if new.result.is_loss else Cue.WIN)
    elif new.prompt and new.prompt.icon and not (old.prompt and old.prompt.icon) and old.mode == new.mode:
        found.append(Cue.WIN)  # a puzzle or a lesson
    if is_last_second(old, new):
        found.append(Cue.TICK)
    if new.is_refusal and (is_touch or old.notice != new.notice):
        found.append(Cue.ILLEGAL)
    return tuple(found)


def is_last_second(old: GameView, new: GameView) -> bool:
    """Whether the clock of a person who is to move has reached one of the last seconds."""
    for before, after in ((old.top, new.top), (old.bottom, new.bottom)):
        is_own = before.side is after.side and not after.level and after.is_turn and after.has_clock
        if is_own and after.seconds_left in LAST_SECONDS and after.seconds_left < before.seconds_left:
            return not new.is_over
    return False


def words_between(old: GameView, new: GameView, *, is_touch: bool) -> tuple[Text, ...]:
    """The words to speak: the move, the result with its reason, the refusal of a touch, and what to do now."""
    change = change_between(old, new)
    said = [change.words(new)] if change else []
    if new.result and not old.result and old.mode == new.mode:
        return (*said, new.result.headline, new.result.reason, *((new.speech.words,) if new.speech else ()))
    if is_last_second(old, new) and LAST_SECONDS[0] in (new.top.seconds_left, new.bottom.seconds_left):
        said.append(text("spoken.seconds_left", LAST_SECONDS[0]))
    if new.notice and (old.notice != new.notice or (is_touch and new.is_refusal)):
        said.append(new.notice)
    if new.speech and (not old.speech or old.speech.words != new.speech.words):
        said.append(new.speech.words)
    said += drawn_words(old.board, new.board)
    if new.prompt and old.prompt != new.prompt:
        moment = (new.status, new.prompt.headline) if new.prompt.headline else ()
        said += (*moment, new.prompt.words)
    elif (new.status != old.status or change) and not new.is_waiting:
        said.append(new.status)
    return tuple(said)


def drawn_words(old: BoardView, new: BoardView) -> list[Text]:
    """What was drawn or erased at the same position."""
    if old.ply != new.ply or old.contents != new.contents or old.shapes == new.shapes:
        return []
    come = [shape for shape in new.shapes if shape not in old.shapes]
    if not come:
        return [text("spoken.erased")]
    return [
        text("spoken.arrow", start=shape.start, end=shape.end) if shape.end else text("spoken.ring", point=shape.start)
        for shape in come
    ]


def point_words(view: BoardView, point: str) -> Text:
    content = view.contents[[known.name for known in view.board.points].index(point)]
    mark = (
        "chosen"
        if point == view.chosen
        else "takeable"
        if point in view.removable
        else "reachable"
        if point in view.targets or point in view.reachers
        else ""
    )
    words = text(f"spoken.point.{content.name.lower()}", point=point)
    return text(f"spoken.{mark}", point=words) if mark else words
