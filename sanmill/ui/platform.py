"""The one place that knows on what kind of machine the app runs."""

from __future__ import annotations

import locale
import os
from typing import Any

from kivy.utils import platform

kind: str = platform  # android, ios, linux, …
NIGHT_MASK, NIGHT_YES = 0x30, 0x20  # of Android's Configuration.uiMode
Insets = tuple[float, float, float, float]  # left, top, right, bottom, in pixels


def _activity() -> Any:
    from jnius import autoclass

    return autoclass("org.kivy.android.PythonActivity").mActivity


def is_dark() -> bool:
    """Whether the system is set to dark."""
    if kind != "android":
        return False
    mode: int = _activity().getResources().getConfiguration().uiMode
    return mode & NIGHT_MASK == NIGHT_YES


def language() -> str:
    """The language of the system, as two letters."""
    if kind == "android":
        from jnius import autoclass

        return str(autoclass("java.util.Locale").getDefault().getLanguage())
    named = os.environ.get("LANGUAGE") or os.environ.get("LC_ALL") or os.environ.get("LANG") or locale.getlocale()[0]
    return (named or "en")[:2]


def insets() -> Insets:
    """What the system's bars cover at each edge."""
    if kind != "android":
        return (0, 0, 0, 0)
    from jnius import autoclass

    if autoclass("android.os.Build$VERSION").SDK_INT < 30:
        return (0, 0, 0, 0)
    root = _activity().getWindow().getDecorView().getRootWindowInsets()
    if root is None:
        return (0, 0, 0, 0)
    types = autoclass("android.view.WindowInsets$Type")
    bars = root.getInsets(types.systemBars() | types.displayCutout())
    return (bars.left, bars.top, bars.right, bars.bottom)


def go_to_background() -> bool:
    """Leave the front without ending; false where that cannot be done."""
    if kind != "android":
        return False
    return bool(_activity().moveTaskToBack(True))


def share(text: str) -> bool:
    """Hand a text to another app; false where there is no such thing."""
    if kind != "android":
        return False
    from jnius import autoclass, cast

    intent_class = autoclass("android.content.Intent")
    intent = intent_class(intent_class.ACTION_SEND)
    intent.setType("text/plain")
    intent.putExtra(intent_class.EXTRA_TEXT, cast("java.lang.CharSequence", autoclass("java.lang.String")(text)))
    _activity().startActivity(intent_class.createChooser(intent, None))
    return True


def copy(text: str) -> None:
    """Put a text on the clipboard."""
    from kivy.core.clipboard import Clipboard

    Clipboard.copy(text)
