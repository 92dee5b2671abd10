"""Sharing a game: as a picture, a record, a position, or a code for another phone."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Fbo, Rectangle
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from sanmill.control.share.view import SharedPlayer, ShareView
from sanmill.core import png
from sanmill.core.game.model import Side
from sanmill.core.text.names import file_name
from sanmill.ui import background, platform
from sanmill.ui.app_port import the_app
from sanmill.ui.direction import BoxLayout
from sanmill.ui.widgets import action_bar, player_strip, portrait  # noqa: F401 - their classes are used by name
from sanmill.ui.widgets.base import Row, load_kv
from sanmill.ui.widgets.sheet import Sheet

from .strip import Strip

CARD = (1080, 1440)  # pixels, whatever the screen
FRAMES = 2  # until an off-screen card is laid out


class CardPlayer(BoxLayout):
    """A player on the card: piece, portrait, name, level and score."""

    unit = NumericProperty(0)  # the width of the card
    has_player = BooleanProperty(False)
    is_white = BooleanProperty(True)
    level = NumericProperty(0)
    name = StringProperty()
    strength = StringProperty()
    score = StringProperty()

    def show(self, player: SharedPlayer) -> None:
        say = the_app().say
        self.has_player, self.is_white = True, player.side is Side.WHITE
        self.name, self.level, self.score = say(player.name), player.level, player.score
        self.strength = say(player.strength) if player.strength else ""
        if not player.level:
            self.remove_widget(self.ids.portrait)


class ShareCard(BoxLayout):
    """The picture to share: what the sender says, players, board. Drawn off-screen in a fixed size."""

    title = StringProperty()
    headline = StringProperty()
    reason = StringProperty()
    detail = StringProperty()
    moment = StringProperty()

    def __init__(self, view: ShareView, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), size=CARD, **kwargs)
        say = the_app().say
        self.headline, self.detail = say(view.headline), say(view.detail)
        self.title = say(view.title) if view.title else ""
        self.reason = say(view.reason) if view.reason else ""
        self.moment = say(view.moment) if view.moment else ""
        for strip, player in zip((self.ids.upper, self.ids.lower), view.players):
            strip.show(player)
        self.ids.board.show(view.board)


class ShareSheet(Sheet):
    """A preview of the card, its buttons, and a row per other way to share."""

    texture = ObjectProperty(None, allownone=True)  # the preview

    def __init__(self, **kwargs: Any) -> None:
        self.app = the_app()
        super().__init__(title=self.app.say("play.share"), **kwargs)
        self._view: ShareView | None = None
        self._strip: Strip | None = None  # being drawn

    def show(self, view: ShareView | None) -> None:
        """Draw what was there when the sheet was opened."""
        if self._view or view is None:
            return
        self._view = view
        self._name = self.app.say(view.name)
        self._card = ShareCard(view)
        self._drawn: Any = None  # texture of the card, top row first
        self._frames = 0
        Clock.schedule_interval(self._draw, 0)
        say = self.app.say
        if view.code:
            self._add("link", say("share.code"), say("share.code_about"), lambda: self.app.files.share(self.message))
        count = len(view.turns)
        if count > 1:
            self._add("history", say("share.strip"), say("share.strip_about", boards=count), self.make_strip)
        self._add("list", say("share.text"), say("share.text_about"), self.read_text)
        self._add("grid_on", say("share.position"), view.position, lambda: self.app.files.share(view.position))

    @property
    def message(self) -> str:
        """Text sent with the picture, or alone: what the card says, and the code with what to do with it."""
        card = self._card
        parts = [card.headline, "\n".join(filter(None, (card.title, card.detail)))]
        if self._view and self._view.code:
            parts.append(f"{self.app.say('share.invitation')}\n{self._view.code}")
        return "\n\n".join(parts)

    def _add(self, icon: str, label: str, detail: str, run: Any) -> None:
        row = Row(icon=icon, label=label, detail=detail, has_chevron=False, on_release=lambda _: run())
        self.ids.rows.add_widget(row)

    def read_text(self) -> None:
        """Show the game record."""
        if self._view:
            self.app.nav.show_text(self._name, self._view.record, f"{file_name(self._name)}.pgn")

    def make_strip(self) -> None:
        """Draw every turn, then share the picture of all; a second tap meanwhile has no effect."""
        if self._view and self._strip is None:
            self._strip = Strip(self._view.turns, self._share_strip)
            self.app.nav.show_toast(self.app.say("share.strip_drawn"))

    def close(self) -> None:
        """Draw no further."""
        if self._strip:
            self._strip.stop()
        super().close()

    def _share_strip(self, content: bytes) -> None:
        self._strip = None
        name = f"{file_name(self._name)} - {len(self._view.turns) if self._view else 0}.png"
        if not platform.share_picture(name, content, self.message):
            self.app.files.save(name, content)

    # The picture.

    def _draw(self, _seconds: float) -> bool:
        """Draw the card once it is laid out."""
        self._frames += 1
        if self._frames <= FRAMES:
            return True
        self._drawn = self._card.export_as_image().texture
        texture = self._drawn
        while texture.height > 2 * self.ids.preview.height:
            texture = halved(texture)
        texture = texture.get_region(0, 0, *texture.size)
        texture.flip_vertical()
        self.texture = texture
        return False

    def _make(self, then: Any) -> None:
        """Encode the picture as PNG in the background."""
        if self._drawn is None:
            Clock.schedule_once(lambda _: self._make(then), 0)
            return
        (width, height), pixels = self._drawn.size, self._drawn.pixels
        background.run(lambda: png.encode(int(width), int(height), pixels), then, lambda error: None)

    @property
    def _file(self) -> str:
        return f"{file_name(self._name)}.png"

    def share_picture(self) -> None:
        self._make(self._share)

    def _share(self, content: bytes) -> None:
        if not platform.share_picture(self._file, content, self.message):
            self.app.files.save(self._file, content)

    def save_picture(self) -> None:
        self._make(lambda content: self.app.files.save(self._file, content))


def halved(texture: Any) -> Any:
    """Scale a texture to half its size with filtering."""
    size = (texture.width // 2, texture.height // 2)
    surface = Fbo(size=size)
    with surface:
        Rectangle(size=size, texture=texture)
    surface.draw()
    return surface.texture


load_kv(__file__)
