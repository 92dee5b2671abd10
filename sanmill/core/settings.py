"""Every user setting, declared once: key, default, choices or bounds, engine option, page.

Storage, the rows of the screens and the text keys come from these entries; a setting of an engine option takes its
bounds or choices from the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Annotated, Any, Generic, Protocol, TypeVar, Union

from sanmill.core.storage.guard import guarded
from sanmill.core.storage.store import Store
from sanmill.core.storage.stored import Count, Key, Length, Range, Stored

Value = TypeVar("Value", bound=Union[bool, int, str])

FILE = "settings"
TEXT_MAX = 4100  # characters of a value
StoredValue = Union[bool, Annotated[int, Range(-(1 << 31), 1 << 31)], Annotated[str, Length(TEXT_MAX)]]
VALUES = Stored(dict[Key, StoredValue], Count(1000, is_lenient=True), size=1 << 20)


class EngineOption(Protocol):
    """What a setting takes from its engine option."""

    @property
    def name(self) -> str: ...
    @property
    def minimum(self) -> int: ...
    @property
    def maximum(self) -> int: ...
    @property
    def choices(self) -> tuple[str, ...]: ...
    def accepts(self, value: str) -> bool: ...


@dataclass(frozen=True)
class Setting(Generic[Value]):
    """One setting. Without choices and bounds, any value of the default's type is accepted."""

    key: str
    default: Value
    choices: tuple[Value, ...] = ()
    minimum: int = 0
    maximum: int = 0
    engine_option: str = ""  # gives the bounds or choices; declared choices outside its bounds are not offered
    above: int = 0  # values accepted above the bound of the engine option
    group: str = ""  # on the settings page
    unit: str = ""  # of numbers
    is_explained: bool = False  # has a help text
    own: str = ""  # prefix of values that a user made, accepted besides the choices
    check: Callable[[Any], bool] | None = None  # of a text, by its engine option

    def accepts(self, value: object) -> bool:
        """Whether the value may be stored: type first (True is not a level), then choices or bounds."""
        if type(value) is not type(self.default) or (isinstance(value, str) and not _can_be_stored(value)):
            return False
        if self.own and isinstance(value, str) and value.startswith(self.own):
            return True
        if self.choices:
            return value in self.choices
        if isinstance(value, int) and not isinstance(value, bool):
            return self.minimum <= value <= self.maximum
        return self.check is None or self.check(value)

    def bounded(self, options: Iterable[EngineOption]) -> Setting[Value]:
        """This setting with the bounds or choices of its engine option."""
        option = next((each for each in options if each.name == self.engine_option), None)
        if option is None:
            return self
        minimum, maximum = option.minimum, option.maximum + self.above
        choices: Any = option.choices
        if self.choices:
            choices = tuple(choice for choice in self.choices if minimum <= int(choice) <= maximum)
        check = option.accepts if isinstance(self.default, str) else None
        return replace(self, choices=choices, minimum=minimum, maximum=maximum, check=check)


def _can_be_stored(value: str) -> bool:
    return len(value) <= TEXT_MAX and "\0" not in value


GROUPS = BOARD, PLAY, SOUND_AND_FEEL, APP = ("board", "play", "sound", "app")  # of the settings page
EXPERT, BOARD_STYLE, TUNING = "expert", "board_style", "tuning"  # on their own pages

THEME = Setting(
    "board.theme",
    "auto",
    choices=("auto", "maple", "stone", "slate", "night", "paper", "contrast"),
    group=BOARD,
    own="own/",
)
PIECES = Setting("board.pieces", "marked", choices=("marked", "grooved", "shapes", "plain"), group=BOARD_STYLE)
PIECE_SIZE = Setting("board.piece_size", 3, minimum=1, maximum=5, group=BOARD_STYLE)
LINE_WIDTH = Setting("board.line_width", 2, minimum=1, maximum=5, group=BOARD_STYLE)
COORDINATES = Setting("board.coordinates", False, group=BOARD)
TARGETS = Setting("board.targets", True, group=BOARD)
LAST_MOVE = Setting("board.last_move", True, group=BOARD)
DRAWING = Setting("board.drawing", True, group=BOARD, is_explained=True)
EVALUATION = Setting("board.evaluation", False, group=BOARD, is_explained=True)

MOTION_TIMES = {"off": 0.0, "slow": 2.0, "normal": 1.0, "fast": 0.5}  # factors of the usual time
LEVEL = Setting("play.level", 3, engine_option="Level", above=1, group=PLAY)  # above the engine's levels: Perfect
TIME = Setting(
    "play.time",
    1,
    choices=(1, 2, 3, 5, 10, 20, 30, 60),
    engine_option="MoveTime",
    group=PLAY,
    unit="seconds",
    is_explained=True,
)
STYLE = Setting("play.style", "balanced", engine_option="Style", group=PLAY)
FIRST = Setting("play.first", "white", choices=("white", "black"), group=PLAY)
SHUFFLE = Setting("play.shuffle", True, engine_option="Shuffle", group=PLAY, is_explained=True)
INPUT = Setting("play.input", "both", choices=("both", "tap", "drag"), group=PLAY)
CONFIRM = Setting("play.confirm", False, group=PLAY, is_explained=True)
SPEED = Setting("board.speed", "normal", choices=tuple(MOTION_TIMES), group=BOARD)
SIDE = Setting("play.side", "white", choices=("white", "black", "either"))
COACH = Setting("play.coach", False)
RATED = Setting("play.rated", False)
VARIANT = Setting("play.variant", "nine_mens_morris")
WATCH_WHITE = Setting("watch.white", 6, engine_option="Level", above=1)
WATCH_BLACK = Setting("watch.black", 4, engine_option="Level", above=1)
WATCH_WHITE_STYLE = Setting("watch.white_style", "balanced", engine_option="Style")
WATCH_BLACK_STYLE = Setting("watch.black_style", "balanced", engine_option="Style")
WATCH_WHITE_ALGORITHM = Setting("watch.white_algorithm", "pvs", engine_option="Algorithm")
WATCH_BLACK_ALGORITHM = Setting("watch.black_algorithm", "pvs", engine_option="Algorithm")
WATCH_WHITE_WEIGHTS = Setting("watch.white_weights", "standard", choices=("standard", "own"))
WATCH_BLACK_WEIGHTS = Setting("watch.black_weights", "standard", choices=("standard", "own"))
WATCH_SPEED = Setting("watch.speed", "normal", choices=("slow", "normal", "fast"))
CLOCK_MINUTES, CLOCK_BONUS = (1, 3, 5, 10, 15, 30, 60), (0, 1, 2, 3, 5, 10, 15, 30, 60)
VERSUS_MINUTES = Setting("play.minutes", 0, choices=(0, *CLOCK_MINUTES), unit="minutes")  # 0: no clock
COMPUTER_MINUTES = Setting("play.computer_minutes", 0, choices=(0, *CLOCK_MINUTES), unit="minutes")  # 0: the same
VERSUS_BONUS = Setting("play.bonus", 0, choices=CLOCK_BONUS, unit="seconds")
VERSUS_DELAY = Setting("play.delay", False)
TABLE_MINUTES = Setting("clock.minutes", 10, choices=CLOCK_MINUTES, unit="minutes")  # of the clock for a wooden board
TABLE_BLACK_MINUTES = Setting("clock.black_minutes", 0, choices=(0, *CLOCK_MINUTES), unit="minutes")
TABLE_BONUS = Setting("clock.bonus", 0, choices=CLOCK_BONUS, unit="seconds")
TABLE_DELAY = Setting("clock.delay", False)
WHITE_NAME = Setting("two_players.white", "")
BLACK_NAME = Setting("two_players.black", "")
MINUTES = Setting("two_players.minutes", 0, choices=(0, 1, 3, 5, 10, 15, 30, 60))  # of each player; 0: no clock
BLACK_MINUTES = Setting("two_players.black_minutes", 0, choices=(0, *CLOCK_MINUTES), unit="minutes")  # 0: the same
BONUS = Setting("two_players.bonus", 0, choices=CLOCK_BONUS, unit="seconds")  # of each turn
DELAY = Setting("two_players.delay", False)  # the bonus is one, else an increment
FRIEND_NAME = Setting("friends.name", "")  # of the user, as friends see it
FACE_TO_FACE = Setting("two_players.face_to_face", False)
PUZZLE_VARIANT = Setting("practice.variant", "nine_mens_morris")

SOUND = Setting("app.sound", True, group=SOUND_AND_FEEL)
VOLUME = Setting("app.volume", 7, minimum=1, maximum=10, group=SOUND_AND_FEEL)
VIBRATION = Setting("app.vibration", True, group=SOUND_AND_FEEL)
SPEECH = Setting("app.speech", False, group=SOUND_AND_FEEL, is_explained=True)

APPEARANCE = Setting("app.appearance", "system", choices=("system", "light", "dark"), group=APP)
LANGUAGE = Setting("app.language", "system", group=APP)  # or a language code
TEXT_SIZE = Setting("app.text_size", "normal", choices=("small", "normal", "large", "largest"), group=APP)
HAND = Setting("app.hand", "right", choices=("left", "right"), group=APP, is_explained=True)

ALGORITHM = Setting("engine.algorithm", "pvs", engine_option="Algorithm", group=TUNING, is_explained=True)
WEIGHTS = Setting("engine.weights", "", engine_option="Weights")  # changes of the evaluation; empty: the standard
THREADS = Setting(
    "engine.threads", 1, choices=(1, 2, 3, 4, 6, 8), engine_option="Threads", group=EXPERT, is_explained=True
)
HASH = Setting(
    "engine.hash",
    32,
    choices=(8, 16, 32, 64, 128, 256),
    engine_option="Hash",
    group=EXPERT,
    unit="megabytes",
    is_explained=True,
)
TABLES = Setting("engine.tables", "", group=EXPERT, is_explained=True)  # a folder; empty: that of the app

# Every setting declared above, in that order, which is also the order of the rows on a page.
SETTINGS: tuple[Setting[Any], ...] = tuple(each for each in list(globals().values()) if isinstance(each, Setting))
BY_KEY = {setting.key: setting for setting in SETTINGS}


def bounded(options: Iterable[EngineOption]) -> dict[str, Setting[Any]]:
    """Every setting by its key, with the bounds of its engine option."""
    listed = tuple(options)
    return {setting.key: setting.bounded(listed) for setting in SETTINGS}


Listener = Callable[[Setting[Any]], None]


class Settings:
    """The current values. A stored value that is not accepted counts as not set."""

    files = (FILE,)

    def __init__(self, store: Store, options: Iterable[EngineOption]) -> None:
        self._store = store
        self.changed: Listener = lambda _: None  # called after every change
        self.bounded = bounded(options)
        self._values: dict[str, Any] = {}
        guarded(store, self.files, self.load)

    def load(self) -> None:
        """Read the values."""
        before, self._values = (
            self._values,
            {
                key: value
                for key, value in (self._store.load(FILE, VALUES) or {}).items()
                if key in self.bounded and self.bounded[key].accepts(value)
            },
        )
        for setting in SETTINGS:
            if self.get(setting) != before.get(setting.key, setting.default):
                self.changed(setting)

    @property
    def max_level(self) -> int:
        """The highest level of the engine."""
        return self.level_perfect - LEVEL.above

    @property
    def level_perfect(self) -> int:
        """The level that plays by the tablebase."""
        return self.bounded[LEVEL.key].maximum

    def get(self, setting: Setting[Value]) -> Value:
        value: Value = self._values.get(setting.key, setting.default)
        return value

    def set(self, setting: Setting[Value], value: Value) -> None:
        """Change and save a setting."""
        if not self.bounded[setting.key].accepts(value):
            raise ValueError(f"{setting.key} cannot be {value!r}")
        if self.get(setting) == value:
            return
        self._values[setting.key] = value
        self._store.save(FILE, VALUES.write(self._values))
        self.changed(setting)

    def restore(self) -> None:
        self.apply({setting.key: setting.default for setting in SETTINGS})

    def apply(self, values: dict[str, Any]) -> None:
        for key, value in values.items():
            self.set(BY_KEY[key], value)
