"""Puzzles: the daily puzzle, practice by theme, and results."""

from __future__ import annotations

from functools import partial

from sanmill.control import intents
from sanmill.control.intents import Intent
from sanmill.control.puzzles.puzzle_list import PuzzlesView
from sanmill.control.views.types import GameView
from sanmill.core import settings
from sanmill.core.puzzle_progress import SOLVED
from sanmill.ui.widgets.base import load_kv
from sanmill.ui.widgets.board_card import BoardCard
from sanmill.ui.widgets.setting_rows import Heading, ListRow, Note

from .page import Page

PLAY = "play"
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
    """Lists the puzzles; starting one opens the board once it is generated."""

    _view: PuzzlesView | None = None
    _lang = ""
    _is_waiting = False

    def fill(self) -> None:
        view = self.app.controller.pages.puzzles()
        if view == self._view and self.app.lang == self._lang:
            return
        self._view, self._lang = view, self.app.lang
        say, content = self.app.say, self.ids.content
        content.clear_widgets()
        content.add_widget(self._today(view))
        content.add_widget(Note(text=f"{say('puzzles.rating', rating=view.rating)} {self._count(view)}"))
        if view.trouble or (view.is_making and self._is_waiting):
            content.add_widget(Note(text=say(view.trouble or "puzzles.making")))
        content.add_widget(Heading(text=say("puzzles.practice")))
        for theme in view.themes:
            start = partial(self._start, intents.StartPractice(theme))
            self.add_row(ICONS[theme], say(f"puzzles.theme.{theme}"), start, say(f"puzzles.about.{theme}"))
        if len(view.variants) > 1:
            words = [(rules, say(title)) for rules, title in view.variants]
            choice = ListRow(label=say("puzzles.variant"), choices=words, value=view.rules)
            choice.bind(on_choose=lambda _, rules: self._choose(rules))
            content.add_widget(choice)

    def _today(self, view: PuzzlesView) -> BoardCard:
        say = self.app.say
        card = BoardCard(
            title=say("puzzles.today"),
            words=say(view.words),
            accent=say("puzzles.streak", count=view.streak) if view.streak else "",
            is_done=view.how == SOLVED,
        )
        card.spoken = f"{card.title}. {say('puzzles.once_more') if view.how == SOLVED else say('puzzles.start')}"
        card.show_board(view.board or view.empty_board)
        card.bind(on_release=lambda _: self._start(intents.StartDaily()))
        return card

    def _count(self, view: PuzzlesView) -> str:
        return self.app.say("puzzles.count", count=view.solved) + "." if view.solved else ""

    def _choose(self, rules: str) -> None:
        self.app.settings.set(settings.PUZZLE_VARIANT, rules)
        self.fill()

    def _start(self, intent: Intent) -> None:
        self._is_waiting = True
        self.app.send(intent)

    def show(self, view: GameView) -> None:
        """Update the page; open the board once the requested puzzle is ready."""
        self.fill()
        if self._is_waiting and self._view and not self._view.is_making:
            self._is_waiting = False
            if not self._view.trouble:
                self.nav.go(PLAY)


load_kv(__file__)
