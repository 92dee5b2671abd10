"""The workshop: a draft of a variant. Every change is saved and explained at once.

The draft becomes one of the user's variants when it is saved as such.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from sanmill.control.intents import Handlers
from sanmill.control.views.types import BoardView
from sanmill.core.game import user_variants as own_variants
from sanmill.core.game.model import Rule, RuleKind
from sanmill.core.game.rule_notes import GROUPS, group_of
from sanmill.core.game.user_variants import UserVariant
from sanmill.core.storage.guard import guarded
from sanmill.core.storage.store import Store
from sanmill.core.storage.stored import EngineText, Length, Stored
from sanmill.core.text import rules_text
from sanmill.core.text.i18n import Text, text
from sanmill.core.text.names import clean_name
from sanmill.core.text.rules_text import ACTIONS
from sanmill.engine.errors import EngineError

from . import rule_set
from .intents import NameDraft, ResetDraft, SetRule
from .library import Library

FILE = "workshop"
LIMIT_STEP = 5
COMMON_RULES = (
    "PiecesCount",
    "MayFly",
    "HasDiagonalLines",
    "MayRemoveFromMillsAlways",
    "MayRemoveMultiple",
    "MayMoveInPlacingPhase",
    "MillFormationActionInPlacingPhase",
    "StalemateAction",
    "NMoveRule",
)


@dataclass(frozen=True)
class SavedDraft:
    origin: Annotated[str, Length(4100)]
    name: Annotated[str, Length(1000)]
    rules: EngineText


DRAFT = Stored(SavedDraft)


@dataclass(frozen=True)
class RuleView:
    name: str
    kind: str  # switch, choice or number
    label: Text
    help: Text
    value: int
    words: Text  # of the value
    choices: tuple[tuple[int, Text], ...]  # every value offered
    notes: tuple[Text, ...] = ()
    is_changed: bool = False  # from the variant the draft was started from


@dataclass(frozen=True)
class RuleGroupView:
    """Rules that belong together."""

    name: str
    title: Text
    rules: tuple[RuleView, ...]
    changes: int


@dataclass(frozen=True)
class WorkshopView:
    name: str
    rules: str
    about: Text
    training: Text | None
    board: BoardView
    groups: tuple[RuleGroupView, ...]
    is_changed: bool  # something would be lost without saving
    error: Text | None = None  # why it was not saved


class Workshop:
    files = (FILE,)

    def __init__(self, library: Library, store: Store) -> None:
        self._library = library
        self._store = store
        self._origin = ""  # the variant it was started from, by name or as text
        self._initial: dict[str, int] = {}
        self._values: dict[str, int] = {}
        self._name = self._initial_name = ""
        self._replaces: UserVariant | None = None
        guarded(store, self.files, self.load)
        self.handlers: Handlers = {
            SetRule: lambda intent: self.set(intent.rule, intent.value),
            NameDraft: lambda intent: self.set_name(intent.name),
            ResetDraft: lambda _: self.reset(),
        }

    # Starting.

    def open(self, origin: str) -> None:
        """Start from a variant, a name or a user variant's text, or continue the draft of the same origin."""
        if origin != self._origin:
            self._start_from(origin)
            self._write()

    def reset(self) -> None:
        self._start_from(self._origin)
        self._write()

    def _start_from(self, origin: str) -> None:
        rules = rule_set.rules_in(origin) or rule_set.builtin_names()[0]
        found = own_variants.split(origin)
        self._origin = origin
        self._replaces = next((each for each in self._library.own if each.text == origin), None)
        self._name = self._initial_name = self._replaces.name if self._replaces else found.name
        self._initial = rule_set.values_of(rules)
        self._values = dict(self._initial)

    # Changing.

    def set(self, rule: str, value: int) -> None:
        self._values[rule] = value
        self._write()

    def set_name(self, name: str) -> None:
        self._name = clean_name(name)
        self._write()

    def save(self, name: str) -> UserVariant:
        """Save it as a variant, in place of the one it was started from; raises VariantError."""
        self.set_name(name)
        saved = self._library.save(self._name, self.rules, self._replaces)
        self._start_from(saved.text)
        self._write()
        return saved

    # The view.

    @property
    def rules(self) -> str:
        """The draft in the engine's notation."""
        return rule_set.rules_of(self._values)

    def view(self) -> WorkshopView:
        rules = self.rules
        noted: dict[str, list[Text]] = {}
        for note in rule_set.notes_of(rules):
            noted.setdefault(note.rule, []).append(note.words)
        lines = [
            rule_view(
                rule,
                self._values[rule.name],
                notes=tuple(noted.get(rule.name, ())),
                is_changed=self._values[rule.name] != self._initial[rule.name],
            )
            for rule in rule_set.all_rules()
        ]
        groups = []
        for name, order in GROUPS:
            members = [line for line in lines if group_of(line.name) == name]
            members.sort(key=lambda line: order.index(line.name) if line.name in order else len(order))
            groups.append(
                RuleGroupView(name, text(f"workshop.{name}"), tuple(members), sum(m.is_changed for m in members))
            )
        return WorkshopView(
            name=self._name,
            rules=rules,
            about=rule_set.about(rules),
            training=rule_set.training(rules),
            board=rule_set.sample_view(rules),
            groups=tuple(groups),
            is_changed=(self._name, self._values) != (self._initial_name, self._initial),
        )

    # Saving.

    def _write(self) -> None:
        self._store.save(FILE, DRAFT.write(SavedDraft(self._origin, self._name, self.rules)))

    def load(self) -> None:
        saved = self._store.load(FILE, DRAFT)
        if saved is None:
            self._start_from(rule_set.builtin_names()[0])
            return
        self._start_from(saved.origin)
        self._name = clean_name(saved.name)
        try:
            self._values = rule_set.values_of(saved.rules)
        except EngineError:
            self._values = dict(self._initial)


def rule_view(rule: Rule, value: int, **kwargs: Any) -> RuleView:
    """A rule with a value; the other fields of the view are given."""
    key = rules_text.key_of(rule.name)
    return RuleView(
        name=rule.name,
        kind="switch" if rule.kind is RuleKind.SWITCH else "choice" if rule.name in ACTIONS else "number",
        label=text(key),
        help=text(f"{key}.help"),
        value=value,
        words=rules_text.value_text(rule, value),
        choices=tuple((each, rules_text.value_text(rule, each)) for each in _steps(rule, value)),
        **kwargs,
    )


def common_rules(rules: str) -> tuple[RuleView, ...]:
    """The rules people change most, without those that have no effect here."""
    values, known = rule_set.values_of(rules), {rule.name: rule for rule in rule_set.all_rules()}
    idle = {note.rule for note in rule_set.notes_of(rules) if note.is_idle}
    return tuple(rule_view(known[name], values[name]) for name in COMMON_RULES if name not in idle)


def changed_rules(rules: str, rule: str, value: int) -> str:
    return rule_set.rules_of({**rule_set.values_of(rules), rule: value})


def _steps(rule: Rule, value: int) -> tuple[int, ...]:
    """The values offered for a rule, the present one among them."""
    if rule.kind is not RuleKind.LIMIT:
        return tuple(range(rule.minimum, rule.maximum + 1))
    return tuple(sorted({0, value, *range(rule.minimum, rule.maximum + 1, LIMIT_STEP)}))
