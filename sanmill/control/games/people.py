"""The opponents: a person for each level."""

from __future__ import annotations

from dataclasses import dataclass

from sanmill.control.opening_requests import BOOK_RULES
from sanmill.control.views.texts import opening_name, side_name
from sanmill.core.game.model import Side
from sanmill.core.game.move import Move
from sanmill.core.text.i18n import Text, text
from sanmill.engine.game import Game
from sanmill.engine.messages import Position
from sanmill.engine.opening_names import named_plies, opening_after

from .game_info import Player


@dataclass(frozen=True)
class Person:
    """``white`` and ``black`` are the openings that the person likes to begin with, and to answer with.

    All have the same value, and as opponents at one level play them about the same strength.
    """

    name: str
    white: tuple[str, ...]
    black: tuple[str, ...]

    @property
    def likes(self) -> tuple[str, ...]:
        return (*self.white, *self.black)


PEOPLE = (  # by level
    Person("pip", ("t_point",), ("side_t", "covered_t")),
    Person("lulu", ("middle_corner",), ("opposite_t", "middle_corner_far")),
    Person("otto", ("crossing",), ("blocked_crossing", "bridge")),
    Person("mia", ("middle_corner",), ("opposite_crossings", "t_far_crossing")),
    Person("bruno", ("t_point",), ("adjacent_crossings", "t_side_crossing")),
    Person("ada", ("crossing",), ("shoulder", "covered_t")),
    Person("hugo", ("crossing", "angle"), ("blocked_crossing", "bridge")),
    Person("vera", ("crossing", "axis"), ("opposite_crossings", "t_far_crossing")),
    Person("gustav", ("crossing", "axis"), ("blocked_crossing", "bridge")),
    Person("iris", ("crossing", "angle"), ("shoulder", "covered_t")),
    Person("viktor", ("crossing", "axis"), ("adjacent_crossings", "t_side_crossing")),
    Person("ramon", ("crossing", "angle"), ("opposite_crossings", "t_far_crossing")),
    Person("sibyl", ("t_point",), ("adjacent_crossings", "opposite_crossings")),
)
MOMENTS = ("hello", "won", "lost", "drawn")  # at which a person says something


def opponent_name(level: int) -> Text:
    """The name of the opponent who plays at a level."""
    return text(f"level.{level}.name")


def called(players: tuple[Player, Player], side: Side) -> Text:
    """The name of the opponent on a side; White or Black for a user, and where both have the same name."""
    player, other = players[side], players[side.other]
    if not player.is_engine or (other.is_engine and other.level == player.level):
        return side_name(side)
    return opponent_name(player.level)


def level_on(players: tuple[Player, Player], side: Side) -> int:
    """The level of the opponent on a side; 0 for a user."""
    return players[side].level if players[side].is_engine else 0


def spoken_line(level: int, moment: str) -> Text:
    """What an opponent says at a moment."""
    return text(f"person.{PEOPLE[level - 1].name}.{moment}")


def favourites(player: Player, position: Position) -> tuple[Move, ...]:
    """The moves that lead into an opening that the opponent likes; none where values are not known."""
    if position.rules != BOOK_RULES or len(position.moves) >= named_plies():
        return ()
    likes, game = PEOPLE[player.level - 1].likes, Game(position.rules, position.start or None)
    game.play(*position.moves)
    return tuple(move for move in game.legal() if opening_after(game, move) in likes)


def likes_words(level: int, rules: str) -> Text | None:
    """With which opening an opponent likes to begin most."""
    return text("person.likes", name=opening_name(PEOPLE[level - 1].white[0])) if rules == BOOK_RULES else None
