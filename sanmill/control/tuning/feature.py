"""Algorithm and weights of the engine as the user sets them, and matches that try them."""

from __future__ import annotations

from sanmill.control.context import Context
from sanmill.control.effects import SheetText, Toast
from sanmill.control.feature import Feature
from sanmill.control.game_series import GameSeries
from sanmill.control.routes import Kind, Route
from sanmill.control.settings.view import setting_view
from sanmill.core import settings
from sanmill.core.text.i18n import text
from sanmill.engine.messages import TrialProgress

from .intents import ShareWeights
from .match import MatchView, TuningMatch
from .weights import TuningView, UserWeights

FILE_NAME = "sanmill-weights.txt"


class Tuning(Feature):
    """The page of algorithm and weights, and the sheet of a match, which ends when it is closed."""

    files = (settings.FILE,)

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._weights = UserWeights(context.settings, context.title_of)
        self._match = TuningMatch(context.settings, GameSeries(context.jobs), context.title_of)
        self.receivers = {TrialProgress: self._match.receive}
        self.handlers = {
            **self._weights.handlers,
            **self._match.handlers,
            ShareWeights: lambda _: self._share(),
        }

    def load(self) -> None:
        self._context.settings.load()

    def view(self, route: Route) -> TuningView | MatchView:
        if route.kind is Kind.MATCH:
            return self._match.view
        return self._weights.view((setting_view(self._context, settings.ALGORITHM),))

    def close(self, route: Route) -> None:
        if route.kind is Kind.MATCH:
            self._match.stop()

    def _share(self) -> None:
        written = self._context.settings.get(settings.WEIGHTS)
        unchanged, title = text("weights.unchanged"), text("weights.title")
        self._context.tell(SheetText(title, (written,), FILE_NAME) if written else Toast((unchanged,)))
