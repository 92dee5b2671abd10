"""Export and import of settings as text, one ``key = value`` per line.

A text that a line cannot hold as it is stands in quotation marks, as in JSON. Importing reports every unusable line
and takes the others.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from sanmill.core.settings import SETTINGS, TEXT_MAX, WEIGHTS, Setting, Settings

from .i18n import Text, text

HEADER = "# Sanmill settings"
QUOTE = '"'
WORDS = {"yes": True, "no": False}
Settable = Mapping[str, Setting[Any]]
LINE = re.compile(r"\s*([\w.]+)\s*=\s*(.*?)\s*")
LINES_MAX = 1000
EXAMPLES = {WEIGHTS.key: "moving.mill=20 placing.gap=9"}  # of texts that the engine checks
SHOWN_MAX = 40  # characters of an unusable value


@dataclass(frozen=True)
class UnusableLine:
    """An unusable line and why."""

    line: int
    words: Text


@dataclass(frozen=True)
class Reading:
    values: dict[str, Any]
    errors: tuple[UnusableLine, ...]


def write(chosen: Settings) -> str:
    lines = [HEADER, *(f"{setting.key} = {_written(chosen.get(setting))}" for setting in SETTINGS)]
    return "\n".join(lines) + "\n"


def read(content: str, bounded: Settable, more_choices: Mapping[str, Collection[str]]) -> Reading:
    """Read exported settings.

    ``more_choices`` are choices that ``bounded`` does not list: the available variants, languages and themes.
    """
    values: dict[str, Any] = {}
    errors: list[UnusableLine] = []
    lines = content.splitlines()
    for number, line in enumerate(lines[:LINES_MAX], start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        found = _read_line(line, values, bounded, more_choices)
        if isinstance(found, Text):
            errors.append(UnusableLine(number, found))
        else:
            values[found[0]] = found[1]
    if len(lines) > LINES_MAX:
        errors.append(UnusableLine(LINES_MAX + 1, text("settings.line_error.long", most=LINES_MAX)))
    return Reading(values, tuple(errors))


def _read_line(
    line: str, known: dict[str, Any], bounded: Settable, more_choices: Mapping[str, Collection[str]]
) -> tuple[str, Any] | Text:
    match = LINE.fullmatch(line)
    if match is None:
        return text("settings.line_error.line", words=_shown(line.strip()))
    key, written = match[1], match[2]
    setting = bounded.get(key)
    if setting is None:
        return text("settings.line_error.unknown", name=_shown(key))
    if key in known:
        return text("settings.line_error.twice", name=key)
    value = _parsed(setting, written)
    choices = more_choices.get(key) or setting.choices
    if not setting.accepts(value) or (choices and value not in choices):
        return text("settings.line_error.value", name=key, value=_shown(written), wanted=_wanted(setting, choices))
    return (key, value)


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    written = str(value)
    is_plain = written == " ".join(written.splitlines()).strip() and not written.startswith(QUOTE)
    return written if is_plain else json.dumps(written)


def _parsed(setting: Setting[Any], written: str) -> Any:
    if isinstance(setting.default, bool):
        return WORDS.get(written.lower())
    if isinstance(setting.default, int):
        return int(written) if re.fullmatch(r"-?[0-9]{1,9}", written) else None
    return _unquoted(written) if written.startswith(QUOTE) else written


def _unquoted(written: str) -> str:
    """A text in JSON's quotation marks; itself where it is none."""
    try:
        value = json.loads(written)
    except ValueError:
        return written
    return value if isinstance(value, str) else written


def _wanted(setting: Setting[Any], choices: Collection[Any]) -> str:
    if isinstance(setting.default, bool):
        return ", ".join(WORDS)
    if choices:
        return ", ".join(str(choice) for choice in choices)
    if isinstance(setting.default, str):
        return EXAMPLES.get(setting.key) or f"≤ {TEXT_MAX}"
    return f"{setting.minimum}–{setting.maximum}"


def _shown(words: str) -> str:
    return words if len(words) <= SHOWN_MAX else words[: SHOWN_MAX - 1] + "…"
