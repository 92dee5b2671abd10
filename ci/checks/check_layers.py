"""Check that imports and includes follow the order of the layers, and that no two modules have a class of one name.

The lists below are the only definition of that order. Each complaint has the form ``path:line: what``.
"""

from __future__ import annotations

import ast
import re
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from ci import ROOT

# Each part of the Python package and the other parts it may import. All may import the package itself (its version).
PYTHON_LAYERS: dict[str, set[str]] = {
    "core": set(),
    "engine": {"core"},
    "control": {"core", "engine"},
    "ui": {"core", "control"},
    "tools": {"core", "engine", "control"},
    "cli": {"core", "engine", "control", "tools"},
    "app": {"core", "engine", "control", "ui", "cli"},
    "__main__": {"cli"},
    "__init__": set(),
    "_build": set(),  # made by ci/stamp.py
}
# Modules and folders inside a part, from left to right as in C_LAYERS below.
PYTHON_ORDER = {
    "control": """
        ports, routes, context → lesson_plans, intents → effects → feature → features
        → engine_requests, opening_requests, game_series → views → variants → games
        → archive, statistics → share → board → settings → friends → play
        → review, explorer, lessons, puzzles, tuning, appearance, clock, coordinates → course, openings
        → home, help → saved_state → current_game → recovery → controller
    """,
}
# Third-party modules and the places that may import them. No others are allowed.
OUTSIDE: dict[str, tuple[str, ...]] = {
    "cffi": ("sanmill/engine/",),
    "_cffi_backend": ("sanmill/engine/",),
    "kivy": ("sanmill/ui/", "sanmill/app.py"),
    "kivy.uix.anchorlayout": ("sanmill/ui/direction.py",),  # mirrors them for right-to-left languages
    "kivy.uix.boxlayout": ("sanmill/ui/direction.py",),
    "kivy.uix.gridlayout": ("sanmill/ui/direction.py",),
    "kivy.uix.stacklayout": ("sanmill/ui/direction.py",),
    "plyer": ("sanmill/ui/platform.py",),
    "jnius": ("sanmill/ui/platform_android.py",),
    "android": ("sanmill/ui/platform_android.py",),
    "ios": ("sanmill/ui/platform_ios.py",),
    "pyobjus": ("sanmill/ui/platform_ios.py",),
}
# Files that may import inside a function.
LAZY = (
    "sanmill/ui/platform.py",
    "sanmill/ui/platform_android.py",
    "sanmill/ui/platform_ios.py",
)

# Files that name what stands to their right, for types only.
FOR_TYPES = (
    "sanmill/control/context.py",
    "sanmill/control/features.py",
    "sanmill/control/play/turning.py",
    "sanmill/control/recovery.py",
)

# What pages and widgets do not ask of the app: a page builds itself from its view.
PULLED = re.compile(r"app(?:\(\))?\.(?:controller|reports|settings|store|themes)\b")

# C folders in order, and the modules of each from left to right: a module may include itself, what stands to its left
# and the folders before. Those joined by a comma are siblings and may not include each other. A .def or .inc file
# belongs to the module of the same name.
C_LAYERS = {
    "include": "mill",
    "game": """
        types, words → text, topology → patterns, rules → position → makemove → movegen, symmetry → notation → fen
        → game
    """,
    "tablebase": """
        os_file, checksum, threadpool → index, tb_rules, tb_file, tb_network → tb_value, tb_container
        → tb_successors, tb_coding → tb_decode → tb_subspace → tb_placing → tb_probe → tb_root → tb_resolve
    """,
    "tablebase/build": """
        tb_fit, tb_model, retro, tb_placing_solve → tb_encode, retro_propagate → tb_layers → tb_build
        → tb_solve, tb_verify, tb_compare
    """,
    "search": """
        features, timer, hash_memory, busy, book, proof_state, cache_key → network, proof_table → evaluate, tt
        → movepick, oversights, proof_search → search, proof → deepening → root_proof, levels
    """,
    "interface": "options, endings, wdl, move_time → engine → api, bench → uci_go → uci → main",
}
C_FOLDERS = ("engine_c/include", "engine_c/src")
C_SUFFIXES = {".c", ".h", ".def", ".inc"}

PYTHON_RANK = {
    (part, module.strip()): rank
    for part, rows in PYTHON_ORDER.items()
    for rank, row in enumerate(rows.split("→"))
    for module in row.split(",")
}
ROWS = [(folder, row) for folder, rows in C_LAYERS.items() for row in rows.split("→")]
RANK = {module.strip(): rank for rank, (_, row) in enumerate(ROWS) for module in row.split(",")}
FOLDER = {module.strip(): folder for folder, row in ROWS for module in row.split(",")}
OTHER_SYSTEMS = ("msvcrt",)  # in the standard library, but not on this system
CLASS = re.compile(r"class (\w+)")
INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]+)"')


def standard_library() -> set[str]:
    """Names of the modules that come with Python (sys.stdlib_module_names is younger than Python 3.9)."""
    folder = Path(sysconfig.get_path("stdlib"))
    files = [*folder.glob("*"), *folder.glob("lib-dynload/*")]
    return {file.name.partition(".")[0] for file in files} | {*sys.builtin_module_names, *OTHER_SYSTEMS}


STANDARD = standard_library()


def imports(node: ast.AST, package: list[str], in_function: bool = False) -> Iterator[tuple[int, str, bool]]:
    """Each imported name with its line and whether it stands inside a function."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from ((child.lineno, alias.name, in_function) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            base = package[: len(package) - child.level + 1] if child.level else []
            origin = ".".join([*base, *([child.module] if child.module else [])])
            # "from sanmill import core" names a part of the package, "from sanmill.core import x" already did.
            is_package = origin in ("sanmill", *(f"sanmill.{part}" for part in PYTHON_ORDER))
            names = [f"{origin}.{alias.name}" for alias in child.names] if is_package else [origin]
            yield from ((child.lineno, name, in_function) for name in names)
        else:
            is_function = isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef))
            yield from imports(child, package, in_function or is_function)


def python_error(place: str, part: str, name: str) -> str | None:
    """What is wrong with importing this name here, or nothing."""
    top, _, rest = name.partition(".")
    if top == "sanmill":
        target = rest.partition(".")[0]
        is_allowed = target in PYTHON_LAYERS[part] | {part} or target not in PYTHON_LAYERS
        return None if is_allowed else f"{part} may not import sanmill.{target}"
    known = name if name in OUTSIDE else top
    if known in OUTSIDE:
        is_allowed = place.startswith(OUTSIDE[known])
        return None if is_allowed else f"only {' and '.join(OUTSIDE[known])} may import {known}"
    return None if top in STANDARD else f"{top} is neither in the standard library nor listed in OUTSIDE"


def order_error(place: Path, name: str) -> str | None:
    """What is wrong with importing this name inside an ordered part, or nothing."""
    part, module = place.parts[1], Path(place.parts[2]).stem
    top, target_part, target = (*name.split("."), "", "")[:3]
    if (top, target_part) != ("sanmill", part) or target in ("", module):
        return None
    if (part, target) not in PYTHON_RANK:
        return f"{target} is not in the order of {part}"
    is_allowed = PYTHON_RANK[part, target] < PYTHON_RANK[part, module]
    return None if is_allowed else f"{module} may not import {part}.{target}"


def check_python(root: Path) -> Iterator[str]:
    for path in sorted((root / "sanmill").rglob("*.py")):
        place = path.relative_to(root)
        part = Path(place.parts[1]).stem
        if part not in PYTHON_LAYERS:
            yield f"{place}:1: {part} is not in the list of layers"
            continue
        is_ordered = part in PYTHON_ORDER and place.parts[2:] != ("__init__.py",)
        has_order = is_ordered and place.as_posix() not in FOR_TYPES
        if is_ordered and (part, Path(place.parts[2]).stem) not in PYTHON_RANK:
            yield f"{place}:1: {Path(place.parts[2]).stem} is not in the order of {part}"
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"), str(place))
        for line, name, in_function in imports(tree, list(place.parts[:-1])):
            error = python_error(place.as_posix(), part, name) or (order_error(place, name) if has_order else None)
            if error:
                yield f"{place}:{line}: {error}"
            if in_function and place.as_posix() not in LAZY:
                yield f"{place}:{line}: import of {name} inside a function"


def check_classes(root: Path) -> Iterator[str]:
    """A name stands for one thing."""
    first: dict[str, str] = {}
    for path in sorted((root / "sanmill").rglob("*.py")):
        place = path.relative_to(root).as_posix()
        for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            match = CLASS.match(text)
            if match and first.setdefault(match[1], place) != place:
                yield f"{place}:{line}: a class {match[1]} is in {first[match[1]]}"


def check_pages(root: Path) -> Iterator[str]:
    for path in sorted((root / "sanmill/ui").rglob("*")):
        if path.suffix in (".py", ".kv"):
            for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
                for found in PULLED.findall(text):
                    yield f"{path.relative_to(root)}:{line}: ui may not read {found}"


def check_c(root: Path) -> Iterator[str]:
    paths = [path for folder in C_FOLDERS for path in sorted((root / folder).rglob("*")) if path.suffix in C_SUFFIXES]
    for path in paths:
        place, module = path.relative_to(root), path.stem
        if module not in RANK:
            yield f"{place}:1: {module} is not in the list of layers"
            continue
        if not place.parent.as_posix().endswith(f"/{FOLDER[module]}"):
            yield f"{place}:1: {module} belongs in {FOLDER[module]}"
        for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            match = INCLUDE.match(text)
            target = Path(match[1]).stem if match else module
            if target not in RANK:
                yield f"{place}:{line}: {target} is not in the list of layers"
            elif target != module and RANK[target] >= RANK[module]:
                yield f"{place}:{line}: {module} may not include {target}"


def check(root: Path) -> list[str]:
    """All complaints about the tree under root."""
    return [*check_python(root), *check_classes(root), *check_pages(root), *check_c(root)]


if __name__ == "__main__":
    complaints = check(ROOT)
    print("\n".join(complaints) or "layers: ok")
    sys.exit(1 if complaints else 0)
