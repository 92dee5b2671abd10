"""Builds the view of the opening explorer: the board with verdicts, the rows of moves, and where values come from."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sanmill.control.board import intents
from sanmill.control.board.board_view import session_board
from sanmill.control.board.strips import strips
from sanmill.control.games.move_list import moves_of
from sanmill.control.games.people import opponent_name
from sanmill.control.opening_requests import BOOK_RULES
from sanmill.control.variants import rule_set
from sanmill.control.views import verdicts
from sanmill.control.views.texts import opening_name, side_name
from sanmill.control.views.types import (
    Action,
    Badge,
    BarView,
    ExplorerRow,
    ExplorerView,
    GameView,
    Verdict,
)
from sanmill.core import settings
from sanmill.core.game.move import Move
from sanmill.core.text.i18n import Text, text
from sanmill.engine.messages import OpeningMove
from sanmill.engine.opening_names import opening_of

from .intents import PlayFrom

if TYPE_CHECKING:
    from .mode import Explorer

VERDICTS = {1: Verdict.BETTER, 0: Verdict.LEVEL, -1: Verdict.WORSE}
RESULTS = {1: "explorer.win", 0: "explorer.draw", -1: "explorer.loss"}  # of a move
STANDINGS = {1: "explorer.status.win", 0: "explorer.status.draw", -1: "explorer.status.loss"}
ESTIMATES = {Verdict.BETTER: "explorer.better", Verdict.LEVEL: "explorer.level", Verdict.WORSE: "explorer.worse"}


def explorer_view(mode: Explorer) -> GameView:
    rows = _rows(mode) if mode.values.is_open else ()
    top, bottom = (replace(strip, lost=0) for strip in strips(mode))
    view = GameView(
        mode="explorer",
        title=mode.context.library.title(mode.session.info.rules),
        board=session_board(
            mode.session,
            badges=_badges(rows, mode.touch.choice.piece),
            names_points=True,
            pen=mode.drawing.colour,
        ),
        top=top,
        bottom=bottom,
        status=_status(mode),
        moves=moves_of(mode.session),
        actions=(
            Action("skip_previous", text("explorer.start"), intents.JumpTo(0), is_enabled=mode.cursor.ply > 0),
            Action("swap_vert", text("play.flip"), intents.Flip()),
        ),
        explorer=_explorer(mode, rows),
    )
    return mode.touch.add_to(view)


def _explorer(mode: Explorer, rows: tuple[ExplorerRow, ...]) -> ExplorerView:
    proof, rules = mode.values.proof, mode.session.info.rules
    is_proving = mode.values.is_open and proof is not None and proof.done < 1
    own = mode.values.results.get(mode.values.key_of(mode.cursor.game))
    states = mode.cursor.states[: mode.cursor.ply + 1]
    opening = opening_of(rules, states)
    is_named_here = opening != opening_of(rules, states[:-1])
    return ExplorerView(
        rows=rows,
        source=_source(mode),
        progress=proof.done if is_proving and proof else None,
        own=BarView.of(text("explorer.own"), own) if own and mode.values.is_open else None,
        rules=rules,
        variants=_variants(mode),
        offers_tables=mode.values.is_open and mode.values.is_estimated and not mode.values.tables and _has_book(mode),
        offers_drills=_has_book(mode),
        ply=mode.cursor.ply,
        games=_games(mode),
        opening=opening_name(opening) if opening else None,
        about=text(f"opening.{opening}.about") if opening and is_named_here else None,
    )


def _variants(mode: Explorer) -> tuple[tuple[str, Text], ...]:
    """Every variant, and the rules explored."""
    library, rules = mode.context.library, mode.session.info.rules
    known = tuple((rule_set.rules_in(value), title) for value, title in library.choices())
    return known if rules in dict(known) else (*known, (rules, library.title(rules)))


def _has_book(mode: Explorer) -> bool:
    return mode.session.info.rules == BOOK_RULES


def _source(mode: Explorer) -> Text | None:
    """Where the values come from, as far as the user has to be told."""
    proof = mode.values.proof
    if not mode.values.is_open or proof is None:
        return None
    if mode.values.tables and proof.done < 1:
        return text("explorer.proving", percent=int(100 * proof.done))
    if not mode.values.is_estimated:
        return None if mode.cursor.line else text("explorer.touch")
    if mode.values.position not in mode.values.lines:
        return text("explorer.estimating")
    if not _has_book(mode):
        return text("explorer.no_book")
    return text("explorer.beyond")


def _status(mode: Explorer) -> Text:
    """Whose turn it is, and what the position is worth if that is proven."""
    state = mode.cursor.state
    side = side_name(state.side)
    if state.result:
        return text("explorer.over")
    if not state.is_placing:
        return text("explorer.ends")
    if any(state.pending_removals):
        return text("status.side.take", sum(state.pending_removals), side=side)
    if mode.values.proof and mode.values.proof.wdl is not None:
        return text(STANDINGS[mode.values.proof.wdl], side=side)
    return text("explorer.status.unknown", side=side)


def _badges(rows: tuple[ExplorerRow, ...], chosen: str) -> tuple[Badge, ...]:
    """The values of the best moves and the blunders on their points; of a piece's best move on the piece."""
    best: dict[str, Badge] = {}
    if len({(row.verdict, row.is_proven) for row in rows}) == 1:  # nothing to choose by
        return ()
    for row in rows:
        if row.verdict is None:
            continue
        for move in map(Move, row.moves):
            if chosen and move.start != chosen:
                continue
            badge = Badge(move.end if chosen else move.points[0], row.verdict, row.is_proven)
            best.setdefault(badge.point, badge)  # rows come best first
    return verdicts.telling(list(best.values()))


def _rows(mode: Explorer) -> tuple[ExplorerRow, ...]:
    """The moves up to symmetry, the best first."""
    groups: dict[str, list[Move]] = {}
    for move, key in mode.values.children().items():
        groups.setdefault(key, []).append(move)
    proven, lines = mode.values.proven, {line.move: line for line in mode.values.lines.get(mode.values.position, ())}
    board = mode.cursor.game.board
    points = {point.name: (-point.rank, point.file) for point in board.points}
    exits = {point.name: len(point.neighbours) for point in board.points}
    rows = []
    for key, moves in groups.items():
        moves.sort(key=lambda move: [points[point] for point in move.points])
        proof, line = proven.get(moves[0]), lines.get(moves[0])
        wdl = proof.wdl if proof else None
        verdict, value = (VERDICTS[wdl], text(RESULTS[wdl])) if wdl is not None else (None, None)
        if verdict is None and line:
            verdict = verdicts.verdict_of(line)
            value = text(ESTIMATES[verdict])
        own = mode.values.results.get(key)
        rows.append(
            ExplorerRow(
                moves=tuple(moves),
                verdict=verdict,
                is_proven=wdl is not None,
                value=value,
                replies=_replies(proof) if proof else None,
                own=BarView.of(text("explorer.games", own.games), own) if own else None,
                rank=(
                    verdicts.RANK[verdict] if verdict else -1,
                    proof.mistakes / proof.replies if proof and proof.mistakes is not None and proof.replies else 0.0,
                    line.score if line and wdl is None else 0,
                    own.games if own else 0,
                    exits[moves[0].end],
                ),
            )
        )
    rows.sort(key=lambda row: row.rank, reverse=True)
    return tuple(rows)


def _replies(move: OpeningMove) -> Text | None:
    """How many replies keep or lose value; ``None`` if that is not known."""
    if move.wdl is None or move.mistakes is None:
        return None
    if move.wdl > 0:
        return text("explorer.replies.none")
    if move.wdl < 0:
        return text("explorer.replies.win", move.replies - move.mistakes, total=move.replies)
    if not move.mistakes:
        return text("explorer.replies.safe")
    return text("explorer.replies.lose", move.mistakes, total=move.replies)


def _games(mode: Explorer) -> tuple[Action, ...]:
    """The ways to play on from here."""
    if mode.cursor.state.result:
        return ()
    level = opponent_name(mode.context.settings.get(settings.LEVEL))
    sides = tuple(
        Action("smart_toy", text("explorer.against", side=side_name(side), level=level), PlayFrom(side))
        for side in (mode.cursor.state.side, mode.cursor.state.side.other)
    )
    return (*sides, Action("group", text("set_up.two"), PlayFrom(None)))
