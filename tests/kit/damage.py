"""A data folder with every kind of file, and random damage to it."""

from __future__ import annotations

import copy
import json
import os
import random
from datetime import date
from pathlib import Path
from typing import Any

from sanmill.control.archive.game_files import stored_game
from sanmill.control.board import intents
from sanmill.control.games import session_file
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.play.intents import Resume, StartTwoPlayers
from sanmill.core.game.model import Side
from sanmill.core.progress.course import COURSE, Course, Exercise, WaitingGame
from sanmill.core.progress.puzzle_progress import PUZZLE_PROGRESS, Attempts, PuzzleProgress
from sanmill.core.storage.saved_games import GAME_FILE, INDEX_FILE, Index
from sanmill.core.storage.store import Store
from sanmill.engine.game import Game

THEME = {
    "name": "Mine",
    **dict.fromkeys(("board", "white", "black_rim"), "#FFFFFF"),
    **dict.fromkeys(("line", "white_rim", "black", "last", "target", "remove", "chosen"), "#000000"),
}
RESULT = {
    "key": "old",
    "mode": "versus",
    "rules": "nine_mens_morris",
    "levels": [0, 3],
    "side": 0,
    "winner": 0,
    "turns": 20,
    "is_rated": True,
    "rating": {"value": 812.5, "deviation": 120.25},
    "kept": [{"kept": 1, "turns": 2}] * 3,
}
PUZZLE = {
    "rules": "nine_mens_morris",
    "position": "********/********/*OO***@@ w m s 2 0 2 0 0 0 0 0 0 0 0 0 20",
    "side": 0,
    "is_win": True,
    "theme": "close",
    "turns": 3,
    "length": 2,
    "choices": 12,
    "rating": 1100,
    "solution": [],
    "refutations": "",
}
TASK = {"puzzle": PUZZLE, "day": "2026-11-16", "source": ""}
RUN = {
    "kind": "streak",
    "solved": 3,
    "failed": [],
    "rating": 1100,
    "is_begun": True,
    "seconds": 180,
    "end": "",
    "is_best": False,
}
# What takes the place of a value; the texts as they stand in the file.
HOSTILE = [
    *("1e999", "-1e999", "NaN", "Infinity", "1e308", "-1", "0", "99", "1.5", "9" * 400, "9" * 5000, "null", "true"),
    *('""', '"../../x"', '"\\u0000"', '"\\ud800"', '"²"', '"' + "x" * 100_000 + '"', '"{0.__class__} %s [b]"'),
    *("[]", "{}", "[[]]", '{"a": 1}', "[" + "1," * 5000 + "1]", "[" * 3000, '["play", "play"]', "[null, true]"),
]


def a_course() -> Course:
    """With one exercise, a game gone through and one to go."""
    game = Game()
    exercise = Exercise(
        rules="nine_mens_morris",
        position=game.position,
        side=Side.WHITE,
        played="a1",
        right=("d6", "f4"),
        line=("d6",),
        value=0,
        after=-1,
        is_proven=True,
        phase="placing",
        theme="other",
        placement=1,
    )
    course = Course(games=["old"], waiting=[WaitingGame("new", "nine_mens_morris", "", ("d6", "f4"), Side.WHITE)])
    course.add(exercise, "mistake", "old", date(2026, 11, 16))
    course.is_stopped = True
    return course


def folder_content() -> dict[str, dict[str, Any]]:
    """One file of every kind, by its name."""
    session = Session("versus", "nine_mens_morris", (Player(), Player(True, 3, "balanced")))
    for move in ("d6", "f4", "b4", "d2", "f6", "b6", "f2", "xd2"):
        if move in session.cursor.game.legal():
            session.play(move)
    game = stored_game(session)
    session.info.name = "current"
    return {
        "game": session_file.save(session),
        "state": {"back_stack": [{"kind": "settings"}, {"kind": "rules", "subject": "lasker_morris"}]},
        "settings": {"play.level": 5, "board.theme": "own/mine", "app.language": "de", "play.variant": "lasker_morris"},
        "statistics": {"games": [RESULT] * 3, "placements": ["old"], "deleted": ["gone"]},
        "games": INDEX_FILE.write(Index([game.entry], ["gone"])),
        f"games/{game.entry.name}": GAME_FILE.write(game.file),
        "puzzles": PUZZLE_PROGRESS.write(
            PuzzleProgress(
                days={"2026-11-16": "solved"},
                practised={"nine_mens_morris/close": 3},
                bests={"streak": 7, "rush": 9},
                themes={"close": Attempts(3, 1)},
            )
        ),
        "puzzle": {"task": TASK, "moves": [], "found": 0, "is_counted": False, "is_ended": False, "run": RUN},
        "daily_puzzle": TASK,
        "tried_puzzles": {"attempts": [{"puzzle": PUZZLE, "is_solved": False, "source": "rush"}]},
        "course": COURSE.write(a_course()),
        "course_days": {"days": {"2026-11-16": 2}},
        "exercise": {"rules": "nine_mens_morris", "key": "mistake", "met": 1, "is_counted": False, "is_ended": False},
        "repertoire": {
            "drills": [{"name": "axis", "side": 0, "card": {"due": "2026-11-16", "box": 1}, "met": 2}],
            "side": 1,
        },
        "drill_days": {"cards": [[{"due": "2026-11-16", "box": 1}, 1]]},
        "drill": {"name": "axis", "side": 0, "met": 2, "moves": ["d6", "f4"], "is_counted": False},
        "set_up": {"rules": "nine_mens_morris", "contents": [0, 1, 2] * 8, "hands": [3, 4], "side": 1},
        "lesson": {"name": "mill", "step": 1},
        "explorer": {"rules": "nine_mens_morris", "start": "", "moves": ["d6", "f4"], "ply": 1, "is_flipped": True},
        "openings": {"games": {game.entry.name: {"stamp": "1.5 1-0", "score": 1.0, "keys": "AbCdEfGh" * 3}}},
        "learned": {"lessons": ["place", "mill"]},
        "variants": {"variants": [{"name": "Mine", "rules": "nine_mens_morris PiecesCount=10"}]},
        "workshop": {"origin": "nine_mens_morris", "name": "Draft", "rules": "nine_mens_morris MayFly=false"},
        "tablebase_build": {"rules": ""},
        "run": {"failed_starts": 1, "is_starting": False, "is_running": True, "facts": {"version": "0.1.0"}},
        "themes/mine": THEME,
    }


def write_folder(folder: Path) -> None:
    """Write one file of every kind."""
    store = Store(folder)
    for name, content in folder_content().items():
        store.save(name, content)
    store.close()


def damage(folder: Path, chance: random.Random) -> set[Path]:
    """Damage one to four files; return them."""
    files = sorted(path for path in folder.rglob("*.json") if path.is_file())
    chosen = chance.sample(files, chance.randint(1, min(4, len(files))))
    for path in chosen:
        chance.choice((_damage_value, _damage_value, _damage_value, _damage_bytes, _replace_file))(path, chance)
    return set(chosen)


def _damage_value(path: Path, chance: random.Random) -> None:
    """Replace or delete a random value of the JSON, however deep."""
    content = json.loads(path.read_text(encoding="utf-8"))
    places: list[tuple[Any, Any]] = []
    stack: list[Any] = [content]
    while stack:
        node = stack.pop()
        keys = list(node) if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
        places += ((node, key) for key in keys if key != "version" or chance.random() < 0.1)
        stack += (node[key] for key in keys)
    if not places:
        return
    for node, key in chance.sample(places, min(len(places), chance.choice((1, 1, 1, 3)))):
        if isinstance(node, dict) and chance.random() < 0.1:
            node.pop(key, None)
        elif isinstance(node, list) and chance.random() < 0.1:
            node += [copy.deepcopy(node[key])] * 5000
        else:
            node[key] = f"@@{chance.randrange(len(HOSTILE))}@@"
    written = json.dumps(content, ensure_ascii=False)
    for number, text in enumerate(HOSTILE):
        written = written.replace(f'"@@{number}@@"', text)
    path.write_text(written, encoding="utf-8")


def _damage_bytes(path: Path, chance: random.Random) -> None:
    data = bytearray(path.read_bytes())
    how = chance.randrange(3)
    if how == 0:
        del data[chance.randrange(len(data)) :]
    elif how == 1:
        for _ in range(chance.randint(1, 20)):
            data[chance.randrange(len(data))] = chance.randrange(256)
    else:
        start = chance.randrange(len(data))
        del data[start : start + chance.randint(1, 50)]
    path.write_bytes(data)


def _replace_file(path: Path, chance: random.Random) -> None:
    path.unlink()
    how = chance.randrange(5)
    if how == 0:
        path.mkdir()
    elif how == 1:
        path.symlink_to(path)
    elif how == 2:
        os.mkfifo(path)
    elif how == 3:
        path.with_name(f"{path.name}.new").symlink_to("/dev/full")
    else:
        path.write_bytes(chance.choice((b"", b"\0" * 4096, chance.randbytes(2000), b"[]", b'{"version": 99}')))


def use(controller: Any) -> None:
    """Play a move in whatever mode is on the board, then in a new game."""
    for intent in (intents.TapPoint("d6"), Resume(), intents.Undo(), StartTwoPlayers()):
        controller.handle(intent)
    controller.handle(intents.TapPoint("d6"))
