"""What the screens show, as frozen values. A screen paints a view and keeps nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from sanmill.control.intents import Intent
from sanmill.core.i18n import Text
from sanmill.core.model import Board, Content, Line, Side


class Verdict(Enum):
    """What a move is worth to the side that makes it."""

    BETTER = "better"
    LEVEL = "level"
    WORSE = "worse"


@dataclass(frozen=True)
class Badge:
    """The verdict on a point. Solid when proven, hollow when estimated."""

    point: str
    verdict: Verdict
    is_proven: bool


@dataclass(frozen=True)
class BoardView:
    """The board with its pieces and marks."""

    board: Board
    contents: tuple[Content, ...]
    chosen: str = ""
    targets: frozenset[str] = frozenset()
    reachers: frozenset[str] = frozenset()  # pieces that can go to the point tapped first
    removable: frozenset[str] = frozenset()
    last_from: str = ""
    last_to: str = ""
    last_removed: str = ""
    mills: tuple[Line, ...] = ()  # closed by the last move
    lit: tuple[Line, ...] = ()  # shown to explain a refusal or a hint
    hint_piece: str = ""
    hint_from: str = ""
    hint_to: str = ""
    badges: tuple[Badge, ...] = ()
    pulses: frozenset[str] = frozenset()
    is_flipped: bool = False
    ply: int = 0


@dataclass(frozen=True)
class StripView:
    """One player: who it is, what is in hand and what is lost."""

    side: Side
    name: Text
    detail: Text | None
    in_hand: int
    lost: int
    is_turn: bool
    is_thinking: bool


@dataclass(frozen=True)
class MoveView:
    """One turn in the move list: its number before White's, its words, the ply after it."""

    number: str
    words: str
    ply: int
    is_shown: bool
    is_taken_back: bool


@dataclass(frozen=True)
class CellView:
    """One turn in the history: its words and marks, and the number of its last move in the record."""

    number: int
    words: str
    is_shown: bool
    is_taken_back: bool


@dataclass(frozen=True)
class HistoryRow:
    """A line of the history: a turn of each side, or a comment. The depth counts variations inside variations."""

    depth: int
    label: str = ""
    white: CellView | None = None
    black: CellView | None = None
    comment: str = ""


@dataclass(frozen=True)
class HistoryView:
    """The whole record with branches and notes, and what can be done with the move one looks at."""

    rows: tuple[HistoryRow, ...]
    shown: str  # the turn one looks at, in words; empty at the start
    comment: str
    marks: tuple[int, ...]
    can_promote: bool
    can_delete: bool


@dataclass(frozen=True)
class Action:
    """A button: icon, words, and the intent it sends."""

    icon: str
    label: Text
    intent: Intent
    is_enabled: bool = True
    is_on: bool = False


@dataclass(frozen=True)
class Prompt:
    """A question with its answers, shown where the buttons are."""

    words: Text
    actions: tuple[Action, ...]


@dataclass(frozen=True)
class EvaluationView:
    """Who stands better: 1 White wins, -1 Black wins. None while nothing is known."""

    value: float | None
    words: Text | None
    graph: tuple[float | None, ...]  # after each ply, the start included
    ply: int  # that is shown


@dataclass(frozen=True)
class ResultView:
    """How the game ended, in one sentence, and why."""

    headline: Text
    reason: Text
    winner: Side | None
    notes: tuple[Text, ...] = ()  # what the game changed
    offers_ladder: bool = False  # the level was found with it


@dataclass(frozen=True)
class CounterView:
    """Pieces in a side's hand, to be counted up and down."""

    side: Side
    count: int
    can_add: bool
    can_take: bool


@dataclass(frozen=True)
class SetUpView:
    """What stands below the board while a position is set up."""

    counters: tuple[CounterView, CounterView]
    side: Side


@dataclass(frozen=True)
class MomentView:
    """A move worth a second look: when it was, what it was, what was better and why."""

    ply: int  # before it
    title: Text
    lines: tuple[Text, ...]
    before: Verdict  # for the side that moves, had it played best
    after: Verdict
    is_turning: bool
    is_proven: bool
    is_shown: bool


@dataclass(frozen=True)
class ReviewView:
    """What stands beside the board while a game is reviewed."""

    graph: tuple[float | None, ...]  # by ply; 1 is won for the side that looks at it from below
    proven: frozenset[int]  # plies whose value is a table's word
    marks: tuple[int, ...]  # plies of the moments
    caption: Text
    words: Text  # what the position is worth
    status: Text
    progress: float  # 1 when all is looked at
    moments: tuple[MomentView, ...]


@dataclass(frozen=True)
class ShareView:
    """A game to be handed out: as text, as a position, as a code, and as a card with its board."""

    record: str
    position: str
    code: str
    board: BoardView
    title: Text
    players: Text | None  # where the title does not name them
    headline: Text  # how it ended or stands
    reason: Text | None
    detail: Text
    moment: Text | None  # where it turned


@dataclass(frozen=True)
class SavedGame:
    """A line in the list of saved games."""

    name: str
    title: Text
    detail: Text
    result: Text
    board: BoardView
    is_over: bool


@dataclass(frozen=True)
class GamesView:
    """The saved games that were asked for."""

    games: tuple[SavedGame, ...]
    total: int  # also of those not asked for
    variants: tuple[tuple[str, Text], ...]  # to choose from: rules and what they are called


@dataclass(frozen=True)
class ImportView:
    """What came of an import."""

    count: int  # of games taken
    is_full: bool  # whether some found no room
    faults: tuple[Text, ...]
    more_faults: int


@dataclass(frozen=True)
class BarView:
    """Games won, drawn and lost, side by side."""

    label: Text
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True)
class RatingView:
    """The rating under some rules, and how it came about."""

    rules: Text
    value: int
    level: Text  # it is about as strong as
    history: tuple[float, ...]  # after each game, before the first included


@dataclass(frozen=True)
class StatisticsView:
    """What the statistics page shows of the games chosen."""

    is_empty: bool  # no game of any kind
    rating: RatingView | None
    variants: tuple[tuple[str, Text], ...]  # to choose from
    total: BarView
    by_level: tuple[BarView, ...]
    numbers: tuple[tuple[Text, Text], ...]  # what, and how many


@dataclass(frozen=True)
class GameView:
    """Everything the play screen shows."""

    mode: str
    title: Text
    board: BoardView
    top: StripView
    bottom: StripView
    status: Text
    notice: Text | None = None  # a rule that applies now, or why a tap did not move
    is_refusal: bool = False
    moves: tuple[MoveView, ...] = ()
    history: HistoryView | None = None  # while it is seen
    is_looking_back: bool = False
    is_over: bool = False
    actions: tuple[Action, ...] = ()
    overflow: tuple[Action, ...] = ()
    prompt: Prompt | None = None
    result: ResultView | None = None
    evaluation: EvaluationView | None = None
    set_up: SetUpView | None = None
    review: ReviewView | None = None
