"""Changes of settings."""

from __future__ import annotations

from sanmill.control.effects import Toast
from sanmill.control.feature import Context, Feature
from sanmill.core.settings import BY_KEY
from sanmill.core.text.i18n import text

from .intents import ChangeSetting, RestoreSettings


class SettingsPages(Feature):
    """Handles the intents of the settings pages, which other pages send too."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self.handlers = {
            ChangeSetting: lambda intent: context.settings.set(BY_KEY[intent.key], intent.value),
            RestoreSettings: lambda _: self._restore(),
        }

    def _restore(self) -> None:
        self._context.settings.restore()
        self._context.tell(Toast((text("settings.restored"),)))
