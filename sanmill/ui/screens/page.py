"""A page: an app bar with a way back and a title, and content that scrolls.

What a page shows beside its content, a small board for instance, goes into its stage: above the content, or
beside it where the screen is wide.
"""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.screenmanager import Screen

from sanmill.control.views.types import GameView
from sanmill.ui.app_port import the_app
from sanmill.ui.widgets import setting_rows  # noqa: F401 - their rules are used by name
from sanmill.ui.widgets.action_bar import ButtonBar, Command
from sanmill.ui.widgets.base import load_rules


class Page(Screen):
    """What is added to it goes into its content; ``fill`` makes what is not written in a rule."""

    nav = ObjectProperty(None, allownone=True)
    title = StringProperty()
    subject = StringProperty()  # what it is about, where its place names something
    is_wide = BooleanProperty(False)
    has_stage = BooleanProperty(False)
    stage_share = NumericProperty(0.4)  # of the content's width, where the screen is wide
    stage_height = NumericProperty(0)  # elsewhere

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.app = the_app()
        self.app.bind(lang=self._refill)

    def add_widget(self, widget: Any, *args: Any, **kwargs: Any) -> None:
        """What is added after the page's own frame goes into its content."""
        content = self.ids.get("content")
        if content is None:
            super().add_widget(widget, *args, **kwargs)
        else:
            content.add_widget(widget, *args, **kwargs)

    def on_pre_enter(self, *_: Any) -> None:
        """It comes to the front, for the first time or again."""
        self.fill()

    def fill(self) -> None:
        """Make the content, or bring it up to date; also called when the language changes."""

    def show(self, view: GameView) -> None:
        """The game changed while the page is in front."""

    def set_foot(self, *wanted: Command) -> None:
        """Show text buttons below the content."""
        self.ids.foot.clear_widgets()
        bar = ButtonBar()
        bar.show(wanted)
        self.ids.foot.add_widget(bar)

    def back(self) -> bool:
        """Whether Back was for something on the page; otherwise the page is left."""
        return False

    def leave(self) -> None:
        """The page is left for good."""
        self.app.unbind(lang=self._refill)

    def _refill(self, *_: Any) -> None:
        if self.manager and self.manager.current_screen is self:
            self.fill()


load_rules(__file__)
