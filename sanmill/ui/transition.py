"""The change of pages: the old one goes at once, the new one comes in with a short movement."""

from __future__ import annotations

from typing import Any

from kivy.animation import Animation
from kivy.metrics import dp
from kivy.uix.screenmanager import TransitionBase

from .app_port import the_app

DISTANCE, SECONDS, FAINTEST = 28, 0.18, 0.25  # dp, and the opacity it starts with


class Entrance(TransitionBase):
    """No frame ever shows both pages, and touches work during the movement.

    ``is_active`` is therefore never set, which would make the screen manager ignore touches.
    """

    is_back = False  # whether the next page comes from the other side

    def start(self, manager: Any) -> None:
        """Exchange the screens, then move the new one."""
        entering, leaving = self.screen_in, self.screen_out
        self.manager = manager
        self.finish(leaving)
        entering.dispatch("on_pre_enter")
        leaving.dispatch("on_pre_leave")
        self.remove_screen(leaving)
        self.add_screen(entering)
        entering.pos, entering.size = manager.pos, manager.size
        entering.dispatch("on_enter")
        leaving.dispatch("on_leave")
        factor = the_app().board_style.motion
        if factor > 0:
            entering.opacity = FAINTEST
            entering.x += dp(-DISTANCE if self.is_back else DISTANCE)
            movement = Animation(x=manager.x, opacity=1.0, duration=SECONDS * factor, transition="out_cubic")
            movement.bind(on_complete=lambda _, screen: self.finish(screen))  # the window may be another by then
            movement.start(entering)

    def stop(self) -> None:
        """Called before the next start; the screens are exchanged already."""

    def finish(self, screen: Any) -> None:
        """End the movement of a screen."""
        Animation.cancel_all(screen, "x", "opacity")
        screen.pos, screen.opacity = self.manager.pos, 1.0
