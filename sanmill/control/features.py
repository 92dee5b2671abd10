"""The features by name, and which one owns a route or an intent. A feature is imported when it is first needed."""

from __future__ import annotations

from itertools import chain
from typing import Any

from sanmill.core.imports import imported

from .feature import Feature
from .intents import Intent
from .routes import Kind

FEATURES = {  # folder: module and class
    "home": "home.feature:Home",
    "play": "play.feature:Play",
    "review": "review.feature:Reviews",
    "explorer": "explorer.feature:Explorers",
    "lessons": "lessons.feature:Lessons",
    "puzzles": "puzzles.feature:Puzzles",
    "archive": "archive.feature:Archive",
    "statistics": "statistics.feature:Results",
    "share": "share.feature:Share",
    "help": "help.feature:HelpPages",
    "settings": "settings.feature:SettingsPages",
    "variants": "variants.feature:Variants",
    "appearance": "appearance.feature:Appearance",
    "tuning": "tuning.feature:Tuning",
}
OWNERS = {  # of routes
    Kind.HOME: "home",
    Kind.PLAY: "play",
    Kind.NEW_GAME: "play",
    Kind.MOVES: "play",
    Kind.RESULT: "play",
    Kind.MORE: "play",
    Kind.REVIEW: "review",
    Kind.EXPLORER: "explorer",
    Kind.LEARN: "lessons",
    Kind.PUZZLES: "puzzles",
    Kind.GAMES: "archive",
    Kind.SAVE_GAME: "archive",
    Kind.STATISTICS: "statistics",
    Kind.VARIANTS: "variants",
    Kind.RULES: "variants",
    Kind.RULE_CHECK: "variants",
    Kind.WORKSHOP: "variants",
    Kind.TRIAL: "variants",
    Kind.PERFECT: "variants",
    Kind.SHARE: "share",
    Kind.HELP: "help",
    Kind.ABOUT: "help",
    Kind.LICENSE: "help",
    Kind.LICENSE_TEXT: "help",
    Kind.REPORT: "help",
    Kind.SETTINGS: "settings",
    Kind.SETTINGS_GROUP: "settings",
    Kind.EXPERT: "settings",
    Kind.APPEARANCE: "appearance",
    Kind.COLOURS: "appearance",
    Kind.TUNING: "tuning",
    Kind.MATCH: "tuning",
}


class Features:
    """Makes each feature once, with the controller as its context."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._made: dict[str, Feature] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            self._made[name] = _class_of(name)(self._context)
        return self._made[name]

    @property
    def made(self) -> tuple[Feature, ...]:
        """Those that something needed so far."""
        return tuple(self._made.values())

    def of_kind(self, kind: Kind) -> Feature:
        feature: Feature = self[OWNERS[kind]]
        return feature

    def of_intent(self, intent: Intent) -> Feature:
        """The feature in whose folder the intent is declared."""
        feature: Feature = self[type(intent).__module__.split(".")[-2]]
        return feature


def files() -> tuple[str, ...]:
    """The files of all features."""
    return tuple(chain.from_iterable(_class_of(name).files for name in FEATURES))


def _class_of(name: str) -> Any:
    return imported(f"sanmill.control.{FEATURES[name]}")
