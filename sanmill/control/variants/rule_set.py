"""A set of rules: its values, board and shortest notation from the engine, and its description."""

from __future__ import annotations

import random
from functools import lru_cache

from sanmill.control.views.types import BoardView
from sanmill.core.game import rule_notes, user_variants
from sanmill.core.game.model import Board, Rule
from sanmill.core.game.rule_notes import RuleNote
from sanmill.core.text import rules_text
from sanmill.core.text.i18n import Text, text
from sanmill.core.text.rules_text import Section, Values
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.rules import rules, variants
from sanmill.engine.search.networks import learned_rules

SAMPLES = 4  # random games of which one is shown
DIFFERENCES_MAX = 3  # named in one line


def builtin_names() -> tuple[str, ...]:
    return tuple(variant.name for variant in variants())


def is_builtin(words: str) -> bool:
    """Whether the rules are a built-in variant without changes."""
    return words in builtin_names()


def all_rules() -> tuple[Rule, ...]:
    """Every rule of play in the engine's order."""
    return rules()


@lru_cache(maxsize=64)
def board_of(words: str) -> Board:
    return Game(words).board


@lru_cache(maxsize=64)
def _values(words: str) -> tuple[tuple[str, int], ...]:
    game = Game(words)
    return tuple((rule.name, game.rule(rule.name)) for rule in rules())


def values_of(words: str) -> dict[str, int]:
    return dict(_values(words))


def rules_of(values: Values) -> str:
    """Values in the engine's notation: the nearest variant's name and the differences."""
    return Game(" ".join(f"{name}={value}" for name, value in values.items())).rules_text


@lru_cache(maxsize=256)
def rules_in(value: str) -> str:
    """The rules of a variant given by name or as a user variant's text; empty when it cannot be read."""
    if is_builtin(value):
        return value
    try:
        return rules_of(values_of(user_variants.split(value).rules))
    except EngineError:
        return ""


def sections_of(words: str) -> tuple[Section, ...]:
    return rules_text.sections(values_of(words), board_of(words))


def notes_of(words: str) -> tuple[RuleNote, ...]:
    values = values_of(words)
    twin = rules_of({**values, "HasDiagonalLines": 1 - values["HasDiagonalLines"]})
    has_choice = board_of(words) != board_of(twin)
    return rule_notes.notes(values, board_of(words), has_diagonal_choice=has_choice)


def base_of(words: str) -> str:
    """The built-in variant nearest to the rules."""
    return words.split(" ", 1)[0]


def about(words: str) -> Text:
    """One sentence: the variant's own, or how the rules differ from the nearest variant."""
    base = base_of(words)
    if is_builtin(words):
        return text(f"variant.{words}.about")
    values, base_values = values_of(words), values_of(base)
    changed = [rule for rule in rules() if values[rule.name] != base_values[rule.name]]
    named = [_difference(rule, values[rule.name]) for rule in changed[:DIFFERENCES_MAX]]
    listed = named[0]
    for difference in named[1:]:
        listed = text("rules.list", one=listed, other=difference)
    if len(changed) > DIFFERENCES_MAX:
        listed = text("rules.list_more", len(changed) - DIFFERENCES_MAX, one=listed)
    return text("rules.differs", base=text(f"variant.{base}"), differences=listed)


def story(words: str) -> Text:
    """Where the variant, or the nearest one, is played and what is special about it."""
    return text(f"variant.{base_of(words)}.story")


def training(words: str) -> Text | None:
    """How the computer evaluates rules of the user's own that it has not learned."""
    learned = learned_rules(words)
    if is_builtin(words) or learned == words:
        return None
    return text("rules.trained_as", variant=text(f"variant.{base_of(learned)}")) if learned else text("rules.untrained")


def _difference(rule: Rule, value: int) -> Text:
    return text("rules.value", rule=text(rules_text.key_of(rule.name)), value=rules_text.value_text(rule, value))


@lru_cache(maxsize=256)
def sample_view(words: str) -> BoardView:
    """The board in the middle of a game, another one for each variant; without a mill if possible."""
    chance = random.Random(words)
    game = first = _sample_game(words, chance)
    for _ in range(SAMPLES - 1):
        if not game.view.in_mills:
            break
        game = _sample_game(words, chance)
    game = first if game.view.in_mills else game
    return BoardView(board=game.board, contents=game.view.contents)


def _sample_game(words: str, chance: random.Random) -> Game:
    game = Game(words)
    for _ in range(min(game.rule("PiecesCount"), len(game.board.points) // 2)):
        moves = game.legal()
        if moves:
            game.play(chance.choice(moves))
    return game
