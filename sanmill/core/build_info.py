"""Which state of the source this copy was built from."""

from __future__ import annotations

import importlib
import struct

NOTE = "sanmill._build"  # made when the app is built


def build() -> str:
    """The source and the width of this program's addresses, as About shows it."""
    try:
        source = str(importlib.import_module(NOTE).SOURCE)
    except ImportError:
        source = ""
    bits = f"{8 * struct.calcsize('P')} bit"
    return f"{source}, {bits}" if source else bits
