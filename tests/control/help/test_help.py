"""Help, licences and reports: what their pages are told, and what becomes of files that were set aside."""

from __future__ import annotations

import pytest

from sanmill.control.effects import Toast
from sanmill.control.help.intents import DeleteReports, RestoreFiles
from sanmill.control.routes import Kind, Route
from sanmill.core import publisher, settings
from sanmill.core.licences import read_works
from sanmill.core.resources import ASSETS
from sanmill.core.text.i18n import Text, text
from tests.kit.fake_worker import Bench, MemoryStore

REPORT = Route(Kind.REPORT)


def toasts(bench: Bench) -> list[str]:
    return [effect.lines[0].key for effect in bench.told if isinstance(effect, Toast)]


def test_help_links_to_rules_of_chosen_variant() -> None:
    bench = Bench()
    bench.settings.set(settings.VARIANT, "six_mens_morris")
    view = bench.show(Route(Kind.HELP))
    assert (view.variant, view.title) == ("six_mens_morris", text("variant.six_mens_morris"))


def test_about_tells_facts_that_have_a_label() -> None:
    view = Bench().show(Route(Kind.ABOUT))
    labels = [label.key for label, _ in view.facts]
    assert labels == ["about.engine"]
    assert [line.key for line in view.lines] == ["about.game", "about.inside", "about.private", "about.free"]
    assert "language: en" in view.diagnostics.splitlines()


def test_every_work_has_its_licence() -> None:
    bench = Bench()
    works = bench.show(Route(Kind.LICENSE))
    assert works == read_works(ASSETS)
    for work in works:
        view = bench.show(Route(Kind.LICENSE_TEXT, work.name))
        assert view.work == work.name
        assert view.text


def test_report_is_made_on_request_and_kept_while_it_is_shown() -> None:
    bench = Bench()
    view = bench.show(REPORT)
    assert (view.text, view.is_stored) == ("on request", False)
    bench.reports.add("engine", "it failed")
    assert bench.shown(REPORT) is view


def test_stored_reports_are_seen_and_can_be_deleted() -> None:
    bench = Bench()
    bench.reports.add("engine", "it failed")
    view = bench.show(REPORT)
    assert (view.text, view.is_stored, bench.reports.is_seen) == ("it failed", True, True)
    bench.do(DeleteReports())
    assert toasts(bench) == ["report.deleted"]
    assert not bench.shown(REPORT).is_stored


@pytest.mark.parametrize("address", ["", "reports@example.org"])
def test_report_names_address_it_goes_to(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setattr(publisher, "REPORT_ADDRESS", address)
    view = Bench().show(REPORT)
    assert view.address == address
    reason, how = view.note
    assert isinstance(how, Text)
    assert (reason, how.key) == (text("report.fresh"), "report.by_mail" if address else "report.no_address")


def test_files_set_aside_are_restored_from_report_page() -> None:
    store = MemoryStore()
    store.files["settings"] = {"play.level": 7}
    store.set_aside("settings")
    bench = Bench(store)
    assert bench.show(REPORT).has_set_aside
    bench.do(RestoreFiles())
    assert toasts(bench) == ["report.brought_back"]
    assert bench.settings.get(settings.LEVEL) == 7
    assert not bench.shown(REPORT).has_set_aside
