"""Texts that several views use."""

from __future__ import annotations

from sanmill.core.i18n import Text, text
from sanmill.core.model import Side


def side_name(side: Side) -> Text:
    """White or Black, for use in a sentence."""
    return text(f"side.{side.name.lower()}")
