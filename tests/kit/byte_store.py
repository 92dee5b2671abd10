"""A store in memory whose content goes through the bytes of a file, for tests of what survives it."""

from __future__ import annotations

from typing import Any

from sanmill.core.storage.json_schema import FileSchema, parse
from sanmill.core.storage.store import encode

from .fake_worker import MemoryStore


def reread(content: dict[str, Any], schema: FileSchema) -> dict[str, Any]:
    """Content as it is read after it was written; raises where the reader refuses it."""
    written = encode(content)
    assert len(written) <= schema.size
    return schema.read(parse(written.decode("utf-8")))


class ByteStore(MemoryStore):
    """Refuses to hide what its reader refuses: nothing is quarantined."""

    def load(self, name: str, schema: FileSchema) -> dict[str, Any] | None:
        return reread(self.files[name], schema) if name in self.files else None

    def quarantine(self, name: str, cause: Exception) -> None:
        raise cause
