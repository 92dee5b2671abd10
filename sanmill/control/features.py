"""The features by name, and which one owns a route or an intent. A feature is imported when it is first needed."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from sanmill.core.imports import imported

from .intents import Intent
from .routes import Kind

if TYPE_CHECKING:
    from .archive.feature import Archive
    from .context import Context
    from .course.feature import OwnCourse
    from .explorer.feature import Explorers
    from .feature import Feature
    from .friends.feature import Friends
    from .lessons.feature import Lessons
    from .openings.feature import OpeningDrills
    from .puzzles.feature import Puzzles
    from .review.feature import Reviews
    from .statistics.feature import Results

FEATURES = {  # folder: module and class
    "home": "home.feature:Home",
    "play": "play.feature:Play",
    "review": "review.feature:Reviews",
    "explorer": "explorer.feature:Explorers",
    "lessons": "lessons.feature:Lessons",
    "puzzles": "puzzles.feature:Puzzles",
    "course": "course.feature:OwnCourse",
    "openings": "openings.feature:OpeningDrills",
    "archive": "archive.feature:Archive",
    "friends": "friends.feature:Friends",
    "statistics": "statistics.feature:Results",
    "share": "share.feature:Share",
    "help": "help.feature:HelpPages",
    "settings": "settings.feature:SettingsPages",
    "variants": "variants.feature:Variants",
    "appearance": "appearance.feature:Appearance",
    "tuning": "tuning.feature:Tuning",
    "clock": "clock.feature:TableClock",
    "coordinates": "coordinates.feature:Coordinates",
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
    Kind.PUZZLE_HISTORY: "puzzles",
    Kind.COURSE: "course",
    Kind.OPENINGS: "openings",
    Kind.GAMES: "archive",
    Kind.FRIENDS: "friends",
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
    Kind.PRIVACY: "help",
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
    Kind.CLOCK: "clock",
    Kind.COORDINATES: "coordinates",
    Kind.CLOCK_SETTINGS: "clock",
}
BUILD_FILE = "tablebase_build"  # of a build under way, which "variants" continues after a restart


class Features:
    """Makes each feature when it is first asked for, with the controller as its context."""

    # Those that another one asks for.
    archive: Archive
    course: OwnCourse
    explorer: Explorers
    friends: Friends
    lessons: Lessons
    openings: OpeningDrills
    puzzles: Puzzles
    review: Reviews
    statistics: Results

    def __init__(self, context: Context) -> None:
        self._context = context

    def __getattr__(self, name: str) -> Any:
        if name not in FEATURES:
            raise AttributeError(name)
        feature = _class_of(name)(self._context)
        setattr(self, name, feature)
        return feature

    @property
    def results(self) -> Results:
        """Of the user's games."""
        return self.statistics

    @property
    def opened_review(self) -> Reviews | None:
        """The reviews, if something needed them so far."""
        return vars(self).get("review")

    @property
    def made(self) -> tuple[Feature, ...]:
        """Those that something needed so far."""
        return tuple(feature for name, feature in vars(self).items() if name in FEATURES)

    def of_kind(self, kind: Kind) -> Feature:
        feature: Feature = getattr(self, OWNERS[kind])
        return feature

    def of_intent(self, intent: Intent) -> Feature:
        """The feature in whose folder the intent is declared."""
        feature: Feature = getattr(self, type(intent).__module__.split(".")[-2])
        return feature


def files() -> tuple[str, ...]:
    """The files of all features."""
    return tuple(chain.from_iterable(_class_of(name).files for name in FEATURES))


def _class_of(name: str) -> Any:
    return imported(f"sanmill.control.{FEATURES[name]}")
