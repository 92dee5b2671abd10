"""Games with friends by message: starts a game, sends the user's turn as a text, and takes the friend's from one."""

from __future__ import annotations

import random
from dataclasses import replace

from sanmill.control.context import Context
from sanmill.control.effects import Effect, Go, HandOut, Paste, Toast
from sanmill.control.feature import Feature
from sanmill.control.games import new_game
from sanmill.control.games.game_info import FRIEND, SIDES, Player
from sanmill.control.games.session import Session
from sanmill.control.routes import PLAY, Kind, Route
from sanmill.core import settings
from sanmill.core.game.model import Side
from sanmill.core.storage.guard import guarded
from sanmill.core.text.i18n import text
from sanmill.engine import turn_code
from sanmill.engine.game import Game
from sanmill.engine.turn_code import TurnCodeError, TurnMessage, clean_name

from . import intents
from .correspondence import GAMES_MAX, STORED_GAMES, FriendGame, StoredGames, TurnError, answered
from .message import written
from .mode import FriendMode
from .view import FriendGameView, FriendsView, friend_game_view

FILE = "friends"


class Friends(Feature):
    """The games with friends and their file, the one changed last first."""

    files = (FILE,)

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._games: dict[int, FriendGame] = {}
        self._removed: FriendGame | None = None
        guarded(context.store, self.files, self.load)
        self.handlers = {
            intents.StartFriendGame: lambda _: self._start(),
            intents.ReceiveTurn: lambda intent: self._receive(intent.text),
            intents.PasteTurn: lambda _: self._tell(Paste(intents.ReceiveTurn)),
            intents.SendTurn: lambda intent: self._send(intent.is_file),
            intents.OpenFriendGame: lambda intent: self._open(self._games[intent.game]),
            intents.DeleteFriendGame: lambda intent: self._delete(intent.game),
            intents.RestoreFriendGame: lambda _: self._restore(),
        }

    def load(self) -> None:
        saved = self._context.store.load(FILE, STORED_GAMES) or StoredGames()
        self._games = {game.game: game for game in saved.games}

    def view(self, route: Route) -> FriendsView:
        return FriendsView(self._views)

    @property
    def in_progress(self) -> tuple[FriendGameView, ...]:
        return tuple(view for view in self._views if not view.is_over)

    @property
    def _views(self) -> tuple[FriendGameView, ...]:
        """The games, those first in which it is the user's turn, those last that are over."""
        return tuple(sorted(map(self._shown, self._games.values()), key=lambda view: (view.is_over, not view.is_due)))

    def _shown(self, game: FriendGame) -> FriendGameView:
        return friend_game_view(game, self._context.title_of(game.rules))

    # For the mode on the board.

    def of(self, session: Session) -> FriendGame:
        """The game of a session; one that was deleted or set aside meanwhile is kept again."""
        identity = int(session.info.name, 16) % turn_code.GAMES
        if identity not in self._games:
            info, own = session.info, session.info.own_side or Side.WHITE
            names = (clean_name(info.headers.get(SIDES[0], "")), clean_name(info.headers.get(SIDES[1], "")))
            played = session.cursor.played
            return FriendGame(identity, info.rules, own, names, played, len(played), info.termination)
        return self._games[identity]

    def keep(self, session: Session) -> None:
        """Keep the moves and the end of the game on the board. What was sent stays as it was."""
        game, played = self.of(session), session.cursor.played
        if game.game not in self._games or played[: game.known] != game.moves[: game.known]:
            return
        end, is_told = session.info.termination, game.is_told
        if end != game.termination:
            is_told = end is None and game.draw_offer is not game.own and game.known > 0
        changed = replace(game, moves=played, termination=end, is_told=is_told)
        if changed != game:
            self._put(changed)

    def offer_draw(self, session: Session) -> None:
        """Offer a draw with the turn that is sent next."""
        game = self.of(session)
        self._put(replace(game, draw_offer=game.own, is_told=False))

    def rematch(self, game: FriendGame) -> Session:
        """The same game with the sides swapped."""
        self._has_room()
        return self._session(self._begin(game.rules, game.own.other, game.names[::-1]))

    # Intents.

    def _start(self) -> None:
        chosen = self._context.settings
        side = chosen.get(settings.SIDE)
        own = random.choice(tuple(Side)) if side == "either" else Side[side.upper()]
        name = clean_name(chosen.get(settings.FRIEND_NAME))
        rules = Game(new_game.chosen_rules(chosen)).rules_text
        names = (name, "") if own is Side.WHITE else ("", name)
        if self._has_room():
            self._open(self._begin(rules, own, names))

    def _begin(self, rules: str, own: Side, names: tuple[str, ...]) -> FriendGame:
        identity = random.SystemRandom().randrange(turn_code.GAMES)
        game = FriendGame(identity, rules, own, (names[0], names[1]), is_told=False)
        self._put(game)
        return game

    def _has_room(self) -> bool:
        """Whether another game can be kept; games that are over are deleted for it."""
        over = [game.game for game in self._games.values() if game.is_over and not game.is_due]
        while len(self._games) >= GAMES_MAX and over:
            del self._games[over.pop()]
        if len(self._games) >= GAMES_MAX:
            self._tell_error("full")
        return len(self._games) < GAMES_MAX

    def _receive(self, written_text: str) -> None:
        """Take the newest turn in a text. Anything else is explained and changes nothing."""
        try:
            messages = turn_code.read(written_text, self._moves_of)
            answer = self._newest(messages)
        except (TurnCodeError, TurnError) as error:
            self._tell_error(error.kind)
            return
        if answer.game not in self._games and not self._has_room():
            return
        if not answer.names[answer.own]:
            names = list(answer.names)
            names[answer.own] = clean_name(self._context.settings.get(settings.FRIEND_NAME))
            answer = replace(answer, names=(names[0], names[1]))
        before = self._games.get(answer.game) or replace(answer, moves=(), known=0, termination=None)
        self._put(answer)
        self._tell(Toast(()))  # about a text before
        self._open(before, answer)

    def _newest(self, messages: list[TurnMessage]) -> FriendGame:
        """The game with the turn that continues it; a text that quotes older messages has several."""
        found = [self._answered(each) for each in sorted(messages, key=lambda each: -len(each.moves))]
        taken = next((each for each in found if isinstance(each, FriendGame)), found[0])
        if isinstance(taken, TurnError):
            raise taken
        return taken

    def _answered(self, message: TurnMessage) -> FriendGame | TurnError:
        try:
            return answered(self._games.get(message.game), message)
        except TurnError as error:
            return error

    def _moves_of(self, game: int) -> tuple[str, ...]:
        known = self._games.get(game)
        return known.moves[: known.known] if known else ()

    def _send(self, is_file: bool) -> None:
        session = self._context.current.session
        if session is None or session.info.mode != FRIEND:
            return
        game = self.of(session).sent()
        self._put(game)
        title = text("friends.file", name=game.friend) if game.friend else text("friends.title")
        content = written(game, self._context.title_of(game.rules), self._context.say)
        self._context.tell(HandOut(title, content, is_file=is_file, suffix=".txt"))

    def _delete(self, identity: int) -> None:
        self._removed = self._games.pop(identity, None)
        self._save()
        if self._removed:
            name = friend_game_view(self._removed, text("friends.title")).name
            self._tell(Toast((text("friends.deleted", name=name),), intents.RestoreFriendGame()))

    def _restore(self) -> None:
        if self._removed:
            self._put(self._removed)
            self._removed = None

    # Inside.

    def _put(self, game: FriendGame) -> None:
        self._games.pop(game.game, None)
        self._games = {game.game: game, **self._games}
        self._save()

    def _save(self) -> None:
        self._context.store.save(FILE, STORED_GAMES.write(StoredGames(tuple(self._games.values()))))

    def _tell(self, effect: Effect) -> None:
        self._context.tell(effect)

    def _tell_error(self, kind: str) -> None:
        """Say why a text is not taken, on the page unless a game with a friend is in front."""
        context = self._context
        if PLAY not in context.in_sight or not isinstance(context.current.mode, FriendMode):
            self._tell(Go(Route(Kind.FRIENDS)))
        self._tell(Toast((text(f"friends.error.{kind}"),), is_long=True))

    def _open(self, game: FriendGame, after: FriendGame | None = None) -> None:
        """Put a game on the board, and play there what came after it."""
        session = self._context.current.session
        if session and session.info.name == _name_of(game):
            self._context.current.resume()
            self._tell(Go(PLAY))
        else:
            self._context.current.open(self._session(game))
        mode = self._context.current.mode
        if isinstance(mode, FriendMode):
            mode.take(after or self._games[game.game])

    def _session(self, game: FriendGame) -> Session:
        session = Session(FRIEND, game.rules, (Player(), Player()))
        for move in game.moves:
            session.play(move)
        info = session.info
        info.name, info.own_side, info.counts, info.termination = _name_of(game), game.own, False, game.termination
        info.headers.update({side: name for side, name in zip(SIDES, game.names) if name})
        return session


def _name_of(game: FriendGame) -> str:
    """The name of the session's file."""
    return f"{game.game:016x}"
