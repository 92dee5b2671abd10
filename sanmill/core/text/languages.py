"""Language tags, as phones and desktops write them, and the catalogue that serves them best."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from unicodedata import combining, normalize

RENAMED = {"iw": "he", "in": "id", "ji": "yi", "mo": "ro", "prs": "fa", "cmn": "zh"}  # codes that Java and others keep
TRADITIONAL, TRADITIONAL_REGIONS = "Hant", ("TW", "HK", "MO")
# Languages that many speakers of another know: they stand first in the list, but are never chosen by themselves.
OFFERED = {
    "be": "ru",
    "kk": "ru",
    "ky": "ru",
    "sk": "cs",
    "ca": "es",
    "gl": "es",
    "eu": "es",
    "lb": "de",
    "fy": "nl",
    "az": "tr",
}


@dataclass(frozen=True)
class Tag:
    """A language with the script and region that tell its written forms apart; either may be empty."""

    language: str
    script: str = ""
    region: str = ""


def parse(written: str) -> Tag:
    """Read a tag: zh-Hant-TW, pt_BR, de_DE.UTF-8, iw; nothing where there is none."""
    parts = re.split(r"[-_]", re.split(r"[.@]", written.strip())[0])
    language = parts[0].lower()
    if not re.fullmatch("[a-z]{2,3}", language):
        return Tag("")
    script = next((part.title() for part in parts[1:] if re.fullmatch("[A-Za-z]{4}", part)), "")
    region = next((part.upper() for part in parts[1:] if re.fullmatch("[A-Za-z]{2}|[0-9]{3}", part)), "")
    language = RENAMED.get(language, language)
    if language == "zh" and not script and region in TRADITIONAL_REGIONS:
        script = TRADITIONAL
    return Tag(language, script, region)


def known_as(written: str, catalogues: Collection[str]) -> str:
    """The catalogue of exactly this name, or the nearest."""
    return written if written in catalogues else nearest(written, catalogues)


def nearest(written: str, catalogues: Collection[str]) -> str:
    """The catalogue for a tag: of its script and region, else another of the language; empty if there is none."""
    tag = parse(written)
    forms = [code for code in sorted(catalogues) if tag.language and parse(code).language == tag.language]

    def distance(code: str) -> tuple[bool, bool, bool]:
        form = parse(code)
        return form.script != _script(tag), form.region != tag.region, bool(form.region)

    return min(forms, key=distance, default="")


def _script(tag: Tag) -> str:
    """The script as a catalogue is named by it: only one that is not the usual one."""
    return tag.script if tag == Tag("zh", TRADITIONAL, tag.region) else ""


def offered(written: str) -> tuple[str, ...]:
    """Languages that speakers of this one may know."""
    other = OFFERED.get(parse(written).language)
    return (other,) if other else ()


def by_own_name(name: str) -> str:
    """Sort key of a language's own name: accents do not count."""
    return "".join(letter for letter in normalize("NFD", name.casefold()) if not combining(letter))
