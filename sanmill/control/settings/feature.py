"""The settings pages, and changes of settings by any page."""

from __future__ import annotations

from sanmill.control.context import Context
from sanmill.control.effects import SheetText, Toast
from sanmill.control.feature import Feature
from sanmill.control.games import new_game
from sanmill.control.routes import Kind, Route
from sanmill.control.variants import tablebases
from sanmill.core import settings
from sanmill.core.settings import BY_KEY, GROUPS
from sanmill.core.text import settings_text
from sanmill.core.text.i18n import text

from . import sample_board
from .intents import ChangeSetting, ExportSettings, ImportSettings, RestoreSettings
from .view import ExpertView, GroupsView, GroupView, SampleView, choices_of, rows_of

FILE_NAME, ERRORS_NAME = "sanmill-settings.txt", "sanmill-import.txt"


class SettingsPages(Feature):
    """Handles the intents of the settings pages, which other pages send too."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self.handlers = {
            ChangeSetting: lambda intent: context.settings.set(BY_KEY[intent.key], intent.value),
            RestoreSettings: lambda _: self._restore(),
            ExportSettings: lambda _: self._export(),
            ImportSettings: lambda intent: self._import(intent.text),
        }

    def view(self, route: Route) -> GroupsView | GroupView | ExpertView:
        if route.kind is Kind.SETTINGS_GROUP:
            return self._group(route.subject if route.subject in GROUPS else settings.BOARD)
        return self._expert() if route.kind is Kind.EXPERT else GroupsView(tuple(map(self._group, GROUPS)))

    def _group(self, group: str) -> GroupView:
        sample = self._sample() if group == settings.BOARD else None
        return GroupView(group, text(f"settings.{group}"), rows_of(self._context, group), sample)

    def _sample(self) -> SampleView:
        chosen, before, after = self._context.settings, sample_board.board(False), sample_board.board(True)
        return SampleView(before, after, chosen.get(settings.SPEED), chosen.get(settings.EVALUATION))

    def _expert(self) -> ExpertView:
        context = self._context
        rules = new_game.chosen_rules(context.settings)
        tablebase = tablebases.view_of(context.tablebases, rules, context.title_of)
        return ExpertView(rows_of(context, settings.EXPERT), tablebase)

    def _restore(self) -> None:
        self._context.settings.restore()
        self._context.tell(Toast((text("settings.restored"),)))

    def _export(self) -> None:
        written = settings_text.write(self._context.settings)
        self._context.tell(SheetText(text("settings.transfer"), (written,), FILE_NAME))

    def _import(self, content: str) -> None:
        """Apply the valid settings of a text and list the errors."""
        context = self._context
        choices = {each.key: choices_of(context, each) for each in (settings.LANGUAGE, settings.THEME)}
        choices |= dict.fromkeys((settings.VARIANT.key, settings.PUZZLE_VARIANT.key), context.library.choices())
        known = {key: [value for value, _ in pairs] for key, pairs in choices.items()}
        reading = settings_text.read(content, context.settings.bounded, known)
        context.settings.apply(reading.values)
        count = len(reading.values)
        taken = text("settings.imported", count) if count else text("settings.import_nothing")
        errors = [text("settings.line_error", line=error.line, error=error.words) for error in reading.errors]
        if errors:
            context.tell(SheetText(text("settings.import_errors"), (taken, "", *errors), ERRORS_NAME))
        else:
            context.tell(Toast((taken,)))
