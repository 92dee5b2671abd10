"""Games in portable game notation: headers, then ``1. d6 f4 2. b4xa1 …`` with comments and variations.

Knows the notation, not the rules: the engine checks whether a move is legal. Input is untrusted; every error
becomes a RecordError with its line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Annotated

from sanmill.core.storage.stored import Count, Length
from sanmill.core.text.i18n import Text, TextError, text
from sanmill.core.text.names import encodable

from . import shapes
from .move import Move
from .tree import GameTree, Node

SIZE_MAX = 1_000_000  # characters of a game from elsewhere
OWN_SIZE_MAX = 16 << 20  # of a stored one, whose comments may have grown
NODES_MAX = 100_000
DEPTH_MAX = 200  # of nested variations
MARKS_MAX = 8  # on one move
COMMENT_MAX = 100_000  # characters of a comment that is typed in
HEADER_NAME = r"\w{1,100}"
VALUE_MAX = 10_000  # characters of a header's value
HEADERS_MAX = 1000
Headers = Annotated[  # where they are stored
    dict[Annotated[str, Length(100, HEADER_NAME)], Annotated[str, Length(VALUE_MAX)]],
    Count(HEADERS_MAX, is_lenient=True),
]
REMOVALS_MAX = 100  # in one word
WIDTH = 80

STANDARD_RULES = "nine_mens_morris"
UNFINISHED = "*"
RESULTS = ("1-0", "0-1", "1/2-1/2", UNFINISHED)


class RecordError(TextError):
    """A record that cannot be read or written, and its line; 0 if that is unknown."""

    def __init__(self, line: int, words: Text) -> None:
        super().__init__(words, f"line {line}: " if line else "")
        self.line = line


@dataclass
class Record:
    headers: dict[str, str] = field(default_factory=dict)
    tree: GameTree = field(default_factory=GameTree)
    result: str = UNFINISHED
    header_lines: dict[str, int] = field(default_factory=dict, compare=False)

    @property
    def rules(self) -> str:
        """The rules in the engine's syntax: a variant's name, changes, or both."""
        changes = self.headers.get("Rules", "").strip()
        if changes and "=" not in changes.split()[0]:
            return changes
        name = self.headers.get("Variant", "").lower().replace("'", "").replace("’", "")
        return f"{re.sub('[^a-z0-9]+', '_', name).strip('_')} {changes}".strip() or STANDARD_RULES

    @rules.setter
    def rules(self, text: str) -> None:
        self.headers.pop("Variant", None)
        self.headers.pop("Rules", None)
        self.headers["Variant" if len(text.split()) == 1 and "=" not in text else "Rules"] = text

    @property
    def position(self) -> str | None:
        """The FEN of the start; none for the initial position."""
        return self.headers.get("FEN")

    @position.setter
    def position(self, text: str | None) -> None:
        self.headers.pop("FEN", None)
        if text is not None:
            self.headers["FEN"] = text


# Reading.

# The repeats of groups are bounded: the matcher keeps some hundred bytes for each.
TOKEN = rf"""
      (?P<newline>\n)
    | (?P<space>[^\S\n]+ | ,)
    | (?P<escape>(?<![^\n])%[^\n]*)                     # the escape mechanism of PGN
    | ;(?P<remark>[^\n]*)
    | \{{(?P<comment>[^}}]*)\}}
    | (?P<open>\() | (?P<close>\))
    | \[\s*(?P<name>{HEADER_NAME})\s+"(?P<value>(?:[^"\\\n]|\\.){{0,{VALUE_MAX}}})"\s*\]
    | (?:fen[:\s]\s*)?(?P<position>(?-i:[O@*X/]{{10}})[^\n]*)
    | (?P<result>(?:1-0|0-1|1/2-1/2|\*)(?![^\s,;(){{}}\[]))
    | (?P<number>\d+(?:\.+|(?=[\s,]|\Z))) | \.+
    | \$(?P<mark>\d{{1,3}})
    | (?P<glyph>[!?]{{1,2}})
    | (?P<moves>(?:[a-g][1-7](?:-[a-g][1-7])?|x[a-g][1-7])(?:x[a-g][1-7]){{0,{REMOVALS_MAX}}})(?![a-z0-9-])
    """
MOVE = "x?[a-g][1-7](?:-[a-g][1-7])?"
GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}


def read(source: str, max_nodes: int = NODES_MAX, max_size: int = SIZE_MAX) -> Record:
    """Parse one game. Its moves are not checked against the rules."""
    if len(source) > max_size:
        raise RecordError(0, text("record.too_long", most=max_size))
    return _Reader(encodable(source).lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n"), max_nodes).record


def read_stored(source: str) -> Record:
    """Parse a game that this app wrote, which may have grown since it was imported."""
    return read(source, max_size=OWN_SIZE_MAX)


@dataclass
class _Branch:
    """A variation being read: its last node, and the first node of its last turn."""

    last: Node
    turn: Node | None = None
    is_empty: bool = True
    comments: list[str] = field(default_factory=list)  # before the first move of a variation
    line: int = 0


class _Reader:
    def __init__(self, source: str, max_nodes: int) -> None:
        self.record = Record()
        self.max_nodes = max_nodes
        self.line = 1
        self.nodes = 0
        self.comments: dict[Node, list[str]] = {}
        self.has_result = False
        self.branches = [_Branch(self.record.tree.root)]
        at, match = 0, re.compile(TOKEN, re.VERBOSE | re.IGNORECASE).match
        while at < len(source):
            token = match(source, at)
            if token is None:
                raise self._error(_syntax_error(source, at))
            self._consume(token)
            self.line += source.count("\n", at, token.end())
            at = token.end()
        if len(self.branches) > 1:
            self.line = self.branches[-1].line
            raise self._error(text("record.open_variation"))
        for node, comments in self.comments.items():
            node.comment, node.shapes = shapes.read(" ".join(comments))
        self._apply_result_header()

    def _error(self, words: Text) -> RecordError:
        return RecordError(self.line, words)

    def _consume(self, token: re.Match[str]) -> None:
        kind = token.lastgroup
        if kind in (None, "newline", "space", "escape", "number"):
            return
        if kind in ("remark", "comment"):
            self._add_comment(clean(token[kind]))
        elif self.has_result:
            raise self._error(text("record.ended"))
        elif kind == "moves":
            for move in re.findall(MOVE, token["moves"].lower()):
                self._add_move(Move(move))
        elif kind == "value":
            self._add_header(token["name"], re.sub(r"\\(.)", r"\1", token["value"]))
        elif kind == "position":
            self._add_header("FEN", token["position"].strip())
        elif kind == "open":
            self._open_variation()
        elif kind == "close":
            self._close_variation()
        elif kind == "result":
            self._add_result(token["result"])
        else:
            self._add_mark(int(token["mark"]) if kind == "mark" else GLYPHS[token["glyph"]])

    def _add_move(self, move: Move) -> None:
        branch = self.branches[-1]
        self.nodes += 1
        if self.nodes > self.max_nodes:
            raise self._error(text("record.too_many_moves", most=self.max_nodes))
        if branch.is_empty and len(self.branches) > 1:
            branch.last = self._branching_point(move)
        branch.last = Node(move, branch.last, line=self.line)
        if branch.is_empty or not branch.last.move.is_removal:
            branch.turn = branch.last
        if branch.is_empty and branch.comments:
            self.comments[branch.last] = branch.comments
        branch.is_empty = False

    def _branching_point(self, move: Move) -> Node:
        """A removal replaces the last removal; any other move replaces the whole turn with its removals."""
        around = self.branches[-2]
        replaced = around.last if move.is_removal else around.turn
        parent = replaced.parent if replaced else None
        return parent or self.record.tree.root

    def _add_comment(self, comment: str) -> None:
        branch = self.branches[-1]
        if not comment:
            return
        is_before_variation = branch.is_empty and len(self.branches) > 1
        comments = branch.comments if is_before_variation else self.comments.setdefault(branch.last, [])
        comments.append(comment)

    def _add_mark(self, mark: int) -> None:
        branch = self.branches[-1]
        if branch.is_empty:
            raise self._error(text("record.lone_mark"))
        if len(branch.last.marks) == MARKS_MAX:
            raise self._error(text("record.marks", most=MARKS_MAX))
        branch.last.marks += (mark,)

    def _add_header(self, name: str, value: str) -> None:
        if self.nodes:
            raise self._error(text("record.late_header"))
        if name == "FEN" and self.record.headers.get("FEN", value) != value:
            raise self._error(text("record.second_start"))
        if name in self.record.headers or len(self.record.headers) < HEADERS_MAX:
            self.record.headers[name] = clean_value(value)
            self.record.header_lines[name] = self.line

    def _open_variation(self) -> None:
        if self.branches[-1].is_empty:
            raise self._error(text("record.lone_variation"))
        if len(self.branches) > DEPTH_MAX:
            raise self._error(text("record.too_deep", most=DEPTH_MAX))
        self.branches.append(_Branch(self.branches[-1].last, line=self.line))

    def _close_variation(self) -> None:
        if len(self.branches) == 1:
            raise self._error(text("record.none_open"))
        if self.branches.pop().is_empty:
            raise self._error(text("record.empty_variation"))

    def _add_result(self, result: str) -> None:
        if len(self.branches) == 1:  # in a variation it says nothing about the game
            self.record.result = result
            self.has_result = True

    def _apply_result_header(self) -> None:
        """Use the result header only where no result follows the moves."""
        result = self.record.headers.pop("Result", UNFINISHED)
        self.record.header_lines.pop("Result", None)
        if not self.has_result and result in RESULTS:
            self.record.result = result


def clean(comment: str) -> str:
    """A comment that can be written in braces and read again as it is."""
    with_unix_lines = encodable(comment).replace("\r\n", "\n").replace("\r", "\n")
    return with_unix_lines.replace("}", ")").replace("\0", "").strip()


def clean_value(value: str) -> str:
    """A header's value that can be written and read again as it is."""
    return re.sub(r"\s", " ", encodable(value).replace("\0", ""))[:VALUE_MAX]


def _syntax_error(source: str, at: int) -> Text:
    if source[at] == "{":
        return text("record.open_comment")
    if re.compile(rf'\[\s*\w+\s+"[^"\n]{{{VALUE_MAX}}}').match(source, at):
        return text("record.long_header", most=VALUE_MAX)
    if source[at] == "[":
        return text("record.header")
    found = re.match(r"[^\s,;(){}\[\]]{0,20}", source[at : at + 20])
    return text("record.no_move", word=(found[0] if found else "") or source[at])


# Writing.


def write(record: Record) -> str:
    """The text of a record. A closing brace in a comment becomes a parenthesis."""
    if record.result not in RESULTS:
        raise RecordError(0, text("record.unreadable", word=record.result))
    headers = {**record.headers, "Result": record.result}
    lines = [_header(name, value) for name, value in headers.items()]
    words = [*_Writer(record).words, record.result]
    return encodable("\n".join([*lines, "", *_wrap(words), ""]))


def _header(name: str, value: str) -> str:
    if not re.fullmatch(HEADER_NAME, name):
        raise RecordError(0, text("record.unreadable", word=name))
    escaped = clean_value(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _wrap(words: list[str]) -> list[str]:
    """Join words into lines of at most WIDTH characters; a word may contain line breaks."""
    lines: list[str] = []
    width = WIDTH
    for word in words:
        first, _, rest = word.partition("\n")
        if width + 1 + len(first) > WIDTH:
            lines.append(word)
            width = 0
        else:
            lines[-1] += " " + word
            width += 1
        width = len(word) - word.rindex("\n") if rest else width + len(first)
    return lines


def has_variations(node: Node) -> bool:
    """Whether a node is the main move among several alternatives, which are written after it."""
    return node.parent is not None and len(node.parent.children) > 1 and node.parent.children[0] is node


def turn_from(node: Node) -> list[Node]:
    """A move with the removals written in the same word; at most one of its moves may have variations."""
    turn = [node]
    while turn[-1].children and turn[-1].children[0].move.is_removal:
        last, removal = turn[-1], turn[-1].children[0]
        if last.comment or last.marks or last.shapes or (last.move.is_removal and has_variations(last)):
            break
        if has_variations(node) and has_variations(removal):
            break
        turn.append(removal)
    return turn


class _Writer:
    """Writes each turn, then its variations, then the continuation."""

    def __init__(self, record: Record) -> None:
        self.words: list[str] = []
        self.needs_number = True
        # Stack of tasks: a node, the number of turns before it and its parenthesis, or the end of a variation.
        self.tasks: list[tuple[Node, int, str] | None] = []
        root = record.tree.root
        is_black_first = (record.position or "").split()[1:2] == ["b"]
        self._add_comment(root)
        self.tasks += ((node, int(is_black_first), "") for node in root.children[:1])
        while self.tasks:
            task = self.tasks.pop()
            if task:
                self._add_turn(*task)
            else:
                self.words[-1] += ")"
                self.needs_number = True

    def _add_turn(self, node: Node, turns: int, opening: str) -> None:
        turn = turn_from(node)
        last = turn[-1]
        self.needs_number |= bool(opening)
        is_turn = not node.move.is_removal or not node.parent or not node.parent.move
        after = turns + is_turn
        number = self._number(turns) if is_turn else ""
        self.words.append(opening + number + "".join(step.move for step in turn))
        self.words += (f"${mark}" for mark in last.marks)
        self._add_comment(last)
        self.tasks += ((follower, after, "") for follower in last.children[:1])
        for step in turn:
            if step.parent and has_variations(step):
                for variation in reversed(step.parent.children[1:]):
                    self.tasks += (None, (variation, turns if step is node else after, "("))

    def _number(self, turns: int) -> str:
        if turns % 2 and not self.needs_number:
            return ""
        self.needs_number = False
        return f"{turns // 2 + 1}{'...' if turns % 2 else '.'} "

    def _add_comment(self, node: Node) -> None:
        comment = " ".join(filter(None, (shapes.write(node.shapes), clean(node.comment))))
        if comment:
            self.words.append(f"{{{comment}}}")
            self.needs_number = True
