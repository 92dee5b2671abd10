"""Every value of small subspaces equals a fixed point computed plainly; see tests/c/test_tablebase_brute_force.c.

The C tests compare small boards under sanitizers. Here the same program, compiled for speed, compares larger ones;
``make brute-force`` compares the largest, which take minutes.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.kit.make import make


@pytest.fixture(scope="module")
def program() -> Path:
    return make("gcc-lint/test_tablebase_brute_force")


@pytest.mark.long
@pytest.mark.parametrize(
    ("rules", "pieces", "positions"),
    [
        ("nine_mens_morris", 6, 169_626),
        ("nine_mens_morris MayFly=false", 6, 169_626),
        ("twelve_mens_morris MayFly=false", 6, 169_626),
        ("twelve_mens_morris", 6, 169_626),
        ("nine_mens_morris MayRemoveFromMillsAlways=true MayFly=false", 6, 169_626),
        ("Board=1 PiecesCount=6", 7, 60_492),
        ("Board=1 PiecesCount=6 MayFly=false MayRemoveFromMillsAlways=true", 8, 207_766),
    ],
)
def test_values_equal_fixed_point(program: Path, rules: str, pieces: int, positions: int) -> None:
    said = subprocess.run([str(program), rules, str(pieces)], capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    # A side that cannot move has no turn, so that its position is no node of the graph.
    assert 0.9 * positions < int(said.stdout.split(":")[1].split()[0]) <= positions
