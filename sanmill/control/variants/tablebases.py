"""Endgame tablebases as a user sees them: what is proven, and what can be built, added, stopped and removed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from sanmill.control.features import BUILD_FILE
from sanmill.control.intents import Handlers
from sanmill.control.ports import Tablebases
from sanmill.control.views.types import Action
from sanmill.core.storage.guard import guarded
from sanmill.core.storage.store import Store
from sanmill.core.storage.stored import EngineText, Stored
from sanmill.core.text.i18n import Number, Text, text
from sanmill.engine.messages import Coverage, ImportStage, ImportStatus, Stage, TablebaseChanged, TablebaseStatus

from . import intents

MEGABYTE = 1_000_000
STATES = {
    Stage.UNKNOWN: "tablebase.unknown",
    Stage.SHIPPED: "tablebase.shipped",
    Stage.ADDED: "tablebase.added",
    Stage.ABSENT: "tablebase.absent",
    Stage.STOPPED: "tablebase.stopped",
    Stage.BUILT: "tablebase.built",
}
PROVEN = {
    Coverage.NOTHING: "perfect.nothing",
    Coverage.ENDINGS: "perfect.endings",
    Coverage.MOVING: "perfect.moving",
    Coverage.EVERYTHING: "perfect.everything",
}
STEPS = {
    ImportStage.INSPECTING: "perfect.inspecting",
    ImportStage.COPYING: "perfect.copying",
    ImportStage.CHECKING: "perfect.checking",
}


@dataclass(frozen=True)
class Build:
    """The build under way, which continues after a restart."""

    rules: EngineText


BUILD = Stored(Build)


@dataclass(frozen=True)
class TablebaseView:
    """What is proven under some rules, the state of the tablebase, progress of a build or import, and the actions."""

    rules: str
    title: Text
    proven: Text
    words: Text
    least: int = 0  # pieces on the board in the moving phase
    most: int = 0  # 0: no tablebase is possible
    pieces: int = 0  # proven up to this number
    proves_placing: bool = False  # from the first move on
    is_added: bool = False  # by the user, as a file
    has_failed: bool = False  # a file was not added
    offers_file: bool = False  # that can prove more
    can_add: bool = False  # a file now
    done: float | None = None  # of a build or import
    actions: tuple[Action, ...] = ()


class TablebaseBuilder:
    """Builds, adds and removes tablebases on request, and continues a build after a restart."""

    def __init__(self, tablebases: Tablebases, store: Store) -> None:
        self._tablebases = tablebases
        self._store = store
        self._rules = ""
        guarded(store, (BUILD_FILE,), self._continue)
        self.handlers: Handlers = {
            intents.BuildTablebase: lambda intent: self._build(intent.rules),
            intents.StopTablebase: lambda _: self._stop(),
            intents.RemoveTablebase: lambda intent: self._remove(intent.rules),
            intents.InspectTablebase: lambda intent: tablebases.inspect_file(intent.rules, intent.name, intent.open),
            intents.AddTablebase: lambda _: tablebases.add_file(),
            intents.DropTablebase: lambda _: tablebases.stop_file(),
        }

    def _continue(self) -> None:
        """Continue the build that was under way."""
        self._rules = (self._store.load(BUILD_FILE, BUILD) or Build("")).rules
        if self._rules:
            self._tablebases.build(self._rules)

    def _build(self, rules: str) -> None:
        self._rules = rules
        self._store.save(BUILD_FILE, BUILD.write(Build(rules)))
        self._tablebases.build(rules)

    def _stop(self) -> None:
        self._forget()
        self._tablebases.stop()

    def _remove(self, rules: str) -> None:
        if rules == self._rules:
            self._forget()
        self._tablebases.remove(rules)

    def receive(self, event: TablebaseChanged) -> None:
        """A build that ended is not continued."""
        status = event.status
        ended = (Stage.BUILT, Stage.FAILED, Stage.REFUSED, Stage.SHIPPED, Stage.ADDED)
        if status.rules == self._rules and status.stage in ended:
            self._forget()

    def _forget(self) -> None:
        self._rules = ""
        self._store.delete(BUILD_FILE)


def view_of(tablebases: Tablebases, rules: str, title_of: Callable[[str], Text]) -> TablebaseView:
    """What is proven under these rules; ``title_of`` gives the title of rules."""
    status, importing = tablebases.of(rules), tablebases.importing
    is_busy = tablebases.building not in ("", rules)
    view = TablebaseView(
        rules=rules,
        title=title_of(rules),
        proven=proven_words(status),
        words=_words(status),
        least=status.least,
        most=status.most,
        pieces=status.pieces if status.is_available else 0,
        proves_placing=status.coverage is Coverage.EVERYTHING,
        is_added=status.stage is Stage.ADDED,
        done=status.done if status.stage is Stage.BUILDING else None,
        offers_file=_offers_file(status) and not tablebases.is_read_only,
        can_add=importing.is_idle,
        actions=_actions(status, can_build=not is_busy),
    )
    if is_busy and status.stage in (Stage.ABSENT, Stage.STOPPED, Stage.FAILED):
        view = replace(view, words=text("tablebase.busy", rules=title_of(tablebases.building)))
    if importing.stage is not ImportStage.NONE and importing.rules in ("", rules):
        view = _with_import(view, importing)
    return replace(view, actions=()) if tablebases.is_read_only else view


def proven_words(status: TablebaseStatus) -> Text:
    if status.stage is Stage.UNKNOWN:
        return text("tablebase.unknown")
    if status.coverage is Coverage.ENDINGS and status.layer_hands:
        return text("perfect.endings_and_opening", pieces=status.pieces, placed=status.most - status.layer_hands)
    return text(PROVEN[status.coverage], pieces=status.pieces)


def _words(status: TablebaseStatus) -> Text:
    stage, size = status.stage, size_words(status.size)
    if stage is Stage.BUILDING:
        return text("tablebase.building", percent=int(100 * status.done), size=size)
    if stage is Stage.REFUSED:
        return text(f"tablebase.refused.{status.reason or 'other'}")
    if stage is Stage.FAILED:
        return text("tablebase.failed", error=status.reason)
    return text(STATES[stage], pieces=status.pieces, size=size)


def _offers_file(status: TablebaseStatus) -> bool:
    if status.stage in (Stage.SHIPPED, Stage.ADDED, Stage.BUILT):
        return status.coverage is not Coverage.EVERYTHING and (not status.is_complete or status.proves_placing)
    return status.stage is Stage.ABSENT


def _actions(status: TablebaseStatus, *, can_build: bool) -> tuple[Action, ...]:
    rules, stage = status.rules, status.stage
    build = intents.BuildTablebase(rules)
    remove = Action("delete", text("tablebase.remove"), intents.RemoveTablebase(rules), is_destructive=True)
    if stage in (Stage.UNKNOWN, Stage.REFUSED, Stage.SHIPPED):
        return ()
    if stage is Stage.ABSENT:
        size = size_words(status.size)
        return (Action("download", text("tablebase.build", size=size), build, is_enabled=can_build),)
    if stage is Stage.BUILDING:
        return (Action("close", text("tablebase.stop"), intents.StopTablebase()),)
    if stage in (Stage.STOPPED, Stage.FAILED):
        icon = "play_arrow" if stage is Stage.STOPPED else "replay"
        return (Action(icon, text("tablebase.go_on"), build, is_enabled=can_build), remove)
    return (remove,)


def _with_import(view: TablebaseView, importing: ImportStatus) -> TablebaseView:
    """A view with the file being added in place of the state."""
    stage = importing.stage
    values: dict[str, Any] = {
        "name": importing.name,
        "pieces": importing.pieces,
        "size": size_words(importing.size),
        "free": size_words(importing.free),
        "percent": int(100 * importing.done),
        "error": importing.reason,
    }
    stop = Action("close", text("tablebase.stop"), intents.DropTablebase())
    if stage is ImportStage.READY:
        add = Action("add", text("perfect.add_ready"), intents.AddTablebase(), is_on=True)
        actions = (replace(stop, label=text("ask.no")), add)
        return replace(view, words=text("perfect.ready", **values), offers_file=False, actions=actions)
    if importing.error:
        return replace(view, words=text(f"perfect.failed.{importing.error.value}", **values), has_failed=True)
    done = None if stage is ImportStage.INSPECTING else importing.done
    words = text(STEPS[stage], **values)
    return replace(view, words=words, done=done, offers_file=False, actions=(stop,))


def size_words(size: int) -> Number:
    return Number(max(0.1, size / MEGABYTE), int(size < 10 * MEGABYTE))
