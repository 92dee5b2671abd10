"""Many games between two players under our own rules, several at a time.

Every opening is played twice with colours changed. A player that hangs, dies or plays what it may not loses that
game; the match goes on.
"""

from __future__ import annotations

import queue
import random
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from sanmill.core.model import Side
from sanmill.core.record import Record
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game

from .bots import BOTS, Bot
from .elo import DRAW, LOSS, WIN, Score, Sprt
from .opening_suite import Opening, Tally
from .uci_client import Forfeit, Thought, UciEngine

OPENING_TRIALS = 100


class Player(Protocol):
    """Who can sit at the board."""

    def begin(self, game: Game) -> None:
        """A new game is about to start here."""

    def choose(self, moves: Sequence[str], start: str = "") -> Thought:
        """The move to play after these; ``start`` is the position they were played from, if not the usual one."""

    def close(self) -> None:
        """The player is not needed any more; may come from another thread."""


@dataclass(frozen=True)
class Seat:
    """How a player is made: a command or the name of a bot, its options, and what follows ``go``."""

    command: str
    name: str
    settings: tuple[tuple[str, str], ...] = ()
    go: str = ""
    timeout: float = 60.0


@dataclass(frozen=True)
class Plan:
    """What is to be played."""

    seats: tuple[Seat, Seat]
    games: int = 100
    rules: str = "nine_mens_morris"
    start: str = ""
    openings: tuple[Opening, ...] = ()  # in place of the start, one after the other
    opening_plies: int = 4
    seed: int = 1
    concurrency: int = 1
    moves_max: int = 1000  # then the game is drawn
    sprt: Sprt | None = None

    def opening(self, number: int) -> Opening:
        """What a game starts from; its position is empty for the usual start."""
        return self.openings[number // 2 % len(self.openings)] if self.openings else Opening(self.start)


@dataclass
class Ledger:
    """What one player did in one game."""

    moves: int = 0
    removals: int = 0
    seconds: float = 0.0
    depths: int = 0  # of all moves together
    nodes: int = 0


@dataclass
class Played:
    """A game that has ended. Players are numbered as they sit in the plan."""

    number: int
    white: int
    moves: list[str] = field(default_factory=list)
    opening: int = 0  # moves played before the players took over
    winner: int | None = None
    reason: str = ""
    forfeit: str = ""  # what the loser did wrong, as a word
    ledgers: tuple[Ledger, Ledger] = field(default_factory=lambda: (Ledger(), Ledger()))

    @property
    def points(self) -> float:
        """Of the first player."""
        return DRAW if self.winner is None else LOSS if self.winner else WIN

    def record(self, plan: Plan) -> Record:
        """The game as it is kept."""
        result = "1/2-1/2" if self.winner is None else "1-0" if self.winner == self.white else "0-1"
        names = [seat.name for seat in plan.seats]
        record = Record({"White": names[self.white], "Black": names[1 - self.white]}, result=result)
        record.headers.update(Round=str(self.number + 1), Termination=self.reason)
        record.rules = plan.rules
        record.position = plan.opening(self.number).position or None
        for move in self.moves:
            record.tree.play(move)
        return record


class Halted(Exception):
    """The match is broken off."""


def make_player(seat: Seat, seed: str) -> Player:
    """The player for a seat."""
    if seat.command in BOTS:
        return Bot(BOTS[seat.command], random.Random(f"{seed} {seat.name}"))
    return UciEngine(seat.command, seat.settings, go=seat.go, timeout=seat.timeout)


def make_opening(plan: Plan, pair: int) -> Game:
    """A game with its random opening; the same for the same pair."""
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


def play_game(plan: Plan, number: int, players: Sequence[Player], is_halted: Callable[[], bool]) -> Played:
    """One game to its end, judged by our rules."""
    game = make_opening(plan, number // 2)
    moves = list(game.history)
    played = Played(number, number % 2, moves, len(moves))
    mover = played.white
    try:
        for mover in (0, 1):
            players[mover].begin(game)
        while game.result is None and len(moves) < plan.moves_max:
            if is_halted():
                raise Halted
            mover = played.white if game.view.side is Side.WHITE else 1 - played.white
            thought = players[mover].choose(moves, plan.opening(number).position)
            _play_if_legal(game, thought.move)
            moves.append(thought.move)
            _enter(played.ledgers[mover], thought)
    except Forfeit as forfeit:
        players[mover].close()
        played.winner, played.reason, played.forfeit = 1 - mover, f"forfeit, {forfeit}", forfeit.kind
        return played
    result = game.result
    played.reason = result.reason.value if result else "too long"
    if result and result.winner is not None:
        played.winner = played.white if result.winner is Side.WHITE else 1 - played.white
    return played


def _play_if_legal(game: Game, move: str) -> None:
    try:
        refusal = game.refusal(move)
    except EngineError as error:
        raise Forfeit("garbage", f"{move[:20]!r}, {error}") from error
    if refusal != "none":
        raise Forfeit("garbage" if refusal == "unreadable" else "illegal", f"{move[:20]!r}, {refusal}")
    game.play(move)


def _enter(ledger: Ledger, thought: Thought) -> None:
    ledger.moves += 1
    ledger.removals += thought.move.startswith("x")
    ledger.seconds += thought.seconds
    ledger.depths += thought.depth
    ledger.nodes += thought.nodes


class Match:
    """Plays a plan; what has been played so far can be looked at any time."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.played: dict[int, Played] = {}
        self._numbers = iter(range(plan.games))
        self._lock = threading.Lock()
        self._halt = threading.Event()
        self._done: queue.Queue[Played | BaseException | None] = queue.Queue()
        self._players: list[Player] = []

    @property
    def score(self) -> Score:
        return Score.of({number: played.points for number, played in self.played.items()})

    @property
    def tallies(self) -> tuple[Tally, Tally]:
        """What each player made of positions whose value is known."""
        tallies = (Tally(), Tally())
        for number, played in self.played.items():
            opening = self.plan.opening(number)
            if opening.value is not None and not played.forfeit:
                mover = played.white if opening.side is Side.WHITE else 1 - played.white
                points = 1 - played.points if mover else played.points
                tallies[mover].count(opening.value, points)
                tallies[1 - mover].count(-opening.value, 1 - points)
        return tallies

    @property
    def forfeits(self) -> tuple[Counter[str], Counter[str]]:
        """What each player did wrong, and how often."""
        counters: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        for played in self.played.values():
            if played.forfeit and played.winner is not None:
                counters[1 - played.winner][played.forfeit] += 1
        return counters

    def run(self, report: Callable[[Played], None]) -> None:
        """Play until all games are done or enough is known. ``report`` is called here after each game."""
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
                elif not self._halt.is_set():
                    self.played[done.number] = done
                    report(done)
                    if self.plan.sprt and self.plan.sprt.verdict(self.score):
                        self._stop()
        finally:
            self._stop()
            for worker in workers:
                worker.join()

    def _stop(self) -> None:
        self._halt.set()
        with self._lock:
            for player in self._players:
                player.close()

    def _next(self) -> int | None:
        with self._lock:
            return None if self._halt.is_set() else next(self._numbers, None)

    def _work(self, index: int) -> None:
        """Plays one game after the other with two players of its own."""
        players = [make_player(seat, f"{self.plan.seed} {index} {place}") for place, seat in enumerate(self.plan.seats)]
        with self._lock:
            self._players += players
        try:
            for number in iter(self._next, None):
                self._done.put(play_game(self.plan, number, players, self._halt.is_set))
        except Halted:
            pass
        except BaseException as error:  # noqa: BLE001 - it is raised again where the match was started
            self._done.put(error)
        finally:
            for player in players:
                player.close()
            self._done.put(None)
