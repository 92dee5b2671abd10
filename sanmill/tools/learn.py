"""``python -m sanmill learn``: learn the evaluation network of a variant and adopt it if it wins a match.

Each round plays games of the engine against itself, with the network of the round before, and fits a network to all
games so far. Finished files are kept: a run that was interrupted goes on where it stopped. The same seed gives the
same network.

With a tablebase the positions of all rounds get their exact values before the last fit, and positions near those of
games are added.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from sanmill.core.game.model import Side
from sanmill.core.progress.elo import Score, Sprt
from sanmill.core.resources import ASSETS
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.paths import BUILD
from sanmill.engine.rules import variants

from .command import DEFAULT, add_concurrency, command, whole
from .marked_table import write_table
from .match import MatchPlan, PlayerConfig
from .match_cli import measure, own_command

PROGRAM = BUILD / ("learn.exe" if sys.platform == "win32" else "learn")
CHUNK = 1000  # games of a file
SUFFIX = ".nnue"
SPRT = Sprt(0, 20)
OPENING_PLIES = 6
HEAD = "| Variant | Games | Score against features | Elo |\n| :--- | ---: | ---: | ---: |"


@dataclass(frozen=True)
class Round:
    """The folder of a round: its games and the network learned from them."""

    folder: Path
    variant: str

    @property
    def network(self) -> Path:
        return self.folder / "networks" / (self.variant + SUFFIX)

    def samples(self, chunk: int) -> Path:
        return self.folder / f"{chunk:05d}.samples"


@command("learn")
def main(arguments: Sequence[str]) -> int:
    """Learn a variant and return the exit code: 0 if the network was adopted."""
    wanted = _parser().parse_args(arguments)
    network = learn(wanted)
    score = play_match(wanted, network.parent)
    is_better = SPRT.verdict(score) == "elo1"
    print(f"{wanted.variant}: {score}, {'adopted' if is_better else 'not adopted'}")
    if is_better:
        wanted.out.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(network, wanted.out / network.name)
        if wanted.document and not wanted.against:  # its table is of matches against features
            write_table(wanted.document, "networks", lambda table: with_row(table, wanted.variant, score))
    return 0 if is_better else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="sanmill learn", description="Learns the evaluation of a variant.")
    add = parser.add_argument
    add("variant", choices=[variant.name for variant in variants()], metavar="VARIANT", help="a named variant")
    add(
        "--games", type=whole(1), default=16000, metavar="N", help=f"of the engine against itself, in a round {DEFAULT}"
    )
    add("--rounds", type=whole(1), default=2, metavar="N", help=f"of games and fits {DEFAULT}")
    add("--seed", type=int, default=1, metavar="N", help=f"of the games {DEFAULT}")
    add("--start", metavar="FOLDER", help="of the network that plays the first round (default: none, features)")
    add_concurrency(parser)
    add("--tables", type=Path, metavar="PATH", help="a tablebase: learn exact values")
    add("--match-games", type=whole(1), default=400, metavar="N", help=f"of the match, at most {DEFAULT}")
    add("--against", metavar="FOLDER", help="of the network to beat (default: none, features)")
    add("--nodes", type=whole(1), default=5000, metavar="N", help=f"for a move of the match {DEFAULT}")
    add(
        "--work",
        type=Path,
        default=BUILD / "learned",
        metavar="FOLDER",
        help="of the games (default: engine_c/build/learned)",
    )
    add(
        "--out",
        type=Path,
        default=ASSETS / "networks",
        metavar="FOLDER",
        help="of the network, if it is adopted (default: assets/networks)",
    )
    add("--document", type=Path, metavar="FILE", help="write the result into the table of this file")
    return parser


def learn(wanted: argparse.Namespace) -> Path:
    """The network of the last round."""
    if not PROGRAM.is_file():
        raise EngineError("the learner is not built; run: make -C engine_c learn")
    base = wanted.work / f"{wanted.variant}-{wanted.seed}"
    files: list[Path] = []
    networks = wanted.start or ""
    for number in range(1, wanted.rounds + 1):
        this = Round(base / f"round-{number}", wanted.variant)
        this.network.parent.mkdir(parents=True, exist_ok=True)
        files += play_games(this, networks, 1000 * wanted.seed + number, wanted.games, wanted.concurrency)
        print(f"round {number}: {len(files) * CHUNK} games", flush=True)
        if not this.network.exists():
            _fit(this, files)
        networks = str(this.network.parent)
    return learn_exact(Round(base / "exact", wanted.variant), wanted.tables, files) if wanted.tables else this.network


def learn_exact(this: Round, tables: Path, files: list[Path]) -> Path:
    """The network of the positions of all games and of others near them, by their values in a tablebase."""
    this.network.parent.mkdir(parents=True, exist_ok=True)
    samples = this.samples(0)
    if not samples.exists():
        _run("exact", this.variant, str(tables), str(samples), *map(str, files))
    if not this.network.exists():
        _fit(this, [samples])
    return this.network


def _fit(this: Round, files: list[Path]) -> None:
    draft = this.network.with_suffix(".part")
    _run("fit", this.variant, str(draft), *map(str, files))
    draft.replace(this.network)


def play_games(this: Round, networks: str, seed: int, games: int, concurrency: int) -> list[Path]:
    """Play the games that are not there yet, several files at a time; all files in order."""
    files = [this.samples(chunk) for chunk in range(max(1, games // CHUNK))]
    missing = [(chunk, path) for chunk, path in enumerate(files) if not path.exists()]
    with ThreadPoolExecutor(concurrency) as pool:
        jobs = [
            pool.submit(_run, "selfplay", this.variant, networks, str(seed), str(chunk * CHUNK), str(CHUNK), str(path))
            for chunk, path in missing
        ]
        try:
            for job in jobs:
                job.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return files


def _run(*arguments: str) -> None:
    try:
        subprocess.run([os.fspath(PROGRAM), *arguments], check=True)
    except subprocess.CalledProcessError as error:
        raise EngineError(str(error)) from error


def play_match(wanted: argparse.Namespace, networks: Path) -> Score:
    """The score of a network against another or features, at equal nodes."""

    def player(name: str, folder: str) -> PlayerConfig:
        settings = (("NetworkPath", folder), ("Hash", "4"))
        return PlayerConfig(own_command(), name, settings, go=f"nodes {wanted.nodes}")

    plan = MatchPlan(
        players=(player("network", str(networks)), player("opponent", wanted.against or "<empty>")),
        games=wanted.match_games,
        rules=wanted.variant,
        opening_plies=min(OPENING_PLIES, Game(wanted.variant).view.in_hand[Side.WHITE]),
        seed=wanted.seed,
        concurrency=wanted.concurrency,
    )
    return measure(plan)


def with_row(table: str, variant: str, score: Score) -> str:
    rows = {row.split("|")[1].strip(): row for row in table.splitlines()[len(HEAD.splitlines()) :]}
    rows[variant] = (
        f"| {variant} | {score.games} | {100 * score.rate:.1f} ± {100 * score.rate_error:.1f} % "
        f"| {score.elo:+.0f} ± {score.elo_error:.0f} |"
    )
    order = [each.name for each in variants()]
    return "\n".join([HEAD, *(rows[name] for name in sorted(rows, key=order.index))])
