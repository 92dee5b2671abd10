"""Base of the pages: an app bar, scrolling content, a foot for buttons.

The stage, for instance a small board, is above the content, or next to it on wide screens.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.scrollview import ScrollView

from sanmill.ui.widgets import setting_rows  # noqa: F401 - their rules are used by name
from sanmill.ui.widgets.action_bar import ActionRow, ButtonBar, Command, CommandLayout
from sanmill.ui.widgets.base import ContentMixin, load_kv
from sanmill.ui.widgets.route_screen import RouteScreen


class Page(ContentMixin, RouteScreen):
    """Added widgets become its content; ``show`` builds what kv does not."""

    foot_class: type[CommandLayout] = ButtonBar

    is_wide = BooleanProperty(False)
    is_split = BooleanProperty(False)  # two columns, however high it is
    has_stage = BooleanProperty(False)
    stage_share = NumericProperty(0.4)  # of the width on wide screens
    stage_height = NumericProperty(0)  # on other screens; 0 for the usual one
    widest = NumericProperty("640dp")  # the content, which is easier to read in short lines

    def set_foot(self, *wanted: Command) -> None:
        """Show buttons below the content."""
        self.ids.foot.clear_widgets()
        bar = self.foot_class()
        bar.show(wanted)
        self.ids.foot.add_widget(bar)


class SplitPage(Page):
    """Where there is room, what belongs beside its content has a column of its own."""

    split_height = NumericProperty(0)  # the least for it

    def __init__(self, **kwargs: Any) -> None:
        self._parts: tuple[tuple[Any, ...], ...] = ((), (), ())
        super().__init__(**kwargs)
        self.column = SideColumn()
        self.ids.stage.add_widget(self.column)
        self.bind(is_split=self._place_parts)

    def arrange(self, first: Sequence[Any], rest: Sequence[Any], last: Sequence[Any] = ()) -> None:
        """Show widgets: those in the middle are the content, the others stand beside it or before and after it."""
        parts = (tuple(first), tuple(rest), tuple(last))
        if parts != self._parts:
            self._parts = parts
            self._place_parts()

    def _place_parts(self, *_: Any) -> None:
        first, rest, last = self._parts
        self.has_stage = self.is_split and bool(first or last)
        beside, content = ((*first, *last), rest) if self.has_stage else ((), (*first, *rest, *last))
        for box, widgets in ((self.column.ids.content, beside), (self.ids.content, content)):
            box.clear_widgets()
            for widget in widgets:
                if widget.parent:
                    widget.parent.remove_widget(widget)
                box.add_widget(widget)


class SideColumn(ScrollView):
    """The column beside the content of a page."""


class BoardPage(Page):
    """Its buttons are in the foot, or beside the board on wide screens, where it needs the height."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.buttons = ActionRow(grows=True, button_least=dp(52))
        self.bind(is_wide=self._place_buttons)
        self._place_buttons()

    def _place_buttons(self, *_: Any) -> None:
        parent = self.ids.side if self.is_wide else self.ids.foot
        if self.buttons.parent is not parent:
            if self.buttons.parent:
                self.buttons.parent.remove_widget(self.buttons)
            parent.add_widget(self.buttons)


load_kv(__file__)
