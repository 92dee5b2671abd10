"""Game review: the value of each position, where the game turned, what would have been better.

The engine judges the moves of every position, from the last to the first, as the coach does during a game. The review
can be used while that runs, paused and resumed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sanmill.control import intents
from sanmill.control.board.judge import Judgement, judge, judge_request
from sanmill.control.board.mode import ModeContext, Receivers
from sanmill.control.engine_requests import Purpose, SearchRequest
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.intents import Handlers
from sanmill.control.views import verdicts
from sanmill.control.views.types import GameView, ShareView
from sanmill.core.game import review as moments
from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from sanmill.core.game.phase import phase_of
from sanmill.core.game.review import Cost, outcome
from sanmill.core.progress.statistics import VERSUS, accuracy_of
from sanmill.engine.game import Game
from sanmill.engine.messages import AnalysisDone, Line, WorkFailed

from . import view as review_view

NAME = "review"


class Review:
    """A review of a copy of the game; the game itself stays as it is."""

    file = ""

    def __init__(self, context: ModeContext, game: Session) -> None:
        self.context = context
        self.game = game
        self.session = game.copy()
        self.cursor = self.session.cursor
        self.cursor.show_present()
        self.human_sides = game.info.human_sides
        self.last = self.cursor.game_ply
        self.lines: dict[int, Line] = {}  # the best line of each position
        self.judgements: dict[int, Judgement] = {}  # of the moves played, by the ply before them
        self.is_paused = False
        self.has_failed = False
        self.tried = ""  # the name of the game started from here
        self.has_jumped = False
        self.best_shown = 0  # moves of the best line on the board
        self.handlers: Handlers = {
            intents.JumpTo: lambda intent: self.jump(intent.ply),
            intents.SetPaused: lambda intent: self.pause(intent.is_paused),
            intents.PlayBest: lambda _: self.play_best(),
            intents.TryAgain: lambda intent: self.try_again(intent.ply),
            intents.Flip: lambda _: self.flip(),
            intents.ExplorePosition: lambda _: context.explore(self.session, self.best_moves()[: self.best_shown]),
        }
        self.receivers: Receivers = {
            AnalysisDone: self.receive_lines,
            WorkFailed: self.receive_failure,
        }

    def close(self) -> None:
        """No timer to cancel."""

    def on_hidden(self) -> None:
        """The review goes on."""

    def save(self) -> dict[str, Any]:
        return {}

    def share(self) -> ShareView | None:
        return None

    def view(self) -> GameView:
        return review_view.review_view(self)

    # Intents.

    def jump(self, ply: int) -> None:
        """Show a ply of the game; undone moves are not part of it."""
        self.has_jumped = True
        self.best_shown = 0
        self.cursor.show(min(ply, self.last))

    def play_best(self) -> None:
        """Show the position after the next turn of the best line."""
        moves, end = self.best_moves(), self.best_shown + 1
        while end < len(moves) and moves[end].is_removal:
            end += 1
        if end <= len(moves):
            self.has_jumped = True
            self.best_shown = end

    def pause(self, is_paused: bool) -> None:
        self.is_paused = is_paused
        self.has_failed = False

    def flip(self) -> None:
        self.session.is_flipped = not self.session.is_flipped

    def try_again(self, ply: int) -> None:
        """Start a practice game from a ply; it does not count."""
        old = self.session.info
        mode, players = old.mode, old.players
        if not self.human_sides:  # a watched game: take over the side to move
            level = max(player.level for player in players)
            engine = Player(True, level, players[0].style)
            mode = VERSUS
            players = (Player(), engine) if self.side_at(ply) is Side.WHITE else (engine, Player())
        game = Session(mode, old.rules, players, start=old.start)
        for move in (*self.cursor.line[:ply], *self.best_moves()[: self.best_shown]):
            game.play(move)
        game.info.counts = False
        game.is_flipped = self.session.is_flipped
        self.tried = game.info.name
        self.context.open_game(game)

    # Searches.

    def side_at(self, ply: int) -> Side:
        return self.cursor.states[ply].side

    @property
    def judged(self) -> frozenset[Side]:
        """Whose moves are judged: those of the only person, otherwise both sides'."""
        return self.human_sides if len(self.human_sides) == 1 else frozenset(Side)

    @property
    def viewer(self) -> Side:
        """The side from which values are shown."""
        return next(iter(self.human_sides)) if len(self.human_sides) == 1 else Side.WHITE

    def best_moves(self) -> tuple[Move, ...]:
        """The best line of the position shown."""
        line = self.lines.get(self.cursor.ply)
        return line.moves if line else ()

    def shown_game(self) -> Game:
        """The position on the board: of the game, or after some moves of the best line."""
        if not self.best_shown:
            return self.cursor.game
        position = self.session.position_at(self.cursor.ply)
        game = Game(position.rules, position.start or None)
        for move in (*position.moves, *self.best_moves()[: self.best_shown]):
            game.play(move)
        return game

    def plan_search(self) -> None:
        """Submit the next search, unless paused."""
        self.context.engine.submit(None if self.is_paused or self.has_failed else self.request())

    def request(self) -> SearchRequest | None:
        """Judge the moves of the next position; the last one comes first."""
        for ply in range(self.last, -1, -1):
            if ply not in self.lines and not self.cursor.states[ply].result:
                return judge_request(Purpose.ANALYSIS, self.session.position_at(ply), self.cursor.states[ply])
        return None

    def forget_estimates(self) -> None:
        """Judge again what no tablebase has proven: there is another one now."""
        self.judgements = {ply: judgement for ply, judgement in self.judgements.items() if judgement.is_proven}
        self.lines = {
            ply: line
            for ply, line in self.lines.items()
            if line.is_proven and (ply in self.judgements or ply == self.last)
        }

    def receive_failure(self, _request: SearchRequest, _event: WorkFailed) -> None:
        """Pause with an error."""
        self.has_failed = True

    def receive_lines(self, request: SearchRequest, event: AnalysisDone) -> None:
        """Store the judgement of a move, and the value of its position in the game as well."""
        if not event.lines:
            self.has_failed = True
            return
        ply = len(request.position.moves)
        self._take_lines(ply, event.lines)
        self._note_result()

    def _note_result(self) -> None:
        if self.is_done:
            if len(self.human_sides) == 1:
                self.context.results.note_accuracy(self.session.info.name, accuracy_of(self._turns()))
            self._show_first_moment()

    def _turns(self) -> Iterator[tuple[str, bool | None]]:
        """The phase of each judged turn, and whether it kept the value; None where that is not proven."""
        ply = 0
        while ply < self.last:
            start = ply
            ply += 1
            while ply < self.last and Move(self.cursor.line[ply]).is_removal:
                ply += 1
            if self.side_at(start) in self.judged:
                costs = [self.judgements[each].cost for each in range(start, ply) if each in self.judgements]
                yield phase_of(self.cursor.states[start]), is_kept(costs, ply - start)

    def _take_lines(self, ply: int, lines: tuple[Line, ...]) -> None:
        self.lines[ply] = lines[0]
        self.game.cursor.mainline.values[ply] = verdicts.value_of(lines[0], self.side_at(ply))
        if ply < self.last:
            judgement = judge(self.session.position_at(ply), self.cursor.states[ply], lines, self.cursor.line[ply])
            if judgement:
                self.judgements[ply] = judgement

    def _show_first_moment(self) -> None:
        """Show where the game turned, unless the user looks elsewhere."""
        first = None if self.has_jumped else next(iter(self.moments()), None)
        if first is not None:
            self.cursor.show(first[0])

    @property
    def steps(self) -> tuple[int, int]:
        """The searches done, and all of them."""
        plies = [ply for ply in range(self.last + 1) if not self.cursor.states[ply].result]
        return (sum(ply in self.lines for ply in plies), len(plies))

    @property
    def is_done(self) -> bool:
        done, total = self.steps
        return done >= total

    # Findings.

    def values(self) -> dict[int, float]:
        """The known values of positions, by ply; 1 is a win for White."""
        known = {ply: verdicts.value_of(line, self.side_at(ply)) for ply, line in self.lines.items()}
        for ply in range(self.last + 1):
            result = self.cursor.states[ply].result
            if result:
                known[ply] = 0.0 if result.winner is None else 1.0 if result.winner is Side.WHITE else -1.0
        return known

    def costs(self) -> dict[int, Cost]:
        """What each judged move cost, by the ply before it."""
        return {ply: self.judgements[ply].cost for ply in sorted(self.judgements)}

    def moments(self) -> list[tuple[int, bool]]:
        """The plies worth showing, and whether the game turned there."""
        found = list(self.costs().values())
        return moments.moments(found, self.judged, moments.settled_at(self.values(), self.last))


def is_kept(costs: list[Cost], plies: int) -> bool | None:
    """Whether the moves of a turn kept the win or the draw; ``None`` if that is not proven or the game was lost."""
    if costs and costs[0].is_proven and outcome(costs[0].before) < 0:
        return None
    if any(cost.is_proven and cost.lost for cost in costs):
        return False
    return True if len(costs) == plies and all(cost.is_proven for cost in costs) else None


def is_about(review: Review, game: Session) -> bool:
    """Whether a review shows a game as it stands."""
    return review.game is game and review.cursor.mainline.moves[: review.last] == game.cursor.played
