"""The text of a message to a friend: a greeting, the board in characters, and the code."""

from __future__ import annotations

from collections.abc import Callable

from sanmill.control.views.texts import side_name
from sanmill.core.game.model import Content, Side
from sanmill.core.game.move import split_turns
from sanmill.core.publisher import LINKS
from sanmill.core.text.i18n import Text, text
from sanmill.engine import turn_code
from sanmill.engine.game import Game
from sanmill.engine.turn_code import Sign

from .correspondence import FriendGame, position_of

MARKS = {Content.EMPTY: "＋", Content.WHITE: "○", Content.BLACK: "●", Content.MARKED: "×"}
BETWEEN = "\u3000"  # as wide as a mark in most fonts


def written(game: FriendGame, variant: Text, say: Callable[[Text], str]) -> str:
    """The message that the user sends."""
    position = position_of(game.rules, game.moves)
    legend = f"○ {say(side_name(Side.WHITE))}{BETWEEN}● {say(side_name(Side.BLACK))}"
    greeting = " ".join(say(words) for words in _greeting(game, variant))
    link = f"{LINKS[-1]}{turn_code.write(game.message)}"
    return f"{greeting}\n\n{_drawing(position)}\n{legend}\n\n{say(text('friends.message.how'))}\n{link}\n"


def _greeting(game: FriendGame, variant: Text) -> list[Text]:
    own_side, other_side = side_name(game.own), side_name(game.own.other)
    position = position_of(game.rules, game.moves)
    turns = list(split_turns(game.moves, _sides(game)))
    own = [turn for turn in turns if turn.side is game.own]
    words: list[Text] = []
    if len(own) == len(turns) and not game.is_over:
        words.append(text("friends.message.invite", variant=variant, own=own_side, other=other_side))
    if turns and turns[-1].side is game.own:
        words.append(text("friends.message.turn", turn=str(turns[-1])))
    if game.sign is Sign.RESIGNED:
        words.append(text("friends.message.resign"))
    elif game.sign is Sign.AGREED_DRAW:
        words.append(text("friends.message.agree"))
    elif position.result:
        winner = position.result.winner
        words.append(text("result.draw") if winner is None else text("result.wins", side=side_name(winner)))
    else:
        words += [text("friends.message.draw")] if game.sign is Sign.OFFERED_DRAW else []
        words.append(text("friends.message.your_turn"))
    return words


def _sides(game: FriendGame) -> list[Side]:
    """The side that makes each move."""
    replayed, sides = Game(game.rules), list[Side]()
    for move in game.moves:
        sides.append(replayed.side)
        replayed.play(move)
    return sides


def _drawing(game: Game) -> str:
    """The board, a character for each point."""
    points = {(point.file, point.rank): content for point, content in zip(game.board.points, game.view.contents)}
    files, ranks = ({point[axis] for point in points} for axis in (0, 1))
    marks = {point: MARKS[content] for point, content in points.items()}
    rows = ("".join(marks.get((file, rank), BETWEEN) for file in sorted(files)) for rank in sorted(ranks, reverse=True))
    return "\n".join(row.rstrip(BETWEEN) for row in rows)
