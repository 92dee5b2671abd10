"""Help, About, licences and reports."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sanmill.control.context import Context
from sanmill.control.effects import Toast
from sanmill.control.feature import Feature
from sanmill.control.games import new_game
from sanmill.control.routes import Kind, Route
from sanmill.control.variants import rule_set
from sanmill.control.variants.library import chosen_variant
from sanmill.core.licences import read_works
from sanmill.core.resources import ASSETS
from sanmill.core.text.i18n import text

from .intents import DeleteReports, RestoreFiles
from .questions import QUESTIONS, pictures
from .view import PRIVACY, HelpView, about_view, licence_view, report_view


class HelpPages(Feature):
    """Builds a view when its route appears, and keeps it: a report tells the time, licences are read from files."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._kept: dict[Route, Any] = {}
        self._views: dict[Kind, Callable[[Route], Any]] = {
            Kind.HELP: lambda _: self._help(),
            Kind.PRIVACY: lambda _: PRIVACY,
            Kind.ABOUT: lambda _: about_view(context.reports.facts()),
            Kind.LICENSE: lambda _: read_works(ASSETS),
            Kind.LICENSE_TEXT: lambda route: licence_view(route.subject),
            Kind.REPORT: lambda _: report_view(context.reports, bool(context.store.names_aside())),
        }
        self.handlers = {DeleteReports: lambda _: self._delete(), RestoreFiles: lambda _: self._restore()}

    def appear(self, route: Route) -> None:
        self._kept.pop(route, None)
        if route.kind is Kind.REPORT:
            self._context.reports.mark_seen()

    def view(self, route: Route) -> Any:
        if route not in self._kept:
            self._kept[route] = self._views[route.kind](route)
        return self._kept[route]

    def _help(self) -> HelpView:
        chosen = self._context.settings
        rules = new_game.chosen_rules(chosen)
        return HelpView(
            variant=chosen_variant(chosen),
            title=self._context.title_of(rules),
            questions=QUESTIONS,
            pictures=pictures(),
            rules=rule_set.sections_of(rules),
            privacy=PRIVACY,
        )

    def _delete(self) -> None:
        self._context.reports.delete()
        self._kept.clear()
        self._context.tell(Toast((text("report.deleted"),)))

    def _restore(self) -> None:
        self._context.recovery.bring_back()
        self._kept.clear()
        self._context.tell(Toast((text("report.brought_back"),)))
