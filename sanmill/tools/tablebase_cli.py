"""``python -m sanmill tables``: build, list, verify and probe endgame tablebases, write positions."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.tablebase.tablebase import Subspace, Tablebase, TablebaseBuild, Verification, file_info

from .command import CANNOT_START, DEFAULT, add_rules, add_threads, command, naming, whole
from .opening_suite import VALUES, random_openings
from .tablebase_compare import HEAD, Comparison
from .tablebase_complete import build_complete
from .tablebase_progress import run_with_bar

MEGABYTE = 1 << 20


@command("tables", "\nstopped; the same command goes on from here")
def main(arguments: Sequence[str]) -> int:
    options = _parser().parse_args(arguments)
    options.rules = f"{options.variant} {options.rules}".strip()
    return int(options.run(options))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="sanmill tables", description="Endgame tablebases: exact values for few pieces."
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    build = commands.add_parser("build", help="build a tablebase; continues an interrupted build")
    add_rules(build)
    extent = build.add_mutually_exclusive_group(required=True)
    extent.add_argument(
        "--max-pieces", type=whole(1), metavar="N", help="pieces of both sides together, 6 or more in most variants"
    )
    extent.add_argument("--complete", action="store_true", help="all pieces: solve, compress and check, into one file")
    build.add_argument(
        "--out", type=Path, metavar="PATH", help="folder of the tablebase; with --complete its file (VARIANT.tablebase)"
    )
    add_threads(build)
    build.add_argument("--memory", type=whole(0), default=0, metavar="MB", help="memory limit (default: none)")
    build.add_argument(
        "--turns",
        type=int,
        metavar="N",
        help="store the DTW (distance to win) for up to N pieces, beyond that only WDL (default: all)",
    )
    build.add_argument(
        "--rounded",
        type=int,
        default=0,
        metavar="N",
        help="store rounded DTW beyond that for up to N pieces, where the sides are about equal (default: none)",
    )
    build.add_argument("--small", action="store_true", help="compress everything: smaller, slower to probe")
    build.set_defaults(run=_build)

    info = commands.add_parser("info", help="list the subspaces of a tablebase")
    verify = commands.add_parser("verify", help="compare positions with their successors")
    verify.add_argument(
        "--samples", type=whole(1), default=10000, metavar="N", help=f"positions of each subspace {DEFAULT}"
    )
    verify.add_argument("--against", type=Path, metavar="DIR", help="compare with the uncompressed values of a folder")
    verify.add_argument("--all", action="store_true", help="with --against: also every position that is stored")
    add_threads(verify)
    verify.add_argument("--seed", type=int, default=1, metavar="N", help=f"selects the positions {DEFAULT}")
    probe = commands.add_parser("probe", help="the value of a position for the side to move")
    probe.add_argument("fen", metavar="FEN", help="the position, in quotes")
    positions = commands.add_parser("positions", help="random quiet positions of known value, for matches")
    positions.add_argument(
        "--pieces",
        type=_range,
        default=range(8, 11),
        metavar="A-B",
        help="on the board, like 7 or 8-10 (default: 8-10)",
    )
    positions.add_argument(
        "--values", default="win,draw", metavar="LIST", help=f"of win, draw and loss, used in turn {DEFAULT}"
    )
    positions.add_argument("--count", type=whole(1), default=20, metavar="N", help=f"how many positions {DEFAULT}")
    positions.add_argument("--seed", type=int, default=1, metavar="N", help=f"selects the positions {DEFAULT}")
    for added, run in ((info, _info), (verify, _verify), (probe, _probe), (positions, _positions)):
        add_rules(added)
        added.add_argument("--tables", type=Path, required=True, metavar="PATH", help="file or folder")
        added.set_defaults(run=run)
    return parser


def _range(text: str) -> range:
    least, _, most = text.partition("-")
    return range(int(least), int(most or least) + 1)


def _positions(options: argparse.Namespace) -> int:
    names = options.values.split(",")
    for name in names:
        if name not in VALUES:
            raise EngineError(f"{name!r} is not one of {', '.join(VALUES)}")
    tablebase = _open(options)
    values = [VALUES[name] for name in names]
    openings = random_openings(tablebase, options.rules, pieces=options.pieces, values=values, seed=options.seed)
    for opening in islice(openings, options.count):
        print(opening)
    return 0


def _build(options: argparse.Namespace) -> int:
    if options.complete:
        file = options.out or Path(f"{options.variant}.tablebase")
        build_complete(options.rules, options.variant, file, threads=max(1, options.threads))
        return 0
    if options.out is None:
        raise EngineError("--out names the folder of the tablebase")
    options.out.mkdir(parents=True, exist_ok=True)
    build = TablebaseBuild(
        options.rules,
        options.out,
        max_pieces=options.max_pieces,
        threads=max(1, options.threads),
        memory=max(0, options.memory) * MEGABYTE,
        dtw_up_to=options.max_pieces if options.turns is None else options.turns,
        is_compressed=options.small,
        rounded_up_to=options.rounded,
    )
    print(f"built in {run_with_bar(build):.1f} s")
    print(summary(list(Tablebase(options.rules, options.out).subspaces())))
    return 0


def summary(subspaces: Sequence[Subspace]) -> str:
    counted = " ".join(f"{word:>13}" for word in ("positions", "wins", "draws", "losses"))
    lines = [f"{'table':>7} {counted} {'longest':>7} {'bytes':>13} {'bits':>6}"]
    for each in subspaces:
        counts = " ".join(f"{count:>13,}" for count in (each.positions, each.wins, each.draws, each.losses))
        bits = 8 * each.bytes / max(1, each.positions)
        lines.append(f"{each.name:>7} {counts} {each.max_dtw:>7} {each.bytes:>13,} {bits:>6.3f}")
    positions, size = sum(each.positions for each in subspaces), sum(each.bytes for each in subspaces)
    lines.append(f"{'all':>7} {positions:>13,} {'':>49} {size:>13,} {8 * size / max(1, positions):>6.3f}")
    return "\n".join(lines)


def _open(options: argparse.Namespace) -> Tablebase:
    with naming(options.tables):
        tablebase = Tablebase(options.rules, options.tables)
    if tablebase.warning:
        print(f"sanmill tables: not used: {options.tables}: {tablebase.warning}", file=sys.stderr)
    return tablebase


def _info(options: argparse.Namespace) -> int:
    tablebase = _open(options)
    if options.tables.is_file():
        info = file_info(options.tables)
        print(f"{info.name}, format version {info.version}, checksum {info.checksum:016x}, rules {info.rules}")
    print(summary(list(tablebase.subspaces())))
    print(f"complete up to {tablebase.max_pieces} pieces")
    layers = list(tablebase.layers())
    if layers:
        print(f"\nplacing phase, by pieces in hand\n{summary(layers)}")
    return 0


def _verify(options: argparse.Namespace) -> int:
    if options.against:
        return _compare(options)
    if options.tables.is_file():
        seconds = run_with_bar(Verification(options.rules, options.tables, samples=options.samples))
        print(f"{options.tables.name}: intact, {options.samples:,} positions of each subspace agree, {seconds:.1f} s")
        return 0
    tablebase = _open(options)
    for subspace in tablebase.subspaces():
        tablebase.check(subspace, samples=options.samples, seed=options.seed)
        print(
            f"{subspace.mover}-{subspace.other}: {options.samples:,} positions agree with their successors", flush=True
        )
    return CANNOT_START if tablebase.warning else 0


def _compare(options: argparse.Namespace) -> int:
    comparison = Comparison(options.rules, _open(options), options.against, threads=max(1, options.threads))
    print(HEAD, flush=True)
    for result in comparison.run(samples=options.samples, seed=options.seed, has_all=options.all):
        print(result, flush=True)
    missing = comparison.missing_layers
    if missing:
        print(f"not in {options.against}, not compared: {', '.join(missing)}")
    return 0


def _probe(options: argparse.Namespace) -> int:
    verdict = _open(options).probe_exact(Game(options.rules, options.fen))
    print(verdict or "none")
    return 0
