"""The documents: links lead somewhere, commands exist, examples compile and run, charts are current."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from ci.assets import make_charts
from sanmill.engine.paths import BUILD

ROOT = Path(__file__).resolve().parents[2]
NAMES = subprocess.run(
    ["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=False
).stdout.split()
DOCUMENTS = [ROOT / name for name in NAMES or ("README.md", "CONTRIBUTING.md", "engine_c/README.md")]
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]+))?\)")


def anchors(document: Path) -> set[str]:
    """The anchors that hosts make from headings."""
    headings = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_and_make_targets_exist(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    for name, anchor in LINK.findall(text):
        if "://" in name:
            continue
        target = (document.parent / name).resolve() if name else document
        assert target.exists(), name
        assert not anchor or anchor in anchors(target), f"{name}#{anchor}"
    makefiles = [(ROOT / folder / "Makefile").read_text(encoding="utf-8") for folder in (".", "engine_c")]
    targets = set(re.findall(r"^([a-z0-9-]+):", "\n".join(makefiles), re.MULTILINE))
    assert set(re.findall(r"(?:`|^    )make (?:-C engine_c )?([a-z][a-z-]+)", text, re.MULTILINE)) <= targets


def test_readme_stays_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 110


def example(language: str) -> str:
    """The code of the example in the engine's README."""
    text = (ROOT / "engine_c" / "README.md").read_text(encoding="utf-8")
    [code] = re.findall(f"```{language}\n(.*?)```", text, re.DOTALL)
    return str(code)


def test_c_example_compiles_and_runs(tmp_path: Path) -> None:
    program = tmp_path / "example"
    options = [f"-I{ROOT / 'engine_c' / 'include'}", f"-L{BUILD}", "-lsanmill", f"-Wl,-rpath,{BUILD}"]
    command = ["cc", "-Wall", "-Wextra", "-Werror", "-x", "c", "-", *options, "-o", str(program)]
    subprocess.run(command, input=example("c"), text=True, check=True)
    said = subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout
    assert re.fullmatch(r"best move [a-g][1-7], value -?\d+\n", said)


def test_python_example_runs() -> None:
    command = [sys.executable, "-c", example("python")]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert re.fullmatch(r"22 legal moves in .+\nbest move [a-g][1-7]\ntablebase: win 1\n", said)


def test_charts_are_drawn_from_measured_files() -> None:
    """After a change `make charts` draws them again."""
    for name, drawing in make_charts.charts().items():
        assert (make_charts.TARGET / name).read_text(encoding="utf-8") == drawing, name
