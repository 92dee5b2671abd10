"""The endgame tables as a user sees them: what is known, what can be built, stopped, gone on with and removed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sanmill.control import intents
from sanmill.control.intents import Intent
from sanmill.control.ports import Tablebases
from sanmill.control.views.types import Action
from sanmill.core.i18n import Text, text
from sanmill.core.store import Store
from sanmill.engine.messages import Stage, TablebaseStatus

UNDER_WAY = "endings"  # under this name it is kept what is being built, so that a killed build goes on
MEGABYTE = 1_000_000
RULES_WITH_MEMORY = ("OneTimeUseMill", "RestrictRepeatedMillsFormation")


@dataclass(frozen=True)
class TablebaseView:
    """One line about the tables of some rules, how far a build is, and what can be done."""

    title: Text
    words: Text
    done: float | None = None  # of a build
    actions: tuple[Action, ...] = ()


class Builder:
    """Does what the user asks about tables, and goes on with a build that a kill interrupted."""

    def __init__(self, shelf: Tablebases, store: Store) -> None:
        self._shelf = shelf
        self._store = store
        self._rules = str((store.load(UNDER_WAY) or {}).get("building", ""))
        if self._rules:
            shelf.build(self._rules)

    def handle(self, intent: Intent) -> bool:
        """Whether the intent was about tables."""
        if isinstance(intent, intents.BuildTablebase):
            self._keep(intent.rules)
            self._shelf.build(intent.rules)
        elif isinstance(intent, intents.StopTablebase):
            self._keep("")
            self._shelf.stop()
        elif isinstance(intent, intents.RemoveTablebase):
            if intent.rules == self._rules:
                self._keep("")
            self._shelf.remove(intent.rules)
        else:
            return False
        return True

    def receive(self, status: TablebaseStatus) -> None:
        """A build that came to its end is not gone on with."""
        if status.rules == self._rules and status.stage in (Stage.BUILT, Stage.FAILED, Stage.REFUSED, Stage.SHIPPED):
            self._keep("")

    def _keep(self, rules: str) -> None:
        if rules != self._rules:
            self._rules = rules
            self._store.save(UNDER_WAY, {"building": rules})


def view_of(shelf: Tablebases, rules: str, title_of: Callable[[str], Text]) -> TablebaseView:
    """What the line about the tables of some rules says. The titles are those of rules."""
    status = shelf.of(rules)
    is_busy = bool(shelf.building) and shelf.building != rules
    size = size_words(status.size)
    build, stop = intents.BuildTablebase(rules), intents.StopTablebase()
    remove = Action("delete", text("endings.remove"), intents.RemoveTablebase(rules))
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
        reason = status.reason if status.reason in RULES_WITH_MEMORY else "other"
        words = text(f"endings.refused.{reason}")
    elif stage is Stage.FAILED:
        words = text("endings.failed", cause=status.reason)
        actions = (Action("replay", text("endings.go_on"), build, is_enabled=not is_busy), remove)
    if is_busy and actions and not actions[0].is_enabled:
        words = text("endings.busy", rules=title_of(shelf.building))
    return TablebaseView(text("endings.title", rules=title_of(rules)), words, done, actions)


def size_words(size: int) -> str:
    """A size in megabytes, as short as it can be said."""
    return f"{max(0.1, size / MEGABYTE):.1f}" if size < 10 * MEGABYTE else f"{size / MEGABYTE:.0f}"
