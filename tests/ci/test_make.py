"""The Makefile: what of the environment `make test` hands on to the tests."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOREIGN = {
    "PYTHONUNBUFFERED": "1",
    "PYTHONPATH": "/nowhere",
    "DISPLAY": ":0",
    "LC_ALL": "de_DE.UTF-8",
    "SANMILL_LIBRARY": "/nowhere",
    "KIVY_HOME": "/nowhere",
    "BASH_FUNC_make%%": "() { true; }",
}
KEPT = {
    "PATH": os.environ["PATH"],
    "HOME": "/home/anna",
    "LANG": "C",
    "TZ": "Pacific/Kiritimati",
    "PYTHON": "python3.9",
    "PIP_INDEX_URL": "https://index.example/simple",
    "SSL_CERT_FILE": "/certificates",
    "REQUESTS_CA_BUNDLE": "/certificates",
    "https_proxy": "http://proxy.example:8080",
    "NO_PROXY": "localhost",
}
OF_MAKE = {"MAKEFLAGS", "MAKELEVEL", "MFLAGS", "MAKE_TERMOUT", "MAKE_TERMERR", "SHELL", "PWD", "SHLVL", "_", "PY"}


def test_make_test_passes_only_allowed_variables() -> None:
    parts = ["setup-test", "engine", "test-engine", "lint"]
    answer = subprocess.run(
        ["make", "-s", "test", *(f"--old-file={part}" for part in parts), "PY=env; true"],
        cwd=ROOT,
        env={**KEPT, **FOREIGN},
        capture_output=True,
        text=True,
        check=True,
    )
    seen = dict(line.split("=", 1) for line in answer.stdout.splitlines())
    assert {name: seen.get(name) for name in KEPT} == KEPT
    assert set(seen) - set(KEPT) - OF_MAKE == set()
