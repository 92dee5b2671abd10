"""A UCI engine in a process of its own, which may hang, crash or answer garbage.

Every error becomes a Forfeit; every wait has a timeout.
"""

from __future__ import annotations

import difflib
import queue
import re
import shlex
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sanmill.core.game.model import RuleKind
from sanmill.core.game.move import Move
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.rules import rules, variants

START_SECONDS = 60.0  # a busy machine takes long to start a program
LINES_MAX = 10_000  # not read yet; more are dropped
LINE_MAX = 65_536
NUMBER = re.compile(r"\b(depth|nodes)[ :=]+(\d+)", re.IGNORECASE)  # in a line of any form
OPTION = re.compile(r"option name (.+?) type (\w+)(?: default (.*?))?(?: min (-?\d+) max (-?\d+))?(?: var .*)?\s*")
STRENGTHS = ("level", "skill", "skilllevel", "skill level", "strength", "difficulty")  # numbers, more is stronger


class Forfeit(Exception):
    """A player loses its game: the kind of error, and details."""

    def __init__(self, kind: str, details: str = "") -> None:
        super().__init__(f"{kind}: {details}" if details else kind)
        self.kind = kind


@dataclass(frozen=True)
class PlayResult:
    move: Move
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class OfferedOption:
    name: str
    kind: str
    default: str = ""
    maximum: int | None = None

    @property
    def limits_strength(self) -> bool:
        """Whether its default makes the engine play below its full strength."""
        name = self.name.lower()
        if name == "uci_limitstrength":
            return self.default == "true"
        return name in STRENGTHS and self.maximum is not None and self.default != str(self.maximum)


def command_words(command: str) -> list[str]:
    """A command for a shell as words; a program that is there is one word, whatever characters its path has."""
    return [command] if Path(command).is_file() else shlex.split(command)


class UciEngine:
    """A UCI engine; its process is started again after an error."""

    def __init__(self, command: str, settings: Sequence[tuple[str, str]], *, go: str, timeout: float) -> None:
        self.command = command
        self.settings = tuple(settings)
        self.go = f"go {go}".strip()
        self.timeout = timeout
        self.offered: dict[str, OfferedOption] = {}  # by name in lower case
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()
        self.last_error = ""  # the last error it reported

    def new_game(self, game: Game) -> None:
        """Start a game under these rules, and the process if there is none."""
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._start(game)
        self._send("ucinewgame")
        self._send("isready")
        self._await("readyok", START_SECONDS)

    def choose(self, moves: Sequence[str], start: str = "") -> PlayResult:
        self._drain()
        played = f" moves {' '.join(moves)}" if moves else ""
        self._send(f"position {f'fen {start}' if start else 'startpos'}{played}")
        begun = time.monotonic()
        self._send(self.go)
        found = {"depth": 0, "nodes": 0}
        while True:
            line = self._read(begun + self.timeout)
            words = line.split()
            found.update((name.lower(), int(number)) for name, number in NUMBER.findall(line))
            if "bestmove" in words:
                index = words.index("bestmove") + 1
                if index == len(words):
                    raise self._failure("garbage", repr(line))
                return PlayResult(Move(words[index]), found["depth"], found["nodes"], time.monotonic() - begun)

    def processor_seconds(self) -> float:
        """Processor time of the process so far, on Linux."""
        assert self._process is not None
        return time.clock_gettime(~self._process.pid << 3 | 2)  # the clock of another process

    def close(self) -> None:
        """Kill the process; may be called twice and on any thread."""
        process = self._process
        if process is None:
            return
        process.kill()
        process.wait()
        if process.stdin is not None:
            with suppress(OSError, ValueError):  # ValueError: another thread is writing
                process.stdin.close()

    def _start(self, game: Game) -> None:
        try:
            process = subprocess.Popen(
                command_words(self.command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
                start_new_session=True,  # Ctrl-C reaches the match only
            )
        except (OSError, ValueError) as error:
            raise Forfeit("start", f"{self.command}: {error}") from error
        self._process = process
        self._lines = queue.Queue()
        self.last_error = ""
        threading.Thread(target=_pump, args=(process, self._lines), daemon=True).start()
        self._send("uci")
        offers = self._await("uciok", START_SECONDS)
        self.offered = {option.name.lower(): option for option in map(read_option, offers) if option}
        for name, value in (*self._rule_settings(game), *self.settings):
            self._send(f"setoption name {name} value {value}")

    def _rule_settings(self, game: Game) -> list[tuple[str, str]]:
        """The game's rules as options of the engine: the variant and its changes, or rule by rule."""
        words = game.rules_text.split()
        if "variant" in self.offered or not self.offered:
            names = [word for word in words if "=" not in word] or [variants()[0].name]
            changes = [(name, value) for name, _, value in (word.partition("=") for word in words if "=" in word)]
            return [("Variant", names[0]), *changes]
        return [
            (rule.name, ("false", "true")[value] if rule.kind is RuleKind.SWITCH else str(value))
            for rule, value in ((rule, game.rule(rule.name)) for rule in rules())
            if rule.name.lower() in self.offered
        ]

    # Sending and receiving lines.

    def _send(self, line: str) -> None:
        pipe = self._process.stdin if self._process else None
        if pipe is None:
            raise Forfeit("died")
        try:
            pipe.write(line + "\n")
            pipe.flush()
        except (OSError, ValueError) as error:
            raise self._failure("died", f"at {line[:40]!r}") from error

    def _read(self, deadline: float) -> str:
        seconds = deadline - time.monotonic()
        try:
            if seconds <= 0:  # also while lines without an answer keep coming
                raise queue.Empty
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise self._failure("timeout") from None
        if line is None:
            raise self._failure("died")
        if line.startswith("info string error"):
            self.last_error = line.strip()
        return line

    def _await(self, word: str, seconds: float) -> list[str]:
        deadline = time.monotonic() + seconds
        lines = [self._read(deadline)]
        while lines[-1].strip() != word:
            lines.append(self._read(deadline))
        return lines

    def _drain(self) -> None:
        with suppress(queue.Empty):
            while True:
                if self._lines.get_nowait() is None:
                    raise self._failure("died")

    def _failure(self, kind: str, details: str = "") -> Forfeit:
        self.close()
        code = self._process.returncode if self._process else None
        code_words = f"exit code {code}" if kind == "died" else ""
        return Forfeit(kind, ", ".join(filter(None, (details, code_words, self.last_error))))


def read_option(line: str) -> OfferedOption | None:
    found = OPTION.fullmatch(line.strip())
    if found is None:
        return None
    name, kind, default, _, maximum = found.groups()
    return OfferedOption(name, kind, default or "", int(maximum) if maximum else None)


def _pump(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    """Forward the lines of a process, then None at their end."""
    assert process.stdout is not None
    with suppress(OSError, ValueError), process.stdout as output:
        for line in iter(lambda: output.readline(LINE_MAX), ""):
            if lines.qsize() < LINES_MAX:
                lines.put(line)
    lines.put(None)


def check_start(engine: UciEngine, rules_text: str) -> list[OfferedOption]:
    """The options that leave an engine below its full strength; an EngineError if it cannot start a game."""
    try:
        engine.new_game(Game(rules_text))
    except Forfeit as forfeit:
        raise EngineError(f"{engine.command} does not start a game ({forfeit})") from forfeit
    else:
        for name, _ in engine.settings:
            _check_option(engine, name)
        if engine.last_error:
            raise EngineError(f"{engine.command} reports: {engine.last_error}")
    finally:
        engine.close()
    chosen = {name.lower() for name, _ in engine.settings}
    return [option for key, option in engine.offered.items() if option.limits_strength and key not in chosen]


def _check_option(engine: UciEngine, name: str) -> None:
    if name.lower() not in engine.offered:
        near = difflib.get_close_matches(name.lower(), engine.offered, n=1)
        hint = f"; did you mean {engine.offered[near[0]].name}?" if near else ""
        raise EngineError(f"{engine.command} has no option {name}{hint}")
