"""A feature: what the controller needs of a group of screens.

Adding a screen
- a ``Kind`` in ``routes.py`` (in ``SHEETS`` too if it is a sheet), and its feature in ``features.py``;
- ``control/<feature>/view.py``: a frozen dataclass with everything the page shows, texts as ``Text``;
- ``control/<feature>/intents.py``: what its user can ask for, as frozen ``Intent`` values;
- ``control/<feature>/feature.py``: a ``Feature`` with a handler for each intent in ``handlers``, and ``view(route)``;
  what it asks of others it finds in its ``Context`` (``context.py``), which is the controller;
- ``ui/<feature>/screen.py`` and ``screen.kv``: a ``Page`` or ``Sheet`` with ``show(view)``, named in ``ui/pages.py``.

The road: a touch → ``app.send(intent)`` → the handler of the feature → ``Controller.update`` → the views of the routes
in sight → ``Page.show(view)``. A ``BoardIntent`` goes to the mode on the board instead; ``current_game.py`` opens,
saves and restores this mode and the game in progress, so a handler starts a game by ``context.current.open(session)``.
The result of background work is an event, which goes to the ``receivers`` of the features and of the mode.

The page builds itself from the view alone; it keeps the last one where its own dialogs need it. It reads no setting and
changes none. What happens once and is no part of a view, such as a message or a change of the page, is an effect
(``effects.py``): ``context.tell(Toast(…))``.

A route that comes into sight gets ``appear`` before its first view; one that leaves the screen ``disappear``; one that
leaves the back stack ``close``. A view equal to the last one published for its route is not published again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from sanmill.core.storage.store import Store

from .intents import Handlers
from .routes import Route

EventReceivers = dict[type, Callable[[Any], None]]  # by the type of the event


class Feature:
    """Handles the intents of some screens and builds their views. Imported when a route or an intent first needs it."""

    files: ClassVar[tuple[str, ...]] = ()  # that its views are built from; those that fail are set aside
    answers_every_intent: ClassVar[bool] = False  # with a view, also one equal to the last

    def __init__(self) -> None:
        self.handlers: Handlers = {}
        self.receivers: EventReceivers = {}

    def load(self) -> None:
        """Read the files; without them, start empty."""

    def appear(self, route: Route) -> None:
        """A route came into sight, or is to be shown in another language."""

    def disappear(self, route: Route) -> None:
        """A route is no longer in sight."""

    def close(self, route: Route) -> None:
        """A route left the back stack, or its sheet was closed."""

    def view(self, route: Route) -> Any:
        """The frozen view of a route; ``None`` for a page that needs none."""

    def restore(self, store: Store) -> Any:
        """The mode on the board that its file holds, if there is one; raises SessionError."""

    def mode_entered(self) -> None:
        """The mode on the board was replaced."""

    def pause(self) -> None:
        """The app goes to the background: stop what runs, finish what has to be on disk."""

    def resume(self) -> None:
        """The app returns to the foreground."""

    def end(self) -> None:
        """The app ends: stop the threads of the feature."""
