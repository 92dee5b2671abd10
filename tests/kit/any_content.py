"""A declaration that any content of a file fits."""

from __future__ import annotations

from typing import Any

from sanmill.core.storage.json_schema import FileSchema, Table


class Anything:
    """Accepts every value."""

    def read(self, value: object) -> Any:
        return value


ANY = FileSchema(Table(Anything(), 1000), size=1 << 20)
