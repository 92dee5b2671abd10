"""Puzzles: the daily puzzle, practice by theme, and results."""

from __future__ import annotations

from kivy.uix.widget import Widget

from sanmill.control.puzzles.feature import PuzzlesView
from sanmill.control.puzzles.intents import ChooseRules, StartDaily, StartPractice
from sanmill.core.progress.puzzle_progress import SOLVED
from sanmill.ui.widgets.base import Row, load_kv
from sanmill.ui.widgets.board_card import BoardCard
from sanmill.ui.widgets.page import Page
from sanmill.ui.widgets.setting_rows import Heading, ListRow, Note

ICONS = {
    "close": "check_circle",
    "stop": "priority_high",
    "block": "grid_on",
    "fly": "send",
    "ending": "emoji_events",
    "placing": "touch_app",
    "midgame": "extension",
}


class PuzzlesPage(Page):
    """Lists the puzzles.

    News of tablebases come while a finger is on the page: its widgets are kept, so that no tap is lost.
    """

    _lang = ""

    def show(self, view: PuzzlesView) -> None:
        if self.app.lang != self._lang:
            self._lang = self.app.lang
            self._make()
        say = self.app.say
        self._show_today(view)
        self._note.text = self._news(view) or f"{say('puzzles.rating', rating=view.rating)} {self._count(view)}"
        has_choice = len(view.variants) > 1
        self._variant.choices = [(rules, say(title)) for rules, title in view.variants]
        self._variant.value = view.rules
        self._arrange(
            self._today,
            self._note,
            self._heading,
            *(self._themes[theme] for theme in view.themes),
            *([self._variant] if has_choice else []),
        )

    def _make(self) -> None:
        """Make the widgets in the language of the app."""
        say = self.app.say
        self._today = BoardCard(title=say("puzzles.today"))
        self._today.bind(on_release=lambda _: self.app.send(StartDaily()))
        self._note, self._heading = Note(), Heading(text=say("puzzles.practice"))
        self._themes = {theme: self._theme_row(theme) for theme in ICONS}
        self._variant = ListRow(label=say("puzzles.variant"))
        self._variant.bind(on_choose=lambda _, rules: self.app.send(ChooseRules(rules)))

    def _theme_row(self, theme: str) -> Row:
        say = self.app.say
        row = Row(icon=ICONS[theme], label=say(f"puzzles.theme.{theme}"), detail=say(f"puzzles.about.{theme}"))
        row.bind(on_release=lambda _: self.app.send(StartPractice(theme)))
        return row

    def _arrange(self, *wanted: Widget) -> None:
        """Put these widgets on the page."""
        content = self.ids.content
        if list(wanted) != content.children[::-1]:
            content.clear_widgets()
            for widget in wanted:
                content.add_widget(widget)

    def _show_today(self, view: PuzzlesView) -> None:
        say, card = self.app.say, self._today
        card.words = say(view.words)
        card.accent = say("puzzles.streak", count=view.streak) if view.streak else ""
        card.is_done = view.how == SOLVED
        card.spoken = f"{card.title}. {say('puzzles.once_more') if card.is_done else say('puzzles.start')}"
        card.show_board(view.board or view.empty_board)

    def _news(self, view: PuzzlesView) -> str:
        """What takes the place of the rating, so that no row moves."""
        if view.error:
            return self.app.say(view.error)
        return self.app.say("puzzles.making") if view.is_making else ""

    def _count(self, view: PuzzlesView) -> str:
        return self.app.say("puzzles.count", count=view.solved) + "." if view.solved else ""


load_kv(__file__)
