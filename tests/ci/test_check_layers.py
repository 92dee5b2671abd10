"""The layer check on small trees: a good one passes, each kind of violation is reported with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from ci.checks.check_layers import check

GOOD = {
    "sanmill/__init__.py": '__version__ = "1"',
    "sanmill/__main__.py": "from sanmill.cli import main",
    "sanmill/app.py": "import kivy.app\nfrom sanmill import control, core, engine, ui",
    "sanmill/cli.py": "from sanmill.engine.search import searcher\nimport sanmill.control.board",
    "sanmill/core/model.py": "import json, math, zlib\nfrom sanmill import __version__",
    "sanmill/core/record.py": "from . import model\nfrom .model import Move\n\nclass Touch: ...",
    "sanmill/engine/abi.py": "import cffi\nfrom sanmill.core.game.model import Move",
    "sanmill/engine/deep/worker.py": "from ..abi import load\nfrom ...core import model",
    "sanmill/control/board.py": "from sanmill.core.game import model\nfrom sanmill.engine import abi",
    "sanmill/control/games/session.py": "from . import cursor\nfrom sanmill.control.views.types import BoardView",
    "sanmill/control/controller.py": "from . import intents, features\nfrom .board import touch",
    "sanmill/ui/board/widget.py": "from kivy.uix.widget import Widget\nfrom ...control import board",
    "sanmill/ui/platform.py": "def share():\n    import plyer",
    "sanmill/ui/platform_android.py": "def share():\n    from jnius import autoclass",
    "engine_c/include/mill.h": "#include <stdint.h>",
    "engine_c/src/game/types.h": '#include "mill.h"',
    "engine_c/src/game/rules.def": "RULE(fly_at, 0, 9, 3)",
    "engine_c/src/game/rules.h": '#include "types.h"\n#include "rules.def"',
    "engine_c/src/game/rules.c": '#include "rules.h"\n#include <threads.h>',
    "engine_c/src/search/tt.h": '#  include "rules.h"',
    "engine_c/src/interface/bench.c": '#include "../include/mill.h"\n#include "search/tt.h"',
    "engine_c/src/interface/main.c": '#include "uci.h"',
    "tests/core/test_model.py": "import pytest, kivy",
}


def complaints(root: Path, changes: dict[str, str]) -> list[str]:
    for name, text in {**GOOD, **changes}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
    return check(root)


def test_valid_tree_passes(tmp_path: Path) -> None:
    assert complaints(tmp_path, {}) == []


@pytest.mark.parametrize(
    ("place", "text", "what"),
    [
        # Python parts
        ("sanmill/core/model.py", "import os\nfrom sanmill.engine import abi", "2: core may not import sanmill.engine"),
        ("sanmill/core/model.py", "import sanmill.control.board", "1: core may not import sanmill.control"),
        ("sanmill/core/model.py", "from ..ui import nav", "1: core may not import sanmill.ui"),
        ("sanmill/core/model.py", "from .. import engine", "1: core may not import sanmill.engine"),
        ("sanmill/core/model.py", "from sanmill import cli", "1: core may not import sanmill.cli"),
        ("sanmill/engine/abi.py", "from sanmill.control import board", "1: engine may not import sanmill.control"),
        ("sanmill/control/board.py", "if True:\n    from ..ui import nav", "2: control may not import sanmill.ui"),
        ("sanmill/ui/nav.py", "from sanmill.engine.abi import load", "1: ui may not import sanmill.engine"),
        ("sanmill/ui/nav.py", "import sanmill.app", "1: ui may not import sanmill.app"),
        ("sanmill/control/board.py", "from sanmill.tools import match", "1: control may not import sanmill.tools"),
        ("sanmill/app.py", "import sanmill.tools.match", "1: app may not import sanmill.tools"),
        ("sanmill/tools/match.py", "from sanmill.ui import nav", "1: tools may not import sanmill.ui"),
        ("sanmill/cli.py", "import sanmill.ui", "1: cli may not import sanmill.ui"),
        ("sanmill/helper.py", "", "1: helper is not in the list of layers"),
        ("sanmill/extra/a.py", "", "1: extra is not in the list of layers"),
        ("sanmill/ui/nav.py", "class Nav: ...\nclass Touch: ...", "2: a class Touch is in sanmill/core/record.py"),
        # the order inside a part
        ("sanmill/control/games/a.py", "from ..board import touch", "1: games may not import control.board"),
        ("sanmill/control/intents.py", "from . import ports, views", "1: intents may not import control.views"),
        (
            "sanmill/control/lesson_plans.py",
            "import sanmill.control.intents",
            "1: lesson_plans may not import control.intents",
        ),
        ("sanmill/control/views/a.py", "from sanmill.control import extra", "1: extra is not in the order of control"),
        ("sanmill/control/extra.py", "", "1: extra is not in the order of control"),
        # modules from outside
        ("sanmill/core/model.py", "import kivy", "1: only sanmill/ui/ and sanmill/app.py may import kivy"),
        ("sanmill/cli.py", "from kivy.clock import Clock", "1: only sanmill/ui/ and sanmill/app.py may import kivy"),
        ("sanmill/control/board.py", "from cffi import FFI", "1: only sanmill/engine/ may import cffi"),
        ("sanmill/ui/nav.py", "from plyer import tts", "1: only sanmill/ui/platform.py may import plyer"),
        (
            "sanmill/ui/nav.py",
            "from kivy.uix.boxlayout import BoxLayout",
            "1: only sanmill/ui/direction.py may import kivy.uix.boxlayout",
        ),
        ("sanmill/app.py", "import jnius", "1: only sanmill/ui/platform_android.py may import jnius"),
        (
            "sanmill/core/model.py",
            "import pytest",
            "1: pytest is neither in the standard library nor listed in OUTSIDE",
        ),
        # what pages may not read
        ("sanmill/ui/nav.py", "level = the_app().settings.get(LEVEL)", "1: ui may not read app().settings"),
        ("sanmill/ui/page.kv", "\n    text: app.controller.title", "2: ui may not read app.controller"),
        # imports inside a function
        ("sanmill/core/model.py", "def f():\n    import os", "2: import of os inside a function"),
        ("sanmill/ui/nav.py", "class A:\n  async def f(self):\n    import os", "3: import of os inside a function"),
        # C modules
        ("engine_c/src/game/rules.c", '#include "position.h"', "1: rules may not include position"),
        ("engine_c/src/game/rules.def", '\n#include "search.h"', "2: rules may not include search"),
        ("engine_c/include/mill.h", '#include "types.h"', "1: mill may not include types"),
        ("engine_c/src/search/tt.h", '#include "evaluate.h"', "1: tt may not include evaluate"),
        ("engine_c/src/interface/bench.c", ' # include "uci.h"', "1: bench may not include uci"),
        ("engine_c/src/interface/api.c", '#include "helper.h"', "1: helper is not in the list of layers"),
        ("engine_c/src/interface/helper.c", "", "1: helper is not in the list of layers"),
        ("engine_c/src/game/notation.h", '#include "evaluate.h"', "1: notation may not include evaluate"),
        ("engine_c/src/tablebase/tb_probe.c", '#include "search.h"', "1: tb_probe may not include search"),
        ("engine_c/src/tablebase/tb_probe.c", '#include "build/tb_build.h"', "1: tb_probe may not include tb_build"),
        ("engine_c/src/search/uci.c", "", "1: uci belongs in interface"),
        ("engine_c/src/tablebase/retro.c", "", "1: retro belongs in tablebase/build"),
        ("engine_c/src/interface/extra.inc", "", "1: extra is not in the list of layers"),
    ],
)
def test_layer_violation_is_reported_with_its_place(tmp_path: Path, place: str, text: str, what: str) -> None:
    assert complaints(tmp_path, {place: text}) == [f"{place}:{what}"]
