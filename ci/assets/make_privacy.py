"""Write the privacy statement of the store, in every language, from the texts that the app shows.

python -m ci.assets.make_privacy
"""

from __future__ import annotations

import textwrap

from ci import ROOT
from ci.catalogues import FOLDER, read
from sanmill.core.text.i18n import STANDARD

STATEMENT = ROOT / "ci" / "packaging" / "fastlane" / "PRIVACY.md"
PREFIX = "about.privacy"
QUESTIONS = "Questions: to the publisher, at the address on the store’s page."
WIDTH = 120


def section(language: str) -> str:
    """The statement in one language: its title, the first sentence, and a list of the others."""
    entries = read(FOLDER / f"{language}.po").entries
    first, *others = (forms[0] for key, forms in entries.items() if key.startswith(f"{PREFIX}."))
    points = (textwrap.fill(each, WIDTH, initial_indent="- ", subsequent_indent="  ") for each in others)
    return "\n".join((f"## {entries[PREFIX][0]}", "", first, "", *points))


def statement() -> str:
    others = sorted({path.stem for path in FOLDER.glob("*.po")} - {STANDARD})
    return "\n\n".join((section(STANDARD)[1:], QUESTIONS, *map(section, others))) + "\n"


if __name__ == "__main__":
    STATEMENT.write_text(statement(), encoding="utf-8")
