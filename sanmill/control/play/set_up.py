"""Position set-up: pieces on points and in hand, the side to move, a check, then a game from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from sanmill.control.board import intents
from sanmill.control.board.mode import Mode
from sanmill.control.context import Context
from sanmill.control.games import new_game
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.games.session_file import SessionError
from sanmill.control.intents import Open
from sanmill.control.routes import Kind, Route
from sanmill.control.views.texts import side_name
from sanmill.control.views.types import Action, BoardView, CounterView, GameView, SetUpView, StripView
from sanmill.core import settings
from sanmill.core.game.fen import write_fen
from sanmill.core.game.model import Content, Side
from sanmill.core.progress.statistics import TWO_PLAYERS, VERSUS
from sanmill.core.storage.stored import Count, EngineText, Range, Stored
from sanmill.core.text.i18n import Text, text
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game

from .intents import ChangeHand, Check, ClearBoard, PlayPosition, SetTurn

NAME = "set_up"
NEXT = {Content.EMPTY: Content.WHITE, Content.WHITE: Content.BLACK}

Hand = Annotated[int, Range(0, 100)]


@dataclass(frozen=True)
class SavedSetUp:
    rules: EngineText
    contents: Annotated[tuple[Content, ...], Count(100)]
    hands: tuple[Hand, Hand]
    side: Side


SET_UP = Stored(SavedSetUp)


class SetUp(Mode):
    """An editable position; a legal one can be played."""

    file = NAME

    def __init__(self, context: Context, rules: str) -> None:
        super().__init__(context)
        self.rules = rules
        self.game = Game(rules)
        self.total = self.game.rule("PiecesCount")
        self.contents: dict[str, Content] = {}
        self.hands = [0, 0]
        self.side = Side.WHITE
        self.verdict: Text | None = None
        self.is_error = False
        self.is_flipped = False
        self.clear()
        self.handlers = {
            intents.TapPoint: lambda intent: self.cycle(intent.point),
            intents.PressPoint: lambda intent: self.cycle(intent.point),
            SetTurn: lambda intent: self.set_turn(intent.side),
            ChangeHand: lambda intent: self.change_hand(intent.side, intent.change),
            ClearBoard: lambda _: self.clear(),
            Check: lambda _: self.check(),
            PlayPosition: lambda intent: self.play(intent.is_versus),
            intents.Flip: lambda _: self.flip(),
        }

    # Changing the position.

    def cycle(self, point: str) -> None:
        self.contents[point] = NEXT.get(self.contents[point], Content.EMPTY)
        self._clear_verdict()

    def set_turn(self, side: Side) -> None:
        self.side = side
        self._clear_verdict()

    def change_hand(self, side: Side, change: int) -> None:
        self.hands[side] = max(0, min(self.total, self.hands[side] + change))
        self._clear_verdict()

    def clear(self) -> None:
        self.contents = {point.name: Content.EMPTY for point in self.game.board.points}
        self.hands = [0, 0]
        self.side = Side.WHITE
        self._clear_verdict()

    def flip(self) -> None:
        self.is_flipped = not self.is_flipped

    def _clear_verdict(self) -> None:
        self.verdict, self.is_error = None, False

    # Checking it.

    @property
    def position(self) -> str:
        return write_fen(tuple(self.contents.values()), self.side, self.hands)

    def count(self, side: Side) -> int:
        return list(self.contents.values()).count(side.piece)

    def error(self) -> Text | None:
        """Why the position cannot be played; ``None`` when it can."""
        minimum = self.game.rule("PiecesAtLeastCount")
        for side in Side:
            pieces = self.count(side) + self.hands[side]
            if pieces > self.total:
                return text("set_up.too_many", pieces - self.total, side=side_name(side), total=self.total)
            if pieces < minimum:
                return text("set_up.too_few", minimum, side=side_name(side))
        try:
            game = Game(self.rules, self.position)
        except EngineError as error:
            return text("set_up.refused", error=str(error))
        result = game.result
        if result and result.winner is not None:
            return text(f"set_up.over.{result.reason.value}", side=side_name(result.winner.other))
        return text("set_up.over.drawn") if result else None

    def check(self) -> None:
        error = self.error()
        self.verdict, self.is_error = error or text("set_up.fine"), error is not None

    def play(self, is_versus: bool) -> None:
        """Start a game if the position can be played."""
        self.check()
        if self.is_error:
            return
        chosen = self.context.settings
        if is_versus:
            engine = Player(True, chosen.get(settings.LEVEL), chosen.get(settings.STYLE))
            players = (engine, Player()) if chosen.get(settings.SIDE) == "black" else (Player(), engine)
            session = Session(VERSUS, self.rules, players, start=self.position)
        else:
            session = Session(TWO_PLAYERS, self.rules, (Player(), Player()), start=self.position)
        session.info.counts = False  # the position may be won from the start
        session.is_flipped = self.is_flipped
        self.context.current.open(session)

    def save(self) -> dict[str, Any]:
        contents = tuple(self.contents[point.name] for point in self.game.board.points)
        white, black = self.hands
        return SET_UP.write(SavedSetUp(self.rules, contents, (white, black), self.side))

    # Showing it.

    def view(self) -> GameView:
        top = Side.WHITE if self.is_flipped else Side.BLACK
        return GameView(
            mode=NAME,
            title=text("set_up.title"),
            board=BoardView(
                board=self.game.board,
                contents=tuple(self.contents[point.name] for point in self.game.board.points),
                is_flipped=self.is_flipped,
            ),
            top=self._strip(top),
            bottom=self._strip(top.other),
            status=self.verdict or text("set_up.status"),
            is_refusal=self.is_error,
            actions=(
                Action("check_circle", text("set_up.check"), Check()),
                Action("smart_toy", text("set_up.versus"), PlayPosition(True)),
                Action("group", text("set_up.two"), PlayPosition(False)),
                Action("delete", text("set_up.clear"), ClearBoard(), is_destructive=True),
            ),
            overflow=(
                Action("swap_vert", text("play.flip"), intents.Flip()),
                Action("settings", text("home.settings"), Open(Route(Kind.SETTINGS))),
            ),
            set_up=SetUpView(counters=(self._counter(Side.WHITE), self._counter(Side.BLACK)), side=self.side),
        )

    def _counter(self, side: Side) -> CounterView:
        hand = self.hands[side]
        return CounterView(side, hand, can_add=self.count(side) + hand < self.total, can_take=hand > 0)

    def _strip(self, side: Side) -> StripView:
        return StripView(
            side=side,
            name=side_name(side),
            detail=text("set_up.on_board", self.count(side)),
            in_hand=self.hands[side],
            is_turn=side is self.side,
        )


def new_set_up(context: Context) -> SetUp:
    """An empty board with the rules as set."""
    return SetUp(context, new_game.chosen_rules(context.settings))


def restore(context: Context, saved: SavedSetUp) -> SetUp:
    """The saved position; raises SessionError."""
    try:
        mode = SetUp(context, saved.rules)
    except EngineError as error:
        raise SessionError(str(error)) from error
    if len(saved.contents) != len(mode.contents):
        raise SessionError("another board")
    mode.side, mode.hands = saved.side, [min(mode.total, hand) for hand in saved.hands]
    mode.contents = {point.name: content for point, content in zip(mode.game.board.points, saved.contents)}
    return mode
