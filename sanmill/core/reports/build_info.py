"""The revision of the source that this copy was built from."""

from __future__ import annotations

import importlib
import struct

MODULE = "sanmill._build"  # written by the build


def build() -> str:
    """Revision and word size, as the About page shows them."""
    try:
        source = str(importlib.import_module(MODULE).SOURCE)
    except ImportError:
        source = ""
    bits = f"{8 * struct.calcsize('P')} bit"
    return f"{source}, {bits}" if source else bits
