"""Drills of the named openings: which are due, what their moves are worth, and when each comes back."""

from __future__ import annotations

from sanmill.control.context import Context
from sanmill.control.effects import Go, Toast
from sanmill.control.feature import Feature
from sanmill.control.opening_requests import BOOK_RULES, OpeningRequests, tables_for
from sanmill.control.routes import PLAY, Kind, Route
from sanmill.core import settings
from sanmill.core.game.model import Side
from sanmill.core.progress.due_days import DUE_DAYS, DueDays
from sanmill.core.progress.repertoire import REPERTOIRE, Repertoire
from sanmill.core.storage.guard import guarded
from sanmill.core.storage.store import Store
from sanmill.core.text.i18n import Text, text
from sanmill.engine.game import Game
from sanmill.engine.messages import OpeningExplored, Position, Stage
from sanmill.engine.opening_names import NamedOpening, openings

from .intents import ChooseSide, PracticeOpening, StartDrills
from .mode import DRILL, FILE, DrillMode, restore
from .view import OpeningsView, openings_view

REPERTOIRE_FILE, DAYS_FILE = "repertoire", "drill_days"


class OpeningDrills(Feature):
    """The repertoire and its file."""

    files = (REPERTOIRE_FILE,)

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.repertoire = Repertoire()
        self._context = context
        self._requests = OpeningRequests(context.jobs)
        self._position: Position | None = None  # whose values are looked up
        self._passed: set[str] = set()  # since the practice began
        self.handlers = {
            StartDrills: lambda _: self._start(),
            PracticeOpening: lambda intent: self._practice(intent.name),
            ChooseSide: lambda intent: self._choose(intent.side),
        }
        self.receivers = {OpeningExplored: self._receive}
        guarded(context.store, self.files, self.load)

    def load(self) -> None:
        self.repertoire = self._context.store.load(REPERTOIRE_FILE, REPERTOIRE) or Repertoire()

    def _save(self) -> None:
        store = self._context.store
        store.save(REPERTOIRE_FILE, REPERTOIRE.write(self.repertoire))
        store.save(DAYS_FILE, DUE_DAYS.write(DueDays.of(drill.card for drill in self.repertoire.drills)))

    def _choose(self, side: Side) -> None:
        self.repertoire.side = side
        self._save()

    # Practicing.

    def _start(self) -> None:
        self._passed = set()
        self.start_next()

    def _practice(self, name: str) -> None:
        opening = next((each for each in openings() if each.name == name), None)
        if opening is not None:
            self._passed = set()
            self._enter(opening)

    def _pool(self) -> list[str]:
        """What is due with the side practiced; what was on the board comes last."""
        due = self.repertoire.due([each.name for each in openings()], self.repertoire.side, self._context.today())
        return sorted(due, key=lambda name: name in self._passed)

    def _enter(self, opening: NamedOpening) -> None:
        side = self.repertoire.side
        self._passed.add(opening.name)
        self._context.current.enter(
            DrillMode(self._context, self, opening, side, self.repertoire.met(opening.name, side))
        )
        self._context.tell(Go(PLAY))

    @property
    def _mode(self) -> DrillMode | None:
        mode = self._context.current.mode
        return mode if isinstance(mode, DrillMode) else None

    # The coach of a drill.

    def look_up(self, position: Position | None) -> None:
        status = self._context.tablebases.of(BOOK_RULES)
        if position is None or status.stage is Stage.UNKNOWN:
            return
        game = Game(BOOK_RULES)
        game.play(*position.moves)
        self._position = position
        tables = tables_for(status, game.view)
        self._requests.submit(position, tables, self._context.settings.get(settings.THREADS))

    def _receive(self, event: OpeningExplored) -> None:
        """Take the values as soon as all are there; what the proof finds besides is not needed."""
        mode, position = self._mode, self._position
        if mode is None or position is None or not self._requests.is_current(event):
            return
        if event.done >= 1 or (event.moves and all(move.wdl is not None for move in event.moves)):
            self._requests.cancel()
            mode.take(position, {move.move: move.wdl for move in event.moves})

    def drilled(self, opening: NamedOpening, side: Side, *, is_right: bool) -> None:
        self.repertoire.answer(opening.name, side, is_right=is_right, today=self._context.today())
        self._save()

    def comes_back(self, opening: NamedOpening, side: Side) -> Text:
        drill, today = self.repertoire.find(opening.name, side), self._context.today()
        days = (drill.card.due - today).days if drill else 0
        if drill and drill.card.is_learned:
            return text("course.holds")
        return text("course.back_in", days) if days > 0 else text("course.back_today")

    def left(self) -> int:
        mode = self._mode
        return len([name for name in self._pool() if mode is None or name != mode.opening.name])

    def start_next(self) -> None:
        mode, pool = self._mode, self._pool()
        if pool:
            self._enter(next(each for each in openings() if each.name == pool[0]))
        else:
            if mode is not None:
                self._context.current.leave_mode()
                self._context.tell(Go(Route(Kind.OPENINGS)))
            self._context.tell(Toast((text("openings.none"),)))

    # Proofs run for the mode on the board.

    def mode_entered(self) -> None:
        if self._position is not None:
            self._position = None
            self._requests.free()

    def pause(self) -> None:
        self._requests.suspend()

    def resume(self) -> None:
        self._requests.resume()

    # The page, and the drill that was on the board.

    def view(self, route: Route) -> OpeningsView:
        return openings_view(self.repertoire, openings(), self._context.today())

    def restore(self, store: Store) -> DrillMode | None:
        saved = store.load(FILE, DRILL)
        return restore(self._context, self, saved) if saved else None
