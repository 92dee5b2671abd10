"""A running console engine, driven as another program would."""

from __future__ import annotations

import re
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from sanmill.engine.paths import console_paths

from .patience import HANG


class Console:
    """A running engine."""

    def __init__(self, *command: str) -> None:
        """``command``: another one than the built engine."""
        command = command or (str(next(place for place in console_paths() if place.is_file())),)
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, errors="surrogateescape"
        )
        assert self.process.stdin
        assert self.process.stdout
        self._out, self._in = self.process.stdin, self.process.stdout

    def say(self, *lines: str) -> None:
        for line in lines:
            self._out.write(line + "\n")
        self._out.flush()

    def until(self, start: str) -> list[str]:
        """The lines up to the first that starts like this."""
        lines = [self._read()]
        while not lines[-1].startswith(start):
            lines.append(self._read())
        return lines

    def until_match(self, pattern: str) -> None:
        """Read up to a line of this form."""
        while not re.fullmatch(pattern, self._read()):
            pass

    def ask(self, *lines: str) -> tuple[list[str], str]:
        """The info lines and the move of an answer."""
        self.say(*lines)
        *infos, last = self.until("bestmove ")
        return infos, last.partition(" ")[2]

    def close(self, end: str = "quit\n") -> int:
        """End the input, and return how the engine ended."""
        self._out.write(end)
        self._out.close()
        with self._watched():
            self._in.read()
        self._in.close()
        return self.process.wait(HANG)

    def _read(self) -> str:
        with self._watched():
            line = self._in.readline()
        assert line, f"the console ended with {self.process.wait(HANG)}"
        return line.rstrip("\n")

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Kill an engine that hangs, so that its test fails."""
        watchdog = threading.Timer(HANG, self.process.kill)
        watchdog.start()
        yield
        watchdog.cancel()
