"""The classes of pages and sheets by the kind of their route. A module is imported when one of its routes is opened."""

from __future__ import annotations

from typing import Any

from sanmill.control.routes import Kind, Route
from sanmill.core.imports import imported

CLASSES: dict[Kind, str] = {
    Kind.HOME: "home.screen:HomeScreen",
    Kind.PLAY: "play.screen:PlayScreen",
    Kind.REVIEW: "review.screen:ReviewPage",
    Kind.EXPLORER: "explorer.screen:ExplorerPage",
    Kind.PUZZLES: "puzzles.screen:PuzzlesPage",
    Kind.PUZZLE_HISTORY: "puzzles.history:PuzzleHistoryPage",
    Kind.COURSE: "course.screen:CoursePage",
    Kind.OPENINGS: "openings.screen:OpeningsPage",
    Kind.GAMES: "archive.screen:GamesPage",
    Kind.FRIENDS: "friends.screen:FriendsPage",
    Kind.STATISTICS: "statistics.screen:StatisticsPage",
    Kind.SETTINGS: "settings.screen:SettingsPage",
    Kind.SETTINGS_GROUP: "settings.screen:SettingsGroupPage",
    Kind.EXPERT: "settings.screen:ExpertPage",
    Kind.TUNING: "tuning.screen:TuningPage",
    Kind.APPEARANCE: "appearance.screen:AppearancePage",
    Kind.COLOURS: "appearance.screen:ColoursPage",
    Kind.VARIANTS: "variants.screen:VariantsPage",
    Kind.RULES: "variants.screen:RulesPage",
    Kind.RULE_CHECK: "variants.screen:RuleCheckPage",
    Kind.WORKSHOP: "variants.workshop:WorkshopPage",
    Kind.PERFECT: "variants.perfect:PerfectPage",
    Kind.CLOCK: "clock.screen:ClockScreen",
    Kind.LEARN: "lessons.screen:LearnPage",
    Kind.COORDINATES: "coordinates.screen:CoordinatesPage",
    Kind.HELP: "help.screen:HelpPage",
    Kind.ABOUT: "help.about:AboutPage",
    Kind.PRIVACY: "help.about:PrivacyPage",
    Kind.LICENSE: "help.about:LicensePage",
    Kind.LICENSE_TEXT: "help.about:LicenseTextPage",
    Kind.REPORT: "help.report:ReportPage",
    Kind.NEW_GAME: "play.new_game:NewGameSheet",
    Kind.MOVES: "play.moves:MovesSheet",
    Kind.RESULT: "play.result:ResultSheet",
    Kind.MORE: "play.more:MoreSheet",
    Kind.SHARE: "share.screen:ShareSheet",
    Kind.SAVE_GAME: "archive.save_game:SaveGameSheet",
    Kind.TRIAL: "variants.workshop:TrialSheet",
    Kind.MATCH: "tuning.screen:MatchSheet",
    Kind.CLOCK_SETTINGS: "clock.screen:ClockSettingsSheet",
}


def make(route: Route, **kwargs: Any) -> Any:
    return imported(f"sanmill.ui.{CLASSES[route.kind]}")(route=route, **kwargs)
