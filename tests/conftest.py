"""Fixtures for every folder of tests."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import tests.kit.offscreen  # noqa: F401 - first, since conftest files below import Kivy

settings.register_profile("any machine", suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

NAME_MAX = 40


def pytest_make_parametrize_id(val: Any) -> str | None:
    """Name a case by the start of its text: a name of megabytes is kept, sent and printed many times."""
    return ascii(val[:NAME_MAX]) if isinstance(val, (str, bytes)) and len(val) > NAME_MAX else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run long tests first, so that parallel workers end together."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Child processes take SIGINT, even where the caller ignores it as shells do for background jobs."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
