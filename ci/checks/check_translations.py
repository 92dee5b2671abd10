"""List texts that a language lacks, where the app says them in English.

    python -m ci.checks.check_translations            only list them: anybody may add an English text
    python -m ci.checks.check_translations --release  fail if there are any

Names and words that are the same in a language as in English are listed in same_as_english.json, with the languages, or
* for all.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from ci import ROOT
from ci.catalogues import FOLDER, Catalogue, read
from sanmill.core.text.i18n import STANDARD

PLACEHOLDER, LETTER = re.compile(r"\{\w+\}"), re.compile(r"[^\W\d_]")
SAME: dict[str, str] = json.loads((ROOT / "ci" / "checks" / "same_as_english.json").read_text(encoding="utf-8"))


def untranslated(language: str, english: Catalogue, other: Catalogue) -> Iterator[str]:
    """Texts that are missing, uncertain, empty or copied."""
    for key, (first, *_) in sorted(english.entries.items()):
        forms = other.entries.get(key)
        is_word = len(LETTER.findall(PLACEHOLDER.sub("", first))) > 1
        if key in other.fuzzy:
            yield f"{language}: {key} is fuzzy"
        elif forms is None:
            yield f"{language}: {key} is missing"
        elif not all(forms):
            yield f"{language}: {key} has no words"
        elif forms[0] == first and is_word and not {language, "*"} & set(SAME.get(key, "").split()):
            yield f"{language}: {key} is as in English"


def check(folder: Path = FOLDER) -> list[str]:
    """What is still to be translated, in every language."""
    english = read(folder / f"{STANDARD}.po")
    others = [path for path in sorted(folder.glob("*.po")) if path.stem != STANDARD]
    return [each for path in others for each in untranslated(path.stem, english, read(path))]


if __name__ == "__main__":
    found = check()
    print("\n".join(f"warning: {each}" for each in found) or "translations: ok")
    sys.exit(1 if found and sys.argv[1:] == ["--release"] else 0)
