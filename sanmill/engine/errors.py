"""The exception of the engine layer."""

from __future__ import annotations

from enum import IntEnum


class Status(IntEnum):
    OK = 0
    INVALID = 1
    ILLEGAL = 2
    NO_MEMORY = 3
    STOPPED = 4
    NEEDS_HISTORY = 5
    TOO_FEW_PIECES = 6
    NO_TABLEBASE = 7
    OTHER_VERSION = 8
    OTHER_RULES = 9
    TRUNCATED = 10
    DAMAGED = 11


class EngineError(Exception):
    """A failed call of the engine: a text for people and a code for programs."""

    def __init__(self, message: str, code: Status = Status.INVALID) -> None:
        super().__init__(message)
        self.code = code
