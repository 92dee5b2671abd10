"""Every intent has a handler: in the feature that declares it, or in a mode on the board."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from sanmill import control
from sanmill.control.board.mode import Mode
from sanmill.control.features import FEATURES
from sanmill.control.intents import BoardIntent, Intent, Open
from sanmill.control.play.intents import StartTwoPlayers, StartVersus, StartWatch
from sanmill.control.routes import REVIEW
from tests.kit.damage import folder_content
from tests.kit.fake_worker import Bench, MemoryStore


def kinds(base: type[Intent]) -> set[type[Intent]]:
    """Every intent with this base."""
    for path in Path(next(iter(control.__path__))).glob("*/intents.py"):
        import_module(f"sanmill.control.{path.parent.name}.intents")
    found = set(base.__subclasses__())
    return found.union(*(kinds(kind) for kind in found))


def modes() -> Iterator[Mode]:
    """Every use of the board."""
    for start in (StartVersus(), StartTwoPlayers(), StartWatch()):
        bench = Bench()
        bench.do(start)
        yield bench.controller.current.mode
    for name in ("set_up", "lesson", "puzzle", "exercise", "drill", "explorer", "game"):
        store = MemoryStore()
        store.files |= {each: folder_content()[each] for each in {name, "course"}}  # which an exercise is of
        bench = Bench(store)
        bench.go(REVIEW)
        yield bench.controller.current.mode


def test_every_intent_is_handled_by_feature_that_declares_it() -> None:
    bench = Bench()
    handlers = {name: getattr(bench.controller.features, name).handlers for name in FEATURES}
    for kind in kinds(Intent) - kinds(BoardIntent) - {BoardIntent, Open}:
        folder = kind.__module__.split(".")[-2]
        assert [name for name, handled in handlers.items() if kind in handled] == [folder], kind


def test_every_board_intent_is_handled_by_a_mode() -> None:
    handled = {kind for mode in modes() for kind in mode.handlers}
    assert handled == kinds(BoardIntent)
