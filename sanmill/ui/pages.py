"""The pages by name, and the entries of the menu.

A page is a class in ``screens``; its module is imported when it is first opened. A page that shows one of several
things is named with its subject: ``rules:lasker_morris``.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .nav import Nav
    from .screens.page import Page

STACK_MAX = 8  # pages of a saved back stack

PAGES: dict[str, str] = {
    "statistics": "statistics:StatisticsPage",
    "puzzles": "puzzles:PuzzlesPage",
    "review": "review:ReviewPage",
    "explorer": "explorer:ExplorerPage",
    "games": "games:GamesPage",
    "settings": "settings:SettingsPage",
    "settings_group": "settings:SettingsGroupPage",
    "expert": "settings:ExpertPage",
    "tuning": "tuning:TuningPage",
    "learn": "help:LearnPage",
    "help": "help:HelpPage",
    "about": "about:AboutPage",
    "license": "about:LicensePage",
    "license_text": "about:LicenseTextPage",
    "report": "report:ReportPage",
    "variants": "variants:VariantsPage",
    "rules": "variants:RulesPage",
    "perfect": "perfect:PerfectPage",
    "rule_check": "variants:RuleCheckPage",
    "appearance": "appearance:AppearancePage",
    "colours": "appearance:ColoursPage",
    "workshop": "workshop:WorkshopPage",
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


def saved_stack(saved: list[str]) -> list[str]:
    """The end of a saved back stack, each page once."""
    return list(dict.fromkeys(saved))[-STACK_MAX:]


def make(page: str, nav: Nav) -> Page:
    name, _, subject = page.partition(":")
    module, _, kind = PAGES[name].partition(":")
    screen: type[Page] = getattr(import_module(f"sanmill.ui.screens.{module}"), kind)
    return screen(name=page, nav=nav, subject=subject)
