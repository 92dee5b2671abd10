"""Coach, hint, analysis and review judge alike, and alike on every machine."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from sanmill.control.board.intents import Answer, AskHint, Resign, SetAnalysis, ShowNumbers, TapPoint
from sanmill.control.games.game_info import Player
from sanmill.control.games.session import Session
from sanmill.control.intents import Open
from sanmill.control.play.intents import SetCoach, StartVersus
from sanmill.control.routes import REVIEW
from sanmill.core.text.i18n import Text, Translator
from sanmill.engine.messages import Limits, Stage, TablebaseChanged, TablebaseStatus
from sanmill.engine.search.jobs import Analyse
from sanmill.engine.search.searcher import Searcher
from tests.kit.fake_worker import Bench

ROOT = Path(__file__).resolve().parents[3]
RULES = "nine_mens_morris"
OPEN_MILL = ("a7", "d2", "e5", "f2")  # White has to stop Black on b2
TICKETS = itertools.count(1)


class Machine:
    """The real engine, which ends its searches after so much work: a proof beside it has as long as they take."""

    def __init__(self, limits: Limits | None) -> None:
        self._searcher = Searcher(ROOT / "assets" / "tables")
        self._limits = limits

    def answer(self, bench: Bench) -> None:
        command = bench.jobs.commands[-1]
        assert isinstance(command, Analyse)
        limits = self._limits or command.limits
        event = self._searcher.think(Analyse(next(TICKETS), command.position, command.options, limits))
        bench.controller.receive(type(event)(**{**vars(event), "ticket": command.ticket}))


def say(words: Text | None) -> str:
    assert words is not None
    return Translator(ROOT / "i18n").say(words)


def started() -> Bench:
    bench = Bench()
    session = Session("versus", RULES, (Player(), Player(True, 6, "balanced")))
    for move in OPEN_MILL:
        session.play(move)
    bench.controller.start(session)
    return bench


def judgements(machine: Machine) -> list[str]:
    """What a user is told about the same position."""
    coached = started()
    coached.do(SetCoach(True), TapPoint("c3"))
    machine.answer(coached)
    hinted = started()
    hinted.do(AskHint())
    machine.answer(hinted)
    analysed = started()
    analysed.do(SetAnalysis(True), ShowNumbers(True))
    machine.answer(analysed)
    badges = analysed.view.board.badges
    reviewed = started()
    reviewed.do(TapPoint("c3"), Resign(), Answer(True), Open(REVIEW))
    while (review := reviewed.view.review) is not None and review.progress < 1:
        machine.answer(reviewed)
    assert review is not None
    return [
        say(coached.view.speech.words if coached.view.speech else None),
        say(hinted.view.notice),
        " ".join(sorted(f"{badge.point} {badge.verdict.value} {badge.is_proven}" for badge in badges)),
        *(say(words) for moment in review.moments if moment.ply == len(OPEN_MILL) for words in moment.lines),
        f"proven {sorted(review.proven)} {review.graph}",
    ]


def test_judgement_does_not_depend_on_machine_speed() -> None:
    """A short search leaves the concurrent proof no time, a long one leaves it enough."""
    soon = judgements(Machine(Limits(depth=2, nodes=5_000)))
    assert "That turns a draw into a loss." in soon
    assert "Your move 3 gave the draw away. Proven." in soon
    assert soon == judgements(Machine(None))


def test_judgement_waits_for_tablebase_status() -> None:
    """Otherwise the result would depend on the order of events."""
    bench = Bench()
    bench.tablebases.known[RULES] = TablebaseStatus(RULES)
    bench.do(StartVersus(), SetCoach(True), TapPoint("d6"))
    assert not bench.jobs.commands
    found = TablebaseStatus(RULES, Stage.SHIPPED, 11, path=Path("shipped"), most=18)
    bench.tablebases.known[RULES] = found
    bench.controller.receive(TablebaseChanged(0, found))
    (command,) = bench.jobs.commands
    assert isinstance(command, Analyse)
    assert dict(command.options)["TablePath"] == "shipped"


@pytest.mark.parametrize("stage", [Stage.ABSENT, Stage.FAILED, Stage.REFUSED])
def test_judgement_does_not_wait_for_absent_tablebase(stage: Stage) -> None:
    bench = Bench()
    bench.tablebases.known[RULES] = TablebaseStatus(RULES, stage)
    bench.do(StartVersus(), SetCoach(True))
    assert isinstance(bench.jobs.commands[-1], Analyse)
