"""Game review: the value of each position, where the game turned, what would have been better.

The engine first evaluates every position, from the last to the first, then analyses the few moves that cost most. The
review can be used while that runs, paused and resumed.
"""

from __future__ import annotations

from sanmill.control import intents
from sanmill.control.engine_requests import Purpose, SearchRequest
from sanmill.control.games import session_file
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.intents import Handlers
from sanmill.control.views import verdicts
from sanmill.control.views.types import GameView
from sanmill.core import review as moments
from sanmill.core.model import Side
from sanmill.core.review import Cost
from sanmill.core.statistics import VERSUS
from sanmill.engine.messages import AnalysisDone, Limits, Line, MoveChosen, WorkFailed

from . import review_view
from .analysis import FULL_STRENGTH
from .mode import ModeContext, Receivers

NAME = "review"
GLANCE_MS, LOOK_MS = 120, 800


class Review:
    """A review of a copy of the game; the game itself stays as it is."""

    def __init__(self, context: ModeContext, game: Session) -> None:
        self.context = context
        self.game = game
        self.session = session_file.restore(session_file.save(game))
        self.cursor = self.session.cursor
        self.cursor.show_present()
        self.human_sides = game.info.human_sides
        self.last = self.cursor.game_ply
        self.lines: dict[int, Line] = {}  # the best line of each position
        self.closer: dict[int, tuple[Line, Line]] = {}  # of the costliest moves: the best line and the one played
        self.is_paused = False
        self.has_failed = False
        self.tried = ""  # the name of the game started from here
        self.has_jumped = False
        self.handlers: Handlers = {
            intents.JumpTo: lambda intent: self.jump(intent.ply),
            intents.SetPaused: lambda intent: self.pause(intent.is_paused),
            intents.TryAgain: lambda intent: self.try_again(intent.ply),
            intents.Flip: lambda _: self.flip(),
        }
        self.receivers: Receivers = {
            MoveChosen: self.receive_evaluation,
            AnalysisDone: self.receive_analysis,
            WorkFailed: self.receive_failure,
        }

    def close(self) -> None:
        """No timer to cancel."""

    def view(self) -> GameView:
        return review_view.review_view(self)

    # Intents.

    def jump(self, ply: int) -> None:
        """Show a ply of the game; undone moves are not part of it."""
        self.has_jumped = True
        self.cursor.show(min(ply, self.last))

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
        for move in self.cursor.line[:ply]:
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

    def plan_search(self) -> None:
        """Submit the next search, unless paused."""
        self.context.engine.submit(None if self.is_paused or self.has_failed else self.request())

    def request(self) -> SearchRequest | None:
        """The next position without a value, then the next costly move to analyse."""
        for ply in range(self.last, -1, -1):
            if ply not in self.lines and not self.cursor.states[ply].result:
                limits = Limits(time_ms=GLANCE_MS)
                return SearchRequest(Purpose.EVALUATION, self.session.position_at(ply), FULL_STRENGTH, limits)
        ply = next((ply for ply in self.costly_plies() if ply not in self.closer), -1)
        if ply < 0:
            return None
        limits = Limits(time_ms=LOOK_MS)
        return SearchRequest(Purpose.ANALYSIS, self.session.position_at(ply), (), limits, is_analysis=True)

    def receive_failure(self, _request: SearchRequest, _event: WorkFailed) -> None:
        """Pause with an error."""
        self.has_failed = True

    def receive_evaluation(self, request: SearchRequest, event: MoveChosen) -> None:
        """Store the value of a position, in the game as well."""
        if not event.lines:
            self.has_failed = True
            return
        ply = len(request.position.moves)
        self.lines[ply] = event.lines[0]
        self.game.cursor.mainline.values[ply] = verdicts.value_of(event.lines[0], self.side_at(ply))
        self._show_first_moment()

    def receive_analysis(self, request: SearchRequest, event: AnalysisDone) -> None:
        """Store the best line of a costly move and the one played."""
        if not event.lines:
            self.has_failed = True
            return
        ply, best = len(request.position.moves), event.lines[0]
        played = (line for line in event.lines if line.move == self.cursor.line[ply])
        self.closer[ply] = (best, next(played, best))
        self._show_first_moment()

    def _show_first_moment(self) -> None:
        """When the review is complete, show where the game turned, unless the user looks elsewhere."""
        first = next(iter(self.moments()), None) if self.is_done and not self.has_jumped else None
        if first is not None:
            self.cursor.show(first[0])

    @property
    def steps(self) -> tuple[int, int]:
        """The searches done, and all of them."""
        glances = [ply for ply in range(self.last + 1) if not self.cursor.states[ply].result]
        done = sum(ply in self.lines for ply in glances)
        if done < len(glances):
            return (done, len(glances) + moments.CANDIDATES)
        return (done + len(self.closer), len(glances) + len(self.costly_plies()))

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

    def costly_plies(self) -> list[int]:
        """The moves to analyse, by what they seem to have cost."""
        costs = moments.costs([self.side_at(ply) for ply in range(self.last)], self.values())
        return moments.candidates(costs, self.judged, moments.settled_at(self.values(), self.last))

    def moments(self) -> list[tuple[int, bool]]:
        """The analysed plies worth showing, and whether the game turned there."""
        found = []
        for ply, (best, played) in self.closer.items():
            side = self.side_at(ply)
            before, after = verdicts.value_of(best, Side.WHITE), verdicts.value_of(played, Side.WHITE)
            found.append(Cost(ply, side, before, after))
        return moments.moments(found, self.judged, moments.settled_at(self.values(), self.last))


def is_about(review: Review, game: Session) -> bool:
    """Whether a review shows a game as it stands."""
    return review.game is game and review.cursor.mainline.moves[: review.last] == game.cursor.played
