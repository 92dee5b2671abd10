"""Speaks on a thread of its own, since a phone's speech may take its time to wake up."""

from __future__ import annotations

import queue
import threading
from typing import NamedTuple

from . import platform


class Utterance(NamedTuple):
    """What is to be said, in which language, and whether at once."""

    words: str
    language: str
    is_urgent: bool


class Voice:
    """What is urgent silences what waits; everything else is said in turn. Without speech it says nothing."""

    def __init__(self) -> None:
        self._waiting: queue.Queue[Utterance | None] = queue.Queue()
        self._thread: threading.Thread | None = None
        self._is_mute = False

    def say(self, words: str, language: str, *, is_urgent: bool = False) -> None:
        """Say something, sooner or later."""
        if self._thread is None and not self._is_mute:
            speak = platform.voice()  # here, since Android finds the app's classes on this thread only
            self._is_mute = speak is None
            self._thread = threading.Thread(target=self._run, args=(speak,), name="voice", daemon=True)
            self._thread.start()
        if self._is_mute or not words:
            return
        if is_urgent:
            self._forget()
        self._waiting.put(Utterance(words, language, is_urgent))

    def close(self) -> None:
        """Be silent for good."""
        self._forget()
        if self._thread:
            self._waiting.put(None)
            self._thread.join(timeout=1)
            self._thread = None

    def _forget(self) -> None:
        with self._waiting.mutex:
            self._waiting.queue.clear()

    def _run(self, speak: platform.Speak | None) -> None:
        while speak:
            utterance = self._waiting.get()
            if utterance is None or not speak(*utterance):
                break
        self._is_mute = True
