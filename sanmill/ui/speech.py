"""Text to speech on a thread of its own: the system's speech engine may take seconds to start."""

from __future__ import annotations

from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple

from . import platform


class Utterance(NamedTuple):
    words: str
    language: str
    is_urgent: bool


class Speech:
    """Speaks in order; urgent words replace those still waiting. Silent where the system has no speech."""

    def __init__(self) -> None:
        self._waiting: SimpleQueue[Utterance | None] = SimpleQueue()
        self._voice: platform.Voice | None = None
        self._is_silent = False
        self._thread: Thread | None = None

    def say(self, words: str, language: str, *, is_urgent: bool = False) -> None:
        if self._thread is None:
            # A daemon, unlike the threads of an executor: a sentence under way does not delay the end of the process.
            self._thread = Thread(target=self._run, name="speech", daemon=True)
            self._voice = platform.voice()  # on this thread: Android finds the app's classes on no other
            self._thread.start()
        if is_urgent:
            self._clear()
        if words and self._voice and not self._is_silent:
            self._waiting.put(Utterance(words, language, is_urgent))

    def close(self) -> None:
        """Drop what is waiting and stay silent."""
        self._clear()
        self._is_silent = True
        self._waiting.put(None)

    def _clear(self) -> None:
        try:
            while True:
                self._waiting.get_nowait()
        except Empty:
            pass

    def _run(self) -> None:
        for utterance in iter(self._waiting.get, None):
            if self._voice and not self._is_silent and not self._voice.speak(*utterance):
                self._is_silent = True
        if self._voice:
            self._voice.close()
