"""What the page of the openings shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from sanmill.control.opening_requests import BOOK_RULES
from sanmill.control.views.texts import opening_name, side_name
from sanmill.control.views.types import BoardView
from sanmill.core.game.model import Side
from sanmill.core.progress.repertoire import Repertoire
from sanmill.core.progress.spaced_repetition import LEARNED
from sanmill.core.text.dates import day_words
from sanmill.core.text.i18n import Text, text
from sanmill.engine.game import Game
from sanmill.engine.opening_names import NamedOpening


@dataclass(frozen=True)
class OpeningView:
    name: str
    title: Text
    about: Text
    board: BoardView
    when: Text  # it comes back, or what else there is to say
    is_due: bool
    box: int  # of how many that are full


@dataclass(frozen=True)
class OpeningsView:
    side: Side  # that is practiced
    sides: tuple[tuple[Side, Text], ...]
    due: int
    words: Text  # what is due, or when something is
    openings: tuple[OpeningView, ...]
    boxes: int = LEARNED


def openings_view(known: Repertoire, openings: tuple[NamedOpening, ...], today: date) -> OpeningsView:
    names = [opening.name for opening in openings]
    due = known.due(names, known.side, today)
    return OpeningsView(
        side=known.side,
        sides=tuple((side, side_name(side)) for side in Side),
        due=len(due),
        words=_due_words(known, len(due), today),
        openings=tuple(_opening(known, opening, today, is_due=opening.name in due) for opening in openings),
    )


def _opening(known: Repertoire, opening: NamedOpening, today: date, *, is_due: bool) -> OpeningView:
    drill = known.find(opening.name, known.side)
    if drill is None:
        when = text("openings.new")
    elif drill.card.is_learned:
        when = text("openings.learned")
    else:
        when = text("openings.due") if is_due else text("openings.next", day=day_words(drill.card.due, today))
    return OpeningView(
        name=opening.name,
        title=opening_name(opening.name),
        about=text(f"opening.{opening.name}.about"),
        board=_board(opening),
        when=when,
        is_due=is_due,
        box=drill.card.box if drill else 0,
    )


def _board(opening: NamedOpening) -> BoardView:
    game = Game(BOOK_RULES)
    game.play(*opening.moves)
    return BoardView(game.board, game.view.contents)


def _due_words(known: Repertoire, due: int, today: date) -> Text:
    if due:
        return text("openings.due_today", due)
    day = known.next_day(known.side, today)
    return text("course.next", day=day_words(day, today)) if day else text("course.all_learned")
