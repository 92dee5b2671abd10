"""A page with one long text, a note above it and buttons below."""

from __future__ import annotations

from typing import Any

from kivy.properties import StringProperty

from sanmill.ui.direction import BoxLayout
from sanmill.ui.widgets.action_bar import ActionRow
from sanmill.ui.widgets.base import load_kv
from sanmill.ui.widgets.long_text import LongText
from sanmill.ui.widgets.page import Page


class TextBody(BoxLayout):
    """Note and text."""

    note = StringProperty()


class TextActions(ActionRow):
    """Actions on the text."""


class TextPage(Page):
    """Replaces the usual content by a ``LongText``."""

    foot_class = TextActions

    note = StringProperty()
    text = StringProperty()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.ids.body.remove_widget(self.ids.scroll)
        self.long_text = LongText()
        body = TextBody()
        body.add_widget(self.long_text)
        self.ids.body.add_widget(body)
        self.bind(text=self.long_text.setter("text"), note=body.setter("note"))

    def scroll_page(self, dy: int) -> bool:
        return self.long_text.scroll_page(dy)


load_kv(__file__)
