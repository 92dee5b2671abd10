"""A store in memory whose content goes through the bytes of a file, for tests of what survives it."""

from __future__ import annotations

from typing import Any

from sanmill.core.storage.store import T, encode
from sanmill.core.storage.stored import Stored, parse

from .fake_worker import MemoryStore


def reread(content: dict[str, Any], stored: Stored[T]) -> T:
    """Content as it is read after it was written; raises where the reader refuses it or leaves something out."""
    written, left_out = encode(content), list[str]()
    assert len(written) <= stored.size
    read = stored.read(parse(written.decode("utf-8")), left_out)
    assert not left_out
    return read


class ByteStore(MemoryStore):
    """A store that raises on unreadable content instead of quarantining it."""

    def load(self, name: str, stored: Stored[T]) -> T | None:
        return reread(self.files[name], stored) if name in self.files else None

    def quarantine(self, name: str, error: Exception) -> None:
        raise error
