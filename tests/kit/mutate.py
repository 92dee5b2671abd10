"""Changes to saved files that keep every type: other values, values that contradict each other, things that are gone.

Every value comes from what the files themselves hold, from the same field of another file, or from a few odd ones.
"""

from __future__ import annotations

import copy
import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sanmill.control.routes import Kind
from sanmill.control.saved_state import MODE_FILES

from .damage import write_folder

OLD = Path(__file__).resolve().parents[1] / "data" / "0.1.0"
FOLDERS = ("player", "rated", "unconfirmed", "set_up", "lesson", "puzzle", "new", "new", "new")  # new: of this version
ON_BOARD = (*MODE_FILES, "")  # the first file that is there; none: the game
NUMBERS = (-1, 0, 1, 2, 3, 7, 12, 13, 14, 24, 99, 1000, 99_999, 1_000_000)
FRACTIONS = (-1.0, 0.0, 1e-9, 0.5, 1.0, 57.0, 99.99, 3000.0, 1e6, 1e11)
TEXTS = (
    *("", " ", "x", "?", "\n", "0", "-1", "…\u202e[b]", "a" * 300, "de", "own/gone", "2026-11-31", "Name: dooz"),
    *("d6", "xd6", "a1-a4", "1. d6", "1-0", "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1"),
    *("nine_mens_morris", "lasker_morris MayFly=false", "morabaraba", "no_such_variant"),
    "nine_mens_morris PiecesCount=12 HasDiagonalLines=true",
)
CHANGES = 1, 1, 1, 2, 3  # of a file

Place = tuple[Any, Any]  # a list or object, and an index or key in it


def fresh_folder(folder: Path, chance: random.Random) -> None:
    """A copy of one of the saved folders."""
    name = chance.choice(FOLDERS)
    if name == "new":
        write_folder(folder)
        shown = chance.choice(ON_BOARD)
        for each in ON_BOARD[:-1]:
            if each != shown:
                (folder / f"{each}.json").unlink()
    else:
        shutil.copytree(OLD / name, folder, ignore=shutil.ignore_patterns("tables"))


def mutate(folder: Path, chance: random.Random) -> list[str]:
    """Change one or two files of a folder; return what was changed."""
    files = sorted(path for path in folder.rglob("*.json"))
    changed: list[str] = []
    for path in chance.sample(files, min(len(files), chance.choice((1, 1, 2)))):
        content = json.loads(path.read_text(encoding="utf-8"))
        changes = [_change(content, path, chance) for _ in range(chance.choice(CHANGES))]
        changed += (f"{path.relative_to(folder)}: {change}" for change in changes)
        path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return changed


def _change(content: Any, path: Path, chance: random.Random) -> str:
    places = [(node, key) for node, key in _places(content) if key != "version"]
    if path.name == "state.json":
        subject = chance.choice(("", *TEXTS))
        kinds = [kind.value for kind in Kind]
        content["back_stack"] = [{"kind": chance.choice(kinds), "subject": subject} for _ in range(chance.randrange(4))]
        return f"back_stack {content['back_stack']}"
    if not places:
        return "nothing"
    node, key = chance.choice(places)
    before = copy.deepcopy(node[key])
    if isinstance(before, (list, dict)) and chance.random() < 0.7:
        _change_count(node[key], chance)
    else:
        node[key] = _other(node[key], key, path, chance)
    return f"{key} {before!r:.60} → {node[key]!r:.60}"


def _places(content: Any) -> Iterator[Place]:
    """Every place of a value, however deep."""
    stack = [content]
    while stack:
        node = stack.pop()
        for key in list(node) if isinstance(node, dict) else range(len(node)):
            yield node, key
            if isinstance(node[key], (list, dict)):
                stack.append(node[key])


def _change_count(value: list[Any] | dict[str, Any], chance: random.Random) -> None:
    """Leave something out, double it or turn it round."""
    if isinstance(value, dict):
        if value:
            gone = value.pop(chance.choice(list(value)))
            if chance.random() < 0.5:
                value[chance.choice(TEXTS)] = gone
        return
    how = chance.randrange(4)
    if how == 0 and value:
        del value[chance.randrange(len(value))]
    elif how == 1 and value:
        value.insert(chance.randrange(len(value) + 1), copy.deepcopy(chance.choice(value)))
    elif how == 2:
        value.reverse()
    else:
        del value[len(value) // 2 :]


def _other(value: Any, key: Any, path: Path, chance: random.Random) -> Any:
    """Another value of the same type: of the same field elsewhere, or any."""
    same = [each for each in _elsewhere(path.name, key) if type(each) is type(value) or None in (each, value)]
    if same and chance.random() < 0.6:
        return copy.deepcopy(chance.choice(same))
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return chance.choice((*NUMBERS, value + 1, value - 1))
    if isinstance(value, float):
        return chance.choice((*FRACTIONS, -value))
    if isinstance(value, str):
        words = value.split()
        return chance.choice(
            (*TEXTS, value[::-1], value + "x", value.upper(), " ".join(words[1:]), " ".join(words[:-1]))
        )
    return value


_known: dict[str, list[tuple[Any, Any]]] = {}


def _elsewhere(name: str, key: Any) -> list[Any]:
    """The values of a field in all saved files of this name, and of the same field in any file."""
    if not _known:
        for path in sorted(OLD.rglob("*.json")):
            content = json.loads(path.read_text(encoding="utf-8"))
            _known.setdefault(path.name, []).extend((each, node[each]) for node, each in _places(content))
        _known[""] = [pair for pairs in list(_known.values()) for pair in pairs]
    own = [value for each, value in _known.get(name, ()) if each == key]
    return own or [value for each, value in _known[""] if each == key and isinstance(key, str)]
