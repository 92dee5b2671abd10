"""The opening explorer: a board of its own, the moves of the position with their values and the user's results.

Values are proven by the book and by complete tables; the engine estimates the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from sanmill.control import intents
from sanmill.control.board.judge import judge_request
from sanmill.control.board.mode import ModeContext, Receivers
from sanmill.control.board.touch import Choice, TouchState
from sanmill.control.engine_requests import Purpose, SearchRequest
from sanmill.control.games import new_game
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.games.session_file import SessionError
from sanmill.control.intents import Handlers
from sanmill.control.variants import rule_set
from sanmill.control.views.types import GameView, ShareView
from sanmill.core import settings
from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from sanmill.core.game.symmetry import symmetric_key
from sanmill.core.progress.statistics import TWO_PLAYERS, VERSUS, Tally
from sanmill.core.storage.stored import Count, EngineText, MoveText, Range, Stored
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.messages import AnalysisDone, Line, OpeningExplored, OpeningMove, Position, WorkFailed

from . import view as explorer_view

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


class Explorer:
    """A line of moves that can be stepped through; touching a point or choosing a row plays a move."""

    file = FILE

    def __init__(
        self,
        context: ModeContext,
        position: Position,
        *,
        moves: tuple[str, ...] = (),
        is_flipped: bool = False,
    ) -> None:
        """``moves`` follow on the position and can be stepped to."""
        self.context = context
        self.session = Session(TWO_PLAYERS, position.rules, (Player(), Player()), start=position.start)
        self.cursor = self.session.cursor
        self.touch = TouchState()
        self.proofs: dict[tuple[Position, Path | None], OpeningExplored] = {}  # by position and tables
        self.lines: dict[Position, tuple[Line, ...]] = {}  # estimates, best first; none where the engine failed
        self.results: dict[str, Tally] = {}  # of the user, by position
        self._counted: tuple[str, ...] = ()  # positions whose results were asked for
        for move in (*position.moves, *moves):
            self.session.play(move)
        self.cursor.show(len(position.moves))
        self.session.is_flipped = is_flipped
        self.handlers: Handlers = {
            intents.TapPoint: lambda intent: self.tap(intent.point),
            intents.PressPoint: lambda intent: self.tap(intent.point, is_key=True),
            intents.Lift: lambda intent: self.touch.lift(self.cursor.game, intent.point),
            intents.Drop: lambda intent: self.drop(intent.point),
            intents.ClearChoice: lambda _: self.touch.reset(),
            intents.ExploreMove: lambda intent: self.play(intent.move),
            intents.ExploreRules: lambda intent: self.change_rules(intent.rules),
            intents.JumpTo: lambda intent: self.jump(intent.ply),
            intents.Flip: lambda _: self.flip(),
            intents.PlayFrom: lambda intent: self.start_game(intent.side),
        }
        self.receivers: Receivers = {AnalysisDone: self.receive_lines, WorkFailed: self.receive_failure}

    def close(self) -> None:
        self._counted = ()
        self.touch.reset()
        self.context.openings.release()

    def on_hidden(self) -> None:
        """The proof goes on."""

    def share(self) -> ShareView | None:
        return None

    def view(self) -> GameView:
        return explorer_view.explorer_view(self)

    def save(self) -> dict[str, Any]:
        info, cursor = self.session.info, self.cursor
        return EXPLORER.write(SavedExplorer(info.rules, info.start, cursor.line, cursor.ply, self.session.is_flipped))

    # Intents.

    def tap(self, point: str, *, is_key: bool = False) -> None:
        """Play, choose a piece, or say why not."""
        self.touch.refusal = None
        is_drag_only = not is_key and self.context.settings.get(settings.INPUT) == "drag"
        move = self.touch.tap(self.cursor.game, point, is_drag_only=is_drag_only)
        if move:
            self.play(move)

    def drop(self, point: str) -> None:
        piece = self.touch.choice.piece
        if piece and point and point != piece:
            self.tap(point, is_key=True)
        self.touch.choice = Choice()

    def play(self, move: str) -> None:
        if move in self.cursor.game.legal():
            self.session.play(move)
            self.touch.reset()

    def jump(self, ply: int) -> None:
        self.cursor.show(min(ply, len(self.cursor.line)))
        self.touch.reset()

    def flip(self) -> None:
        self.session.is_flipped = not self.session.is_flipped

    def change_rules(self, variant: str) -> None:
        """Start over with a variant."""
        rules = rule_set.rules_in(variant)
        if rules and rules != self.session.info.rules:
            is_flipped = self.session.is_flipped
            self.session = Session(TWO_PLAYERS, rules, (Player(), Player()))
            self.cursor, self.session.is_flipped = self.session.cursor, is_flipped
            self.touch.reset()

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
        self.context.open_game(session)

    # What is known.

    @property
    def position(self) -> Position:
        return self.session.position_at(self.cursor.ply)

    @property
    def tables(self) -> Path | None:
        """The tables in which a proof of the position shown can end, if there are some."""
        status, state = self.context.tablebases.of(self.session.info.rules), self.cursor.state
        hands = sum(state.in_hand) + any(state.pending_removals)  # when the turn began
        return status.path if status.is_complete or status.can_prove(hands) else None

    @property
    def is_open(self) -> bool:
        """Whether pieces are still placed in the position shown."""
        return self.cursor.state.is_placing and self.cursor.state.result is None

    @property
    def proof(self) -> OpeningExplored | None:
        """What is proven of the position shown; ``None`` until the first result."""
        return self.proofs.get((self.position, self.tables))

    @property
    def proven(self) -> dict[Move, OpeningMove]:
        return {move.move: move for move in self.proof.moves} if self.proof else {}

    @property
    def is_estimated(self) -> bool:
        """Whether some moves have no proven value and none can be expected at once."""
        proof = self.proof
        return proof is not None and (not proof.moves or any(move.wdl is None for move in proof.moves))

    def children(self) -> dict[Move, str]:
        """The legal moves with the keys of the positions they lead to."""
        found: dict[Move, str] = {}
        for move in self.cursor.game.legal():
            after = self.cursor.game.copy()
            after.play(move)
            found[move] = self.key_of(after)
        return found

    def key_of(self, game: Game) -> str:
        return symmetric_key(game.rules_text, game.board, game.view)

    # Searches.

    def plan_search(self) -> None:
        """Prove the moves of the position, estimate those without a proof, and count the user's results."""
        keys = (self.key_of(self.cursor.game), *dict.fromkeys(self.children().values())) if self.is_open else ()
        if keys != self._counted:
            self._counted = keys
            self.context.count_results(keys, lambda results: self._take_results(keys, results))
        proof, position = self.proof, self.position
        if self.is_open and (proof is None or proof.done < 1):
            self.context.openings.submit(position, self.tables, self.context.settings.get(settings.THREADS))
        else:
            self.context.openings.cancel()
        self.context.engine.submit(self._estimate_request() if self.is_open else None)

    def _estimate_request(self) -> SearchRequest | None:
        if not self.is_estimated or self.position in self.lines:
            return None
        return judge_request(Purpose.ANALYSIS, self.position, self.cursor.state)

    def receive_proof(self, event: OpeningExplored) -> None:
        """Take a result of the current request, which is about the position shown."""
        self.proofs[self.position, self.tables] = event

    def receive_lines(self, request: SearchRequest, event: AnalysisDone) -> None:
        self.lines[request.position] = event.lines

    def receive_failure(self, request: SearchRequest, _event: WorkFailed) -> None:
        self.lines[request.position] = ()

    def _take_results(self, keys: tuple[str, ...], results: dict[str, Tally]) -> None:
        if keys == self._counted:
            self.results = results
            self.context.update()


def new_explorer(context: ModeContext) -> Explorer:
    """The start of the variant as set."""
    return Explorer(context, Position(new_game.chosen_rules(context.settings)))


def explore(context: ModeContext, session: Session, best: tuple[str, ...] = ()) -> Explorer:
    """The position shown of a game, or after some moves of its best line."""
    cursor = session.cursor
    played = session.position_at(cursor.ply)
    position = Position(played.rules, (*played.moves, *best), played.start)
    moves = () if best else cursor.line[cursor.ply :]
    return Explorer(context, position, moves=moves, is_flipped=session.is_flipped)


def restore(context: ModeContext, saved: SavedExplorer) -> Explorer:
    """The saved line; raises SessionError."""
    moves, ply = saved.moves, saved.ply
    try:
        position = Position(saved.rules, moves[:ply], saved.start)
        return Explorer(context, position, moves=moves[ply:], is_flipped=saved.is_flipped)
    except EngineError as error:
        raise SessionError(str(error)) from error
