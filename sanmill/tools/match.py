"""A match: many games between two players, several at a time.

Every opening is played twice with colours reversed. A player that times out, crashes or makes an illegal move
forfeits the game; the match goes on.
"""

from __future__ import annotations

import queue
import random
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from sanmill.core.game.record import Record
from sanmill.core.progress.elo import DRAW, LOSS, WIN, Score, Sprt
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game

from .bots import BOTS, Bot
from .opening_suite import ConversionStats, Opening
from .uci_client import Forfeit, PlayResult, UciEngine

OPENING_TRIALS = 100
OVERRUN_SECONDS, OVERRUN_SHARE = 0.05, 0.1  # beyond the move time; less is the delay between two programs


class MatchPlayer(Protocol):
    def new_game(self, game: Game) -> None:
        """Prepare for a game from this position."""

    def choose(self, moves: Sequence[str], start: str = "") -> PlayResult:
        """The move after ``moves``; ``start`` is the FEN they were played from, empty for the initial position."""

    def close(self) -> None:
        """End the player; called on any thread."""


@dataclass(frozen=True)
class PlayerConfig:
    """How to make a player: a command or the name of a bot, its options, and the arguments of ``go``."""

    command: str
    name: str
    settings: tuple[tuple[str, str], ...] = ()
    go: str = ""
    timeout: float = 60.0
    movetime: float = 0.0  # seconds that it should keep to; 0: any time


@dataclass(frozen=True)
class MatchPlan:
    players: tuple[PlayerConfig, PlayerConfig]
    games: int = 100
    rules: str = "nine_mens_morris"
    start: str = ""
    openings: tuple[Opening, ...] = ()  # used in turn instead of the start
    opening_plies: int = 4
    seed: int = 1
    concurrency: int = 1
    max_plies: int = 1000  # then the game is drawn
    sprt: Sprt | None = None

    def opening(self, number: int) -> Opening:
        """The opening of a game; its FEN is empty for the initial position."""
        return self.openings[number // 2 % len(self.openings)] if self.openings else Opening(self.start)


@dataclass
class PlayerStats:
    moves: int = 0
    removals: int = 0
    seconds: float = 0.0
    depths: int = 0
    nodes: int = 0
    overruns: int = 0  # moves that took clearly more than the move time

    def add(self, reply: PlayResult, movetime: float) -> None:
        self.moves += 1
        self.removals += reply.move.is_removal
        self.seconds += reply.seconds
        self.depths += reply.depth
        self.nodes += reply.nodes
        self.overruns += bool(movetime) and reply.seconds > movetime * (1 + OVERRUN_SHARE) + OVERRUN_SECONDS


@dataclass
class MatchGame:
    """A finished game. Players are numbered as in the plan."""

    number: int
    white: int
    moves: list[Move] = field(default_factory=list)
    opening: int = 0  # random moves at the start
    winner: int | None = None
    reason: str = ""
    forfeit: str = ""  # kind of the loser's error
    stats: tuple[PlayerStats, PlayerStats] = field(default_factory=lambda: (PlayerStats(), PlayerStats()))

    @property
    def points(self) -> float:
        return DRAW if self.winner is None else LOSS if self.winner else WIN

    def record(self, plan: MatchPlan) -> Record:
        result = "1/2-1/2" if self.winner is None else "1-0" if self.winner == self.white else "0-1"
        names = [player.name for player in plan.players]
        record = Record({"White": names[self.white], "Black": names[1 - self.white]}, result=result)
        record.headers.update(Round=str(self.number + 1), Termination=self.reason)
        record.rules = plan.rules
        record.position = plan.opening(self.number).position or None
        for move in self.moves:
            record.tree.play(move)
        return record


class MatchStopped(Exception):
    """The match was stopped during a game."""


def make_player(config: PlayerConfig, seed: str) -> MatchPlayer:
    if config.command in BOTS:
        return Bot(BOTS[config.command], random.Random(f"{seed} {config.name}"))
    return UciEngine(config.command, config.settings, go=config.go, timeout=config.timeout)


def make_opening(plan: MatchPlan, pair: int) -> Game:
    """A game after its random opening moves; the same for the same pair."""
    dice = random.Random(f"{plan.seed} {pair}")
    for _ in range(OPENING_TRIALS):
        game = Game(plan.rules, plan.opening(2 * pair).position or None)
        for _ in range(plan.opening_plies):
            legal = game.legal()
            if legal:
                game.play(dice.choice(legal))
        if game.result is None:
            return game
    raise ValueError("the openings are too long: every game is over before it begins")


def play_game(
    plan: MatchPlan, number: int, players: Sequence[MatchPlayer], is_stopped: Callable[[], bool]
) -> MatchGame:
    game = make_opening(plan, number // 2)
    moves = [Move(move) for move in game.history]
    played = MatchGame(number, number % 2, moves, len(moves))
    mover = played.white
    try:
        for mover in (0, 1):
            players[mover].new_game(game)
        while game.result is None and len(moves) < plan.max_plies:
            if is_stopped():
                raise MatchStopped
            mover = played.white if game.view.side is Side.WHITE else 1 - played.white
            reply = players[mover].choose(moves, plan.opening(number).position)
            _play_if_legal(game, reply.move)
            moves.append(reply.move)
            played.stats[mover].add(reply, plan.players[mover].movetime)
    except Forfeit as forfeit:
        players[mover].close()
        played.winner, played.reason, played.forfeit = 1 - mover, f"forfeit, {forfeit}", forfeit.kind
        return played
    result = game.result
    played.reason = result.reason.value if result else "too long"
    if result and result.winner is not None:
        played.winner = played.white if result.winner is Side.WHITE else 1 - played.white
    return played


def _play_if_legal(game: Game, move: Move) -> None:
    try:
        refusal = game.refusal(move)
    except EngineError as error:
        raise Forfeit("garbage", f"{move[:20]!r}, {error}") from error
    if refusal != "none":
        raise Forfeit("garbage" if refusal == "unreadable" else "illegal", f"{move[:20]!r}, {refusal}")
    game.play(move)


class Match:
    """Plays a plan on worker threads."""

    def __init__(self, plan: MatchPlan) -> None:
        self.plan = plan
        self.games: dict[int, MatchGame] = {}  # finished ones, by number
        self._numbers = iter(range(plan.games))
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._done: queue.Queue[MatchGame | BaseException | None] = queue.Queue()
        self._players: list[MatchPlayer] = []

    @property
    def score(self) -> Score:
        return Score.of({number: game.points for number, game in self.games.items()})

    @property
    def conversions(self) -> tuple[ConversionStats, ConversionStats]:
        stats = (ConversionStats(), ConversionStats())
        for number, game in self.games.items():
            opening = self.plan.opening(number)
            if opening.value is not None and not game.forfeit:
                mover = game.white if opening.side is Side.WHITE else 1 - game.white
                points = 1 - game.points if mover else game.points
                stats[mover].count(opening.value, points)
                stats[1 - mover].count(-opening.value, 1 - points)
        return stats

    @property
    def forfeits(self) -> tuple[Counter[str], Counter[str]]:
        counters: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        for game in self.games.values():
            if game.forfeit and game.winner is not None:
                counters[1 - game.winner][game.forfeit] += 1
        return counters

    def run(self, report: Callable[[MatchGame], None]) -> None:
        """Play until all games are finished or the SPRT decides. ``report`` is called on this thread."""
        count = max(1, min(self.plan.concurrency, self.plan.games))
        workers = [threading.Thread(target=self._work, args=(index,), daemon=True) for index in range(count)]
        for worker in workers:
            worker.start()
        try:
            while count:
                done = self._done.get()
                if done is None:
                    count -= 1
                elif isinstance(done, BaseException):
                    raise done
                elif not self._stopped.is_set():
                    self.games[done.number] = done
                    report(done)
                    if self.plan.sprt and self.plan.sprt.verdict(self.score):
                        self._stop()
        finally:
            self._stop()
            for worker in workers:
                worker.join()

    def _stop(self) -> None:
        self._stopped.set()
        with self._lock:
            for player in self._players:
                player.close()

    def _next(self) -> int | None:
        with self._lock:
            return None if self._stopped.is_set() else next(self._numbers, None)

    def _work(self, index: int) -> None:
        """Play games with two players of this thread's own."""
        configs = enumerate(self.plan.players)
        players = [make_player(config, f"{self.plan.seed} {index} {number}") for number, config in configs]
        with self._lock:
            self._players += players
        try:
            for number in iter(self._next, None):
                self._done.put(play_game(self.plan, number, players, self._stopped.is_set))
        except MatchStopped:
            pass
        except BaseException as error:  # noqa: BLE001 - raised again by run
            self._done.put(error)
        finally:
            for player in players:
                player.close()
            self._done.put(None)
