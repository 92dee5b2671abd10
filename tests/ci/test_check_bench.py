"""The bench check on a small repository with an engine that prints a fixed node count."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from ci.checks.check_bench import ENGINE, check


def git(root: Path, *arguments: str) -> None:
    author = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *author, *arguments], cwd=root, check=True, capture_output=True)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A history whose newest Bench: line says 200."""
    engine = tmp_path / ENGINE
    engine.parent.mkdir(parents=True)
    (tmp_path / ".gitignore").write_text("build/\n", encoding="utf-8")
    (tmp_path / "engine_c" / "search.c").write_text("", encoding="utf-8")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    for message in (
        "Start\n\nBench: 100",
        "Search deeper\n\nBench: 200",
        "Bench: how to read it\n\nNo functional change",
    ):
        git(tmp_path, "commit", "-q", "--allow-empty", "-m", message)
    return tmp_path


def build_engine(root: Path, output: str) -> None:
    engine = root / ENGINE
    engine.write_text(f"#!/bin/sh\necho 'search speed 5 million'\necho '{output}'\n", encoding="utf-8")
    engine.chmod(0o755)


def test_newest_bench_line_is_compared(root: Path) -> None:
    build_engine(root, "nodes 200")
    assert check(root) == (True, "bench: 200, as committed")


def test_committed_change_of_node_count_fails(root: Path) -> None:
    build_engine(root, "nodes 100")
    assert check(root) == (False, "bench: 100 nodes, but the newest Bench: line says 200")


def test_uncommitted_engine_change_shows_new_bench_line(root: Path) -> None:
    build_engine(root, "nodes 300")
    (root / "engine_c" / "search.c").write_text("int depth;\n", encoding="utf-8")
    assert check(root) == (True, 'bench: 300 instead of 200; end the commit message with "Bench: 300"')


def test_engine_without_node_count_fails(root: Path) -> None:
    build_engine(root, "")
    assert check(root) == (False, f"bench: {ENGINE} bench printed no node count")


def test_missing_history_skips_comparison(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert check(tmp_path) == (True, "bench: no Bench: line in the history, not compared")
