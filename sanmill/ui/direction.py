"""Reading direction: layouts and directional icons are mirrored for right-to-left languages.

Screens need not know the direction: layouts mirror their children, text uses ``align``, or ``app.leading`` and
``app.trailing``.
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

# Icons that point along the line. What shows motion of a medium, such as play, points as everywhere.
POINTING = frozenset(
    """
    arrow_back call_split chevron_left chevron_right fast_forward list redo send skip_next skip_previous trending_up
    undo
    """.split()
)


class DirectionMixin:
    """Kivy properties of the app that kv rules bind to."""

    is_rtl = BooleanProperty(False)
    leading = AliasProperty(lambda self: "right" if self.is_rtl else "left", bind=["is_rtl"])
    trailing = AliasProperty(lambda self: "left" if self.is_rtl else "right", bind=["is_rtl"])

    def is_mirrored(self, icon: str, is_rtl: bool) -> bool:
        return is_rtl and icon in POINTING


class _Direction:
    """The direction that layouts use."""

    is_rtl = False


def set_direction(is_rtl: bool, roots: Iterable[Any]) -> None:
    """Set the direction and lay out everything again."""
    _Direction.is_rtl = is_rtl
    for root in roots:
        for widget in root.walk(restrict=True):
            if isinstance(widget, Layout):
                widget._trigger_layout()


class _Mirrored(Layout):
    """Mixin that mirrors the children of a layout in right-to-left mode."""

    def do_layout(self, *args: Any) -> None:
        super().do_layout(*args)
        if _Direction.is_rtl:
            for child in self.children:
                child.pos = (self.x + self.right - child.right, child.y)  # at once, for what is bound to pos


class BoxLayout(_Mirrored, KivyBoxLayout):
    """Kivy's, mirrored in right-to-left mode."""


class GridLayout(_Mirrored, KivyGridLayout):
    """Kivy's, mirrored in right-to-left mode."""


class StackLayout(_Mirrored, KivyStackLayout):
    """Kivy's, mirrored in right-to-left mode."""


class AnchorLayout(_Mirrored, KivyAnchorLayout):
    """Kivy's, mirrored in right-to-left mode."""


for _layout in (BoxLayout, GridLayout, StackLayout, AnchorLayout):
    Factory.unregister(_layout.__name__)
    Factory.register(_layout.__name__, cls=_layout)
