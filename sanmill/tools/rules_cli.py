"""The rules of variants: ``python -m sanmill variants`` lists them, ``sanmill rules check`` compares them in words."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator, Sequence

from sanmill.control.variants.rule_check import check
from sanmill.core.resources import CATALOGUES
from sanmill.core.text.i18n import Translator, text
from sanmill.engine.rules import variants

from .command import add_rules, command

WIDTH = 100


@command("variants")
def list_variants(arguments: Sequence[str]) -> int:
    description = "List the variants and what each changes of the standard rules."
    argparse.ArgumentParser(prog="sanmill variants", description=description).parse_args(arguments)
    listed = variants()
    width = max(len(variant.name) for variant in listed)
    for variant in listed:
        print(f"{variant.name:<{width}}  {variant.changes or 'the standard rules'}")
    return 0


@command("rules")
def main(arguments: Sequence[str]) -> int:
    translator = Translator(CATALOGUES)
    options = _parser(translator.languages).parse_args(arguments)
    translator.choose(options.language)
    print(*describe(f"{options.variant} {options.rules}".strip(), translator), sep="\n")
    return 0


def _parser(languages: Sequence[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="sanmill rules", description="The rules of a variant.")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    added = commands.add_parser("check", help="say what differs from the standard game, and which variant is nearest")
    add_rules(added, "")
    added.add_argument(
        "--language",
        default="en",
        choices=languages,
        metavar="CODE",
        help=f"of the answer: {', '.join(languages)} (default: %(default)s)",
    )
    return parser


def describe(rules: str, translator: Translator) -> Iterator[str]:
    say = translator.say
    result = check(rules)
    nearest = text(f"variant.{result.nearest}")
    yield say(text("rules.same" if result.is_nearest else "rules.nearest", variant=nearest))
    if not result.differences:
        yield say(text("rules.standard"))
    for difference in result.differences:
        yield f"\n{say(difference.title)}"
        for key, sentences in (("rules.here", difference.here), ("rules.usual", difference.standard)):
            for sentence in sentences:
                line = say(text(key, sentence=sentence))
                yield textwrap.fill(line, WIDTH, initial_indent="  ", subsequent_indent="    ")
