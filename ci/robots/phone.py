"""Install the app on a phone or emulator and drive it over adb: python -m ci.robots.phone APK [PICTURES]

It starts, draws, plays a move, turns with the phone, goes back, has its game after a kill, and from Android 13 on
speaks German. Any device will do that adb is connected to; ANDROID_SERIAL chooses between several. It needs Android 7,
whose shell knows pidof. An installed copy is removed first, with its games.
"""

from __future__ import annotations

import re
import struct
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

TABLES = "assets/complete.tablebase"
PACKAGE = "org.sanmill.sanmill"
ACTIVITY = f"{PACKAGE}/org.kivy.android.PythonActivity"
ERRORS = re.compile(r"Traceback|FATAL|Fatal signal|dlopen failed")
FIRST_FRAME = re.compile(r"first frame of Sanmill (\S+), engine (\S+), (\d+) plies")
STAGE = re.compile(r"start reached (\w+)")
WHOLE_GAME = re.compile(r"tablebase of 18 pieces")
FIRST_GAME = re.compile(r"StartFirstGame")
APP_LANGUAGES = 33  # API level from which a language can be set for one app
MOVE, ANSWER = re.compile(r"\bply 1 "), re.compile(r"\bply 2 ")
HOME_PAGE = re.compile(r"page home")
BACK = "4"
# Where to touch, as parts of width and height, one after the other until the log shows an effect: phones differ in
# their layout. "I can play" is at the lower left, above the system's buttons; the middle line of the board has
# six points.
BUTTONS = [(0.25, down / 100) for down in (90, 88, 86, 92, 84, 82, 80)]
MIDDLE_LINE = [(0.5, down / 100) for down in (60, 40, 57, 43, 64, 36, 68, 32, 54, 46)]
START_SECONDS = 300  # the first start unpacks Python, on an emulator slowly
SECONDS = 30  # for everything else
TAP_SECONDS = 3  # a tap beside the button has no effect
DAY = 24 * 3600
PAUSE = 0.5  # between looks at the log


class Failure(Exception):
    """What went wrong on the phone."""


class Phone:
    """A device that adb is connected to, and the log of the app on it."""

    def __init__(self, pictures: Path, pause: float = PAUSE) -> None:
        self._pictures = pictures
        self._pause = pause
        self._pids: set[str] = set()
        self._counts: dict[str, int] = {}
        pictures.mkdir(parents=True, exist_ok=True)

    def adb(self, *arguments: str) -> bytes:
        ran = subprocess.run(["adb", *arguments], capture_output=True, check=False)
        if ran.returncode:
            raise Failure(f"adb {' '.join(arguments)}: {(ran.stderr or ran.stdout).decode(errors='replace').strip()}")
        return ran.stdout

    def shell(self, *command: str) -> str:
        return self.adb("shell", *command).decode(errors="replace").strip()

    def pid(self) -> str:
        """The app's process; empty when it does not run."""
        try:
            return self.shell("pidof", PACKAGE)
        except Failure:
            return ""  # pidof fails when it finds none

    def log(self) -> list[str]:
        """Lines of the app's processes, those that have ended too."""
        self._pids.update(filter(None, [self.pid()]))
        lines = self.adb("logcat", "-d", "-v", "threadtime").decode(errors="replace").splitlines()
        return [line for line in lines if len(line.split()) > 3 and line.split()[2] in self._pids]

    def check(self) -> list[str]:
        """The log, if there is no error in it."""
        lines = self.log()
        for number, line in enumerate(lines):
            if ERRORS.search(line):
                raise Failure("\n".join(["an error in the log:", *lines[max(0, number - 5) : number + 30]]))
        return lines

    def looks(self, seconds: float) -> Iterator[None]:
        """One step for each look during some seconds."""
        for _ in range(int(seconds / PAUSE)):
            yield
            time.sleep(self._pause)

    def find(self, pattern: re.Pattern[str], seconds: float) -> re.Match[str] | None:
        """A line that is new since the last one of this pattern; None if there is none in time."""
        for _ in self.looks(seconds):
            found = list(filter(None, map(pattern.search, self.check())))
            if len(found) > self._counts.get(pattern.pattern, 0):
                self._counts[pattern.pattern] = len(found)
                return found[-1]
        return None

    def wait(self, pattern: re.Pattern[str], seconds: float = SECONDS) -> re.Match[str]:
        found = self.find(pattern, seconds)
        if found is None:
            raise Failure("\n".join([f"nothing in the log matches {pattern.pattern!r}; its end:", *self.log()[-40:]]))
        return found

    def until(self, is_true: Callable[[], bool], what: str) -> None:
        for _ in self.looks(SECONDS):
            self.check()
            if is_true():
                return
        raise Failure(f"{what}: not within {SECONDS} seconds")

    def screen(self) -> bytes:
        """A PNG of the screen."""
        picture = self.adb("exec-out", "screencap", "-p")
        if picture[:4] != b"\x89PNG":
            raise Failure(f"no picture of the screen but {picture[:60]!r}")
        return picture

    def size(self) -> tuple[int, int]:
        """Width and height as the phone is held."""
        width, height = struct.unpack(">II", self.screen()[16:24])
        return width, height

    def is_landscape(self) -> bool:
        width, height = self.size()
        return width > height

    def keep(self, name: str) -> None:
        (self._pictures / f"{name}.png").write_bytes(self.screen())

    def tap(self, across: float, down: float) -> None:
        """Touch a point, given as parts of width and height."""
        width, height = self.size()
        self.shell("input", "tap", str(int(width * across)), str(int(height * down)))

    def tap_until(self, pattern: re.Pattern[str], points: list[tuple[float, float]], what: str) -> None:
        """Touch points, one after the other, until the log shows an effect."""
        for across, down in points:
            self.tap(across, down)
            if self.find(pattern, TAP_SECONDS):
                return
        raise Failure(f"{what}: no touch had an effect")

    def start(self) -> re.Match[str]:
        """Start the app, wait for its first frame and print how long each stage took."""
        self.shell("am", "start", "-W", "-n", ACTIVITY)
        frame = self.wait(FIRST_FRAME, START_SECONDS)
        print(
            "seconds of the start: " + ", ".join(stages([line for line in self.log() if line.split()[2] == self.pid()]))
        )
        return frame

    def rotate(self, quarters: int) -> None:
        self.shell("settings", "put", "system", "accelerometer_rotation", "0")
        self.shell("settings", "put", "system", "user_rotation", str(quarters))


def stages(lines: list[str]) -> Iterator[str]:
    """Each stage of a start with the seconds since the one before, at first since the first line of the process."""
    before = clock(lines[0]) if lines else 0.0
    for line in lines:
        found = STAGE.search(line)
        if found or FIRST_FRAME.search(line):
            now = clock(line)
            yield f"{found[1] if found else 'first frame'} {(now - before) % DAY:.1f}"
            before = now


def clock(line: str) -> float:
    """Seconds since midnight of a line of the log."""
    hours, minutes, seconds = line.split()[1].split(":")
    return 3600 * int(hours) + 60 * int(minutes) + float(seconds)


def drive(phone: Phone, apk: Path) -> None:
    """The whole way; raises Failure."""
    with suppress(Failure):  # it was not installed
        phone.adb("uninstall", PACKAGE)
    phone.adb("install", "-r", str(apk))
    phone.adb("logcat", "-c")
    phone.rotate(0)
    started = phone.start()
    print(f"started: app {started[1]}, engine {started[2]}")
    phone.keep("1-first-frame")
    if TABLES in zipfile.ZipFile(apk).namelist():
        phone.wait(WHOLE_GAME)
        print("the whole game, read in the package")

    phone.tap_until(FIRST_GAME, BUTTONS, "the first game does not start")
    phone.tap_until(MOVE, MIDDLE_LINE, "no move is played")
    phone.wait(ANSWER)
    print("a move and its answer")
    phone.keep("2-move")

    phone.rotate(1)
    phone.until(phone.is_landscape, "the screen does not turn")
    phone.keep("3-landscape")
    phone.rotate(0)
    phone.until(lambda: not phone.is_landscape(), "the screen does not turn back")
    phone.keep("4-portrait")
    print("rotation")

    phone.shell("input", "keyevent", BACK)
    phone.wait(HOME_PAGE)
    phone.keep("5-back")
    print("back")

    phone.shell("am", "force-stop", PACKAGE)
    phone.until(lambda: not phone.pid(), "the app does not end")
    plies = int(phone.start()[3])
    if plies < 2:
        raise Failure(f"after a kill the game has {plies} plies")
    phone.keep("6-after-a-kill")
    phone.check()
    if int(phone.shell("getprop", "ro.build.version.sdk")) >= APP_LANGUAGES:
        phone.shell("am", "force-stop", PACKAGE)
        phone.shell("cmd", "locale", "set-app-locales", PACKAGE, "--locales", "de")
        phone.start()
        phone.keep("7-german")
        phone.rotate(1)
        phone.until(phone.is_landscape, "the screen does not turn")
        phone.keep("8-german-landscape")
        phone.rotate(0)
    print(f"after a kill the game has {plies} plies")


def main(arguments: list[str]) -> int:
    """Print what was seen; keep the log beside the pictures."""
    pictures = Path(arguments[1] if len(arguments) > 1 else "build/phone")
    phone = Phone(pictures)
    try:
        drive(phone, Path(arguments[0]))
        return 0
    except Failure as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        (pictures / "logcat.txt").write_bytes(phone.adb("logcat", "-d", "-v", "threadtime"))
        (pictures / "log.txt").write_text("\n".join(phone.log()), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
