"""A part that fails is run again without its files; they are set aside."""

from __future__ import annotations

import pytest

from sanmill.core.storage.guard import guarded
from tests.kit.fake_worker import MemoryStore


def test_success_sets_nothing_aside() -> None:
    store = MemoryStore()
    store.files["game"] = {}
    assert guarded(store, ["game"], lambda: 7) == 7
    assert store.files


@pytest.mark.parametrize("error", [ValueError, RecursionError, MemoryError, AssertionError])
def test_exception_sets_files_aside_and_repeats_call(error: type[Exception]) -> None:
    store = MemoryStore()
    store.files.update(game={"a": 1}, state={})
    reloads: list[int] = []

    def call() -> str:
        if "game" in store.files:
            raise error
        return "without"

    assert guarded(store, ["game", "lesson"], call, lambda: reloads.append(1)) == "without"
    assert (store.aside, list(store.files), reloads) == ({"game": {"a": 1}}, ["state"], [1])


def test_error_independent_of_files_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        guarded(MemoryStore(), ["game"], lambda: 1 // 0)
