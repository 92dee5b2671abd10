"""Two common sheets: a yes/no question, and a long text to copy, save or share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.factory import Factory
from kivy.metrics import dp
from kivy.properties import ObjectProperty, StringProperty

from sanmill.ui.app_port import the_app
from sanmill.ui.questions import Question

from .action_bar import ActionRow, Command
from .base import load_kv
from .sheet import Sheet

PART = 1500  # characters per label; one texture of a long text may exceed the GPU's limit


class ConfirmSheet(Sheet):
    """A question; Back or a touch outside gives no answer."""

    question: Question = ObjectProperty(None)
    detail = StringProperty()
    yes = StringProperty()
    no = StringProperty()

    def __init__(
        self, question: Question, then: Callable[[], None], otherwise: Callable[[], None] | None, **values: Any
    ) -> None:
        say = the_app().say
        self._then, self._otherwise = then, otherwise
        super().__init__(
            title=say(question.words, **values),
            question=question,
            detail=say(question.detail) if question.detail else "",
            yes=say(question.yes),
            no=say(question.no),
        )

    def answer(self, is_yes: bool) -> None:
        if self.is_closing:
            return
        self.close()
        if is_yes:
            self._then()
        elif self._otherwise:
            self._otherwise()


class TextSheet(Sheet):
    """A long text with buttons to copy, save and share it."""

    text = StringProperty()
    file_name = StringProperty()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        app = the_app()
        for part in parts(self.text):
            self.add_widget(Factory.TextPart(text=part))
        bar = ActionRow(row_default_height=dp(64))
        bar.show(
            (
                Command("content_copy", app.say("text.copy"), lambda: app.files.copy(self.text)),
                Command("save", app.say("text.save"), lambda: app.files.save(self.file_name, self.text)),
                Command("share", app.say("text.share"), lambda: app.files.share(self.text)),
            )
        )
        self.ids.foot.add_widget(bar)


def parts(text: str) -> list[str]:
    """Split a text between lines into parts of limited length."""
    cut: list[str] = []
    for line in text.splitlines():
        if cut and len(cut[-1]) + len(line) < PART:
            cut[-1] += "\n" + line
        else:
            cut.append(line)
    return cut


load_kv(__file__)
