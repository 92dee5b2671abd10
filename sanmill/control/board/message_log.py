"""The last messages of a game, to be read again."""

from __future__ import annotations

from collections import deque

from sanmill.core.text.i18n import Text

LENGTH = 6


class MessageLog:
    """The newest messages; one said twice in a row counts once."""

    def __init__(self) -> None:
        self._messages: deque[Text] = deque(maxlen=LENGTH)

    def add(self, words: Text | None) -> None:
        if words and not (self._messages and self._messages[-1] == words):
            self._messages.append(words)

    @property
    def newest_first(self) -> tuple[Text, ...]:
        return tuple(reversed(self._messages))
