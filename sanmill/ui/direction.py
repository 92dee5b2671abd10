"""Which way one reads: this is the only place that decides it.

Layouts place their children from the left and mirror them where one reads from the right, so no screen has to
know. Text says ``halign: app.leading`` or ``app.trailing``; an icon that points somewhere is drawn mirrored too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kivy.factory import Factory
from kivy.properties import AliasProperty, BooleanProperty
from kivy.uix.anchorlayout import AnchorLayout as KivyAnchorLayout
from kivy.uix.boxlayout import BoxLayout as KivyBoxLayout
from kivy.uix.gridlayout import GridLayout as KivyGridLayout
from kivy.uix.layout import Layout
from kivy.uix.stacklayout import StackLayout as KivyStackLayout

POINTING = {"arrow_back", "chevron_right", "undo", "redo", "skip_next", "fast_forward", "send", "list"}


class Reading:
    """What the app knows of the direction; rules follow its properties."""

    is_rtl = BooleanProperty(False)
    leading = AliasProperty(lambda self: "right" if self.is_rtl else "left", bind=["is_rtl"])
    trailing = AliasProperty(lambda self: "left" if self.is_rtl else "right", bind=["is_rtl"])

    def is_mirrored(self, icon: str, is_rtl: bool) -> bool:
        """Whether an icon points the other way now."""
        return is_rtl and icon in POINTING


class _Now:
    """The direction as the layouts see it."""

    is_rtl = False


def choose(is_rtl: bool, roots: Iterable[Any]) -> None:
    """Place everything anew in a direction."""
    _Now.is_rtl = is_rtl
    for root in roots:
        for widget in root.walk(restrict=True):
            if isinstance(widget, Layout):
                widget._trigger_layout()


class _Mirrored(Layout):
    """A layout whose children change sides with the direction."""

    def do_layout(self, *args: Any) -> None:
        """Place the children, from the side where one begins to read."""
        super().do_layout(*args)
        if _Now.is_rtl:
            for child in self.children:
                child.x = self.x + self.right - child.right


class BoxLayout(_Mirrored, KivyBoxLayout):
    """Kivy's, mirrored where one reads from the right."""


class GridLayout(_Mirrored, KivyGridLayout):
    """Kivy's, mirrored where one reads from the right."""


class StackLayout(_Mirrored, KivyStackLayout):
    """Kivy's, mirrored where one reads from the right."""


class AnchorLayout(_Mirrored, KivyAnchorLayout):
    """Kivy's, mirrored where one reads from the right."""


for _layout in (BoxLayout, GridLayout, StackLayout, AnchorLayout):
    Factory.unregister(_layout.__name__)
    Factory.register(_layout.__name__, cls=_layout)
