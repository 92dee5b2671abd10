"""What people ask about the app, with the answers, and the rules of the usual game in pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sanmill.control.variants import rule_set
from sanmill.control.views.types import BoardView
from sanmill.core.game.model import Content, Line
from sanmill.core.text.i18n import Text, text


@dataclass(frozen=True)
class QuestionView:
    question: Text
    answer: Text
    search: Text | None = None  # other words by which it is found


@dataclass(frozen=True)
class PictureView:
    """A rule and a small board that shows it."""

    words: Text
    board: BoardView


QUESTIONS = (
    QuestionView(text("help.question.take"), text("help.answer.take")),
    QuestionView(text("help.question.rings"), text("help.answer.rings")),
    QuestionView(text("help.question.marks"), text("help.answer.marks")),
    QuestionView(text("help.question.points"), text("help.answer.points")),
    QuestionView(text("help.question.level"), text("help.answer.level")),
    QuestionView(text("help.question.rating"), text("help.answer.rating")),
    QuestionView(text("help.question.rated"), text("help.answer.rated")),
    QuestionView(text("help.question.coach"), text("help.answer.coach")),
    QuestionView(text("help.question.perfect"), text("help.answer.perfect")),
    QuestionView(text("help.question.draw"), text("help.answer.draw")),
    QuestionView(text("help.question.course"), text("help.answer.course")),
    QuestionView(text("help.question.friends"), text("help.answer.friends")),
    QuestionView(text("help.question.clock"), text("help.answer.clock")),
    QuestionView(text("help.question.files"), text("help.answer.files"), text("help.search.files")),
    QuestionView(text("help.question.kept"), text("help.answer.kept")),
    QuestionView(text("help.question.variant"), text("help.answer.variant")),
    QuestionView(text("help.question.spoken"), text("help.answer.spoken")),
)
TOP = ("a7", "d7", "g7")


def pictures() -> tuple[PictureView, ...]:
    return (
        PictureView(text("help.picture.place"), _board(("d6", "b4"), ("f4",), pulses=frozenset(("b2",)))),
        PictureView(text("help.picture.mill"), _board(TOP, ("f4", "d2", "b4"), mills=(_line(*TOP),))),
        PictureView(text("help.picture.take"), _board(TOP, ("f4", "d2", "b4"), lit=(_line(*TOP),), hint_to="f4")),
        PictureView(
            text("help.picture.slide"),
            _board(("d6", "b4"), ("b6", "f4", "d5"), chosen="d6", targets=frozenset(("d7", "f6"))),
        ),
        PictureView(
            text("help.picture.fly"),
            _board(("a1", "d6", "f6"), ("g4", "f4", "d2", "g1"), hint_from="a1", hint_to="b6"),
        ),
        PictureView(text("help.picture.blocked"), _board(TOP, ("a4", "d6", "g4"))),
    )


def _board(white: tuple[str, ...], black: tuple[str, ...], **marks: Any) -> BoardView:
    board = rule_set.board_of(rule_set.builtin_names()[0])
    held = {**dict.fromkeys(white, Content.WHITE), **dict.fromkeys(black, Content.BLACK)}
    return BoardView(board, tuple(held.get(point.name, Content.EMPTY) for point in board.points), **marks)


def _line(*points: str) -> Line:
    board = rule_set.board_of(rule_set.builtin_names()[0])
    return next(line for line in board.lines if set(line.points) == set(points))
