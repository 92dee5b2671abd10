"""A declaration that any content of a file fits."""

from __future__ import annotations

from typing import Any

from sanmill.core.storage.stored import Stored


class AnyContent(Stored[dict[str, Any]]):
    """Accepts every content."""

    def read(self, value: Any, left_out: list[str] | None = None) -> dict[str, Any]:
        return dict(value)

    def write(self, content: dict[str, Any]) -> dict[str, Any]:
        return content


ANY = AnyContent(dict, size=1 << 20)
