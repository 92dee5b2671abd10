"""Looking back at a game: what each position was worth, where it turned, what would have been better.

The engine first judges every position of the game, from the end to the start, then looks more closely at the few moves
that cost most. All of it can be used meanwhile, stopped and gone on with.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sanmill.control import intents
from sanmill.control.games.session import Player, Session
from sanmill.control.intents import Intent
from sanmill.control.ports import Host, Job
from sanmill.control.views import review_view, verdicts
from sanmill.control.views.types import GameView
from sanmill.core import review as moments
from sanmill.core.model import Side
from sanmill.core.review import Cost
from sanmill.engine.messages import AnalysisDone, Limits, Line, MoveChosen, Progress, SearchEvent, WorkFailed

from . import versus
from .table import FULL_STRENGTH

NAME = "review"
GLANCE_MS, LOOK_MS = 120, 800


class Review:
    """A game seen again, on a copy of its own: the game itself stays as it is."""

    def __init__(self, host: Host, game: Session) -> None:
        self.host = host
        self.game = game
        self.session = Session.restore(game.save())
        self.session.show_now()
        self.last = self.session.now  # the ply the game stands at
        self.lines: dict[int, Line] = {}  # the best line of each position
        self.closer: dict[int, tuple[Line, Line]] = {}  # of the dearest moves: the best line and the one played
        self.is_paused = False
        self.is_in_trouble = False
        self.tried = ""  # the name of the game that was tried from here
        self.has_jumped = False
        self.handlers: dict[type[Intent], Callable[[Any], None]] = {
            intents.JumpTo: lambda intent: self.jump(intent.ply),
            intents.SetPaused: lambda intent: self.pause(intent.is_paused),
            intents.TryAgain: lambda intent: self.try_again(intent.ply),
            intents.Flip: lambda _: self.flip(),
        }

    # Life.

    def begin(self) -> None:
        """Start, or go on with what is missing."""
        self.plan()

    def end(self) -> None:
        """Nothing waits for the clock here."""

    def kept(self) -> Session | None:
        """The game is kept by itself."""
        return None

    def handle(self, intent: Intent) -> None:
        """Do what the user asks."""
        handler = self.handlers.get(type(intent))
        if handler:
            handler(intent)
            if self.host.is_in_front(self):
                self.plan()
                self.host.changed()

    def view(self) -> GameView:
        """What there is to see."""
        return review_view.review_view(self)

    # What the user does.

    def jump(self, ply: int) -> None:
        """Look at a position of the game; the moves taken back are no part of it."""
        self.has_jumped = True
        self.session.show(min(ply, self.last))

    def pause(self, is_paused: bool) -> None:
        """Stop looking, or go on."""
        self.is_paused = is_paused
        self.is_in_trouble = False

    def flip(self) -> None:
        """Turn the board round."""
        self.session.is_flipped = not self.session.is_flipped

    def try_again(self, ply: int) -> None:
        """Play on from a position. What comes of it is practice and counts for nothing."""
        old = self.session
        mode, players = old.mode, old.players
        if len(self.people) == 0:  # a watched game: take over the side to move
            level = max(player.level for player in players)
            machine = Player(True, level, players[0].style)
            mode = versus.NAME
            players = (Player(), machine) if old.side_at(ply) is Side.WHITE else (machine, Player())
        game = Session(mode, old.rules, players, start=old.start)
        for move in old.line[:ply]:
            game.play(move)
        game.counts = False
        game.is_flipped = old.is_flipped
        self.tried = game.name
        self.host.start(game)

    # Looking.

    @property
    def people(self) -> frozenset[Side]:
        """The sides played by people."""
        return frozenset(side for side in Side if not self.session.players[side].is_machine)

    @property
    def judged(self) -> frozenset[Side]:
        """Whose moves are looked at: those of the person who played alone, otherwise everybody's."""
        return self.people if len(self.people) == 1 else frozenset(Side)

    @property
    def viewer(self) -> Side:
        """Who looks at it from below."""
        return next(iter(self.people)) if len(self.people) == 1 else Side.WHITE

    def plan(self) -> None:
        """Have the engine look at what is missing."""
        self.host.run(None if self.is_paused or self.is_in_trouble else self.wanted())

    def wanted(self) -> Job | None:
        """A position without a value, then a move that was only glanced at."""
        for ply in range(self.last, -1, -1):
            if ply not in self.lines and not self.session.states[ply].result:
                limits = Limits(time_ms=GLANCE_MS)
                return Job("glance", self.session.situation_at(ply), FULL_STRENGTH, limits)
        ply = next((ply for ply in self.dear() if ply not in self.closer), -1)
        if ply < 0:
            return None
        return Job("look", self.session.situation_at(ply), (), Limits(time_ms=LOOK_MS), is_analysis=True)

    def receive(self, job: Job, event: SearchEvent) -> None:
        """Take the engine's answer."""
        ply = len(job.situation.moves)
        if isinstance(event, Progress):
            return
        if isinstance(event, WorkFailed) or not event.lines:
            self.is_in_trouble = True
        elif isinstance(event, MoveChosen):
            self.lines[ply] = event.lines[0]
            self.game.own.values[ply] = verdicts.value_of(event.lines[0], self.session.side_at(ply))
        elif isinstance(event, AnalysisDone):
            self._take_closer(ply, event.lines)
        if self.is_done and not self.has_jumped:
            self._open_where_it_turned()
        self.plan()
        self.host.changed()

    def _take_closer(self, ply: int, lines: tuple[Line, ...]) -> None:
        move = self.session.line[ply]
        played = next((line for line in lines if line.move == move), None)
        best = lines[0]
        self.closer[ply] = (best, best if played is None else played)

    def _open_where_it_turned(self) -> None:
        first = next(iter(self.moments()), None)
        if first is not None:
            self.session.show(first[0])

    @property
    def steps(self) -> tuple[int, int]:
        """What is looked at, and what there is to look at."""
        plies = range(self.last + 1)
        glances = [ply for ply in plies if not self.session.states[ply].result]
        done = sum(ply in self.lines for ply in glances)
        if done < len(glances):
            return (done, len(glances) + moments.CANDIDATES)
        return (done + len(self.closer), len(glances) + len(self.dear()))

    @property
    def is_done(self) -> bool:
        """Whether all is looked at."""
        done, total = self.steps
        return done >= total

    # What was found.

    def values(self) -> dict[int, float]:
        """What each position is worth to White, as far as it is known."""
        known = {ply: verdicts.value_of(line, self.session.side_at(ply)) for ply, line in self.lines.items()}
        for ply in range(self.last + 1):
            result = self.session.states[ply].result
            if result:
                known[ply] = 0.0 if result.winner is None else 1.0 if result.winner is Side.WHITE else -1.0
        return known

    def glanced(self) -> list[Cost]:
        """What each move seems to have cost."""
        return moments.costs([self.session.side_at(ply) for ply in range(self.last)], self.values())

    def dear(self) -> list[int]:
        """The moves that deserve a closer look."""
        return moments.candidates(self.glanced(), self.judged, moments.settled_at(self.values(), self.last))

    def moments(self) -> list[tuple[int, bool]]:
        """The plies worth showing, as far as they were looked at closely; whether the game turned there."""
        found = []
        for ply, (best, played) in self.closer.items():
            side = self.session.side_at(ply)
            before, after = verdicts.value_of(best, Side.WHITE), verdicts.value_of(played, Side.WHITE)
            found.append(Cost(ply, side, before, after))
        return moments.moments(found, self.judged, moments.settled_at(self.values(), self.last))


def is_about(review: Review, game: Session) -> bool:
    """Whether a review is of a game as it stands."""
    return review.game is game and review.session.own.moves[: review.last] == game.own.moves[: game.now]
