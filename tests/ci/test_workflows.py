"""The workflows for hosted machines: what they call is there, and their emulator and simulator scripts run."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ci.packaging import packaged
from tests.kit.scripted_tools import path_of, shell_program

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
READ = "import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1])), default=str))"


def read(path: Path) -> dict[str, Any]:
    ran = subprocess.run(
        [sys.executable, "-c", READ, str(path)],
        env={**os.environ, "PYTHONPATH": str(packaged.TOOLS.with_name("ios"))},
        capture_output=True,
        text=True,
        check=True,
    )
    workflow: dict[str, Any] = json.loads(ran.stdout)
    return workflow


def steps(workflow: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for job in workflow["jobs"].values():
        yield from job["steps"]


def scripts(workflow: dict[str, Any]) -> list[str]:
    return [step["run"] for step in steps(workflow) if "run" in step]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflow_calls_exist(path: Path) -> None:
    workflow = read(path)
    targets = re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for script in scripts(workflow):
        plain = re.sub(r"\$\{\{.*?\}\}", "x", script)
        subprocess.run(["bash", "-n"], input=plain, text=True, check=True)
        assert set(re.findall(r"\bmake ([a-z-]+)", script)) <= set(targets)
        for name in re.findall(r"\bci/[\w.]+", script):
            assert os.access(ROOT / name, os.X_OK), name
    for step in steps(workflow):
        assert "uses" not in step or re.fullmatch(r"actions/[\w-]+@v\d+", step["uses"]), step


def test_hosted_machine_installs_required_tools() -> None:
    """Java is installed by a separate step."""
    script = (ROOT / "ci" / "packaging" / "apk.sh").read_text(encoding="utf-8")
    asked = set(re.findall(r"missing\+=\(([a-z][\w-]+)\)", script)) - {"openjdk-17-jdk-headless"}
    tools = re.findall(r"^for tool in (.*);", script, re.MULTILINE)[0].replace("libtoolize", "libtool").split()
    android = read(ROOT / ".github" / "workflows" / "android.yml")
    [installed] = [script for script in scripts(android) if "apt-get install" in script]
    assert asked >= {"libltdl-dev", "zlib1g-dev"}
    assert asked | set(tools) - {"make"} <= set(installed.split())


def test_cache_key_depends_on_engine_sources() -> None:
    for name in ("android", "ios"):
        caches = [
            step["with"] for step in steps(read(ROOT / ".github" / "workflows" / f"{name}.yml")) if "with" in step
        ]
        keys = [cache["key"] for cache in caches if "key" in cache]
        assert keys
        assert all("engine_c/" in key for key in keys)


# The scripts.


@pytest.mark.parametrize("result", [0, 1])
def test_emulator_is_started_and_driven(result: int, tmp_path: Path) -> None:
    sdk, calls = tmp_path / "sdk", tmp_path / "calls"
    note = f'echo "$(basename "$0") $*" >>{shlex.quote(str(calls))}\n'
    shell_program(sdk / "cmdline-tools" / "latest" / "bin" / "sdkmanager", note)
    shell_program(sdk / "cmdline-tools" / "latest" / "bin" / "avdmanager", note)
    shell_program(sdk / "platform-tools" / "adb", note)
    shell_program(sdk / "emulator" / "emulator", note)
    shell_program(tmp_path / "python", note + f"exit {result}")
    environment = {
        "PATH": path_of(tmp_path / "bin"),
        "ANDROID_HOME": str(sdk),
        "PYTHON": str(tmp_path / "python"),
    }
    image = "system-images;android-30;google_apis;x86_64"
    command = [str(ROOT / "ci" / "robots" / "emulator.sh"), image, "sanmill.apk"]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == result, ran.stderr
    lines = calls.read_text(encoding="utf-8").splitlines()
    assert f"avdmanager create avd --force --name sanmill --device pixel --package {image}" in lines
    assert "python -m ci.robots.phone sanmill.apk build/phone" in lines


@pytest.mark.parametrize(
    ("printed", "result"),
    [("[INFO] first frame of Sanmill 0.1.0, engine 0.1.0, 0 plies", 0), ("Traceback (most recent call last):", 1)],
)
def test_simulator_waits_for_first_frame(printed: str, result: int, tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    (checkout / "ci" / "robots").mkdir(parents=True)
    (checkout / "ci" / "robots" / "simulator.sh").symlink_to(ROOT / "ci" / "robots" / "simulator.sh")
    device = "01234567-89AB-CDEF-0123-456789ABCDEF"
    shell_program(
        tmp_path / "bin" / "xcrun",
        f"""case "$2" in
            list) echo "    iPhone 16 ({device}) (Shutdown)" ;;
            launch) echo "{printed}" ;;
            io) [ "$3" = {device} ] && echo picture >"$5" ;;
        esac""",
    )
    environment = {"PATH": path_of(tmp_path / "bin")}
    command = ["bash", str(checkout / "ci" / "robots" / "simulator.sh"), "sanmill.app"]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == result, ran.stdout + ran.stderr
    assert (checkout / "build" / "simulator" / "first-frame.png").exists() == (not result)
