"""Runs each part of the app that has files apart, so that none of them can stop a start."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from .store import Store

log = logging.getLogger(__name__)

Result = TypeVar("Result")


class GuardedPart(Protocol):
    """What some files hold."""

    @property
    def files(self) -> tuple[str, ...]: ...

    def load(self) -> None:
        """Read the files; without them, start empty."""


def guarded(
    store: Store, files: Iterable[str], call: Callable[[], Result], reload: Callable[[], object] = lambda: None
) -> Result:
    """The result of a call that depends on some files: reading them, the first view, the first save.

    After an exception of any kind the files are set aside, ``reload`` reads the rest, and the call is made again.
    """
    try:
        return call()
    except Exception as error:
        names = tuple(files)
        log.exception("failed with %s", ", ".join(names))
        for name in names:
            store.set_aside(name, error)
    reload()
    return call()
