"""The values of the moves of an opening and the user's results with them.

Values are proven by the book and by complete tables; the engine estimates the others.
"""

from __future__ import annotations

from pathlib import Path

from sanmill.control.board.game_mode import GameMode
from sanmill.control.board.judge import judge_request
from sanmill.control.board.mode import Part
from sanmill.control.engine_requests import Purpose, SearchRequest
from sanmill.control.opening_requests import tables_for
from sanmill.core import settings
from sanmill.core.game.move import Move
from sanmill.core.game.symmetry import symmetric_key
from sanmill.core.progress.statistics import Tally
from sanmill.engine.game import Game
from sanmill.engine.messages import AnalysisDone, OpeningExplored, OpeningMove, Position, SearchLine, WorkFailed


class OpeningValues(Part):
    """What is known of the position shown."""

    def __init__(self, explorer: GameMode) -> None:
        super().__init__()
        self._explorer = explorer
        self.proofs: dict[tuple[Position, Path | None], OpeningExplored] = {}  # by position and tables
        self.lines: dict[Position, tuple[SearchLine, ...]] = {}  # estimates, best first; none where the engine failed
        self.results: dict[str, Tally] = {}  # of the user, by position
        self._counted: tuple[str, ...] = ()  # positions whose results were asked for
        self.receivers = {AnalysisDone: self._receive_lines, WorkFailed: self._receive_failure}

    def close(self) -> None:
        self._counted = ()
        self._explorer.context.features.explorer.openings.free()

    @property
    def position(self) -> Position:
        return self._explorer.session.position_at(self._explorer.cursor.ply)

    @property
    def tables(self) -> Path | None:
        """The tables in which a proof of the position shown can end, if there are some."""
        explorer = self._explorer
        return tables_for(explorer.context.tablebases.of(explorer.session.info.rules), explorer.cursor.state)

    @property
    def is_open(self) -> bool:
        """Whether pieces are still placed in the position shown."""
        return self._explorer.cursor.state.is_placing and self._explorer.cursor.state.result is None

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
        for move in self._explorer.cursor.game.legal():
            after = self._explorer.cursor.game.copy()
            after.play(move)
            found[move] = self.key_of(after)
        return found

    def key_of(self, game: Game) -> str:
        return symmetric_key(game.rules_text, game.view)

    def plan_search(self) -> SearchRequest | None:
        """Prove the moves of the position, estimate those without a proof, and count the user's results."""
        keys = (
            (self.key_of(self._explorer.cursor.game), *dict.fromkeys(self.children().values())) if self.is_open else ()
        )
        if keys != self._counted:
            self._counted = keys
            archive = self._explorer.context.features.archive
            archive.count_results(keys, lambda results: self._take_results(keys, results))
        proof, position = self.proof, self.position
        if self.is_open and (proof is None or proof.done < 1):
            self._explorer.context.features.explorer.openings.submit(
                position, self.tables, self._explorer.context.settings.get(settings.THREADS)
            )
        else:
            self._explorer.context.features.explorer.openings.cancel()
        return self._estimate_request() if self.is_open else None

    def _estimate_request(self) -> SearchRequest | None:
        if not self.is_estimated or self.position in self.lines:
            return None
        return judge_request(Purpose.ANALYSIS, self.position, self._explorer.cursor.state)

    def receive_proof(self, event: OpeningExplored) -> None:
        """Take a result of the current request, which is about the position shown."""
        self.proofs[self.position, self.tables] = event

    def _receive_lines(self, request: SearchRequest, event: AnalysisDone) -> None:
        self.lines[request.position] = event.lines

    def _receive_failure(self, request: SearchRequest, _event: WorkFailed) -> None:
        self.lines[request.position] = ()

    def _take_results(self, keys: tuple[str, ...], results: dict[str, Tally]) -> None:
        if keys == self._counted:
            self.results = results
            self._explorer.context.update()
