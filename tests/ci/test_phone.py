"""ci/robots/phone.py against a scripted adb: a phone that behaves, and phones that fail in one way each."""

from __future__ import annotations

import json
import shlex
import zipfile
from pathlib import Path

import pytest

from ci.robots import phone
from sanmill import __version__
from tests.kit.scripted_tools import path_of, python_program, shell_program

ADB = """
import json, os, struct, sys
with open(os.environ["PHONE"]) as state:
    now = json.load(state)
def log(words, pid=None, time="01:02:03.456"):
    now["log"].append(f"11-17 {time} {pid or now['pid']} 4321 I python  : {words}")
def start():
    now["starts"] += 1
    now["pid"] = str(1000 + now["starts"])
    if now["error"] == "library":
        log('java.lang.UnsatisfiedLinkError: dlopen failed: library "libmain.so" not found')
    elif now["error"] == "python":
        log("Traceback (most recent call last):")
    elif now["error"] != "silence":
        log("FATAL EXCEPTION of another app", pid="77")
        log("Checking pattern libffi", time="23:59:58.000")
        log("[INFO   ] start reached modules", time="23:59:59.500")
        log("[INFO   ] start reached window", time="00:00:00.700")
        plies = now["plies"] if now["error"] != "forgetful" else 0
        if now["error"] != "no tables":
            log("[INFO   ] tablebase of 18 pieces")
        log(f"[INFO   ] first frame of Sanmill VERSION, engine VERSION, {plies} plies", time="00:00:01.000")
arguments = sys.argv[1:]
command = " ".join(arguments)
if command == "uninstall org.sanmill.sanmill":
    print("Failure [DELETE_FAILED_INTERNAL_ERROR]", file=sys.stderr)
    sys.exit(1)
elif arguments[0] == "install":
    if now["error"] == "install":
        print("INSTALL_FAILED_NO_MATCHING_ABIS", file=sys.stderr)
        sys.exit(1)
elif command == "shell pidof org.sanmill.sanmill":
    if not now["pid"]:
        sys.exit(1)
    print(now["pid"])
elif command == "logcat -c":
    now["log"] = []
elif arguments[0] == "logcat":
    print("--------- beginning of main")
    print(*now["log"], sep="\\n")
elif arguments[1:3] == ["am", "start"]:
    start()
elif command == "shell getprop ro.build.version.sdk":
    print(36)
elif arguments[1:4] == ["cmd", "locale", "set-app-locales"]:
    now["language"] = arguments[-1]
elif arguments[1:3] == ["am", "force-stop"]:
    now["pid"] = ""
elif arguments[1:3] == ["settings", "put"] and arguments[4] == "user_rotation":
    if now["error"] != "upright":
        now["quarters"] = int(arguments[5])
elif command == "exec-out screencap -p":
    width, height = (1080, 2400) if not now["quarters"] else (2400, 1080)
    sys.stdout.buffer.write(b"\\x89PNG\\r\\n\\x1a\\n" + bytes(8) + struct.pack(">II", width, height))
elif arguments[1:3] == ["input", "tap"]:
    x, y = map(int, arguments[3:])
    if not now["is_playing"] and 2050 < y < 2080 and x < 500:
        now["is_playing"] = True
        log("[INFO   ] StartFirstGame 3 False")
    elif now["is_playing"] and 1350 < y < 1400 and abs(x - 540) < 40 and now["error"] != "deaf":
        log("[INFO   ] ply 1 d2")
        log("[INFO   ] ply 2 f4")
        now["plies"] = 2
elif command == "shell input keyevent 4":
    log("[INFO   ] page home")
with open(os.environ["PHONE"], "w") as state:
    json.dump(now, state)
"""


@pytest.fixture
def real_phone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An adb of the machine, before the scripted one: a file that names every call of it."""
    calls = tmp_path / "calls of the real phone"
    shell_program(tmp_path / "sdk" / "adb", f'echo "$@" >>{shlex.quote(str(calls))}')
    monkeypatch.setenv("PATH", str(tmp_path / "sdk"), prepend=":")
    return calls


@pytest.fixture
def device(real_phone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The state of a scripted phone, which adb keeps in a file."""
    programs = tmp_path / "bin"
    python_program(programs / "adb", ADB.replace("VERSION", __version__), "-IS")
    state = tmp_path / "phone.json"
    state.write_text(
        json.dumps(
            {
                "pid": "",
                "starts": 0,
                "plies": 0,
                "quarters": 0,
                "is_playing": False,
                "error": "",
                "log": [],
                "calls": [],
            }
        ),
        encoding="utf-8",
    )
    monkeypatch.setenv("PHONE", str(state))
    with zipfile.ZipFile(tmp_path / "sanmill.apk", "w") as package:
        package.writestr(phone.TABLES, b"")
    monkeypatch.setenv("PATH", path_of(programs))
    for name in ("PAUSE", "START_SECONDS", "SECONDS", "TAP_SECONDS"):
        monkeypatch.setattr(phone, name, 0.5)  # one look each, no waiting
    monkeypatch.setattr("time.sleep", lambda _: None)
    return state


def test_real_phone_is_never_reached(device: Path, real_phone: Path, tmp_path: Path) -> None:
    """The scripted adb fails to start or is missing."""
    program = tmp_path / "bin" / "adb"
    program.write_text("#!/nowhere/python\n", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(OSError, match="adb"):
            phone.main([str(tmp_path / "sanmill.apk"), str(tmp_path / "pictures")])
        program.unlink(missing_ok=True)
    assert not real_phone.exists()


def test_healthy_phone_passes(device: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert phone.main([str(tmp_path / "sanmill.apk"), str(tmp_path / "pictures")]) == 0, capsys.readouterr().err
    printed = capsys.readouterr().out
    assert f"started: app {__version__}, engine {__version__}" in printed
    assert printed.count("seconds of the start: modules 1.5, window 1.2, first frame 0.3") == 3
    assert "after a kill the game has 2 plies" in printed
    names = sorted(path.name for path in (tmp_path / "pictures").iterdir())
    assert [name[:1] for name in names] == ["1", "2", "3", "4", "5", "6", "7", "8", "l", "l"]
    assert "ply 1 d2" in (tmp_path / "pictures" / "log.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        ("install", "INSTALL_FAILED_NO_MATCHING_ABIS"),
        ("library", "dlopen failed"),
        ("python", "Traceback"),
        ("silence", "first frame"),
        ("deaf", "no move is played"),
        ("upright", "the screen does not turn: not within"),
        ("no tables", "tablebase of 18 pieces"),
        ("forgetful", "after a kill the game has 0 plies"),
    ],
)
def test_phone_error_is_reported(
    device: Path, error: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    device.write_text(
        device.read_text(encoding="utf-8").replace('"error": ""', f'"error": "{error}"'), encoding="utf-8"
    )
    assert phone.main([str(tmp_path / "sanmill.apk"), str(tmp_path / "pictures")]) == 1
    assert words in capsys.readouterr().err
