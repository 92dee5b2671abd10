"""Trials of the draft's rules: progress as events, a summary at the end or when stopped."""

from __future__ import annotations

import pytest

from sanmill.control.routes import Kind, Route
from sanmill.control.variants.intents import StartTrial, StopTrial
from sanmill.control.variants.trial import GAMES, TrialView
from sanmill.engine.messages import TrialProgress
from sanmill.engine.search import self_play
from tests.kit.fake_worker import Bench
from tests.kit.patience import HANG


def open_bench() -> Bench:
    bench = Bench()
    bench.go(Route(Kind.WORKSHOP, "three_mens_morris"))
    bench.do(StartTrial())
    return bench


def shown(bench: Bench) -> TrialView:
    view: TrialView = bench.controller.features.variants.view(Route(Kind.TRIAL))
    return view


def follow(bench: Bench) -> list[TrialView]:
    """The views of the newest trial until it is over."""
    views = [shown(bench)]
    while not views[-1].is_over:
        bench.controller.receive(bench.jobs.events.get(timeout=HANG))
        views.append(shown(bench))
    bench.jobs.close()
    return views


def test_trial_shows_progress_then_summary() -> None:
    views = follow(open_bench())
    assert [view.done for view in views] == [*range(GAMES + 1), GAMES]
    assert not any(view.words for view in views[:-1])
    assert views[-1].words
    assert views[-1].words.key == "trial.verdict"


def test_stopped_trial_summarises_games_played() -> None:
    bench = open_bench()
    bench.controller.receive(bench.jobs.events.get(timeout=HANG))
    bench.do(StopTrial())
    last = follow(bench)[-1]
    assert last.is_over
    assert last.done >= 1
    assert last.words


def test_events_of_earlier_trial_are_dropped() -> None:
    bench = open_bench()
    old = bench.jobs.events.get(timeout=HANG)
    assert isinstance(old, TrialProgress)
    bench.do(StartTrial())
    bench.controller.receive(old)
    assert shown(bench) == TrialView()
    assert follow(bench)[-1].done == GAMES


def test_trial_ends_with_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(self_play, "play", play)
    assert follow(open_bench())[-1].words
