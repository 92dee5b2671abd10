"""Whatever is accepted survives saving and loading, equal: every entry point where text or a position comes in.

ROUND_TRIPS sets the number of examples of each; ``make round-trips`` runs 50,000 in all.
"""

from __future__ import annotations

import json
import os
import random
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sanmill.control.archive import opening_index
from sanmill.control.archive.game_files import open_game, retitled, session_of, stored_game
from sanmill.control.board import intents
from sanmill.control.effects import Go, Replace
from sanmill.control.explorer import mode as explorer
from sanmill.control.games import session_file
from sanmill.control.games.game_info import Player, clean_title
from sanmill.control.games.session import Session
from sanmill.control.play import set_up as setup
from sanmill.control.play.intents import StartTwoPlayers
from sanmill.control.puzzles import mode as puzzle
from sanmill.control.routes import Kind, Route
from sanmill.control.saved_state import STATE_FILE, State
from sanmill.control.share.view import code_of
from sanmill.control.tuning.intents import ImportWeights
from sanmill.control.variants.intents import (
    CopyVariant,
    DeleteVariant,
    ImportVariant,
    RestoreVariant,
    SaveDraft,
    SaveVariant,
    SetRule,
)
from sanmill.control.variants.library import Library
from sanmill.control.variants.workshop import Workshop
from sanmill.core import themes
from sanmill.core.game import record
from sanmill.core.game.model import Content, Side
from sanmill.core.progress.puzzle_progress import PUZZLE_PROGRESS, PuzzleProgress
from sanmill.core.progress.statistics import MODES, STATISTICS, TWO_PLAYERS, GameResult, Kept, Statistics
from sanmill.core.settings import SETTINGS, Setting, Settings
from sanmill.core.storage.saved_games import GAME_FILE, INDEX_FILE, Index, SavedGames
from sanmill.core.storage.stored import Stored
from sanmill.core.text import settings_text
from sanmill.core.text.names import clean_name
from sanmill.core.themes import BoardTheme, ThemeError
from sanmill.core.user_themes import UserThemes
from sanmill.engine import share_code
from sanmill.engine.game import Game
from sanmill.engine.puzzles.line_puzzles import read_collection
from sanmill.engine.rules import rules as all_rules
from sanmill.engine.rules import variants as builtin_variants
from sanmill.engine.search.options import options
from tests.kit.any_stored import all_stored, values
from tests.kit.byte_store import ByteStore, reread
from tests.kit.fake_worker import Bench
from tests.kit.read_games import read_games
from tests.kit.strategies import rule_texts

COUNT = os.environ.get("ROUND_TRIPS")
often = settings(
    max_examples=int(COUNT or 12), deadline=None, derandomize=COUNT is None, database=None, print_blob=True
)


@pytest.mark.parametrize("stored", all_stored(), ids=lambda stored: str(stored.kind))
@settings(often, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_everything_stored(stored: Stored[Any], data: st.DataObject) -> None:
    content = data.draw(values(stored.kind, *stored.bounds))
    written = stored.write(content)
    assert reread(written, stored) == content
    assert json.loads(json.dumps(written)) == written


# Texts as people, other programs and nobody sane would write them.
odd = st.sampled_from('\0\t\n\r\x0b\x1c\x85\u2028\u202e\ufeff\ud800\U0001f600"\\{}[]();%:= ßİ…')
texts = st.text(st.characters() | odd, max_size=30)
long_texts = texts | st.text(st.characters() | odd, min_size=60, max_size=200)
blanks = st.text(st.sampled_from(" \t\x0b\x0c"), min_size=1, max_size=3)
seeds = st.integers(0, 2**32)
names_of_variants = st.sampled_from([variant.name for variant in builtin_variants()])
any_rules = names_of_variants | rule_texts()


@st.composite
def games(draw: st.DrawFn) -> Session:
    """A game in progress or over, with variations and comments, from the usual start or a position."""
    rules = draw(any_rules)
    chance = random.Random(draw(seeds))
    start = ""
    if draw(st.booleans()):
        game = Game(rules)
        for _ in range(chance.randrange(30)):
            if game.legal():
                game.play(chance.choice(game.legal()))
        start = game.position
    engine = Player(True, draw(st.integers(1, 13)), "balanced")
    mode, players = draw(
        st.sampled_from(
            [
                ("two_players", (Player(), Player())),
                ("versus", (Player(), engine)),
                ("versus", (engine, Player())),
                ("watch", (engine, engine)),
            ]
        )
    )
    session = Session(mode, rules, players, start=start)
    comments = draw(st.lists(long_texts, min_size=1, max_size=3))
    for _ in range(chance.randrange(40)):
        legal = session.cursor.game.legal()
        if legal:
            session.play(chance.choice(legal))
        if chance.random() < 0.2:
            marks = tuple(chance.randrange(256) for _ in range(chance.randrange(3)))
            session.cursor.comment(chance.choice(comments), marks)
        if chance.random() < 0.1:
            session.cursor.show(chance.randrange(session.cursor.ply + 1))
    session.info.title = clean_title(draw(long_texts))
    return session


@st.composite
def records(draw: st.DrawFn) -> str:
    """The text of a game with any headers, comments, line ends and blanks."""
    written = record.read(session_file.record_text(draw(games())))
    written.headers.update(draw(st.dictionaries(st.from_regex(r"\w{1,12}", fullmatch=True), long_texts, max_size=4)))
    for name in ("Event", "White", "Black", "WhiteLevel", "BlackStyle", "Date", "Termination", "Result"):
        if draw(st.integers(0, 3)) == 0:
            written.headers[name] = draw(long_texts | st.sampled_from(["3", "13", "14", "0", "agreed", "time", "1-0"]))
    if draw(st.booleans()):
        written.result = draw(st.sampled_from(record.RESULTS))
    text = record.write(written)
    if draw(st.booleans()):
        text = text.replace("\n", draw(st.sampled_from(["\r\n", "\r", "\n\n"])))
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(texts) + text[at:]
    return text


def positions() -> st.SearchStrategy[str]:
    """FENs with other blanks, without their end, or with more at it."""

    def written(session: Session, blank: str, fields: int, more: str) -> str:
        return blank.join(session.cursor.game.position.split()[:fields]) + more

    return st.builds(written, games(), blanks, st.integers(1, 17), st.sampled_from(["", " ", " 7 x", "\t\t"]))


def session_survives(session: Session) -> None:
    """The game in progress, as a saved game, in the index, as a record and as a code."""
    saved = session_file.save(session)
    again = session_file.restore(reread(saved, session_file.SESSION))
    assert session_file.save(again) == saved
    assert (again.info.headers, again.info.start, again.info.rules) == (
        session.info.headers,
        session.info.start,
        session.info.rules,
    )
    stored = stored_game(session, 1.5)
    opened = open_game(session.info.name, reread(GAME_FILE.write(stored.file), GAME_FILE))
    assert stored_game(opened, 1.5) == stored
    assert opened.cursor.tree == session.cursor.tree
    index = Index([stored.entry])
    assert reread(INDEX_FILE.write(index), INDEX_FILE) == index
    code_survives(session)


def code_survives(session: Session) -> None:
    written = session_file.record_of(session)
    code = code_of(session)
    if not code or len(code) > share_code.LENGTH_MAX:
        return
    opened = session_of(share_code.read(code))
    other = session_file.record_of(opened)
    assert (other.rules, other.position, other.result) == (written.rules, written.position, written.result)
    shared = [node.move for node in written.tree.main_line]
    if session_file.is_on_main_line(session):
        shared = shared[: session.cursor.game_ply]
    assert [node.move for node in other.tree.main_line] == shared
    assert code_of(opened) == code


def test_code_after_undo_is_of_game_in_progress() -> None:
    session, chance = Session(TWO_PLAYERS, "three_mens_morris", (Player(), Player())), random.Random(1)
    while not session.is_over:
        session.play(chance.choice(session.cursor.game.legal()))
    session.rewind(session.cursor.game_ply - 2)
    code_survives(session)
    assert not session_of(share_code.read(code_of(session))).is_over


def imported_survives(text: str) -> None:
    for session in read_games(text).sessions:
        session_survives(session)


@often
@given(session=games())
def test_played_games_round_trip(session: Session) -> None:
    session_survives(session)


@often
@given(text=records())
def test_imported_records_round_trip(text: str) -> None:
    imported_survives(text)


@often
@given(position=positions(), moves=st.sampled_from(["", "\nd6", " \n1. a1 d6", "\n*"]))
def test_imported_positions_round_trip(position: str, moves: str) -> None:
    imported_survives(position + moves)
    imported_survives(f'[FEN "{position}"]\n\n{moves}')


def test_position_with_tabs_round_trips() -> None:
    """The start position is stored as the engine writes it, since the session file accepts no tabs."""
    (session,) = read_games("********/O*@*O***/********\tw p p\t2 7 1 8 0 0 0 0 0 0 0 0 2").sessions
    session.play("a1")
    session_survives(session)
    assert "\t" not in session.info.start


@often
@given(session=games(), separator=st.sampled_from([" ", "\n", ",", ", ", "\t", ";x\n"]))
def test_imported_move_lists_round_trip(session: Session, separator: str) -> None:
    imported_survives(separator.join(session.cursor.played))


@often
@given(text=long_texts | st.binary(max_size=200))
def test_any_imported_text_round_trips(text: Any) -> None:
    for session in read_games(text).sessions:
        session_survives(session)


@often
@given(session=games(), text=texts, at=st.integers(0, 40))
def test_imported_codes_round_trip(session: Session, text: str, at: int) -> None:
    code = code_of(session)
    if not code:
        return
    imported_survives(f"{text}\n{code}\n{text}")
    imported_survives(code[:at] + "\n" + code[at:])


@often
@given(session=games(), title=long_texts)
def test_titles_round_trip(session: Session, title: str) -> None:
    store = ByteStore()
    saved = SavedGames(store, lambda name, content: None)
    saved.put([stored_game(session)], is_asked=True)
    saved.rename(session.info.name, clean_title(title), retitled)
    content = saved.load(session.info.name)
    assert content is not None
    opened = open_game(session.info.name, content)
    assert opened.info.title == clean_title(title) == saved.entries[0].title
    assert SavedGames(store, lambda name, content: None).entries == saved.entries
    session_survives(opened)


@often
@given(rules=any_rules, seed=seeds)
def test_set_up_positions_round_trip(rules: str, seed: int) -> None:
    bench, chance = Bench(ByteStore()), random.Random(seed)
    mode = setup.SetUp(bench.controller, Game(rules).rules_text)
    for point in mode.contents:
        mode.contents[point] = Content(chance.choice((0, 0, 0, 1, 2)))
    for side in Side:
        mode.change_hand(side, chance.randrange(9))
    mode.set_turn(Side(chance.randrange(2)))
    again = setup.restore(bench.controller, reread(mode.save(), setup.SET_UP))
    assert (again.save(), again.view()) == (mode.save(), mode.view())
    mode.play(chance.random() < 0.5)
    if bench.controller.current.session:
        session_survives(bench.controller.current.session)


@often
@given(session=games(), ply=st.integers(0, 40))
def test_explored_lines_round_trip(session: Session, ply: int) -> None:
    bench = Bench(ByteStore())
    session.cursor.show(ply)
    mode = explorer.explore(bench.controller, session)
    again = explorer.restore(bench.controller, reread(mode.save(), explorer.EXPLORER))
    assert again.save() == mode.save()


@often
@given(names=st.tuples(long_texts, long_texts))
def test_player_names_round_trip(names: tuple[str, str]) -> None:
    bench = Bench(ByteStore())
    for key, name in zip(("two_players.white", "two_players.black"), names):
        if bench.settings.bounded[key].accepts(name):
            bench.settings.apply({key: name})
    bench.do(StartTwoPlayers(), intents.TapPoint("d6"))
    assert bench.controller.current.session
    session_survives(bench.controller.current.session)


# Settings.


def settings_survive(store: ByteStore, chosen: Settings) -> None:
    values = {setting.key: chosen.get(setting) for setting in SETTINGS}
    again = Settings(store, options())
    assert {setting.key: again.get(setting) for setting in SETTINGS} == values
    reading = settings_text.read(settings_text.write(chosen), chosen.bounded, {})
    assert (reading.values, reading.errors) == (values, ())


@often
@given(chosen=st.dictionaries(st.sampled_from(SETTINGS), long_texts | st.booleans() | st.integers(-2, 300)))
def test_settings_round_trip(chosen: dict[Setting[Any], Any]) -> None:
    store = ByteStore()
    values = Settings(store, options())
    for setting, value in chosen.items():
        if values.bounded[setting.key].accepts(value):
            values.set(setting, value)
    settings_survive(store, values)


@often
@given(
    lines=st.lists(st.tuples(st.sampled_from(SETTINGS), texts | st.sampled_from(["yes", "7", "auto", "own/x", '"a"'])))
)
def test_imported_settings_round_trip(lines: list[tuple[Setting[Any], str]]) -> None:
    store = ByteStore()
    values = Settings(store, options())
    written = "\n".join(f"{setting.key} = {value}" for setting, value in lines)
    values.apply(settings_text.read(written, values.bounded, {}).values)
    settings_survive(store, values)


@often
@given(
    words=st.lists(
        st.sampled_from(["moving.mill=20", "placing.gap=9", "moving.mill=+3", "moving.mill=0000000003"]), max_size=300
    )
)
def test_imported_weights_round_trip(words: list[str]) -> None:
    bench = Bench(ByteStore())
    bench.do(ImportWeights(" ".join(words)))
    settings_survive(bench.store, bench.settings)  # type: ignore[arg-type]
    setting = bench.settings.bounded["engine.weights"]
    if setting.accepts(" ".join(words)):
        bench.settings.apply({setting.key: " ".join(words)})
        assert bench.controller.features.tuning.view(Route(Kind.TUNING)).stages


# Variants and themes.


@often
@given(
    steps=st.lists(
        st.tuples(st.sampled_from(["save", "import", "copy", "delete", "restore", "draft"]), long_texts, any_rules)
    )
)
def test_variants_round_trip(steps: list[tuple[str, str, str]]) -> None:
    store = ByteStore()
    bench = Bench(store)
    chosen, library = bench.settings, bench.controller.library
    workshop: Workshop = bench.controller.features.variants.workshop
    for what, name, rules in steps:
        made: list[Any] = [RestoreVariant()]
        if what == "save":
            made = [SaveVariant(name, rules)]
        elif what == "import":
            made = [ImportVariant(f"{name}:{rules}")]
        elif what == "draft":
            rule = all_rules()[len(name) % len(all_rules())]
            workshop.open(rules)
            made = [SetRule(rule.name, rule.maximum), SaveDraft(name)]
        elif library.own:
            made = [CopyVariant(library.own[0]) if what == "copy" else DeleteVariant(library.own[0])]
        bench.do(*made)
        if bench.told and isinstance(bench.told[-1], (Go, Replace)) and bench.told[-1].route.subject:
            chosen.apply({"play.variant": bench.told[-1].route.subject})
    again = Library(store, Settings(store, options()))
    assert again.own == library.own
    for variant in library.own:
        assert Library(ByteStore(), chosen).read(variant.text) == variant
    other = Workshop(again, store)
    for each in (workshop, other):
        each.open("nine_mens_morris")
    assert other.view() == workshop.view()


colours = st.tuples(*[st.floats(-0.1, 1.1)] * 3)
elements = [name for name in themes.colour_names(BoardTheme) if name != "background"]
board_themes = st.builds(
    BoardTheme,
    **dict.fromkeys(elements, colours),
    background=st.none() | colours,
    material=st.sampled_from(["", "wood"]),
)


@often
@given(
    steps=st.lists(
        st.tuples(
            st.sampled_from(["add", "add", "read", "rename", "change", "remove", "undo"]), long_texts, board_themes
        )
    )
)
def test_themes_round_trip(steps: list[tuple[str, str, BoardTheme]]) -> None:
    store = ByteStore()
    own = UserThemes(store)
    count = 0
    for what, name, theme in steps:
        before = {each.file for each in own.own}
        try:
            if what == "add":
                own.add(name, theme)
            elif what == "read":
                own.add(*themes.read_text(themes.write_text(name, theme)))
            elif what == "undo":
                count += own.undo_remove() is not None
            elif own.own and what == "rename":
                own.rename(own.own[0].file, name)
            elif own.own and what == "change":
                own.change(own.own[0].file, "line", theme.line)
            elif own.own:
                own.remove(own.own[0].file)
                count -= 1
        except ThemeError:
            continue
        if what in ("add", "read"):
            count += 1
            assert {each.file for each in own.own} > before, "none was overwritten"
    assert len(own.own) == count
    assert UserThemes(store).own == own.own


# Progress.


@often
@given(seed=seeds, key=texts.map(clean_name))
def test_statistics_round_trip(seed: int, key: str) -> None:
    chance = random.Random(seed)
    counted = Statistics()
    for number in range(chance.randrange(12)):
        side = chance.choice((None, *Side))
        level = chance.randint(1, 13)
        levels = (0, 0) if side is None else (0, level) if side is Side.WHITE else (level, 0)
        counted.count(
            GameResult(
                key=f"{key}{number}",
                mode=chance.choice(MODES),
                rules="nine_mens_morris",
                levels=levels,
                side=side,
                winner=chance.choice((None, *Side)),
                turns=chance.randrange(200),
                is_rated=chance.random() < 0.5,
                rating=None,
                is_undone=chance.random() < 0.5,
                is_helped=chance.random() < 0.5,
            )
        )
        counted.note_accuracy(f"{key}{chance.randrange(12)}", (Kept(1, 2), Kept(0, 0), Kept(3, 3)))
        if chance.random() < 0.1:
            counted.reset()
    assert reread(STATISTICS.write(counted), STATISTICS) == counted


@often
@given(seed=seeds, rules=any_rules)
def test_puzzle_progress_round_trips(seed: int, rules: str) -> None:
    chance, progress, day = random.Random(seed), PuzzleProgress(), date(2026, 11, 18)
    for _ in range(chance.randrange(200)):
        day += timedelta(days=chance.choice((-1, 0, 1, 1, 2)))
        progress.rate(chance.randint(0, 3000), is_right=chance.random() < 0.6)
        progress.end_day(day, chance.choice(("solved", "shown")))
        progress.take(Game(rules).rules_text, "close")
    assert reread(PUZZLE_PROGRESS.write(progress), PUZZLE_PROGRESS) == progress


SHIPPED = read_collection()


@often
@given(which=st.integers(0, len(SHIPPED) - 1), is_daily=st.booleans())
def test_puzzles_round_trip(which: int, is_daily: bool) -> None:
    bench = Bench(ByteStore())
    task = puzzle.Task(SHIPPED[which], date(2026, 11, 18) if is_daily else None)
    mode = puzzle.PuzzleMode(bench.controller, bench.controller.features.puzzles, task)
    for move in task.puzzle.solution:
        if move in mode.cursor.game.legal():
            mode.play(move)
            bench.clock.turn(3)
    puzzles = bench.controller.features.puzzles
    again = puzzle.restore(
        reread(mode.save(), puzzle.PUZZLE), lambda task: puzzle.PuzzleMode(bench.controller, puzzles, task)
    )
    assert again.save() == mode.save()
    assert again.task == task


@often
@given(sessions=st.lists(games(), max_size=3))
def test_opening_index_round_trips(sessions: list[Session]) -> None:
    store = ByteStore()
    saved = SavedGames(store, lambda name, content: None)
    for session in sessions:
        session.info.counts = True
    saved.put([stored_game(session) for session in sessions], is_asked=True)
    index = opening_index.OpeningIndex(store, saved)
    assert index.catch_up(10)
    again = opening_index.OpeningIndex(store, saved)
    assert again._loaded() == index._loaded()


@often
@given(
    routes=st.lists(
        st.builds(Route, st.sampled_from([Kind.RULES, Kind.WORKSHOP]), any_rules | texts.map(clean_name)), max_size=12
    )
)
def test_back_stack_round_trips(routes: list[Route]) -> None:
    state = State(tuple(routes))
    assert reread(STATE_FILE.write(state), STATE_FILE) == state
