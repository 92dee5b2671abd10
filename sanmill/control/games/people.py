"""The opponents: a person for each level."""

from __future__ import annotations

from sanmill.control.views.texts import side_name
from sanmill.core.game.model import Side
from sanmill.core.text.i18n import Text, text

from .game_info import Player

PEOPLE = ("pip", "lulu", "otto", "mia", "bruno", "ada", "hugo", "vera", "gustav", "iris", "viktor", "ramon", "sibyl")
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
    return text(f"person.{PEOPLE[level - 1]}.{moment}")
