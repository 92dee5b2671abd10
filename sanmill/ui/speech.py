"""Text to speech on a thread of its own: the system's speech engine may take seconds to start."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor

from . import platform


class Speech:
    """Speaks in order; urgent words replace those still waiting. Silent where the system has no speech."""

    def __init__(self) -> None:
        self._executor: ThreadPoolExecutor | None = None
        self._speak: platform.Speak | None = None
        self._waiting: list[Future[None]] = []

    def say(self, words: str, language: str, *, is_urgent: bool = False) -> None:
        """Queue words."""
        if self._executor is None:
            self._executor = ThreadPoolExecutor(1, thread_name_prefix="speech")
            self._speak = platform.voice()  # on this thread: Android finds the app's classes on no other
        if is_urgent:
            self._clear()
        if words and self._speak:
            self._waiting = [future for future in self._waiting if not future.done()]
            self._waiting.append(self._executor.submit(self._run, words, language, is_urgent))

    def close(self) -> None:
        """Drop what is waiting and stay silent."""
        self._clear()
        self._speak = None
        if self._executor:
            self._executor.shutdown(wait=False)

    def _clear(self) -> None:
        for future in self._waiting:
            future.cancel()

    def _run(self, words: str, language: str, is_urgent: bool) -> None:
        if self._speak and not self._speak(words, language, is_urgent):
            self._speak = None
