"""Where one can go besides the menu and the board: every page by name, and what the menu lists.

A page is a class in ``screens``; its module is read when it is first opened. A place on the way through the
app is a page's name, with what it shows behind a colon where it needs to be told: ``rules:lasker_morris``.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

PAGES: dict[str, str] = {
    "statistics": "statistics:StatisticsPage",
    "puzzles": "puzzles:PuzzlesPage",
    "review": "review:ReviewPage",
    "games": "games:GamesPage",
    "settings": "settings:SettingsPage",
    "expert": "settings:ExpertPage",
    "help": "help:HelpPage",
    "about": "about:AboutPage",
    "license": "about:LicensePage",
    "license_text": "about:LicenseTextPage",
    "report": "report:ReportPage",
    "variants": "variants:VariantsPage",
    "rules": "variants:RulesPage",
    "appearance": "appearance:AppearancePage",
    "colours": "appearance:ColoursPage",
    "workshop": "workshop:WorkshopPage",
}


@dataclass(frozen=True)
class Entry:
    """A line of the menu: what it opens, and its icon. Its words are ``home.<name>``."""

    name: str
    icon: str


# What opens something else than a page.
SHEETS_AND_MODES = ("set_up",)

MENU = (
    Entry("puzzles", "extension"),
    Entry("games", "folder"),
    Entry("set_up", "grid_on"),
    Entry("variants", "rule"),
    Entry("statistics", "bar_chart"),
    Entry("settings", "settings"),
    Entry("help", "help"),
    Entry("about", "info"),
)


def is_page(place: str) -> bool:
    """Whether a place is a page's."""
    return place.partition(":")[0] in PAGES


def menu() -> tuple[Entry, ...]:
    """The lines of the menu that lead somewhere."""
    return tuple(entry for entry in MENU if entry.name in PAGES or entry.name in SHEETS_AND_MODES)


def make(place: str, nav: Any) -> Any:
    """The page of a place, made anew."""
    name, _, subject = place.partition(":")
    module, _, kind = PAGES[name].partition(":")
    return getattr(import_module(f"sanmill.ui.screens.{module}"), kind)(name=place, nav=nav, subject=subject)
