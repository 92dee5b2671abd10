"""Random lines for the console engine, most of them while it searches: it answers, never mixes lines, ends with 0.

``make console`` sends many of them to engines built with sanitizers.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import threading
from pathlib import Path

from sanmill.engine.paths import console_paths
from sanmill.engine.rules import rules, variants
from sanmill.engine.search.options import options
from tests.kit.patience import HANG

ENGINE = os.environ.get("CONSOLE_ENGINE") or str(next(path for path in console_paths() if path.is_file()))
LINES = int(os.environ.get("CONSOLE_LINES", "600"))
SEED = int(os.environ.get("CONSOLE_SEED", "1"))
LINES_A_SESSION = 400
LINES_AT_ONCE = 12
ASSETS = Path(__file__).parents[2] / "assets"

MOVE = r"(x?[a-g][1-7]|[a-g][1-7]-[a-g][1-7])"
ANSWERS = re.compile(
    rf"""readyok|uciok|registration\ ok|id\ (name|author)\ .+
    |info\ string\ .+
    |info\ depth\ \d+\ currmove\ {MOVE}\ currmovenumber\ \d+
    |info\ depth\ \d+(\ multipv\ \d+)?\ score\ (cp|mate)\ -?\d+(\ wdl\ \d+\ \d+\ \d+)?
     \ nodes\ \d+\ nps\ \d+\ hashfull\ \d+\ time\ \d+\ pv(\ {MOVE})+
    |bestmove\ (none|{MOVE}(\ ponder\ {MOVE})?)
    |option\ name\ .+\ type\ (check|spin|combo|button|string).*
    |{MOVE}:\ \d+|nodes\ \d+
    |eval\ (none|-?\d+\ estimate|(draw|(win|loss)(\ \d+)?)\ proof)|probe\ (none|draw|(win|loss)(\ \d+)?)
    |(search|perft|threads)\ .+
    |fen\ .+|legal(\ {MOVE})*|result\ \w+(\ \w+)?|\d?\ {{2}}[-+|O@X\ \\/]+|\ {{3}}[a-g](\ +[a-g])*|""",
    re.VERBOSE,
)
POSITIONS = [
    "startpos",
    "startpos moves d6 f4 d2",
    "startpos moves d6 d6",
    "fen O*******/**@*O***/@**O***@ w m s 3 0 3 0",
    "fen O**O*@**/@*@*O@O*/**O@**O@ w m s 6 0 6 0",
    "fen ********/**@*****/@***OO** w p moves g1",
    "fen ********/**@****O/@@O*OO** w m moves g4-g1 xd7",
    "fen ********/********",
    "nowhere",
]
GOES = [
    "depth 90",
    "depth 3",
    "infinite",
    "ponder",
    "ponder movetime 3",
    "nodes 500",
    "movetime 20",
    "wtime 500 btime 500",
    "depth 4 searchmoves a1 g7 xd7",
    "",
    "sideways",
    "depth x",
]
SMALL = {"Hash": 16, "Threads": 4}  # the machine has to serve them


def line(chance: random.Random) -> str:
    """A command, a command with wrong words, or nonsense."""
    kinds = {
        "go": lambda: "go " + chance.choice(GOES),
        "perft": lambda: f"go perft {chance.choice([1, 2, 3, 3, 40])}",
        "position": lambda: "position " + chance.choice(POSITIONS),
        "option": lambda: f"setoption name {_option(chance)}",
        "plain": lambda: chance.choice(["stop", "isready", "ponderhit", "ucinewgame", "d", "eval", "probe", "uci"]),
        "rare": lambda: chance.choice(
            ["bench", "debug on", "debug off", "register later", "", " \t", "setoption", "go perft"]
        ),
        "nonsense": lambda: "".join(chr(chance.randrange(1, 256)) for _ in range(chance.randrange(40))).replace(
            "\n", " "
        ),
    }
    kind = chance.choices(list(kinds), [30, 3, 15, 15, 30, 4, 3])[0]
    return kinds[kind]()


def _option(chance: random.Random) -> str:
    kind = chance.randrange(4)
    if kind == 0:
        return f"Variant value {chance.choice(variants()).name}"
    if kind == 1:
        rule = chance.choice(rules())
        return f"{rule.name} value {chance.choice(['true', 'false', '0', '1', '3', '9', '100'])}"
    if kind == 2:
        paths = [
            "<empty>",
            str(ASSETS / "tables"),
            str(ASSETS / "networks"),
            str(ASSETS / "openings/nine_mens_morris.book"),
            "/\xff",
        ]
        return f"{chance.choice(['TablePath', 'NetworkPath', 'BookFile'])} value {chance.choice(paths)}"
    option = chance.choice(options())
    number = chance.randint(0, SMALL.get(option.name, option.maximum))
    return f"{option.name} value {chance.choice(['true', 'false', 'x', option.minimum, number])}"


class Session:
    """An engine whose answers are read as they come."""

    def __init__(self) -> None:
        self.process = subprocess.Popen([ENGINE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.answers: list[str] = []
        self.sent: list[str] = []
        self._changed = threading.Condition()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        for answer in self.process.stdout:
            with self._changed:
                self.answers.append(answer.decode("latin-1").rstrip("\r\n"))
                self._changed.notify_all()

    def send(self, *lines: str) -> None:
        assert self.process.stdin
        self.sent += lines
        self.process.stdin.write("".join(f"{each}\n" for each in lines).encode("latin-1"))
        self.process.stdin.flush()

    def wait_until_ready(self) -> None:
        """Every isready has been answered."""
        asked = sum(each.split()[:1] == ["isready"] for each in self.sent)
        with self._changed:
            is_answered = self._changed.wait_for(lambda: self.answers.count("readyok") == asked, HANG)
        assert is_answered, self.sent[-40:]

    def end(self, last: str) -> None:
        """End the input and check all that was said."""
        assert self.process.stdin
        assert self.process.stderr
        self.process.stdin.write(last.encode())
        self.process.stdin.close()
        try:
            status = self.process.wait(HANG)
        finally:
            self.process.kill()
            self._reader.join()
            errors = self.process.stderr.read().decode(errors="replace")
            for stream in (self.process.stdout, self.process.stderr):
                assert stream
                stream.close()
        assert (status, errors) == (0, ""), self.sent[-40:]
        assert not [answer for answer in self.answers if not ANSWERS.fullmatch(answer)]
        searches = sum(each.split()[:1] == ["go"] and each.split()[1:2] != ["perft"] for each in self.sent)
        assert sum(answer.startswith("bestmove ") for answer in self.answers) == searches


def test_random_lines_are_answered() -> None:
    chance = random.Random(SEED)
    left = LINES
    while left > 0:
        session = Session()
        for _ in range(min(left, LINES_A_SESSION) // LINES_AT_ONCE + 1):
            session.send(*(line(chance) for _ in range(LINES_AT_ONCE - 1)), "isready")
            session.wait_until_ready()
        session.send(chance.choice(["go infinite", "go perft 40", "bench", "d"]))
        left -= len(session.sent)
        session.end(chance.choice(["", "quit\n"]))
    print(f"{LINES - left} lines, 0 errors")
