"""The screen of a route."""

from __future__ import annotations

from typing import Any

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.screenmanager import Screen

from sanmill.control.board.intents import Drop, Lift, PressPoint, TapPoint
from sanmill.control.intents import Intent
from sanmill.control.routes import Route
from sanmill.ui.app_port import the_app


class RouteScreen(Screen):
    """The screen of a route."""

    nav = ObjectProperty(None, allownone=True)
    route: Route = ObjectProperty(None, allownone=True)
    title = StringProperty()
    _view: Any = None  # the last one shown

    def __init__(self, **kwargs: Any) -> None:
        self.app = the_app()
        super().__init__(**kwargs)

    @property
    def subject(self) -> str:
        return self.route.subject

    def show(self, view: Any) -> None:
        """Show a view of the route: when the page comes into sight, when the view or the language changes."""
        self._view = view

    def attempt(self, intent: Intent) -> str:
        """Send an intent that may fail; return the error that the view has then, or nothing."""
        self.app.send(intent)
        return self.app.say(self._view.error) if self._view.error else ""

    def send_touches_of(self, board: Any) -> None:
        """Ask the mode on a board for what touches and keys on it mean."""
        board.bind(
            on_point=lambda _, point: self.app.send(TapPoint(point)),
            on_key_point=lambda _, point: self.app.send(PressPoint(point)),
            on_lift=lambda _, point: self.app.send(Lift(point)),
            on_drop=lambda _, point: self.app.send(Drop(point)),
        )

    def hide(self) -> None:
        """Another page came to the front."""

    def back(self) -> bool:
        """Handle Back within the page; return false to leave the page."""
        return False

    def leave(self) -> None:
        """Clean up before the page is removed."""

    def scroll_page(self, dy: int) -> bool:
        """Scroll a long text up or down by a page; whether it did."""
        return False
