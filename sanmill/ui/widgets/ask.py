"""Two sheets that every screen may use: one question with two answers, and a long text to read and take along."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.app import App
from kivy.metrics import dp
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from .base import WordButton, Words, load_rules
from .sheet import Sheet

PIECE = 1500  # characters of a long text in one label; a picture of all of it may be larger than graphics can be


class ConfirmSheet(Sheet):
    """One question; Back, or a touch beside it, is the harmless answer."""

    detail = StringProperty()
    yes = StringProperty()
    no = StringProperty()
    then: Callable[[], None] = ObjectProperty(None, allownone=True)

    def answer(self, is_yes: bool) -> None:
        """The question is answered."""
        if self.is_closing:
            return
        self.close(App.get_running_app().has_motion)
        if is_yes:
            self.then()


class TextParagraph(Words):
    """A piece of a long text."""


class TextSheet(Sheet):
    """A long text with ways to take it along: to the clipboard, to a file, to another app."""

    text = StringProperty()
    file_name = StringProperty()

    def __init__(self, *, actions: tuple[tuple[str, str, Callable[[], None]], ...] = (), **kwargs: Any) -> None:
        """``actions`` are further buttons: icon, words, what they do."""
        super().__init__(**kwargs)
        app = App.get_running_app()
        usual = (
            ("content_copy", app.say("text.copy"), lambda: app.copy_text(self.text)),
            ("save", app.say("text.save"), lambda: app.save_text(self.file_name, self.text)),
            ("share", app.say("text.share"), lambda: app.share_text(self.text)),
        )
        for piece in pieces(self.text):
            self.add_widget(TextParagraph(text=piece))
        foot = BoxLayout(orientation="vertical", spacing=dp(8), size_hint_y=None)
        foot.bind(minimum_height=foot.setter("height"))
        for row in (actions, usual):
            if row:
                foot.add_widget(_buttons(row))
        self.ids.foot.add_widget(foot)


def _buttons(actions: tuple[tuple[str, str, Callable[[], None]], ...]) -> BoxLayout:
    row = BoxLayout(spacing=dp(8), size_hint_y=None)
    row.bind(minimum_height=row.setter("height"))
    for icon, label, act in actions:
        button = WordButton(icon=icon, label=label)
        button.bind(on_release=lambda _, act=act: act())
        row.add_widget(button)
    return row


def pieces(text: str) -> list[str]:
    """A text cut into pieces between its lines."""
    cut: list[str] = []
    for line in text.splitlines():
        if cut and len(cut[-1]) + len(line) < PIECE:
            cut[-1] += "\n" + line
        else:
            cut.append(line)
    return cut


load_rules(__file__)
