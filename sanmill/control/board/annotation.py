"""The record of a game: comments, variations, and the reply that the engine expected."""

from __future__ import annotations

from dataclasses import replace

from sanmill.control.games.move_list import history_of
from sanmill.control.routes import Kind, Route
from sanmill.control.views.texts import side_name
from sanmill.control.views.types import GameView
from sanmill.core.game.move import Move
from sanmill.core.text.i18n import Text, text

from . import intents
from .board_view import with_arrow
from .game_mode import GameMode
from .mode import Part


class Annotation(Part):
    """Edits the record and shows any node of it."""

    def __init__(self, game: GameMode) -> None:
        super().__init__()
        self._game = game
        self.handlers = {
            intents.LookAt: lambda intent: self.show_node(intent.number),
            intents.SetNote: lambda intent: game.cursor.comment(intent.comment, intent.marks),
            intents.Promote: lambda _: game.cursor.promote(),
            intents.DeleteBranch: lambda _: self.delete_variation(),
            intents.RestoreBranch: lambda _: game.cursor.restore_deleted(),
        }

    def show_node(self, number: int) -> None:
        """Show a node of the record by its number; 0 is the start."""
        nodes = (node for _, node in self._game.cursor.tree.root.walk())
        node = next((node for index, node in enumerate(nodes) if index == number), None)
        if node is not None:
            self._game.cursor.show_node(node)
            self._game.reset()

    def delete_variation(self) -> None:
        self._game.cursor.delete()
        self._game.reset()

    def add_to(self, view: GameView) -> GameView:
        expected = self._expected_reply()
        side = side_name(self._game.cursor.state.side.other)
        expected_reply = (text("play.expected_reply", side=side, move=expected),) if expected else ()
        return replace(
            view,
            board=with_arrow(view.board, expected),
            messages=(*view.messages, *self._comment(), *expected_reply),
            history=history_of(self._game.session) if Route(Kind.MOVES) in self._game.context.in_sight else None,
        )

    def _comment(self) -> tuple[Text, ...]:
        """The comment of the move at the cursor, after the game and at earlier positions."""
        session = self._game.session
        comment = session.cursor.tree.current.comment
        is_shown = comment and (session.is_over or not session.cursor.is_live)
        return (text("moves.noted", comment=comment),) if is_shown else ()

    def _expected_reply(self) -> Move:
        """The reply the engine expected in the position shown; shown after the game only."""
        game, cursor = self._game, self._game.cursor
        is_told = game.session.is_over and not cursor.is_live and cursor.state.side in game.human_sides
        move = cursor.tree.current.expected_reply
        return Move(move if is_told and move in cursor.game.legal() else "")
