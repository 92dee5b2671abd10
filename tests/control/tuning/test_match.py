"""Matches of the user's algorithm and weights against the standard: progress, result, and what it claims."""

from __future__ import annotations

import pytest

from sanmill.control.play.intents import StartVersus, StartWatch
from sanmill.control.routes import Kind, Route
from sanmill.control.tuning.intents import ImportWeights, ResetTuning, SetWeight, StartMatch, StopMatch
from sanmill.control.tuning.match import GAMES, NODES, MatchView, score_of, view_of
from sanmill.control.tuning.weights import TuningView
from sanmill.core import settings
from sanmill.core.game.model import Side
from sanmill.core.resources import CATALOGUES
from sanmill.core.text.i18n import Translator, text
from sanmill.engine.game import Game
from sanmill.engine.messages import Limits, Trial
from sanmill.engine.search import self_play
from sanmill.engine.search.self_play import Series
from tests.kit.fake_worker import Bench
from tests.kit.patience import HANG

BEFORE = MatchView(text("variant.nine_mens_morris"), 20, 100)
WHITE, BLACK = Side.WHITE, Side.BLACK


def page(bench: Bench) -> TuningView:
    view: TuningView = bench.controller.features.tuning.view(Route(Kind.TUNING))
    return view


def match(bench: Bench) -> MatchView:
    view: MatchView = bench.controller.features.tuning.view(Route(Kind.MATCH))
    return view


def follow(bench: Bench) -> list[MatchView]:
    """The views of the newest match until it is over."""
    views = [match(bench)]
    while not views[-1].is_over:
        bench.controller.receive(bench.jobs.events.get(timeout=HANG))
        views.append(match(bench))
    return views


def open_bench() -> Bench:
    bench = Bench()
    bench.settings.set(settings.VARIANT, "three_mens_morris")
    return bench


def test_random_player_loses_against_standard() -> None:
    bench = open_bench()
    bench.settings.set(settings.ALGORITHM, "random")
    bench.do(StartMatch())
    views = follow(bench)
    assert [view.done for view in views] == [*range(GAMES[0] + 1), GAMES[0]]
    assert not any(view.words for view in views[:-1])
    assert views[-1].words
    assert views[-1].words.key == "match.worse"
    bench.jobs.close()


def test_match_is_reproducible() -> None:
    players = ((("Algorithm", "random"),), (("Algorithm", "pvs"),))
    series = Series("three_mens_morris", 12, players, Limits(nodes=50), opening=4)
    played = [self_play.play(series, lambda _: True) for _ in range(3)]
    assert played[0] == played[1] == played[2]
    assert len(set(played[0].lengths)) > 1


def test_match_continues_with_new_openings(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Series] = []

    def play(series: Series, _report: object) -> Trial:
        played.append(series)
        return Trial()

    monkeypatch.setattr(self_play, "play", play)
    bench = open_bench()
    bench.do(ImportWeights("moving.mill=90"), StartMatch())
    follow(bench)
    bench.do(StartMatch())
    follow(bench)
    bench.do(SetWeight("moving", "mill", 80), StartMatch())
    assert follow(bench)[-1].words == text("trial.nothing")
    bench.jobs.close()
    first, second, changed = played
    assert first.players == (
        (("Algorithm", "pvs"), ("Weights", "moving.mill=90")),
        (("Algorithm", "pvs"), ("Weights", "")),
    )
    assert (first.rules, first.limits.nodes, first.games) == ("three_mens_morris", NODES, 20)
    assert (second.games, changed.games) == (100, 20)
    assert first.seed != second.seed  # no opening is counted twice


def test_openings_are_played_in_pairs() -> None:
    lines: list[tuple[str, ...]] = []

    class Recorder(Game):
        def play(self, *moves: str) -> None:
            super().play(*moves)
            if len(self.history) == 4:
                lines.append(self.history)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(self_play, "Game", Recorder)
        self_play.play(Series("three_mens_morris", 4, opening=4), lambda _: True)
    assert lines[0] == lines[1] != lines[2] == lines[3]


def test_stopped_match_counts_games_played() -> None:
    bench = open_bench()
    bench.do(SetWeight("moving", "mill", 90), StartMatch())
    bench.controller.receive(bench.jobs.events.get(timeout=HANG))
    bench.do(StopMatch())
    last = follow(bench)[-1]
    assert last.words
    assert 1 <= last.done <= GAMES[0]
    bench.jobs.close()


@pytest.mark.parametrize(
    ("winners", "words"),
    [
        ((WHITE, BLACK) * 10, "Stronger than the standard: 20 of 20 points"),
        ((BLACK, WHITE) * 10, "Weaker than the standard: 0 of 20 points"),
        ((WHITE, BLACK) * 6 + (BLACK, WHITE) * 3 + (None, BLACK), "13½ of 20 points: too few games to tell"),
        ((None, BLACK, BLACK), "1½ of 3 points: too few games to tell"),
        ((None,), "½ of 1 points: too few games to tell"),
    ],
)
def test_result_is_stated_only_when_significant(winners: tuple[Side | None, ...], words: str) -> None:
    shown = view_of(Trial(winners, (1,) * len(winners)), BEFORE, is_over=True)
    assert shown.words
    assert Translator(CATALOGUES).say(shown.words) == words
    assert score_of(Trial(winners)).games == shown.done


# Where the weights count.


def test_opponent_uses_own_weights_except_in_rated_games() -> None:
    bench = Bench()
    bench.settings.set(settings.ALGORITHM, "mtdf")
    bench.do(ImportWeights("moving.mill=90"), StartVersus())
    session = bench.controller.current.session
    assert session
    assert session.info.players[Side.BLACK].weights == "moving.mill=90"
    assert bench.view.top.detail
    assert bench.view.top.detail.key == "strip.weights"
    bench.settings.set(settings.RATED, True)
    bench.do(StartVersus())
    session = bench.controller.current.session
    assert session
    opponent = session.info.players[Side.BLACK]
    assert (opponent.algorithm, opponent.weights) == ("pvs", "")


def test_watched_side_uses_own_weights_if_set() -> None:
    bench = Bench()
    bench.settings.set(settings.WATCH_BLACK_WEIGHTS, "own")
    bench.do(ImportWeights("moving.mill=90"), StartWatch())
    told = dict(bench.jobs.commands[-1].options)
    assert told["Weights"] == ""  # White's
    bench.answer()
    assert dict(bench.jobs.commands[-1].options)["Weights"] == "moving.mill=90"


def test_page_says_what_weights_are_added_to() -> None:
    bench = Bench()
    assert page(bench).scope.key == "weights.added"
    bench.settings.set(settings.VARIANT, ": CustodianCaptureEnabled=true LeapCaptureEnabled=true")
    assert page(bench).scope.key == "weights.alone"


def test_invalid_weights_change_nothing() -> None:
    bench = Bench()
    bench.do(ImportWeights("moving.mill=90"))
    for written in ("", "moving.mill=999"):
        bench.do(ImportWeights(written))
        assert page(bench).error
        assert bench.settings.get(settings.WEIGHTS) == "moving.mill=90"
    bench.settings.set(settings.ALGORITHM, "mtdf")
    bench.do(ResetTuning())
    assert (bench.settings.get(settings.ALGORITHM), bench.settings.get(settings.WEIGHTS)) == ("pvs", "")
