"""A language that nobody speaks: every text as long as in the language that needs most room for it.

One look at its layout finds what a look at each language would find. Its code is LONGEST; languages of other scripts
are looked at by themselves, since their letters have other sizes.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

from ci.catalogues import Catalogue, compile_catalogues, read

LONGEST = "xl"
NARROW, WIDE = re.compile(r"[ ijlI.,:;!|’'()]"), re.compile(r"[A-ZmwÀ-ÖØ-Þ\u0410-\u042f\u0436\u0448\u0449\u044e\u0444]")
OTHER_SCRIPT = re.compile("[\u0590-\u08ff\u2e80-\u9fff]")
HEAD = """msgid ""
msgstr ""
"Language: {code}\\n"
"X-Language-Name: {code}\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"
"""


def width(form: str) -> float:
    """About the room that a text needs, in letters; a long word counts more, since it cannot be broken."""
    words = [len(word) + 0.3 * len(WIDE.findall(word)) - 0.5 * len(NARROW.findall(word)) for word in form.split(" ")]
    return sum(words) + 0.5 * len(words) + 2 * max(words)


def is_alphabetic(catalogue: Catalogue) -> bool:
    """Whether the language is written in Latin or Cyrillic letters."""
    return not any(OTHER_SCRIPT.search(form) for form in catalogue.entries.get("side.white", ()))


def make(source: Path, folder: Path) -> Path:
    """Copy the catalogues to a folder and add the longest."""
    shutil.copytree(source, folder)
    catalogues = [catalogue for path in sorted(source.glob("*.po")) if is_alphabetic(catalogue := read(path))]
    keys = dict.fromkeys(key for catalogue in catalogues for key in catalogue.entries)
    lines = [HEAD.format(code=LONGEST)]
    for key in keys:
        form = max((form for each in catalogues for form in each.entries.get(key, ())), key=width)
        lines.append(f"msgid {json.dumps(key)}\nmsgstr {json.dumps(form, ensure_ascii=False)}\n")
    (folder / f"{LONGEST}.po").write_text("\n".join(lines), encoding="utf-8")
    compile_catalogues(folder)
    return folder
