"""Finished games are counted once, whatever happens; rated ones have no help and change the rating."""

from __future__ import annotations

from pathlib import Path

import pytest

from sanmill.control.board.intents import (
    Answer,
    AskHint,
    JumpTo,
    Redo,
    Rematch,
    Resign,
    SetAnalysis,
    TapPoint,
    Undo,
)
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.intents import Open
from sanmill.control.play.intents import (
    ChangeHand,
    PlayPosition,
    SetCoach,
    StartFirstGame,
    StartSetUp,
    StartTwoPlayers,
    StartVersus,
    StartWatch,
    TryLevel,
)
from sanmill.control.routes import Kind, Route
from sanmill.control.statistics.intents import ResetStatistics
from sanmill.core import settings
from sanmill.core.game.model import Side
from sanmill.core.progress.statistics import Kept, Tally
from sanmill.engine.messages import Stage, TablebaseStatus
from tests.kit.fake_worker import Bench, MemoryStore

LAST = "********/*****@**/O*@*@*OO w m s 3 0 3 0 0 0 0 0 0 0 0 0 9"  # d7-a1 and any taking wins


QUIET = ("d7-g7", "g4-f4", "g7-g1", "f4-f6", "g1-c3", "f6-d6", "c3-c4", "d6-b6", "c4-d7", "b6-g4")  # back to LAST


def total(bench: Bench, mode: str = "versus") -> Tally:
    return bench.controller.features.results.statistics.summary(mode).total


def give_up(bench: Bench) -> None:
    bench.do(TapPoint("d6"), Resign(), Answer(True))


def win(bench: Bench, *, is_rated: bool = False, level: int = 3, moves: tuple[str, ...] = QUIET) -> Session:
    players = (Player(), Player(True, level, "balanced"))
    session = Session("versus", "nine_mens_morris", players, start=LAST, is_rated=is_rated)
    for move in moves:
        session.play(move)
    bench.controller.start(session)
    bench.do(TapPoint("d7"), TapPoint("a1"), TapPoint("g4"))
    assert bench.view.is_over
    return session


def notes(bench: Bench) -> list[str]:
    assert bench.view.result is not None
    return [note.words.key for note in bench.view.result.notes]


def test_games_of_all_modes_are_counted() -> None:
    bench = Bench()
    bench.do(StartVersus())
    give_up(bench)
    bench.do(StartTwoPlayers())
    give_up(bench)
    bench.do(StartWatch())
    for _ in range(400):
        if bench.view.is_over:
            break
        bench.answer()
    assert bench.view.is_over
    assert total(bench) == Tally(0, 0, 1)
    assert total(bench, "two_players") == Tally(1, 0, 0), "Black gave up"
    assert total(bench, "watch").games == 1


def test_undone_finish_is_not_counted_twice() -> None:
    bench = Bench()
    bench.do(StartVersus())
    give_up(bench)
    bench.do(Undo())
    assert not bench.view.is_over
    bench.do(Resign(), Answer(True))
    assert total(bench).games == 1


def test_finish_counts_once_across_kills() -> None:
    bench = Bench()
    bench.do(StartVersus())
    give_up(bench)
    again = Bench(bench.store)
    assert again.view.is_over
    assert total(again).games == 1
    del again.store.files["statistics"]  # the process ended before they were written
    assert total(Bench(again.store)).games == 1


def test_kill_between_both_files_counts_game_once() -> None:
    bench = Bench()
    bench.do(StartVersus(), TapPoint("d6"))
    before = dict(bench.store.files["game"])
    bench.do(Resign(), Answer(True))
    bench.store.files["game"] = before
    again = Bench(bench.store)
    again.do(Resign(), Answer(True))
    assert total(again).games == 1


def test_reset_does_not_recount_last_game() -> None:
    bench = Bench()
    bench.do(StartVersus())
    give_up(bench)
    bench.do(ResetStatistics())
    assert total(bench).games == 0
    assert total(Bench(bench.store)).games == 0


def test_imported_games_are_not_counted() -> None:
    bench = Bench()
    session = Session("two_players", "nine_mens_morris", (Player(), Player()))
    session.play("d6")
    bench.controller.start(session)
    bench.do(Resign(), Answer(True))
    copy = session.copy()
    copy.info.name = "another"
    bench.controller.start(copy)
    assert total(bench, "two_players").games == 1, "it came here finished"
    bench.do(Rematch(), Resign(), Answer(True))
    assert total(bench, "two_players").games == 2


def test_set_up_position_is_not_counted() -> None:
    bench = Bench()
    bench.do(StartSetUp(), *(ChangeHand(side, 9) for side in Side), PlayPosition(False))
    bench.do(TapPoint("d6"), Resign(), Answer(True))
    assert total(bench, "two_players").games == 0


def test_unreadable_statistics_are_reset() -> None:
    store = MemoryStore()
    store.files["statistics"] = {"games": 7}
    bench = Bench(store)
    assert not bench.controller.features.results.statistics.games
    bench.do(StartVersus())
    give_up(bench)
    assert total(bench).games == 1


# The level.


def test_first_three_games_adjust_level_and_say_so_once() -> None:
    bench = Bench()
    win(bench)
    assert bench.settings.get(settings.LEVEL) == suggested(bench) == 4
    assert notes(bench) == ["result.beaten", "result.first"]
    bench.do(Rematch())
    assert bench.view.bottom.side is Side.BLACK
    game = bench.controller.current.session
    assert game is not None
    assert game.info.players[Side.WHITE].level == 3, "a rematch is against the same opponent"
    win(bench, level=4)
    assert notes(bench) == ["result.beaten"]
    win(bench, level=5)
    assert bench.settings.get(settings.LEVEL) == suggested(bench) == 6
    assert notes(bench) == ["result.beaten", "result.level_range"]
    win(bench, level=6)
    assert bench.settings.get(settings.LEVEL) == 6, "from now on the user chooses"


def test_short_games_say_nothing_about_the_level() -> None:
    bench = Bench()
    for _ in range(4):
        win(bench, moves=())
        assert bench.settings.get(settings.LEVEL) == 3
        assert "result.level_found" not in notes(bench)
        assert "result.level_range" not in notes(bench)


def test_turns_that_dropped_value_lower_the_level_found() -> None:
    bench = Bench()
    for level in (3, 4, 5):
        session = win(bench, level=level)
    results, name = bench.controller.features.results, session.info.name
    before = results.statistics.level_found(name)
    results.note_accuracy(name, (Kept(3, 9), Kept(4, 9), Kept(0, 0)))
    after = results.statistics.level_found(name)
    assert before
    assert after
    assert after.middle < before.middle
    assert bench.settings.get(settings.LEVEL) == suggested(bench) == 6


@pytest.mark.parametrize(
    ("stage", "path", "offered"), [(Stage.SHIPPED, Path("tables"), 13), (Stage.ABSENT, None, None)]
)
def test_who_beats_level_12_is_offered_perfect_where_a_tablebase_covers_the_game(
    stage: Stage, path: Path | None, offered: int | None
) -> None:
    bench = Bench()
    bench.tablebases.known["nine_mens_morris"] = TablebaseStatus("nine_mens_morris", stage, 18, path=path)
    win(bench, level=12)
    assert suggested(bench) == offered
    if offered:
        bench.do(TryLevel(offered))
        assert bench.view.top.name.key == "level.13.name"
        win(bench, level=13)
        assert suggested(bench) is None


def suggested(bench: Bench) -> int | None:
    """The level that the main button of the result leads to."""
    assert bench.view.result is not None
    main = bench.view.result.main
    return main.intent.level if main and isinstance(main.intent, TryLevel) else None


def placed() -> Bench:
    """A bench whose first games found a level."""
    bench = Bench()
    for level in (3, 5, 7):
        win(bench, level=level)
        assert suggested(bench) == level + 1
    return bench


def test_first_win_and_every_second_win_in_a_row_suggest_next_level() -> None:
    bench = placed()
    for level in (8, 9, 10, 11):
        win(bench, level=level)
        assert (notes(bench), suggested(bench)) == (["result.beaten"], level + 1)
        win(bench, level=level)
        assert (notes(bench), suggested(bench)) == ([], level + 1)
        win(bench, level=level)
        assert (notes(bench), suggested(bench)) == ([], None)
        bench.do(TryLevel(level + 1))
        assert bench.settings.get(settings.LEVEL) == level + 1
        assert bench.controller.current.session is not None
        assert max(player.level for player in bench.controller.current.session.info.players) == level + 1
    for _ in range(4):
        win(bench, level=12)
        assert suggested(bench) is None, "there is no higher one"


def test_declined_level_is_suggested_again_later() -> None:
    bench = placed()
    bench.settings.set(settings.LEVEL, 8)
    for number in range(1, 7):
        win(bench, level=8)
        assert suggested(bench) == (9 if number == 1 or number % 2 == 0 else None)
        bench.do(Rematch())
        assert bench.controller.current.session is not None
        assert max(player.level for player in bench.controller.current.session.info.players) == 8
    assert bench.settings.get(settings.LEVEL) == 8


def test_losses_suggest_no_weaker_opponent() -> None:
    bench = placed()
    bench.settings.set(settings.LEVEL, 8)
    for _ in range(4):
        bench.do(StartVersus())
        give_up(bench)
        assert suggested(bench) is None


def test_level_chosen_meanwhile_is_kept() -> None:
    bench = Bench()
    bench.settings.set(settings.LEVEL, 9)
    win(bench, level=3)
    assert bench.settings.get(settings.LEVEL) == 9


# Rated games.


@pytest.fixture
def rated() -> Bench:
    bench = Bench()
    bench.settings.set(settings.RATED, True)
    bench.do(StartVersus(), TapPoint("d6"))
    bench.answer("f4")
    return bench


def test_rated_game_has_no_undo_and_no_hint(rated: Bench) -> None:
    assert rated.view.board.ply == 2
    assert "play.undo" not in rated.label_keys()
    assert "play.hint" not in rated.label_keys()
    for intent in (Undo(), Redo(), AskHint()):
        view = rated.do(intent)
        assert view.board.ply == 2
        assert not view.board.hint_to
    view = rated.do(JumpTo(0), TapPoint("a1"))
    assert view.notice is not None
    assert view.notice.key == "refusal.rated"
    assert view.prompt is None


def test_rated_game_has_no_coach_or_analysis_until_over(rated: Bench) -> None:
    count = len(rated.jobs.commands)
    view = rated.do(SetCoach(True), SetAnalysis(True), Open(Route(Kind.MOVES)))
    assert len(rated.jobs.commands) == count
    assert view.evaluation is None
    rated.do(TapPoint("b4"))
    assert rated.view.notice is None
    assert rated.answer("d2").board.badges == ()
    view = rated.do(Resign(), Answer(True))
    assert view.evaluation is not None
    assert len(rated.jobs.commands) > count
    assert not rated.view.actions[0].is_enabled, "also afterwards nothing is taken back"
    assert rated.do(Undo()).is_over


def test_rated_game_stays_rated_after_kill_and_rematch(rated: Bench) -> None:
    again = Bench(rated.store)
    assert "play.undo" not in again.label_keys()
    again.settings.set(settings.RATED, False)
    again.do(Resign(), Answer(True), Rematch())
    assert "play.undo" not in again.label_keys()


def test_first_game_is_never_rated(rated: Bench) -> None:
    rated.do(StartFirstGame(1, is_coached=True))
    assert "play.hint" in rated.label_keys()


def test_only_rated_game_changes_rating() -> None:
    bench = Bench()
    win(bench)
    assert "result.rating" not in notes(bench)
    win(bench, is_rated=True)
    assert bench.view.result is not None
    (note,) = (note.words for note in bench.view.result.notes)
    values = dict(note.values)
    assert note.key == "result.rating"
    assert values["change"].value > 0
    assert values["rating"] == round(bench.controller.features.results.statistics.rating("nine_mens_morris").value)


# The opponent.


@pytest.mark.parametrize("level", [1, 12])
def test_rematch_is_against_same_opponent_also_while_level_is_found(level: int) -> None:
    bench = Bench()
    bench.settings.set(settings.LEVEL, level)
    bench.do(StartVersus())
    for side in (Side.BLACK, Side.WHITE, Side.BLACK, Side.WHITE):
        assert bench.controller.current.session is not None
        before = bench.controller.current.session.info.players
        assert before[side].level == level
        bench.do(Resign(), Answer(True), Rematch())
        assert bench.controller.current.session.info.players == before[::-1]


def test_first_win_is_told_once_whatever_the_rules() -> None:
    bench = Bench()
    for is_first in (True, False):
        win(bench, level=1)
        assert bench.view.result is not None
        assert bench.view.result.is_feast is is_first
    players = (Player(), Player(True, 1, "balanced"))
    bench.controller.start(Session("versus", "twelve_mens_morris", players, start=LAST))
    bench.do(TapPoint("d7"), TapPoint("a1"), TapPoint("g4"))
    assert bench.view.is_over
    assert "result.beaten" not in notes(bench)


def test_opponent_beaten_is_told_once_although_the_end_is_taken_back() -> None:
    bench = Bench()
    win(bench, level=1)
    assert "result.beaten" in notes(bench)
    bench.do(Undo(), TapPoint("d7"), TapPoint("a1"), TapPoint("g4"))
    result = bench.view.result
    assert result is not None
    assert (notes(bench), result.is_feast) == ([], False)
