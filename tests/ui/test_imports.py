"""What a page imports: every widget that its rules name."""

from __future__ import annotations

import subprocess
import sys

from tests.kit.driver import ROOT

# Imports each page in a process of its own and prints the names in its rules that nothing defines.
EACH_PAGE_ALONE = r"""
import os, re, sys
from importlib import import_module
from pathlib import Path
import tests.kit.offscreen
import kivy.app, kivy.graphics
from kivy.factory import Factory, FactoryException
from kivy.lang import Builder
from sanmill.ui.pages import CLASSES

def is_known(name):
    try:
        return hasattr(kivy.graphics, name) or getattr(Factory, name)
    except FactoryException:
        return False

for module in ("nav", *sorted({path.partition(":")[0] for path in CLASSES.values()})):
    if not os.fork():
        import_module(f"sanmill.ui.{module}")
        for rules in filter(None, Builder.files):
            if "sanmill" in rules:
                names = re.findall(r"^ +([A-Z]\w*):\s*$", Path(rules).read_text(encoding="utf-8"), re.M)
                for name in sorted({name for name in names if not is_known(name)}):
                    print(module, Path(rules).name, name, flush=True)
        os._exit(0)
    os.wait()
"""


def test_every_page_imports_the_widgets_that_its_rules_name() -> None:
    ran = subprocess.run([sys.executable, "-c", EACH_PAGE_ALONE], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.returncode) == ("", 0), ran.stderr
