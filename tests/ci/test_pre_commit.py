"""The checks before a commit are those of `make lint`."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_hooks_run_parts_of_make_lint() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    hooks = re.findall(r"entry: \.venv/bin/python (.*)", (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert {"-m ruff check", "-m ruff format", "-m mypy", "-m ci.checks.check_layers"} < set(hooks)
    assert [hook for hook in hooks if f"\t$(PY) {hook}\n" not in makefile and f"\t$(PY) {hook} " not in makefile] == []
