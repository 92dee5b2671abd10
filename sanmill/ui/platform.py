"""Everything that depends on the platform: which system's services are called, plyer, and what a desktop has."""

from __future__ import annotations

import io
import locale
import logging
import os
import platform as machine
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Protocol
from urllib.parse import quote

import kivy
from kivy.utils import platform

from sanmill.core.publisher import LINKS
from sanmill.core.resources import ASSETS
from sanmill.core.storage.private_files import close_to_others, is_open

from . import background
from . import platform_android as android
from . import platform_ios as ios

log = logging.getLogger(__name__)

Document = Any  # a file outside the app: a content URI on Android, a path on iOS
kind: str = platform  # android, ios, linux, …
Insets = tuple[float, float, float, float]  # left, top, right, bottom, in pixels
MAIL_MAX = 30_000  # characters, the last ones; Linux starts no program with an argument of more than 128 KB
OPEN_SECONDS = 10.0  # after which a program that was started for a mail counts as open


class Voice(Protocol):
    """Text to speech that blocks while it starts."""

    def speak(self, words: str, language: str, is_urgent: bool) -> bool:
        """Say words, or interrupt others with them; false when it failed."""

    def close(self) -> None: ...


def data_folder(app: Any) -> Path:
    """Folder for the app's files; it need not exist. Kivy creates it, which fails without the folder around it.

    Earlier versions left it open to other accounts; a phone gives each app an account of its own.
    """
    if kind in ("android", "ios"):
        return Path(app.user_data_dir)
    if kind == "linux":
        parent = os.path.expanduser(os.environ.get("XDG_CONFIG_HOME", "~/.config"))  # as Kivy does, also without a home
        folder = Path(parent) / str(app.name)
    else:
        folder = Path(app.user_data_dir)
    if is_open(folder):
        close_to_others(folder)
    return folder


def asset(name: str) -> Path | None:
    """A large file of the package, for reading in place; None in packages without it.

    On Android it is a part of the package, in the words of the engine: FILE#OFFSET+LENGTH.
    """
    if kind == "android":
        part = android.asset(name)
        return Path(part) if part else None
    path = ASSETS / name
    return path if path.is_file() else None


def is_dark() -> bool:
    if kind == "android":
        return android.is_dark()
    if kind == "ios":
        with suppress(OSError):
            return ios.is_dark()
    return False


def languages() -> list[str]:
    """Tags of the languages that the user of the system reads, the preferred one first, as the system writes them."""
    if kind == "android":
        return android.languages()
    if kind == "ios":
        with suppress(OSError):
            return ios.languages()
    named = os.environ.get("LANGUAGE") or os.environ.get("LC_ALL") or os.environ.get("LANG") or locale.getlocale()[0]
    return (named or "").split(":")


def insets() -> Insets:
    """Parts of the window covered by system bars and camera cutouts."""
    if kind == "ios":
        return ios.insets()
    return android.insets() if kind == "android" else (0, 0, 0, 0)


def set_bar_icons(is_dark: bool) -> None:
    """Set dark or light icons in the system bars where the app draws under them."""
    if kind == "android":
        android.set_bar_icons(is_dark)


def go_to_background() -> bool:
    """Move the app to the background; false where not supported."""
    return kind == "android" and android.go_to_background()


def facts() -> dict[str, str]:
    """Versions of system, Python, Kivy and device, for reports."""
    known = {
        "system": f"{kind}, {machine.system()} {machine.release()}, {machine.machine()}",
        "python": machine.python_version(),
        "kivy": kivy.__version__,
    }
    if kind == "android":
        known["device"] = android.device()
    return known


# Sound and touch.


def is_silent() -> bool:
    return kind == "android" and android.is_silent()


def use_media_volume() -> None:
    """Let the volume keys change how loud the app is, also while it is silent."""
    if kind == "android":
        android.use_media_volume()


def vibrate(seconds: float) -> None:
    if kind not in ("android", "ios"):
        return
    from plyer import vibrator

    with suppress(Exception):  # plyer raises different exceptions per platform; vibration is optional
        vibrator.vibrate(seconds)


def voice() -> Voice | None:
    """Text to speech, or None where there is none."""
    try:
        return android.AndroidVoice() if kind == "android" else _PlainVoice()
    except Exception:  # noqa: BLE001 - jnius and plyer raise different exceptions per platform; speech is optional
        return None


class _PlainVoice:
    def __init__(self) -> None:
        from plyer import tts

        self._tts = tts

    def speak(self, words: str, _language: str, _is_urgent: bool) -> bool:
        try:
            self._tts.speak(words)
        except Exception:  # noqa: BLE001 - as above
            return False
        return True

    def close(self) -> None:
        pass


# Other apps.


def share(text: str) -> bool:
    """Share a text with another app; false where not supported."""
    try:
        if kind == "android":
            android.share(text)
        elif kind == "ios":
            ios.share(text)
        else:
            return False
    except OSError as error:
        log.error("cannot share: %s", error)
        return False
    return True


def share_picture(name: str, content: bytes, text: str) -> bool:
    """Share a picture, on Android also add it to the gallery; false where not supported."""
    try:
        if kind == "android":
            return android.share_picture(name, content, text)
        if kind == "ios":
            ios.share_picture(name, content, text)
            return True
    except OSError as error:
        log.error("cannot share the picture: %s", error)
    return False


def mail(recipient: str, subject: str, text: str, then: Callable[[bool], None]) -> None:
    """Open a draft in the mail app and pass on whether an app took it. Nobody knows whether it is sent.

    plyer does not tell: it neither waits for the programs that desktops have for this nor asks what they say.
    """
    body = text if len(text) <= MAIL_MAX else f"[…]\n{text[-MAIL_MAX:]}"
    address = f"mailto:{recipient}?subject={quote(subject)}&body={quote(body)}"

    def failed(error: OSError) -> None:
        log.warning("cannot open a mail draft: %s", error)
        then(False)

    if kind not in ("android", "ios"):
        background.run(lambda: _open_address(address), then, failed)
        return
    try:
        is_open = android.open_mail(address) if kind == "android" else ios.open_mail(address)
    except OSError as error:
        failed(error)
    else:
        then(is_open)


def _open_address(address: str) -> bool:
    """Whether a program took the address."""
    if sys.platform == "win32":
        os.startfile(address)  # OSError where no program takes it
        return True
    opener = shutil.which("open" if kind == "macosx" else "xdg-open")
    if opener is None:
        return False
    none = subprocess.DEVNULL
    process = subprocess.Popen([opener, address], stdin=none, stdout=none, stderr=none, start_new_session=True)
    try:
        return process.wait(OPEN_SECONDS) == 0
    except subprocess.TimeoutExpired:  # without a desktop environment, xdg-open stays as long as the program does
        threading.Thread(target=process.wait, name="mail", daemon=True).start()
        return True


def copy(text: str) -> None:
    from kivy.core.clipboard import Clipboard

    Clipboard.copy(text)


def paste() -> str:
    from kivy.core.clipboard import Clipboard

    return str(Clipboard.paste() or "")


def receive(take: Callable[[str, Callable[[], BinaryIO]], None]) -> Callable[[], None]:
    """Pass on what other apps hand over, from now on and at the start of the app: a name and how to open it.

    The function returned ends that.
    """
    if kind == "android":
        return android.receive(take)
    from kivy.core.window import Window

    def dropped(_window: Any, name: bytes | str, *_position: Any) -> None:
        """A file on the window; on iOS what another app opens comes this way too, also an address of ours."""
        path = os.fsdecode(name)
        if path.startswith(LINKS):
            take("", lambda: io.BytesIO(path.encode()))
        else:
            take(os.path.basename(path), partial(ios.open_document, Path(path)))

    Window.bind(on_drop_file=dropped)
    return partial(Window.unbind, on_drop_file=dropped)


# Text.


def has_text_dialog() -> bool:
    """Whether texts are asked for in a dialog of the system, for keyboards that Kivy's fields do not know."""
    return kind == "android"


def edit_text(label: str, text: str, is_long: bool, then: Callable[[str], None]) -> None:
    """Let the user edit a text in the system's dialog; ``then`` is not called when it is dismissed."""
    android.edit_text(label, text, is_long, then)


# Files outside the app.

_android_pickers, _ios_pickers = android.AndroidPickers(), ios.IosPickers()


def documents() -> Path | None:
    """The user's home folder, where there is one and apps may write to it."""
    if kind not in ("android", "ios"):
        with suppress(RuntimeError):  # an account without a home
            return Path.home()
    return None


def pick_target(name: str, mime: str, then: Callable[[Document], None]) -> bool:
    """Let the user choose where to save a new file; false where the system has no such dialog.

    OSError: the dialog cannot be opened.
    """
    if kind == "android":
        _android_pickers.pick_target(name, mime, then)
    elif kind == "ios":
        _ios_pickers.pick_target(name, then)
    return kind in ("android", "ios")


def pick_document(then: Callable[[Document, str], None]) -> bool:
    """Let the user pick a file, passed on with its name; false where the system has no such dialog.

    OSError: the dialog cannot be opened.
    """
    if kind == "android":
        _android_pickers.pick_document(then)
    elif kind == "ios":
        _ios_pickers.pick_document(then)
    return kind in ("android", "ios")


def open_document(document: Document) -> BinaryIO:
    """Open a picked file for reading."""
    return ios.open_document(document) if kind == "ios" else android.open_document(document)


def write_document(document: Document, content: bytes) -> None:
    if kind == "ios":
        ios.write_document(document, content)
    else:
        android.write_document(document, content)
