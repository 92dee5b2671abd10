"""What the pages of help show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Union

from sanmill.core import publisher
from sanmill.core.licences import LicensedWork, read_text, read_works, reflowed
from sanmill.core.reports.crash import Reports
from sanmill.core.resources import ASSETS
from sanmill.core.text.i18n import Text, text
from sanmill.core.text.rules_text import Section

from .questions import PictureView, QuestionView

PRIVACY = (  # as in ci/packaging/fastlane/PRIVACY.md
    text("about.privacy.nothing"),
    text("about.privacy.network"),
    text("about.privacy.services"),
    text("about.privacy.folder"),
    text("about.privacy.sharing"),
    text("about.privacy.reports"),
)
ABOUT = (text("about.game"), text("about.inside"), text("about.private"))
PLATFORM = ("engine", "build", "system", "python", "kivy", "device")  # facts shown on the page About

Paragraphs = tuple[Union[Text, str], ...]


@dataclass(frozen=True)
class HelpView:
    variant: str  # the one chosen for new games
    title: Text
    questions: tuple[QuestionView, ...]
    pictures: tuple[PictureView, ...]
    rules: tuple[Section, ...]  # of the variant
    privacy: tuple[Text, ...]


@dataclass(frozen=True)
class AboutView:
    """What the app is, and what to copy for a report."""

    title: str  # name and version
    lines: Paragraphs
    facts: tuple[tuple[Text, str], ...]  # label and value
    diagnostics: str


@dataclass(frozen=True)
class LicenceView:
    work: str
    text: str


@dataclass(frozen=True)
class ReportView:
    """The stored reports, or a new one."""

    note: Paragraphs
    text: str
    is_stored: bool
    address: str  # to send it to; empty: it is copied or shared
    has_set_aside: bool  # files to restore


def about_view(facts: Mapping[str, str]) -> AboutView:
    source = (publisher.SOURCE_ADDRESS,) if publisher.SOURCE_ADDRESS else ()
    return AboutView(
        f"{publisher.NAME} {facts.get('version', '')}",
        (*ABOUT, text("about.free", licence=read_works(ASSETS)[0].licence), *source),
        tuple((text(f"about.{name}"), facts[name]) for name in PLATFORM if name in facts),
        "\n".join(f"{name}: {value}" for name, value in facts.items()),
    )


def licence_view(name: str) -> LicenceView:
    """The licence of a work, of the app itself by default."""
    works = read_works(ASSETS)
    work: LicensedWork = next((work for work in works if work.name == name), works[0])
    return LicenceView(work.name, reflowed(read_text(ASSETS, work)))


def report_view(reports: Reports, has_set_aside: bool) -> ReportView:
    is_stored, address = bool(reports.files), publisher.REPORT_ADDRESS
    return ReportView(
        note=(
            text("report.kept" if is_stored else "report.fresh"),
            text("report.by_mail", address=address) if address else text("report.no_address"),
        ),
        text=reports.text() if is_stored else reports.on_request(),
        is_stored=is_stored,
        address=address,
        has_set_aside=has_set_aside,
    )
