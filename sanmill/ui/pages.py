"""The pages by name, and the entries of the menu.

A page is a class in the folder of its feature; its module is imported when it is first opened. A page that shows one of
several things is named with its subject: ``rules:lasker_morris``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .nav import Nav
    from .widgets.page import Page

STACK_MAX = 8  # pages of a saved back stack

PAGES: dict[str, str] = {
    "statistics": "statistics.screen:StatisticsPage",
    "puzzles": "puzzles.screen:PuzzlesPage",
    "review": "review.screen:ReviewPage",
    "explorer": "explorer.screen:ExplorerPage",
    "games": "archive.screen:GamesPage",
    "settings": "settings.screen:SettingsPage",
    "settings_group": "settings.screen:SettingsGroupPage",
    "expert": "settings.screen:ExpertPage",
    "tuning": "tuning.screen:TuningPage",
    "learn": "help.screen:LearnPage",
    "help": "help.screen:HelpPage",
    "about": "help.about:AboutPage",
    "license": "help.about:LicensePage",
    "license_text": "help.about:LicenseTextPage",
    "report": "help.report:ReportPage",
    "variants": "variants.screen:VariantsPage",
    "rules": "variants.screen:RulesPage",
    "perfect": "variants.perfect:PerfectPage",
    "rule_check": "variants.screen:RuleCheckPage",
    "appearance": "appearance.screen:AppearancePage",
    "colours": "appearance.screen:ColoursPage",
    "workshop": "variants.workshop:WorkshopPage",
}


@dataclass(frozen=True)
class Entry:
    """An entry of the menu; its text is ``home.<name>``."""

    name: str
    icon: str


MENU = (
    Entry("learn", "school"),
    Entry("puzzles", "extension"),
    Entry("explorer", "menu_book"),
    Entry("games", "folder"),
    Entry("set_up", "grid_on"),
    Entry("variants", "rule"),
    Entry("statistics", "bar_chart"),
    Entry("settings", "settings"),
    Entry("help", "help"),
    Entry("about", "info"),
)


def kind_of(page: str) -> str:
    """The name of a page without its subject."""
    return page.partition(":")[0]


def is_page(page: str) -> bool:
    """Whether a name, with or without a subject, is a page's."""
    return kind_of(page) in PAGES


def saved_stack(saved: Sequence[str]) -> list[str]:
    """The end of a saved back stack, each page once."""
    return list(dict.fromkeys(saved))[-STACK_MAX:]


def make(page: str, nav: Nav) -> Page:
    name, _, subject = page.partition(":")
    module, _, kind = PAGES[name].partition(":")
    screen: type[Page] = getattr(import_module(f"sanmill.ui.{module}"), kind)
    return screen(name=page, nav=nav, subject=subject)
