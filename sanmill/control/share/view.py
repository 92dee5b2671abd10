"""A game or puzzle to share: its text, the position, a short code, and the contents of its card.

The card is read by the one who receives it, so it speaks of the user as "I", names the sides, and dates the game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from sanmill.control.archive.game_files import entry_of
from sanmill.control.archive.view import title_of
from sanmill.control.games.game_info import NOTED, Player
from sanmill.control.games.people import called, opponent_name
from sanmill.control.games.session import Session
from sanmill.control.games.session_file import is_on_main_line, record_of, record_text
from sanmill.control.games.strength import name_of
from sanmill.control.views.texts import reason_words, side_name
from sanmill.control.views.types import BoardView, GameView
from sanmill.core.game.model import Side
from sanmill.core.game.move import Turn, split_turns
from sanmill.core.progress.statistics import TWO_PLAYERS
from sanmill.core.text.dates import full_day, read_day
from sanmill.core.text.i18n import Text, text
from sanmill.engine import share_code
from sanmill.engine.game import Game
from sanmill.engine.puzzles.generator import Puzzle

from .turns import SharedTurn, turns_of

COST_MIN = 0.6  # the minimum cost of a turn worth a line; a win is 1, a draw 0


@dataclass(frozen=True)
class SharedPlayer:
    side: Side
    name: Text
    score: str  # 1, ½ or 0; empty while the game is in progress
    level: int = 0  # of the engine
    strength: Text | None = None  # the level in words


@dataclass(frozen=True)
class ShareView:
    """A game or puzzle to share: as text, position, code, and as a card that speaks to the one who receives it."""

    record: str
    position: str
    code: str
    board: BoardView
    name: Text  # of its files
    headline: Text  # from the sender to the receiver
    detail: Text
    title: Text | None = None  # given by the user
    players: tuple[SharedPlayer, ...] = ()  # the upper one first
    reason: Text | None = None  # why the game ended
    moment: Text | None = None  # where it turned
    turns: tuple[SharedTurn, ...] = ()  # for a picture of the whole game


def share_view(session: Session, view: GameView, variant: Text) -> ShareView:
    """Everything about a game that can be shared."""
    entry = entry_of(session, "", 0.0)
    players = {side: _player(session, side, (entry.white, entry.black)[side]) for side in Side}
    has_reason = session.is_over and session.reason != NOTED
    loser = None if session.winner is None else session.winner.other
    loser_name = called(session.info.players, loser or Side.WHITE)
    return ShareView(
        record=record_text(session),
        position=session.cursor.game.position,
        code=code_of(session),
        board=replace(
            BoardView(view.board.board, view.board.contents),
            last_from=view.board.last_from,
            last_to=view.board.last_to,
            last_removed=view.board.last_removed,
            is_flipped=view.board.is_flipped,
        ),
        name=title_of(entry),
        headline=_headline(session, players),
        detail=_detail(variant, read_day(entry.date)),
        title=title_of(entry) if entry.title else None,
        players=(players[view.top.side], players[view.bottom.side]),
        reason=reason_words(session.cursor.present, session.reason, loser, loser_name) if has_reason else None,
        moment=moment_of(session),
        turns=turns_of(session),
    )


def puzzle_share_view(puzzle: Puzzle, variant: Text) -> ShareView:
    """A puzzle to share, without its solution; the receiver gets its position."""
    session = Session(TWO_PLAYERS, puzzle.rules, (Player(), Player()), start=puzzle.position)
    game, side = Game(puzzle.rules, puzzle.position), side_name(puzzle.side)
    return ShareView(
        record=record_text(session),
        position=puzzle.position,
        code=code_of(session),
        board=BoardView(game.board, game.view.contents),
        name=text(f"puzzles.theme.{puzzle.theme}"),
        headline=text("share.puzzle_win" if puzzle.is_win else "share.puzzle_save", side=side),
        detail=variant,
        moment=text("puzzles.grade", rating=puzzle.rating),
    )


def code_of(session: Session) -> str:
    """The share code of a game up to where it stands, without moves taken back; empty when the game is too long."""
    try:
        return share_code.write(record_of(session), session.cursor.game_ply if is_on_main_line(session) else None)
    except share_code.CodeError:
        return ""


def moment_of(session: Session) -> Text | None:
    """The costliest turn among those with an evaluation before and after."""
    cursor, line = session.cursor, session.cursor.mainline
    turns = split_turns(cursor.played, [state.side for state in line.states])
    costs = [(_cost(turn, line.values), turn) for turn in turns if turn.ply in line.values and turn.end in line.values]
    cost, turn = max(costs, key=lambda each: (each[0], each[1].ply), default=(0.0, None))
    if turn is None or cost < COST_MIN:
        return None
    dots = "." if turn.side is Side.WHITE else "…"
    return text("share.moment", turn=f"{line.states[turn.ply].turn}{dots} {turn}")


def _cost(turn: Turn, values: dict[int, float]) -> float:
    change = values[turn.ply] - values[turn.end]
    return change if turn.side is Side.WHITE else -change


def _player(session: Session, side: Side, name: str) -> SharedPlayer:
    """The engine under the name of its level, the only person as the sender, others by name or side."""
    player, winner = session.info.players[side], session.winner
    score = "" if not session.is_over else "½" if winner is None else "1" if winner is side else "0"
    if player.is_engine:
        return SharedPlayer(side, opponent_name(player.level), score, player.level, name_of(player.level))
    if name:
        return SharedPlayer(side, text("strip.name", name=name), score)
    is_sender = session.info.human_sides == {side}
    return SharedPlayer(side, text("share.me") if is_sender else side_name(side), score)


def _headline(session: Session, players: dict[Side, SharedPlayer]) -> Text:
    """What the sender says about the game, with a question to the receiver."""
    winner, humans, count = session.winner, session.info.human_sides, session.full_moves
    if not session.is_over:
        return text("share.in_progress", side=side_name(session.cursor.present.side))
    if len(humans) == 1:
        (side,) = humans
        engine = players[side.other]
        opponent = text("share.opponent", name=engine.name, level=engine.strength)
        outcome = "share.drew" if winner is None else "share.won" if winner is side else "share.lost"
        return text(outcome, count, opponent=opponent)
    if winner is None:
        return text("share.drawn", count, white=players[Side.WHITE].name, black=players[Side.BLACK].name)
    return text("share.beat", count, winner=players[winner].name, loser=players[winner.other].name)


def _detail(variant: Text, day: date | None) -> Text:
    """Variant and date; "today" would be wrong when it is received."""
    return text("share.detail", variant=variant, date=full_day(day)) if day else variant
