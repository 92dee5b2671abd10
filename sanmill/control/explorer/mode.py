"""The opening explorer: a board of its own, the moves of the position with their values and the user's results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from sanmill.control.board.drawing import Drawing
from sanmill.control.board.game_mode import GameMode
from sanmill.control.board.navigation import Navigation
from sanmill.control.board.touch import Touch
from sanmill.control.context import Context
from sanmill.control.games import new_game
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.games.session_file import SessionError
from sanmill.control.variants import rule_set
from sanmill.control.views.types import GameView
from sanmill.core import settings
from sanmill.core.game.model import Side
from sanmill.core.progress.statistics import TWO_PLAYERS, VERSUS
from sanmill.core.storage.stored import Count, EngineText, MoveText, Range, Stored
from sanmill.engine.errors import EngineError
from sanmill.engine.messages import Position

from . import view as explorer_view
from .intents import ExploreMove, ExploreRules, PlayFrom
from .values import OpeningValues

NAME = FILE = "explorer"
PLIES_MAX = 1000


@dataclass(frozen=True)
class SavedExplorer:
    rules: EngineText
    start: EngineText
    moves: Annotated[tuple[MoveText, ...], Count(PLIES_MAX)]
    ply: Annotated[int, Range(0, PLIES_MAX)]
    is_flipped: bool


EXPLORER = Stored(SavedExplorer)


class Explorer(GameMode):
    """A line of moves that can be stepped through; touching a point or choosing a row plays a move."""

    file = FILE

    def __init__(
        self,
        context: Context,
        position: Position,
        *,
        moves: tuple[str, ...] = (),
        is_flipped: bool = False,
    ) -> None:
        """``moves`` follow on the position and can be stepped to."""
        super().__init__(context, Session(TWO_PLAYERS, position.rules, (Player(), Player()), start=position.start))
        for move in (*position.moves, *moves):
            self.session.play(move)
        self.cursor.show(len(position.moves))
        self.session.is_flipped = is_flipped
        self.touch = Touch(self, enter=self.explore_move)
        self.values = OpeningValues(self)
        self.drawing = Drawing(self)
        self.assemble(
            self.touch,
            Navigation(self),
            self.drawing,
            self.values,
            handlers={
                ExploreMove: lambda intent: self.explore_move(intent.move),
                ExploreRules: lambda intent: self.change_rules(intent.rules),
                PlayFrom: lambda intent: self.start_game(intent.side),
            },
        )

    def view(self) -> GameView:
        return explorer_view.explorer_view(self)

    def save(self) -> dict[str, Any]:
        info, cursor = self.session.info, self.cursor
        return EXPLORER.write(SavedExplorer(info.rules, info.start, cursor.line, cursor.ply, self.session.is_flipped))

    def explore_move(self, move: str) -> None:
        if move in self.cursor.game.legal():
            self.play(move)

    def change_rules(self, variant: str) -> None:
        rules = rule_set.rules_in(variant)
        if rules and rules != self.session.info.rules:
            is_flipped = self.session.is_flipped
            self.session = Session(TWO_PLAYERS, rules, (Player(), Player()))
            self.session.is_flipped = is_flipped
            self.reset()

    def start_game(self, side: Side | None) -> None:
        """Play on from the position: as a side against the engine, or two players. Such a game does not count."""
        if self.cursor.state.result:
            return
        chosen, info = self.context.settings, self.session.info
        engine = Player(True, chosen.get(settings.LEVEL), chosen.get(settings.STYLE))
        white, black = (Player() if side in (each, None) else engine for each in Side)
        session = Session(TWO_PLAYERS if side is None else VERSUS, info.rules, (white, black), start=info.start)
        for move in self.cursor.line[: self.cursor.ply]:
            session.play(move)
        session.info.counts = False
        self.context.current.open(session)


def new_explorer(context: Context) -> Explorer:
    return Explorer(context, Position(new_game.chosen_rules(context.settings)))


def explore(context: Context, session: Session, best: tuple[str, ...] = ()) -> Explorer:
    """The position shown of a game, or after some moves of its best line."""
    cursor = session.cursor
    played = session.position_at(cursor.ply)
    position = Position(played.rules, (*played.moves, *best), played.start)
    moves = () if best else cursor.line[cursor.ply :]
    explorer = Explorer(context, position, moves=moves, is_flipped=session.is_flipped)
    explorer.cursor.tree.take_shapes(cursor.tree)
    return explorer


def restore(context: Context, saved: SavedExplorer) -> Explorer:
    """The saved line; raises SessionError."""
    moves, ply = saved.moves, saved.ply
    try:
        position = Position(saved.rules, moves[:ply], saved.start)
        return Explorer(context, position, moves=moves[ply:], is_flipped=saved.is_flipped)
    except EngineError as error:
        raise SessionError(str(error)) from error
