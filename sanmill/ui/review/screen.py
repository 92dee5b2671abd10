"""Review of a game: the board, the evaluation graph and the key moments."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from sanmill.control.board import intents
from sanmill.control.views.types import GameView, MomentView
from sanmill.ui.board.widget import BoardWidget
from sanmill.ui.widgets import move_list  # noqa: F401 - its classes are used by name
from sanmill.ui.widgets.action_bar import commands
from sanmill.ui.widgets.base import load_kv
from sanmill.ui.widgets.page import BoardPage
from sanmill.ui.widgets.review import MomentCard


class ReviewBoard(BoardWidget):
    """The position shown."""


class ReviewPage(BoardPage):
    status = StringProperty()
    words = StringProperty()  # the headline of the position shown
    story = StringProperty()
    is_at_moment = BooleanProperty(False)
    is_refusal = BooleanProperty(False)
    is_right = BooleanProperty(None, allownone=True)  # whether the move tried is good
    caption = StringProperty()
    players = StringProperty()
    opening = StringProperty()
    share = NumericProperty(0)
    has_review = BooleanProperty(False)
    has_moments = BooleanProperty(False)
    is_working = BooleanProperty(False)  # or stopped before the end

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.board = ReviewBoard()
        self.send_touches_of(self.board)
        self.ids.stage.add_widget(self.board)
        self.ids.graph.on_jump = self.ids.moves.on_jump = self._jump

    def show(self, view: GameView) -> None:
        review, say = view.review, self.app.say
        self.has_review = review is not None
        if review is None:
            self.status = say("review.none")
            return
        self.status, self.words, self.caption = say(review.status), say(review.words), say(review.caption)
        self.is_right = review.is_right
        self.is_at_moment, self.is_refusal = review.ply in review.marks, view.is_refusal
        self.story = "\n".join(map(say, view.messages if view.is_refusal else review.story))
        self.share, self.is_working = review.progress, review.progress < 1
        self.board.show(view.board)
        graph = self.ids.graph
        graph.values, graph.ply = list(review.graph), review.ply
        graph.proven, graph.marks = sorted(review.proven), list(review.marks)
        self.players = "\n".join(map(say, review.players))
        self.opening = say(review.opening) if review.opening else ""
        self.ids.moves.show(view.moves, review.ply)
        self.has_moments = bool(review.moments)
        self._show_moments(review.moments)
        self.buttons.show(commands(view.actions))

    def back(self) -> bool:
        """Drop the chosen piece first."""
        if self.board.view and self.board.view.chosen:
            self.app.send(intents.ClearChoice())
            return True
        return False

    def _show_moments(self, moments: tuple[MomentView, ...]) -> None:
        """Update the cards in place: moments come while a finger is on one."""
        known = {card.ply: card for card in self.ids.cards.children}
        wanted = [known.get(moment.ply) or self._make_card(moment.ply) for moment in moments]
        if wanted != self.ids.cards.children[::-1]:
            self.ids.cards.clear_widgets()
            for card in wanted:
                self.ids.cards.add_widget(card)
        for card, moment in zip(wanted, moments):
            card.show(moment)

    def _make_card(self, ply: int) -> MomentCard:
        card = MomentCard(ply)
        card.bind(on_release=lambda card: self._jump(card.ply))
        return card

    def _jump(self, ply: int) -> None:
        self.app.send(intents.JumpTo(ply))


load_kv(__file__)
