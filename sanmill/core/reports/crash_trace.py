"""What a report says of an exception: types, places and numbers, and texts that the lists below allow.

A message may hold what the user wrote, a path or a piece of a file, in any form and quotation. So nothing is searched
for and cut out: what is not known to be the program's own is left out.
"""

from __future__ import annotations

import errno
import logging
import re
import sys
import traceback
from collections.abc import Collection, Iterator
from enum import Enum
from functools import cache
from pathlib import Path
from types import FrameType

from .breadcrumbs import VALUE

LEFT_OUT, UNKNOWN = "[text left out]", "…"
FRAMES_FIRST, FRAMES_LAST = 20, 40  # of a deep stack
CHAIN_MAX, GROUP_MAX, DEPTH_MAX = 8, 4, 3  # causes of an exception, members of a group, groups in groups
LINE_MAX, MESSAGE_MAX = 8000, 400  # characters; what is longer is left out

TRACEBACK = "Traceback (most recent call last):"
CAUSE = "The above exception was the direct cause of the following exception:"
CONTEXT = "During handling of the above exception, another exception occurred:"
NO_ANSWER, LATE = "the engine does not answer", "a search did not end in time, only after a stop"

# A {type} is kept if the program has a type of this name, an {n} is a number, {a|b} one of the words given; {text} and
# {address} are left out.
LINES = (
    TRACEBACK,
    CAUSE,
    CONTEXT,
    NO_ANSWER,
    LATE,
    LEFT_OUT,
    "[…]",
    "[{n} frames left out]",
    "exception {n} of {n}:",
    "Fatal Python error: {Aborted|Bus error|Floating-point exception|Floating point exception|Illegal instruction}",
    "Fatal Python error: Segmentation fault",
    "Windows fatal exception: {access violation|stack overflow}",
    "Windows fatal exception: code {address}",
    "{Current thread|Thread} {address} (most recent call first):",
    "{Current thread|Thread} {address} [{text}] (most recent call first):",
    "Current thread's C stack trace (most recent call first):",
    "<no Python frame>",
    "<truncated rest of calls>",
    "<cannot get C stack on this system>",
    "Extension modules: {text} (total: {n})",
)
MESSAGES = (  # of the interpreter
    "'{type}' object has no attribute '{text}'",
    "'{type}' object does not support item {assignment|deletion}",
    "'{type}' object is not {an iterator|callable|iterable|reversible|subscriptable}",
    "type object '{type}' has no attribute '{text}'",
    "module '{text}' has no attribute '{text}'",
    "No module named '{text}'",
    "name '{text}' is not defined",
    "cannot access local variable '{text}' where it is not associated with a value",
    "local variable '{text}' referenced before assignment",
    "cannot unpack non-iterable {type} object",
    "not enough values to unpack (expected {n}, got {n})",
    "too many values to unpack (expected {n})",
    "too many values to unpack (expected {n}, got {n})",
    "object of type '{type}' has no len()",
    "argument of type '{type}' is not iterable",
    "unhashable type: '{type}'",
    "bad operand type for {text}: '{type}'",
    "unsupported operand type(s) for {text}: '{type}' and '{type}'",
    "'{text}' not supported between instances of '{type}' and '{type}'",
    'can only concatenate {type} (not "{type}") to {type}',
    "must be real number, not {type}",
    "an integer is required",
    "'{type}' object cannot be interpreted as an integer",
    "{list|tuple} indices must be integers or slices, not {type}",
    "string indices must be integers, not '{type}'",
    "invalid literal for int() with base {n}: {text}",
    "could not convert string to float: {text}",
    "cannot convert float {infinity|NaN} to integer",
    "{text} missing {n} required {positional|keyword-only} argument{s|}: {text}",
    "{text} takes {n} positional argument{s|} but {n} {was|were} given",
    "{text} got an unexpected keyword argument '{text}'",
    "{list|string|tuple} index out of range",
    "pop from {empty list|an empty deque}",
    "deque mutated during iteration",
    "{dictionary|Set} changed size during iteration",
    "{float |}division by zero",
    "integer division or modulo by zero",
    "math {domain|range} error",
    "{min|max}() {arg is an empty sequence|iterable argument is empty}",
    "maximum recursion depth exceeded{| in comparison| while calling a Python object}",
    "generator already executing",
    "can't start new thread",
    "cannot schedule new futures after {|interpreter }shutdown",
)
LABELS = ("search", "rules", "start", "moves", "options", "limits")  # of lines that describe a search

FRAME = r'File "(.*)", line (\d+)(?:,)? in ([\w.<>]+)'  # Cython's names have dots
BINARY = r'Binary file "(?:.*[/\\])?([\w.+-]*)"(?:, at (\w*|…)(?:[+-]0x[0-9a-f]+)?)?(?: \[0x[0-9a-f]+\])?'
RAISED = r"([A-Za-z_][\w.<>]*)(?:: (.*))?"
LABELLED = r"([a-z]+): (.*)"
WORD = r"[^\s=,]+"
GENERATED = r"<string>|<frozen [\w.]+>"  # in place of a file
SLOTS = {"n": r"-?\d{1,6}", "type": r"[A-Za-z_][\w.]*|…", "text": r".*", "address": r"0x[0-9a-f]+|…"}
SOURCE = r"(?:/__init__)?\.py[cx]?$"
ROOT = Path(__file__).resolve().parents[3]


class Template:
    """A text with slots; ``fill`` replaces what a slot may not keep."""

    def __init__(self, words: str) -> None:
        parts = re.split(r"\{([^}]+)\}", words)
        self._fixed, self._slots = parts[::2], parts[1::2]
        slots = [f"({SLOTS.get(slot, slot)})" for slot in self._slots] + [""]
        self._pattern = re.compile("".join(re.escape(fixed) + slot for fixed, slot in zip(self._fixed, slots)))

    def fill(self, words: str, types: Collection[str]) -> str | None:
        """The text as far as it may be kept; none if it does not match."""
        found = self._pattern.fullmatch(words)
        if not found:
            return None
        kept = [
            UNKNOWN if slot in ("text", "address") or (slot == "type" and value not in types) else value
            for slot, value in zip(self._slots, found.groups())
        ]
        return "".join(fixed + value for fixed, value in zip(self._fixed, [*kept, ""]))


# An exception, by its facts.


def describe(error: BaseException, depth: int = 0) -> str:
    """Where an exception was raised, with its causes and the members of a group; notes are left out."""
    lines: list[str] = []
    for link, each in _chain(error):
        lines += ["", link, ""] if link else []
        frames = list(traceback.walk_tb(each.__traceback__))
        lines += [TRACEBACK, *_places(frames)] if frames else []
        lines.append(raised(each))
        members = _members(each) if depth < DEPTH_MAX else ()
        for number, member in enumerate(members[:GROUP_MAX], 1):
            inner = describe(member, depth + 1).splitlines()
            lines += [f"  exception {number} of {len(members)}:", *(f"  {line}" if line else "" for line in inner)]
    return "\n".join(lines)


def describe_stack(frame: FrameType) -> str:
    """Where a thread is."""
    return "\n".join([TRACEBACK, *_places([*traceback.walk_stack(frame)][::-1])])


def without_messages(record: logging.LogRecord) -> bool:
    """Filter of a log that others may read: exceptions are told as in reports."""
    if isinstance(record.args, tuple):
        record.args = tuple(raised(each) if isinstance(each, BaseException) else each for each in record.args)
    error = record.exc_info[1] if record.exc_info else None
    if error:
        record.msg, record.args = f"{record.getMessage()}\n{describe(error)}", ()
        record.exc_info = record.exc_text = None  # the text is what another handler has formatted
    return True


def _chain(error: BaseException) -> Iterator[tuple[str, BaseException]]:
    """An exception behind those it was caused by, each with the sentence that leads to it."""
    chain: list[tuple[str, BaseException]] = []
    seen: set[int] = set()
    each: BaseException | None = error
    while each is not None and id(each) not in seen and len(chain) < CHAIN_MAX:
        seen.add(id(each))
        earlier, link = each.__cause__, CAUSE
        if earlier is None and not each.__suppress_context__:
            earlier, link = each.__context__, CONTEXT
        is_first = earlier is None or id(earlier) in seen or len(chain) == CHAIN_MAX - 1
        chain.append(("" if is_first else link, each))
        each = earlier
    return reversed(chain)


def _members(error: BaseException) -> tuple[BaseException, ...]:
    """The exceptions of a group, by its attribute: Python has the type from 3.11 on."""
    members = getattr(error, "exceptions", ())
    return tuple(each for each in members if isinstance(each, BaseException)) if isinstance(members, tuple) else ()


def _places(frames: list[tuple[FrameType, int]]) -> list[str]:
    codes = [(frame.f_code, line) for frame, line in frames]
    lines = [f'  File "{_file(code.co_filename)}", line {line}, in {code.co_name}' for code, line in codes]
    left_out = len(lines) - FRAMES_FIRST - FRAMES_LAST
    return [*lines[:FRAMES_FIRST], f"  [{left_out} frames left out]", *lines[-FRAMES_LAST:]] if left_out > 0 else lines


def raised(error: BaseException) -> str:
    """The type of an exception and what its message may tell."""
    code = getattr(error, "code", None)  # of the engine
    if isinstance(error, OSError):
        words = errno.errorcode.get(error.errno or 0, "")
    elif isinstance(error, UnicodeError):
        words = str(getattr(error, "start", ""))
    elif isinstance(code, Enum):
        words = code.name
    else:
        words = _message(error)
    return f"{_name(type(error))}: {words}" if words else _name(type(error))


def _message(error: BaseException) -> str:
    try:
        words = str(error)
    except Exception:  # noqa: BLE001 - the exception is what is reported, not how it prints
        return LEFT_OUT
    return words and (_kept_message(words, _types()) or LEFT_OUT)


# Any text, line by line.


def filtered(trace: str, words: Collection[str] = ()) -> str:
    """A trace without any line that is not known; ``words`` are the engine's names of rules, options and errors.

    One that was filtered before stays as it is.
    """
    types, exceptions = _types(), _exceptions()
    lines: list[str] = []
    for line in trace.splitlines():
        body = line.strip()
        indent = line[: len(line) - len(line.lstrip())]
        kept = _kept_line(body, types, exceptions, words) if len(body) <= LINE_MAX else None
        above = lines[-1].strip() if lines else ""
        is_source = above.startswith("File ") and indent.startswith("    ")
        if kept is None and (is_source or above.endswith(LEFT_OUT)):
            continue
        lines.append(indent + (LEFT_OUT if kept is None else kept))
    return "\n".join(lines)


def _kept_line(body: str, types: Collection[str], exceptions: Collection[str], words: Collection[str]) -> str | None:
    if not body:
        return ""
    if found := re.fullmatch(FRAME, body):
        return f'File "{_file(found[1])}", line {found[2]}, in {found[3]}'
    if found := re.fullmatch(BINARY, body):
        return f'Binary file "{found[1]}", at {found[2] or UNKNOWN}'
    if (found := re.fullmatch(LABELLED, body)) and found[1] in LABELS:
        return f"{found[1]}: {only_known(found[2], words)}"
    if (found := re.fullmatch(RAISED, body)) and found[1] in exceptions:
        message = found[2] and (_kept_message(found[2], types, words) or LEFT_OUT)
        return f"{found[1]}: {message}" if message else found[1]
    return _filled(LINES, body, types)


def only_known(text: str, words: Collection[str]) -> str:
    """A text of values and known words; all others are left out."""
    return re.sub(WORD, lambda found: found[0] if found[0] in words or re.fullmatch(VALUE, found[0]) else UNKNOWN, text)


def _kept_message(message: str, types: Collection[str], words: Collection[str] = ()) -> str | None:
    if len(message) > MESSAGE_MAX:
        return None
    if message in words or message in errno.errorcode.values() or re.fullmatch(VALUE, message):
        return message
    return _filled(MESSAGES, message, types)


def _filled(templates: tuple[str, ...], words: str, types: Collection[str]) -> str | None:
    fillings = (_template(each).fill(words, types) for each in templates)
    return next((kept for kept in fillings if kept is not None), None)


_template = cache(Template)


# What the program has.


def _file(path: str) -> str:
    """A file as its module or kv rules are named: "sanmill/app.py", "kivy/base.py", "threading.py".

    Folders before the package are left out: they are the user's, or in compiled code those of a build machine.
    """
    if re.fullmatch(GENERATED, path):
        return path
    parts = re.split(r"[/\\]", path)
    for at in range(len(parts)):
        name = "/".join(parts[at:])
        module = re.sub(SOURCE, "", name).replace("/", ".")
        if module in sys.modules or (name.endswith(".kv") and (ROOT / name).is_file()):
            return name
    return UNKNOWN


def _types() -> frozenset[str]:
    """The names of all types there are."""
    return frozenset(kind.__name__ for kind in _kinds(object))


def _exceptions() -> frozenset[str]:
    return frozenset(_name(kind) for kind in _kinds(BaseException))


def _kinds(root: type) -> Iterator[type]:
    waiting, seen = [root], {id(root)}  # a metaclass may compare in its own way, and warn as one of typing does
    while waiting:
        kind = waiting.pop()
        yield kind
        below = [each for each in type.__subclasses__(kind) if id(each) not in seen]
        seen.update(map(id, below))
        waiting += below


def _name(kind: type) -> str:
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
