"""What screens and widgets may ask of the app. Knows neither how the app is built nor any widget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from kivy.app import App

from sanmill.control.intents import Intent
from sanmill.core.text.i18n import Text
from sanmill.core.themes import BoardTheme, Palette
from sanmill.ui.board.board_style import BoardStyle

if TYPE_CHECKING:
    from .feedback import Feedback
    from .files import Files
    from .nav import Nav


class Say(Protocol):
    """Translates a text, or the text of a key, into the user's language."""

    def __call__(self, words: Text | str, **values: Any) -> str: ...


class AppPort(Protocol):
    """The app as its widgets see it; the upper block are Kivy properties that rules and ``bind`` follow."""

    lang: str
    palette: Palette
    board_theme: BoardTheme
    board_style: BoardStyle
    has_motion: bool

    feedback: Feedback
    files: Files
    nav: Nav

    def say(self, words: Text | str, **values: Any) -> str: ...
    def number(self, value: float, _lang: str = "") -> str: ...
    def send(self, intent: Intent) -> None: ...
    def leave(self) -> None: ...


def the_app() -> AppPort:
    app: AppPort = App.get_running_app()
    return app
