"""What the page of games with friends shows, and Home of them."""

from __future__ import annotations

from dataclasses import dataclass

from sanmill.control.board.board_view import board_view
from sanmill.control.views.texts import side_name
from sanmill.control.views.types import BoardView
from sanmill.core.game.model import Side
from sanmill.core.text.i18n import Text, text

from .correspondence import FriendGame, position_of


@dataclass(frozen=True)
class FriendGameView:
    """A game by its friend, and whose turn it is."""

    game: int
    name: Text
    variant: Text
    status: Text
    board: BoardView
    is_due: bool  # something has to be done: a turn to be played or sent
    is_over: bool


@dataclass(frozen=True)
class FriendsView:
    games: tuple[FriendGameView, ...]


def friend_game_view(game: FriendGame, variant: Text) -> FriendGameView:
    position = position_of(game.rules, game.moves)
    name = text("strip.name", name=game.friend) if game.friend else None
    return FriendGameView(
        game=game.game,
        name=name or text("friends.unnamed"),
        variant=variant,
        status=_status(game, name or side_name(game.own.other)),
        board=board_view(position, game.moves, is_flipped=game.own is Side.BLACK),
        is_due=game.is_due or game.is_own_turn,
        is_over=game.is_over and not game.is_due,
    )


def _status(game: FriendGame, name: Text) -> Text:
    if game.is_due:
        return text("friends.to_send")
    if game.is_own_turn:
        return text("friends.your_turn")
    if not game.is_over:
        return text("friends.their_turn", name=name)
    end, result = game.termination, game.state.result
    loser = end.loser if end else result.winner.other if result and result.winner is not None else None
    if loser is None:
        return text("result.draw")
    return text("result.you_lose" if loser is game.own else "result.you_win")
