"""Check the texts: every key used has English text, every text is used, other languages match, kv holds no text.

A key is found where it is written in quotes; keys that the code composes are listed in ``built``. What nobody has
translated yet is no error here; check_translations.py lists it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

from ci import ROOT
from ci.catalogues import FOLDER, Catalogue, read
from ci.checks.typography import typographic_errors
from sanmill.control.archive.intents import OUTCOMES, RESULTS
from sanmill.control.games.people import MOMENTS, PEOPLE
from sanmill.control.lesson_plans import BY_NAME
from sanmill.control.play.remarks import PRAISED
from sanmill.core import settings
from sanmill.core.game import rule_notes, shapes
from sanmill.core.game.ideas import IdeaKind
from sanmill.core.game.model import Content, LineKind, Reason
from sanmill.core.game.phase import PHASES
from sanmill.core.progress.puzzle_progress import RUNS
from sanmill.core.progress.statistics import MODES
from sanmill.core.text import arabic, rules_text
from sanmill.core.text.i18n import STANDARD
from sanmill.core.themes import BoardTheme, colour_names
from sanmill.engine.messages import TablebaseFileError
from sanmill.engine.opening_names import openings
from sanmill.engine.puzzles.generator import LINE_THEMES, THEMES
from sanmill.engine.rules import refusal_names, rules, variants
from sanmill.engine.search.options import options, weights
from sanmill.ui.home import screen as home

AREAS = (
    "weight|weights|match|appearance|theme_text|rules_text|rule|rules|idle|note|variant_text|workshop|trial|paste|"
    "app|clock|coordinates|date|draw|nav|sheet|side|home|new|setting|level|variant|strip|play|moves|watch|status|notice|refusal|hint|"
    "person|result|reason|value|set_up|lesson|spoken|coach|file_error|text|ask|files|settings|"
    "friends|opening|openings|explorer|proof|puzzles|course|tablebase|perfect|report|second|review|statistics|games|import|record|share|toast|learn|help|about"
)
KEY = re.compile(rf"""['"]((?:{AREAS})\.(?!exe\b)[a-z0-9_.]+[a-z0-9_])['"]""")  # learn.exe is a program
SPOKEN_IN_KV = re.compile(r"""^\s+(?:text|label|title|spoken|detail):\s*['"][^'"]*\w""")
FRIEND_ERRORS = "none cut damaged newer earlier own old over other full".split()
OWN_REFUSALS = "turn watching blocked out_of_reach".split()


def built() -> set[str]:
    """Keys that the code composes."""
    bounded = settings.bounded(options())
    keys = {f"home.{entry.name}" for entry in home.MENU}
    keys |= {f"settings.{group}{part}" for group in (*settings.GROUPS, settings.EXPERT) for part in ("", ".about")}
    keys |= {f"settings.unit.{each.unit}" for each in settings.SETTINGS if each.unit}
    keys |= {f"setting.{each.key}.about" for each in settings.SETTINGS if each.is_explained}
    keys |= {f"setting.{each.key}" for each in settings.SETTINGS if each.group}
    keys |= {f"setting.{each.key}.{choice}" for each in bounded.values() for choice in words_of(each)}
    for prefix in ("watch.white_", "watch.black_"):  # as the settings of a game against the computer
        keys = {key for key in keys if not key.startswith(f"setting.{prefix}")}
    keys -= {f"setting.{settings.WATCH_SPEED.key}.{choice}" for choice in settings.WATCH_SPEED.choices}
    keys |= {f"watch.speed.{choice}" for choice in settings.WATCH_SPEED.choices}
    keys |= {f"setting.{settings.WATCH_WHITE_WEIGHTS.key}.{choice}" for choice in settings.WATCH_WHITE_WEIGHTS.choices}
    keys |= {f"weight.stage.{weight.stage}" for weight in weights()}
    keys |= {f"weight.{weight.name}{end}" for weight in weights() for end in ("", ".about")}
    level = bounded[settings.LEVEL.key]
    keys |= {f"level.{number}{end}" for number in range(level.minimum, level.maximum + 1) for end in ("", ".name")}
    keys |= {f"person.{person.name}.{moment}" for person in PEOPLE for moment in MOMENTS}
    keys |= keys_of_rules() | {f"workshop.{group}" for group, _ in rule_notes.GROUPS}
    keys |= {f"variant_text.{part}{end}" for part in ("no_variant", "no_rule") for end in ("", "_but")}
    keys |= {f"variant_text.{kind}" for kind in ("number", "limit")}
    elements = colour_names(BoardTheme)
    keys |= {f"appearance.element.{element}" for element in elements}
    grounds = {"dimmed", "body", "text", *elements} - {"background", "white_rim", "black_rim"}
    keys |= {f"appearance.ground.{ground}" for ground in grounds}
    for variant in variants():
        keys |= {f"variant.{variant.name}", f"variant.{variant.name}.about", f"variant.{variant.name}.story"}
    keys |= {f"new.{mode}" for mode in ("versus", "two_players", "watch", "friend")}
    keys |= {f"friends.error.{kind}" for kind in FRIEND_ERRORS}
    keys |= {f"date.month.{month}" for month in range(1, 13)}
    keys |= {f"draw.colour.{colour}" for colour in shapes.COLOURS}
    lost = (Reason.FEW_PIECES.value, Reason.NO_MOVES.value, Reason.BOARD_FULL.value)
    keys |= {f"set_up.over.{reason}" for reason in lost}
    keys |= {f"coach.{kind.value}" for kind in PRAISED}
    keys |= {f"games.result.{outcome}" for outcome in (*RESULTS.values(), *OUTCOMES)}
    keys |= {f"opening.{opening.name}{end}" for opening in openings() for end in ("", ".about")}
    keys |= {f"import.{kind}" for kind in ("too_big", "not_text", "empty", "zip_damaged", "zip_too_many")}
    keys |= {f"import.{kind}" for kind in ("zip_too_big", "zip_locked", "zip_method", "zip_file_damaged")}
    keys |= {f"import.code.{kind}" for kind in ("none", "too_long", "cut", "damaged")}
    for plan in BY_NAME.values():
        keys |= {plan.title.key, *(plan.words(step).key for step in range(len(plan.steps) + 1))}
    keys |= {f"help.{place}" for place in ("report", "about", "license")}
    keys |= {f"about.{fact}" for fact in "engine build system device python kivy".split()}
    keys |= {f"file_error.{kind}" for kind in "damaged partly newer set_aside full read_only unwritable".split()}
    keys |= {
        f"{area}.{kind.value}" for kind in IdeaKind if kind is not IdeaKind.QUIET for area in ("hint", "review.why")
    }
    keys |= {f"spoken.point.{content.name.lower()}" for content in Content}
    keys |= {f"spoken.{mark}" for mark in ("chosen", "takeable", "reachable")}
    keys |= {f"statistics.accuracy.{phase}" for phase in PHASES}
    keys |= {f"statistics.mode.{mode}" for mode in MODES}
    keys |= {f"puzzles.{part}.{theme}" for theme in (*THEMES, *LINE_THEMES) for part in ("theme", "about")}
    keys |= {f"puzzles.run.{part}{run}" for part in ("", "about.") for run in RUNS}
    keys |= {f"puzzles.run.end.{end}" for end in (*RUNS, "time", "left")}
    keys |= {f"date.weekday.{day}" for day in range(1, 8)}
    keys |= {f"perfect.failed.{error.value}" for error in TablebaseFileError}
    refused = [rule.name for rule in rules() if rule.needs_history]
    keys |= {f"tablebase.refused.{rule}" for rule in (*refused, "other")}
    refusals = {*refusal_names(), *OWN_REFUSALS} - {"none", "unreadable"}
    return keys | {f"refusal.{refusal}" for refusal in refusals}


def keys_of_rules() -> set[str]:
    """The keys of rules_text."""
    found = {f"rules_text.{name}" for name in ("board", "placing", "moving", "taking", "captures", "end")}
    found |= {f"rules_text.{capture.lower()}" for capture in rules_text.CAPTURES}
    kinds = [kind.name.lower() for kind in LineKind]
    found |= {f"rules_text.only.{kind}" for kind in kinds}
    found |= {f"rules_text.only.{one}_{other}" for at, one in enumerate(kinds) for other in kinds[at + 1 :]}
    for rule in rules():
        found |= {rules_text.key_of(rule.name), f"{rules_text.key_of(rule.name)}.help"}
        if rule.name in rules_text.ACTIONS:
            found |= {f"{rules_text.key_of(rule.name)}.{value}" for value in range(rule.minimum, rule.maximum + 1)}
        for name, prefix, first in (
            ("MillFormationActionInPlacingPhase", "placing_mill", 1),
            ("BoardFullAction", "full", 0),
            ("StalemateAction", "stuck", 0),
        ):
            if rule.name == name:
                found |= {f"rules_text.{prefix}.{value}" for value in range(first, rule.maximum + 1)}
    return found


def covered() -> re.Pattern[str]:
    """The characters of the fonts that the app brings along; joined letters too."""
    listed = json.loads((ROOT / "assets" / "fonts" / "coverage.json").read_text(encoding="utf-8"))
    pairs = [(ranges[at], ranges[at + 1]) for ranges in listed.values() for at in range(0, len(ranges), 2)]
    return re.compile("[" + "".join(f"{re.escape(first)}-{re.escape(last)}" for first, last in pairs) + "\u200c]")


COVERED = covered()


def words_of(setting: settings.Setting[Any]) -> tuple[str, ...]:
    """The choices of a setting that need a text."""
    return tuple(choice for choice in setting.choices if isinstance(choice, str))


def written() -> set[str]:
    """Keys written in quotes in the code."""
    files = [*(ROOT / "sanmill").rglob("*.py"), *(ROOT / "sanmill").rglob("*.kv")]
    found = {key for path in files for key in KEY.findall(path.read_text(encoding="utf-8"))}
    return found - set(settings.BY_KEY)


def kv_words() -> Iterator[str]:
    """Text in kv rules, which should be a key."""
    for path in sorted((ROOT / "sanmill").rglob("*.kv")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if SPOKEN_IN_KV.match(line):
                yield f"{path.relative_to(ROOT)}:{number}: words in kv: {line.strip()}"


def kv_sides() -> Iterator[str]:
    """Rules that assume a left-to-right language, or lose their place when the direction changes."""
    for path in sorted((ROOT / "sanmill").rglob("*.kv")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if re.match(r"\s+(?:halign:.*'(?:left|right|center)'|anchor_x:.*'(?:left|right)')", line):
                yield f"{path.relative_to(ROOT)}:{number}: say align, app.leading or app.trailing: {line.strip()}"


def signs(language: str, catalogue: Catalogue) -> Iterator[str]:
    """Spaces, quotes and characters that do not fit the language or its fonts."""
    for key in sorted(catalogue.entries):
        for error in sorted({error for form in catalogue.entries[key] for error in typographic_errors(language, form)}):
            yield f"{language}: {key} {error}"
    words = {letter for forms in catalogue.entries.values() for form in forms for letter in arabic.join(form)}
    missing = "".join(sorted(letter for letter in words if letter.isprintable() and not COVERED.search(letter)))
    if missing:
        yield f"{language}: the fonts lack {missing}; run make fonts"


def mismatches(language: str, english: Catalogue, other: Catalogue) -> Iterator[str]:
    """Unknown keys, plural forms and placeholders of a language."""
    if not other.name:
        yield f"{language}: the head tells no X-Language-Name"
    for key in sorted(set(other.entries) - set(english.entries)):
        yield f"{language}: {key} is not an English key"
    for key in sorted(set(other.entries) & set(english.entries)):
        is_plural = len(english.entries[key]) > 1
        wanted = {name for form in english.entries[key] for name in placeholders(form) or ()} - {"count"}
        forms = other.entries[key]
        if len(forms) != (other.plurals if is_plural else 1):
            yield f"{language}: {key} has {len(forms)} plural forms"
        for form in forms:
            found = placeholders(form) if form else wanted
            if found is None or found - {"count"} != wanted or ("count" in found and not is_plural):
                yield f"{language}: {key} has other placeholders"


def placeholders(form: str) -> set[str] | None:
    """The names in braces; None when braces do not match."""
    try:
        return {name for _, name, _, _ in Formatter().parse(form) if name is not None}
    except ValueError:
        return None


def check(folder: Path = FOLDER) -> list[str]:
    """All complaints."""
    english = read(folder / f"{STANDARD}.po")
    used = written() | built()
    errors = [f"{key} is used but has no words" for key in sorted(used - set(english.entries))]
    errors += [f"{key} has words but is not used" for key in sorted(set(english.entries) - used)]
    errors += [*kv_words(), *kv_sides()]
    for path in sorted(folder.glob("*.po")):
        catalogue = read(path)
        errors += [*mismatches(path.stem, english, catalogue), *signs(path.stem, catalogue)]
    return errors


if __name__ == "__main__":
    complaints = check()
    print("\n".join(complaints) or "strings: ok")
    sys.exit(1 if complaints else 0)
