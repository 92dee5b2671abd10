"""The language: texts, numbers, names of languages and the reading direction, from the setting and the system."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.properties import StringProperty

from sanmill.core import settings
from sanmill.core.settings import Settings
from sanmill.core.text.i18n import SYSTEM, Text, Translator, text

from . import direction, platform
from .text import fonts

if TYPE_CHECKING:
    from .nav import Nav


class LanguageMixin(direction.DirectionMixin):
    """What kv rules use of the app to show texts; those that take ``_lang`` are evaluated again with it."""

    lang = StringProperty("en")
    translator: Translator

    def tr(self, _lang: str, words: Text | str, **values: object) -> str:
        return self.translator.say(words, **values)

    def say(self, words: Text | str, **values: object) -> str:
        return self.translator.say(words, **values)

    def number(self, value: float, _lang: str = "") -> str:
        """A number in the digits of the language."""
        return self.translator.number(value)

    def languages(self) -> list[tuple[str, Text | str]]:
        """Language codes and names: the system default, then those that a speaker of its language may know."""
        offered = self.translator.offered(platform.languages())
        names = sorted(self.translator.names, key=lambda pair: pair[0] not in offered)
        return [(SYSTEM, text("setting.app.language.system")), *names]

    def apply_language(self, chosen: Settings, nav: Nav | None) -> None:
        """Use the language of the settings or the system; ``nav`` has the pages to be mirrored."""
        translator, wanted = self.translator, chosen.get(settings.LANGUAGE)
        language = translator.nearest(platform.languages()) if wanted == SYSTEM else wanted
        if language != translator.language:
            translator.choose(language)
        fonts.faces().language, fonts.faces().is_rtl = translator.language, translator.is_rtl
        if translator.is_rtl != self.is_rtl:
            self.is_rtl = translator.is_rtl
            direction.set_direction(self.is_rtl, (nav, *nav.screens.screens) if nav else ())
        self.lang = translator.language
