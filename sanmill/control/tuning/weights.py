"""The user's weights of the evaluation, kept as a setting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sanmill.control.games import new_game
from sanmill.control.intents import Handlers
from sanmill.control.settings.view import SettingView
from sanmill.core import settings
from sanmill.core.game.model import Weight
from sanmill.core.settings import Settings
from sanmill.core.text import weights_text
from sanmill.core.text.i18n import Text, text
from sanmill.core.text.weights_text import Values, WeightsError
from sanmill.engine.search.networks import learned_rules
from sanmill.engine.search.options import weights

from .intents import ImportWeights, ResetTuning, SetWeight, UndoTuning

TUNING = (settings.ALGORITHM, settings.WEIGHTS)


@dataclass(frozen=True)
class WeightView:
    weight: Weight
    value: int

    @property
    def is_changed(self) -> bool:
        return self.value != self.weight.default


@dataclass(frozen=True)
class TuningView:
    rows: tuple[SettingView, ...]
    stages: dict[str, tuple[WeightView, ...]]
    scope: Text  # what the weights are added to in the variant as set
    is_changed: bool  # whether anything differs from the standard
    can_undo: bool
    error: Text | None  # of the last import


class UserWeights:
    def __init__(self, chosen: Settings, title_of: Callable[[str], Text]) -> None:
        self._settings = chosen
        self._title_of = title_of  # of rules
        self._error: Text | None = None
        self._changes: list[tuple[object, dict[str, Any]]] = []  # what was changed, and the settings before
        self.handlers: Handlers = {
            SetWeight: self._set,
            UndoTuning: lambda _: self._undo(),
            ResetTuning: lambda _: self._apply(ResetTuning, {each.key: each.default for each in TUNING}),
            ImportWeights: lambda intent: self._import(intent.text),
        }

    def view(self, rows: tuple[SettingView, ...]) -> TuningView:
        """The page with the weights below these rows."""
        stages: dict[str, tuple[WeightView, ...]] = {}
        for weight, value in self._values().items():
            stages[weight.stage] = (*stages.get(weight.stage, ()), WeightView(weight, value))
        rules = new_game.chosen_rules(self._settings)
        scope = text("weights.added" if learned_rules(rules) else "weights.alone", variant=self._title_of(rules))
        is_changed = any(self._settings.get(setting) != setting.default for setting in TUNING)
        return TuningView(rows, stages, scope, is_changed, bool(self._changes), self._error)

    def _values(self) -> Values:
        return weights_text.read(self._settings.get(settings.WEIGHTS), weights())

    def _set(self, intent: SetWeight) -> None:
        values = self._values()
        weight = next(each for each in weights() if (each.stage, each.name) == (intent.stage, intent.name))
        values[weight] = max(weight.minimum, min(weight.maximum, intent.value))
        self._apply((weight.stage, weight.name), {settings.WEIGHTS.key: weights_text.write(values)})

    def _apply(self, what: object, values: dict[str, Any]) -> None:
        """Change settings; changes of the same in a row, as while a slider moves, are undone at once."""
        before = {each.key: self._settings.get(each) for each in TUNING if each.key in values}
        if before == values:
            return
        if not self._changes or self._changes[-1][0] != what:
            self._changes.append((what, before))
        self._settings.apply(values)

    def _undo(self) -> None:
        if self._changes:
            self._settings.apply(self._changes.pop()[1])

    def _import(self, written: str) -> None:
        """Take the weights of a text; an error leaves them as they are."""
        self._error = None
        try:
            if not written.strip():
                raise WeightsError(text("weights.empty"))
            taken = weights_text.write(weights_text.read(written, weights()))
            self._apply(ImportWeights, {settings.WEIGHTS.key: taken})
        except WeightsError as error:
            self._error = error.words
