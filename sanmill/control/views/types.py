"""Views: frozen snapshots that hold everything a screen shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from sanmill.control.intents import Intent
from sanmill.core.game.model import Board, Content, Line, Side
from sanmill.core.game.review import Grade
from sanmill.core.game.shapes import Shape
from sanmill.core.progress.statistics import Tally
from sanmill.core.text.i18n import Text


class Verdict(Enum):
    """The outcome of a move for the side that makes it."""

    BETTER = "better"
    LEVEL = "level"
    WORSE = "worse"


@dataclass(frozen=True)
class Badge:
    """The verdict on a point: solid when proven, hollow when estimated; or its number."""

    point: str
    verdict: Verdict
    is_proven: bool
    number: str = ""


@dataclass(frozen=True)
class GhostView:
    """A move that is suggested, shown by a translucent piece; without a start it is placed."""

    side: Side
    start: str
    end: str


@dataclass(frozen=True)
class BoardView:
    board: Board
    contents: tuple[Content, ...]
    chosen: str = ""
    targets: frozenset[str] = frozenset()
    reachers: frozenset[str] = frozenset()  # pieces that can move to the chosen point
    removable: frozenset[str] = frozenset()
    last_from: str = ""
    last_to: str = ""
    last_removed: str = ""
    mills: tuple[Line, ...] = ()  # closed by the last move
    is_first_mill: bool = False  # of the game
    lit: tuple[Line, ...] = ()  # highlighted to explain a refusal or a hint
    ghost: GhostView | None = None
    hint_from: str = ""  # an arrow, or with an end only a ring there
    hint_to: str = ""
    badges: tuple[Badge, ...] = ()
    shapes: tuple[Shape, ...] = ()  # drawn by the user
    pen: str = ""  # the colour that is drawn in; empty where nothing can be drawn
    pulses: frozenset[str] = frozenset()
    blocked: frozenset[str] = frozenset()  # pieces that cannot move, where that ended the game or is said
    names_points: bool = False  # a message does: coordinates help
    is_flipped: bool = False
    ply: int = 0


class Mood(Enum):
    """How an opponent looks."""

    CALM = "calm"
    THINKING = "thinking"
    GLAD = "glad"
    SORRY = "sorry"


@dataclass(frozen=True)
class StripView:
    """One player: name, pieces in hand and lost."""

    side: Side
    name: Text
    in_hand: int
    is_turn: bool
    detail: Text | None = None
    has_clock: bool = False  # the detail is one
    seconds_left: int = 0  # on it
    is_low: bool = False  # little time is left
    lost: int = 0
    is_thinking: bool = False
    is_turned: bool = False  # upside down, for a person on the other side of the device
    level: int = 0  # of the opponent, who has a portrait; 0 for a user
    mood: Mood = Mood.CALM


@dataclass(frozen=True)
class MoveView:
    """One turn in the move list, and the ply after it."""

    number: str
    words: str
    ply: int
    is_shown: bool
    is_taken_back: bool
    grade: Grade | None = None  # in a review


@dataclass(frozen=True)
class CellView:
    """One turn in the history, and the number of its last move in the record."""

    number: int
    words: str
    is_shown: bool
    is_taken_back: bool


@dataclass(frozen=True)
class HistoryRow:
    """A row of the history: a turn of each side, or a comment; ``depth`` is the nesting of variations."""

    depth: int
    label: str = ""
    white: CellView | None = None
    black: CellView | None = None
    comment: str = ""


@dataclass(frozen=True)
class HistoryView:
    """The record with variations and comments, and what can be done with the move at the cursor."""

    rows: tuple[HistoryRow, ...]
    shown: str  # the move at the cursor; empty at the start
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
    is_destructive: bool = False  # deletes something or gives it up


@dataclass(frozen=True)
class Prompt:
    """A question with its answers, shown in place of the action bar."""

    words: Text
    actions: tuple[Action, ...]
    icon: str = ""  # above the words: something was achieved
    has_main: bool = True  # the last action is what to do now
    headline: Text | None = None  # of a moment
    is_feast: bool = False  # something was achieved for the first time


@dataclass(frozen=True)
class SpeechView:
    """What the opponent says in a bubble, and what the user can answer."""

    words: Text
    answer: Action | None = None


@dataclass(frozen=True)
class EvaluationView:
    """Who stands better: 1 White wins, -1 Black wins, ``None`` unknown."""

    is_shown: bool  # beside the board
    value: float | None
    words: Text | None
    graph: tuple[float | None, ...]  # after each ply, the start included
    ply: int  # shown


@dataclass(frozen=True)
class ResultNote:
    """Something a game achieved or changed."""

    icon: str
    words: Text
    count: tuple[int, int] | None = None  # the rating before and after


@dataclass(frozen=True)
class ResultView:
    headline: Text
    reason: Text
    winner: Side | None
    is_loss: bool = False  # of the only person
    level: int = 0  # of the opponent to show: the user's, or the winner
    mood: Mood = Mood.CALM
    kind_words: Text | None = None  # to the one who lost
    notes: tuple[ResultNote, ...] = ()
    is_feast: bool = False  # the opponent was beaten for the first time
    main: Action | None = None  # what to do next, if not a rematch


@dataclass(frozen=True)
class CounterView:
    side: Side
    count: int
    can_add: bool
    can_take: bool


@dataclass(frozen=True)
class SetUpView:
    counters: tuple[CounterView, CounterView]
    side: Side


@dataclass(frozen=True)
class MomentView:
    """A costly move: when it was played, what was better and why."""

    ply: int  # before it
    title: Text
    lines: tuple[Text, ...]
    before: Verdict  # for the side to move, with the best move
    after: Verdict
    is_turning: bool
    is_proven: bool
    is_shown: bool


@dataclass(frozen=True)
class ReviewView:
    graph: tuple[float | None, ...]  # by ply; 1 is a win for the side at the lower edge
    proven: frozenset[int]  # plies with a tablebase value
    marks: tuple[int, ...]  # plies of the moments
    caption: Text
    words: Text  # the value of the position, or what changed there
    is_right: bool | None  # whether the move tried there is good; None without one
    story: tuple[Text, ...]  # of a costly move: what there is to say and to do
    players: tuple[Text, ...]  # mistakes and accuracy of both sides, when complete
    ply: int  # of the game; the board may show moves of the best line after it
    status: Text
    progress: float  # 1 when complete
    moments: tuple[MomentView, ...]
    opening: Text | None = None


@dataclass(frozen=True)
class BarView:
    label: Text
    wins: int
    draws: int
    losses: int

    @staticmethod
    def of(label: Text, tally: Tally) -> BarView:
        return BarView(label, tally.wins, tally.draws, tally.losses)


@dataclass(frozen=True)
class ExplorerRow:
    """Moves of the opening that lead to the same position up to symmetry."""

    moves: tuple[str, ...]  # the one to show first
    verdict: Verdict | None  # for the side that moves
    is_proven: bool
    value: Text | None
    replies: Text | None  # how many of them are mistakes
    own: BarView | None  # the user's games with this move
    rank: tuple[float, ...]  # better rows have a greater one


@dataclass(frozen=True)
class ExplorerView:
    rows: tuple[ExplorerRow, ...]  # the best first
    source: Text | None  # where the values come from
    progress: float | None  # of a proof at work
    own: BarView | None  # the user's games with this position
    rules: str
    variants: tuple[tuple[str, Text], ...]  # rules to choose from
    offers_tables: bool  # complete tables would prove the values
    offers_drills: bool  # of the openings under these rules
    ply: int
    games: tuple[Action, ...]  # ways to play on from here
    opening: Text | None = None  # its name
    about: Text | None = None  # the named position, while it is shown


@dataclass(frozen=True)
class RunView:
    """How a run of puzzles goes."""

    solved: int
    mistakes: int
    allowed: int  # mistakes that end it
    time: Text | None  # left
    is_low: bool  # little of it


@dataclass(frozen=True)
class GameView:
    mode: str
    title: Text
    board: BoardView
    top: StripView
    bottom: StripView
    status: Text
    is_waiting: bool = False  # for the engine's move
    messages: tuple[Text, ...] = ()  # the most urgent first: a refusal, a hint, the coach, the opponent's turn, a rule
    is_refusal: bool = False
    has_hint: bool = False  # it is the first of the messages
    speech: SpeechView | None = None
    log: tuple[Text, ...] = ()  # the last messages, newest first
    moves: tuple[MoveView, ...] = ()
    history: HistoryView | None = None  # while its sheet is open
    is_looking_back: bool = False
    is_over: bool = False
    keeps_awake: bool = False  # the screen stays on without touches: a game or a clock runs, or engines play
    actions: tuple[Action, ...] = ()
    overflow: tuple[Action, ...] = ()
    prompt: Prompt | None = None
    result: ResultView | None = None
    way_back: Action | None = None  # from a game tried out to where it came from
    evaluation: EvaluationView | None = None
    set_up: SetUpView | None = None
    review: ReviewView | None = None
    explorer: ExplorerView | None = None
    run: RunView | None = None
    intent: Intent | None = field(default=None, compare=False)  # the intent that led to this view

    @property
    def notice(self) -> Text | None:
        return next(iter(self.messages), None)

    @property
    def is_question(self) -> bool:
        """Whether Back declines the prompt; that of a lesson, a solved puzzle or a drill stays."""
        return self.prompt is not None and self.mode not in ("lesson", "puzzle", "drill")
