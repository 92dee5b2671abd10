"""Modes: uses of the board, made of parts; and what they may ask of the controller."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from sanmill.control.context import Context
from sanmill.control.engine_requests import SearchRequest
from sanmill.control.games.session import Session
from sanmill.control.intents import Handlers
from sanmill.control.views.types import GameView
from sanmill.core.game.model import GameState

if TYPE_CHECKING:
    from sanmill.control.share.view import ShareView

Receivers = dict[type, Callable[[SearchRequest, Any], None]]


class Part:
    """A part of a mode: the intents and search results it takes, the search it wants, what it adds to the view."""

    def __init__(self) -> None:
        self.handlers: Handlers = {}
        self.receivers: Receivers = {}

    def plan_search(self) -> SearchRequest | None:
        """The search wanted; called after every change."""
        return None

    def add_to(self, view: GameView) -> GameView:
        return view

    def reset(self) -> None:
        """The position shown changed: drop what belongs to the old one."""

    def on_played(self, before: GameState, move: str) -> None:
        """A move was played; what belongs to the position before it is still there."""

    def on_rewound(self) -> None:
        """The game goes on from another ply."""

    def on_hidden(self) -> None:
        """The board left the screen: another page came to the front, or the app goes to the background."""

    def close(self) -> None:
        """Cancel timers; the mode leaves the board."""


class Mode(ABC):
    """A use of the board. An intent or event goes to each part that lists it; the first search wanted is submitted."""

    file = ""  # its state is saved in; empty for the modes of the game in progress
    session: Session | None = None  # the game shown

    def __init__(self, context: Context) -> None:
        self.context = context
        self.parts: tuple[Part, ...] = ()
        self.handlers: Handlers = {}
        self.receivers: Receivers = {}

    def assemble(self, *parts: Part, handlers: Handlers | None = None) -> None:
        """Set the parts, and the handlers of the mode itself, which come last."""
        self.parts = parts
        self.handlers = _joined([*(part.handlers for part in parts), handlers or {}])
        self.receivers = _joined([part.receivers for part in parts])

    @abstractmethod
    def view(self) -> GameView:
        """The snapshot for the screen."""

    def save(self) -> dict[str, Any]:
        """The content of its file."""
        return {}

    def share(self) -> ShareView | None:
        """What is shared instead of the game in progress."""
        return None

    def plan_search(self) -> None:
        """Submit the search wanted in the present state."""
        requests = [part.plan_search() for part in self.parts]
        self.context.engine.submit(next(filter(None, requests), None))

    def on_hidden(self) -> None:
        for part in self.parts:
            part.on_hidden()

    def close(self) -> None:
        for part in self.parts:
            part.close()


def _joined(tables: Iterable[Mapping[type, Callable[..., None]]]) -> dict[Any, Callable[..., None]]:
    """One table of several; what is listed in more than one is called in their order."""
    calls: dict[type, list[Callable[..., None]]] = {}
    for table in tables:
        for kind, call in table.items():
            calls.setdefault(kind, []).append(call)
    return {kind: partial(_call_all, each) for kind, each in calls.items()}


def _call_all(calls: list[Callable[..., None]], *values: object) -> None:
    for call in calls:
        call(*values)
