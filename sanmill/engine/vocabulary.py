"""The engine's own words, which crash reports may hold; anything else in a text may be a user's."""

from __future__ import annotations

from functools import lru_cache

from sanmill.engine.search.jobs import Analyse, Think
from sanmill.engine.search.options import options

from .errors import Status
from .rules import rules, variants


@lru_cache(maxsize=1)
def vocabulary() -> frozenset[str]:
    """Names of rules, variants, options with their choices, errors and jobs."""
    choices = (choice for option in options() for choice in option.choices)
    listed = (*rules(), *variants(), *options(), *Status)
    return frozenset((*(each.name for each in listed), *choices, Think.__name__, Analyse.__name__))
