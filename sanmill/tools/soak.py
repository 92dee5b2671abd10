"""``python -m sanmill soak``: many fast games over all variants; any error fails the run.

Half of the games use the UCI engine, half the jobs of the app.
"""

from __future__ import annotations

import argparse
import os
import queue
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence

from sanmill.engine.game import Game
from sanmill.engine.jobs import ENGINE, Jobs
from sanmill.engine.messages import AnalysisDone, Event, Limits, MoveChosen, Position, Progress
from sanmill.engine.rules import variants
from sanmill.engine.search.jobs import Analyse, SearchJob, Think
from sanmill.engine.search.options import option
from sanmill.engine.search.searcher import Searcher

from .command import DEFAULT, add_concurrency, command, whole
from .match import Match, MatchPlan, PlayerConfig
from .match_cli import own_command

TIMEOUT = 20.0  # seconds for a move that takes milliseconds
MAX_PLIES = 1000
PAUSE_SECONDS = 2.0
STOPS = 50


@command("soak")
def main(arguments: Sequence[str]) -> int:
    """Play and measure; return the exit code, 1 after an error."""
    wanted = _parser().parse_args(arguments)
    errors: list[str] = []
    begun = time.monotonic()
    games = Counter(soak_console(wanted.games // 2, wanted, errors))
    games.update(soak_jobs(wanted.games - wanted.games // 2, wanted.seed, errors))
    stop, pause = measure_stop(STOPS), measure_pause(PAUSE_SECONDS)
    for name, count in sorted(games.items()):
        print(f"{name:<30} {count} games")
    print(f"{sum(games.values())} games in {time.monotonic() - begun:.0f} s, errors: {len(errors)}")
    print(f"longest wait for the answer to a stop: {1000 * stop:.1f} ms")
    print(f"longest pause of the main thread while {os.cpu_count()} threads search: {1000 * pause:.1f} ms")
    for error in errors[:20]:
        print(error)
    return 1 if errors else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="sanmill soak", description="Play many fast games and check every answer.")
    add = parser.add_argument
    add("--games", type=whole(1), default=2000, metavar="N", help=f"over all variants {DEFAULT}")
    add("--seed", type=int, default=1, metavar="N", help=f"of everything random {DEFAULT}")
    add_concurrency(parser)
    return parser


def _shares(games: int) -> Iterator[tuple[str, int]]:
    names = [variant.name for variant in variants()]
    for index, name in enumerate(names):
        yield name, games * (index + 1) // len(names) - games * index // len(names)


def soak_console(games: int, wanted: argparse.Namespace, errors: list[str]) -> Iterator[str]:
    """Play levels and styles of the UCI engine against each other."""
    command = own_command()
    dice = random.Random(wanted.seed)
    for name, count in _shares(games):
        players = [
            PlayerConfig(
                command, f"{level} {style}", (("Level", level), ("Style", style), ("Hash", "4")), timeout=TIMEOUT
            )
            for level, style in ((str(dice.randint(1, 8)), dice.choice(_styles())) for _ in range(2))
        ]
        plan = MatchPlan((players[0], players[1]), count, name, seed=wanted.seed, concurrency=wanted.concurrency)
        match = Match(plan)
        if count:
            match.run(lambda game: None)
        for game in match.games.values():
            yield f"{name} (console)"
            if game.forfeit or game.reason == "too long":
                errors.append(f"{name}, game {game.number}: {game.reason} after {' '.join(game.moves)}")


def _styles() -> tuple[str, ...]:
    return option("Style").choices


class _JobsClient:
    """The jobs of the engine and a queue of their events."""

    def __init__(self) -> None:
        self.events: queue.Queue[Event] = queue.Queue()
        self.jobs = Jobs(self.events.put, Searcher)
        self.ticket = 0

    def ask(self, position: Position, settings: tuple[tuple[str, str], ...], limits: Limits) -> Event:
        """Request a move and wait for it; some requests are stopped or replaced by another one."""
        self.ticket += 1
        self.jobs.submit(Think(self.ticket, position, settings, limits))
        if self.ticket % 7 == 0:
            self.jobs.stop(ENGINE, self.ticket)
        if self.ticket % 11 == 0:
            self.ticket += 1
            self.jobs.submit(Think(self.ticket, position, settings, limits))
        return self.wait()

    def wait(self) -> Event:
        deadline = time.monotonic() + TIMEOUT
        while True:
            event = self.events.get(timeout=max(0.001, deadline - time.monotonic()))
            if event.ticket == self.ticket and not isinstance(event, Progress):
                return event


def soak_jobs(games: int, seed: int, errors: list[str]) -> Iterator[str]:
    dice = random.Random(seed)
    client = _JobsClient()
    for name, count in _shares(games):
        for _ in range(count):
            error = _play_game(client, name, dice)
            yield f"{name} (jobs)"
            if error:
                errors.append(error)
                client.jobs.close()
                client = _JobsClient()
    client.jobs.close()


def _play_game(client: _JobsClient, name: str, dice: random.Random) -> str:
    """Play one game; return its error or an empty text."""
    game = Game(name)
    while game.result is None and game.view.ply < MAX_PLIES:
        moves = game.history
        settings = (("Level", str(dice.randint(1, 8))), ("Style", dice.choice(_styles())), ("Hash", "4"))
        limits = dice.choice((Limits(), Limits(nodes=200), Limits(depth=2), Limits(time_ms=2)))
        try:
            event = client.ask(Position(name, moves), settings, limits)
        except queue.Empty:
            return f"{name}: no answer after {' '.join(moves)}"
        if not isinstance(event, MoveChosen) or not event.move or game.refusal(event.move) != "none":
            return f"{name}: {event} after {' '.join(moves)}"
        game.play(event.move)
    return "" if game.result else f"{name}: too long"


def measure_stop(trials: int) -> float:
    """The longest time from a stop to the answer, in seconds, while all threads search."""
    client = _JobsClient()
    longest = 0.0
    settings = (("Threads", str(os.cpu_count() or 1)),)
    client.ask(Position("nine_mens_morris"), settings, Limits(depth=1))  # the first request creates the engine
    for trial in range(trials):
        client.ticket += 1
        kind = Think if trial % 2 else Analyse
        command: SearchJob = kind(client.ticket, Position("nine_mens_morris"), settings, Limits(is_infinite=True))
        client.jobs.submit(command)
        time.sleep(0.02)
        begun = time.monotonic()
        client.jobs.stop(ENGINE, client.ticket)
        answer = client.wait()
        longest = max(longest, time.monotonic() - begun)
        assert isinstance(answer, (MoveChosen, AnalysisDone)), answer
    client.jobs.close()
    return longest


def measure_pause(seconds: float) -> float:
    """The longest pause of the calling thread, in seconds, while all threads search."""
    client = _JobsClient()
    settings = (("Threads", str(os.cpu_count() or 1)),)
    client.jobs.submit(Analyse(1, Position("nine_mens_morris"), settings))
    longest = 0.0
    begun = last = time.monotonic()
    while last - begun < seconds:
        time.sleep(0.001)
        now = time.monotonic()
        longest = max(longest, now - last - 0.001)
        last = now
    client.jobs.close()
    return longest
