"""Values of stored declarations, made from the declarations themselves."""

from __future__ import annotations

import pkgutil
from dataclasses import is_dataclass
from datetime import date
from enum import Enum
from importlib import import_module
from typing import Annotated, Any, Union, get_args, get_origin

from hypothesis import strategies as st

from sanmill import control, core
from sanmill.control.friends.correspondence import FriendGame
from sanmill.core.game.model import Side
from sanmill.core.game.user_variants import UserVariant
from sanmill.core.progress.statistics import Kept
from sanmill.core.storage.store import FileName
from sanmill.core.storage.stored import Length, OneOf, Stored, declared

FITTING: dict[Any, st.SearchStrategy[Any]] = {  # what a function checks
    FileName: st.from_regex("[a-zß移]{1,20}", fullmatch=True),
    FriendGame: st.builds(
        FriendGame,
        st.integers(0, 99),
        st.just("six_mens_morris"),
        st.sampled_from(Side),
        st.just(("Anna", "")),
        st.sampled_from(((), ("b4",), ("b4", "d2"))),
        is_told=st.booleans(),
    ),
    Kept: st.builds(lambda kept, more: Kept(kept, kept + more), st.integers(0, 99), st.integers(0, 99)),
    UserVariant: st.builds(UserVariant, st.text("ab"), st.just("nine_mens_morris MayFly=false")),
}


def all_stored() -> list[Stored[Any]]:
    """Every declaration of a stored file."""
    packages = [(package.__path__, f"{package.__name__}.") for package in (core, control)]
    modules = [import_module(each.name) for package in packages for each in pkgutil.walk_packages(*package)]
    found = {id(value): value for module in modules for value in vars(module).values() if isinstance(value, Stored)}
    return sorted(found.values(), key=lambda stored: str(stored.kind))


def values(hint: Any, *bounds: Any) -> st.SearchStrategy[Any]:
    """Values that fit a declaration."""
    if hint in FITTING:
        return FITTING[hint]
    if get_origin(hint) is Annotated:
        inner, *more = get_args(hint)
        return values(inner, *more, *bounds)
    bound: Any = next((bound for bound in bounds if not callable(bound)), None)
    origin, arguments = get_origin(hint), get_args(hint)
    if isinstance(bound, OneOf):
        return st.sampled_from(bound)
    if origin is Union:
        return st.one_of(*map(values, arguments))
    if origin is tuple and arguments[-1] is not ...:
        return st.tuples(*map(values, arguments))
    if origin in (list, tuple):
        return st.lists(values(arguments[0]), min_size=bound.minimum, max_size=min(bound.maximum, 3)).map(origin)
    if origin is dict:
        return st.dictionaries(values(arguments[0]), values(arguments[1]), max_size=3)
    if isinstance(hint, type) and is_dataclass(hint):
        return st.builds(hint, **{name: values(each) for name, each, _ in declared(hint)})
    if hint is date:
        return st.dates()
    if issubclass(hint, Enum):
        return st.sampled_from(hint)
    if issubclass(hint, str):
        return _texts(bound).map(hint)
    if hint in (int, float):
        limits = (bound.minimum, bound.maximum)
        return st.integers(*limits) if hint is int else st.floats(*limits)
    return {bool: st.booleans(), type(None): st.none()}[hint]


def _texts(bound: Length) -> st.SearchStrategy[str]:
    if bound.pattern:
        return st.from_regex(bound.pattern, fullmatch=True).filter(lambda text: len(text) <= bound.maximum)
    return st.text(st.characters(exclude_characters="\0"), max_size=min(bound.maximum, 20))
