"""``python -m sanmill uci``: start the console engine in place of this process."""

from __future__ import annotations

import argparse
import os
import subprocess
from collections.abc import Sequence

from sanmill.engine.errors import EngineError
from sanmill.engine.paths import console_paths

from .command import command


@command("uci")
def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="sanmill uci", description="Start the console engine, which speaks UCI.")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="passed to it, such as bench")
    passed = parser.parse_args(arguments).arguments
    paths = console_paths()
    for path in paths:
        if path.is_file():
            run = [str(path), *passed]
            try:
                if os.name == "nt":
                    return subprocess.call(run)
                os.execv(run[0], run)
            except OSError as error:
                raise EngineError(f"the console engine cannot be started: {error}") from error
    looked = ", ".join(str(path) for path in paths)
    raise EngineError(f"the console engine is not there; run: make engine. Looked at: {looked}")
