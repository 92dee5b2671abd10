"""Endgame tablebases as a user sees them: their status, and what can be built, stopped, resumed and removed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sanmill.control import intents
from sanmill.control.intents import Handlers
from sanmill.control.ports import Tablebases
from sanmill.control.views.types import Action
from sanmill.core.i18n import Text, text
from sanmill.core.json_schema import ENGINE_TEXT, Fields, FileSchema
from sanmill.core.store import Store
from sanmill.engine.messages import Stage, TablebaseStatus

UNDER_WAY = "endings"  # the file that names the build under way, so that it continues after a restart
SCHEMA = FileSchema(Fields({"building": ENGINE_TEXT}))
MEGABYTE = 1_000_000


@dataclass(frozen=True)
class TablebaseView:
    """The status of a tablebase, the progress of a build, and the actions offered."""

    title: Text
    words: Text
    done: float | None = None  # of a build
    actions: tuple[Action, ...] = ()


class TablebaseBuilder:
    """Builds and removes tablebases on request, and continues a build after a restart."""

    def __init__(self, tablebases: Tablebases, store: Store) -> None:
        self._tablebases = tablebases
        self._store = store
        self._rules = (store.load(UNDER_WAY, SCHEMA) or {"building": ""})["building"]
        if self._rules:
            tablebases.build(self._rules)
        self.handlers: Handlers = {
            intents.BuildTablebase: lambda intent: self._build(intent.rules),
            intents.StopTablebase: lambda _: self._stop(),
            intents.RemoveTablebase: lambda intent: self._remove(intent.rules),
        }

    def _build(self, rules: str) -> None:
        self._save(rules)
        self._tablebases.build(rules)

    def _stop(self) -> None:
        self._save("")
        self._tablebases.stop()

    def _remove(self, rules: str) -> None:
        if rules == self._rules:
            self._save("")
        self._tablebases.remove(rules)

    def receive(self, status: TablebaseStatus) -> None:
        """A build that ended is not continued."""
        if status.rules == self._rules and status.stage in (Stage.BUILT, Stage.FAILED, Stage.REFUSED, Stage.SHIPPED):
            self._save("")

    def _save(self, rules: str) -> None:
        if rules != self._rules:
            self._rules = rules
            self._store.save(UNDER_WAY, {"building": rules})


def view_of(tablebases: Tablebases, rules: str, title_of: Callable[[str], Text]) -> TablebaseView:
    """The status of the tablebase of these rules; ``title_of`` gives the title of rules."""
    status = tablebases.of(rules)
    is_busy = bool(tablebases.building) and tablebases.building != rules
    size = size_words(status.size)
    build, stop = intents.BuildTablebase(rules), intents.StopTablebase()
    remove = Action("delete", text("endings.remove"), intents.RemoveTablebase(rules), is_destructive=True)
    stage, done = status.stage, None
    actions: tuple[Action, ...] = ()
    words = text(f"endings.{stage.value}", pieces=status.pieces, size=size)
    if stage is Stage.ABSENT:
        actions = (Action("download", text("endings.build", size=size), build, is_enabled=not is_busy),)
    elif stage is Stage.STOPPED:
        actions = (Action("play_arrow", text("endings.go_on"), build, is_enabled=not is_busy), remove)
    elif stage is Stage.BUILDING:
        done = status.done
        words = text("endings.building", percent=int(100 * done), size=size)
        actions = (Action("close", text("endings.stop"), stop),)
    elif stage is Stage.BUILT:
        actions = (remove,)
    elif stage is Stage.REFUSED:
        words = text(f"endings.refused.{status.reason or 'other'}")
    elif stage is Stage.FAILED:
        words = text("endings.failed", cause=status.reason)
        actions = (Action("replay", text("endings.go_on"), build, is_enabled=not is_busy), remove)
    if is_busy and actions and not actions[0].is_enabled:
        words = text("endings.busy", rules=title_of(tablebases.building))
    return TablebaseView(
        text("endings.title", rules=title_of(rules)), words, done, () if tablebases.is_read_only else actions
    )


def size_words(size: int) -> str:
    return f"{max(0.1, size / MEGABYTE):.1f}" if size < 10 * MEGABYTE else f"{size / MEGABYTE:.0f}"
