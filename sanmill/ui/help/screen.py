"""Help: lessons, rules in words and pictures, short questions with their answers, all found by their words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from sanmill.control.help.questions import PictureView
from sanmill.control.help.view import HelpView
from sanmill.control.routes import Kind, Route
from sanmill.core.text.search import is_found
from sanmill.ui.board import widget  # noqa: F401 - its class is used by name
from sanmill.ui.direction import BoxLayout, GridLayout
from sanmill.ui.widgets import text_entry  # noqa: F401 - its rules are used by name
from sanmill.ui.widgets.base import Row, Tappable, load_kv
from sanmill.ui.widgets.empty_state import EmptyState
from sanmill.ui.widgets.page import SplitPage
from sanmill.ui.widgets.setting_rows import Heading

MORE = ((Kind.REPORT, "bug_report"), (Kind.ABOUT, "info"), (Kind.LICENSE, "menu_book"))
SEARCH_AFTER = 0.15  # seconds after the last letter


class SearchField(BoxLayout):
    """Stays above the page while it scrolls."""

    words = StringProperty()


class QuestionRow(Tappable):
    """A question; a tap shows the answer."""

    question = StringProperty()
    answer = StringProperty()
    is_open = BooleanProperty(False)

    @property
    def announcement(self) -> str:
        return f"{self.question} {self.answer}" if self.is_open else self.question

    def on_release(self) -> None:
        self.is_open = not self.is_open


class RulePicture(BoxLayout):
    """A rule with a small board."""

    words = StringProperty()

    def __init__(self, view: PictureView, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.ids.board.show(view.board)


class RulePictures(GridLayout):
    """Two beside each other, or three where there is room; as large if there are fewer."""

    picture = NumericProperty(0)  # width of one


class HelpPage(SplitPage):
    _lang = ""
    _view: HelpView | None = None

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.search = SearchField()
        self.ids.body.parent.add_widget(self.search, index=2)
        self._find = Clock.create_trigger(lambda _: self._fill(), SEARCH_AFTER)
        self.search.bind(words=self._find)

    def leave(self) -> None:
        self._find.cancel()

    def show(self, view: HelpView) -> None:
        if (view, self.app.lang) != (self._view, self._lang):
            self._view, self._lang = view, self.app.lang
            self._fill()

    def _fill(self) -> None:
        """Show everything, or what has the words wanted."""
        if self._view is None:
            return
        wanted, view = self.search.words.strip(), self._view
        self.ids.scroll.scroll_y = 1
        if wanted:
            found = [*self._questions(view, wanted), *self._pictures(view, wanted), *self._rules(view, wanted)]
            rows = (*self._first(view), *self._last(view))
            found += [row for row in rows if is_found(wanted, row.label, row.detail)]
            self.arrange((), found or [self._nothing(wanted)])
            return
        say = self.app.say
        questions = [Heading(text=say("help.questions")), *self._questions(view)]
        pictures = [Heading(text=say("help.pictures")), *self._pictures(view)]
        self.arrange(self._first(view), [*questions, *pictures], [Heading(text=say("help.more")), *self._last(view)])

    def _nothing(self, wanted: str) -> Widget:
        return EmptyState(icon="search", mood="thinking", text=self.app.say("help.nothing", wanted=wanted))

    def _first(self, view: HelpView) -> list[Row]:
        say = self.app.say
        return [
            self._row("school", say("home.learn"), Route(Kind.LEARN), say("help.learn")),
            self._row("rule", say(view.title), Route(Kind.RULES, view.variant), say("help.rules")),
        ]

    def _last(self, view: HelpView) -> list[Row]:
        say, first = self.app.say, view.privacy[0]
        privacy = self._row("visibility", say("about.privacy"), Route(Kind.PRIVACY), say(first))
        return [privacy, *(self._row(icon, say(f"help.{kind.value}"), Route(kind)) for kind, icon in MORE)]

    def _row(self, icon: str, label: str, route: Route, detail: str = "") -> Row:
        row = Row(icon=icon, label=label, detail=detail)
        row.bind(on_release=lambda _: self.nav.open(route))
        return row

    def _questions(self, view: HelpView, wanted: str = "") -> Iterator[Widget]:
        """Those that were searched for with their answers."""
        for each in view.questions:
            question, answer, *search = map(self.app.say, filter(None, (each.question, each.answer, each.search)))
            if is_found(wanted, question, answer, *search):
                yield QuestionRow(question=question, answer=answer, is_open=bool(wanted))

    def _pictures(self, view: HelpView, wanted: str = "") -> Iterator[Widget]:
        grid = RulePictures()
        for picture in view.pictures:
            words = self.app.say(picture.words)
            if is_found(wanted, words):
                grid.add_widget(RulePicture(picture, words=words))
        if grid.children:
            yield grid

    def _rules(self, view: HelpView, wanted: str) -> Iterator[Row]:
        """The sentences about the variant, and about privacy."""
        say, rules = self.app.say, Route(Kind.RULES, view.variant)
        for section in view.rules:
            for sentence in map(say, section.sentences):
                if is_found(wanted, sentence):
                    yield self._row("rule", sentence, rules, f"{say(view.title)} · {say(section.title)}")
        for sentence in map(say, view.privacy[1:]):
            if is_found(wanted, sentence):
                yield self._row("visibility", sentence, Route(Kind.PRIVACY), say("about.privacy"))


load_kv(__file__)
