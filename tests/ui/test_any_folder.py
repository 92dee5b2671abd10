"""The real app in a data folder whose name is no text."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from sanmill.control.board import intents
from sanmill.control.play.intents import StartVersus
from sanmill.control.variants.intents import BuildTablebase
from sanmill.core import settings
from sanmill.engine.messages import Stage
from tests.kit.driver import Driver
from tests.kit.tablebase_file import RULES


def line(driver: Driver) -> tuple[str, ...]:
    session = driver.app.controller.current.session
    return session.cursor.line if session else ()


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes on Linux only")
def test_app_works_in_folder_with_undecodable_name(tmp_path: Path) -> None:
    folder = tmp_path / "\udcff\udce4 b"
    folder.mkdir()
    driver = Driver(folder)
    driver.app.send(BuildTablebase(RULES))
    driver.until(lambda: driver.app.tablebases.of(RULES).stage is Stage.BUILT)
    driver.set(settings.VARIANT, RULES)
    driver.set(settings.LEVEL, driver.app.settings.level_perfect)
    driver.app.send(StartVersus())
    driver.app.send(intents.TapPoint("b2"))
    driver.until(lambda: len(line(driver)) == 2)
    played = line(driver)
    driver.close()
    driver = Driver(folder)
    assert line(driver) == played
    assert not list(folder.glob("reports/*report*"))
    driver.close()
