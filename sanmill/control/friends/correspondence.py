"""Games with friends as they are kept: what both players know, the user's turn that is not sent yet, and which message
may continue a game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated

from sanmill.control.games.game_info import AGREED, RESIGNED, Termination
from sanmill.core.game.model import GameState, Side
from sanmill.core.storage.stored import Count, EngineText, Length, MoveText, Range, SchemaError, Stored
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from sanmill.engine.turn_code import GAMES, MOVES_MAX, NAME_MAX, Sign, TurnMessage, clean_name

GAMES_MAX = 50

Name = Annotated[str, Length(NAME_MAX), clean_name]


class TurnError(Exception):
    """A message that does not continue a game: ``own``, ``old``, ``over`` or ``other``."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


@dataclass(frozen=True)
class FriendGame:
    """A game with a friend. Moves after the ``known`` ones are the user's and not sent yet."""

    game: Annotated[int, Range(0, GAMES - 1)]
    rules: EngineText
    own: Side
    names: tuple[Name, Name]
    moves: Annotated[tuple[MoveText, ...], Count(MOVES_MAX - 1)] = ()
    known: Annotated[int, Range(0, MOVES_MAX)] = 0  # plies
    termination: Termination | None = None
    draw_offer: Side | None = None  # who offered a draw with the last turn
    is_told: bool = True  # the friend knows of the invitation, the termination and the user's offer

    @property
    def state(self) -> GameState:
        return position_of(self.rules, self.moves).view

    @property
    def is_over(self) -> bool:
        return self.termination is not None or self.state.result is not None

    @property
    def friend(self) -> str:
        return self.names[self.own.other]

    @property
    def is_own_turn(self) -> bool:
        return not self.is_over and self.state.side is self.own

    @property
    def is_due(self) -> bool:
        """Whether there is something to send."""
        return not self.is_own_turn and (not self.is_told or self.known < len(self.moves))

    @property
    def can_accept_draw(self) -> bool:
        is_offered = self.draw_offer is self.own.other and not self.is_over
        return is_offered and self.known == len(self.moves)

    @property
    def can_offer_draw(self) -> bool:
        return self.draw_offer is None and not self.is_over and (self.is_own_turn or self.is_due)

    @property
    def sign(self) -> Sign:
        """What the message says besides the moves."""
        if self.termination is not None:
            return Sign.AGREED_DRAW if self.termination.kind == AGREED else Sign.RESIGNED
        return Sign.OFFERED_DRAW if self.draw_offer is self.own else Sign.NONE

    @property
    def message(self) -> TurnMessage:
        return TurnMessage(self.game, self.rules, self.names, self.own, self.moves, self.sign)

    def sent(self) -> FriendGame:
        """A turn that was sent declines the friend's offer."""
        offer = self.draw_offer if self.draw_offer is self.own else None
        return replace(self, known=len(self.moves), is_told=True, draw_offer=offer)


@lru_cache(maxsize=2 * GAMES_MAX)
def position_of(rules: str, moves: tuple[str, ...]) -> Game:
    """The position after some moves, not to be changed."""
    game = Game(rules)
    game.play(*moves)
    return game


def answered(game: FriendGame | None, message: TurnMessage) -> FriendGame:
    """The game with a friend's turn, or a new game that a message begins; raises TurnError."""
    if game is None:
        return _with_turn(FriendGame(message.game, message.rules, message.sender.other, message.names), message)
    if message.rules != game.rules:
        raise TurnError("other")
    if message.sender is game.own:
        raise TurnError("own")
    agreed, moves = game.moves[: game.known], message.moves
    if moves[: len(agreed)] != agreed[: len(moves)]:
        raise TurnError("other")
    if len(moves) <= len(agreed):
        if len(moves) < len(agreed) or not _ends(game, message):
            raise TurnError("old")
        return _with_end(replace(game, moves=agreed), message)
    if game.is_over and not game.is_due:
        raise TurnError("over")
    is_friends = all(side is message.sender for side in _movers(game.rules, moves, len(agreed)))
    if not is_friends or message.sign is Sign.AGREED_DRAW:
        raise TurnError("other")
    return _with_turn(game, message)


def _with_turn(game: FriendGame, message: TurnMessage) -> FriendGame:
    friend, state = message.sender, position_of(message.rules, message.moves).view
    is_ended = message.sign in (Sign.RESIGNED, Sign.AGREED_DRAW) or state.result is not None
    if state.side is friend and not is_ended:
        raise TurnError("other")
    names = list(game.names)
    names[friend] = message.names[friend] or names[friend]
    taken = replace(
        game,
        names=(names[0], names[1]),
        moves=message.moves,
        known=len(message.moves),
        draw_offer=friend if message.sign is Sign.OFFERED_DRAW else None,
    )
    return _with_end(taken, message)


def _with_end(game: FriendGame, message: TurnMessage) -> FriendGame:
    if message.sign is Sign.RESIGNED and game.state.result is None:
        return replace(game, termination=Termination(RESIGNED, message.sender), is_told=True)
    if message.sign is Sign.AGREED_DRAW and game.state.result is None:
        return replace(game, termination=Termination(AGREED), is_told=True)
    return game


def _ends(game: FriendGame, message: TurnMessage) -> bool:
    """Whether a message without a new move ends the game: the friend resigns, or agrees to the draw offered."""
    is_agreed = message.sign is Sign.AGREED_DRAW and game.draw_offer is game.own and game.known == len(game.moves)
    return not game.is_over and (message.sign is Sign.RESIGNED or is_agreed)


def _movers(rules: str, moves: tuple[str, ...], first: int) -> list[Side]:
    """The side that makes each move from one on."""
    game, sides = Game(rules), list[Side]()
    for ply, move in enumerate(moves):
        if ply >= first:
            sides.append(game.side)
        game.play(move)
    return sides


def _playable(game: FriendGame) -> FriendGame:
    """A stored game whose moves its rules allow; raises SchemaError."""
    try:
        rules = position_of(game.rules, game.moves).rules_text
    except EngineError as error:
        raise SchemaError(str(error)) from error
    end = game.termination
    return replace(
        game,
        rules=rules,
        known=min(game.known, len(game.moves)),
        termination=Termination.checked(end.kind, end.loser) if end else None,
    )


@dataclass(frozen=True)
class StoredGames:
    games: Annotated[tuple[Annotated[FriendGame, _playable], ...], Count(GAMES_MAX, is_lenient=True)] = ()


STORED_GAMES = Stored(StoredGames, size=4 << 20)
