"""Everything that depends on the platform: Android through jnius, iOS, desktops, plyer."""

from __future__ import annotations

import locale
import logging
import os
import platform as machine
import re
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import kivy
from kivy.clock import Clock
from kivy.utils import platform

log = logging.getLogger(__name__)

Document = Any  # a file outside the app: a content URI on Android
kind: str = platform  # android, ios, linux, …
PICK_REQUEST, RESULT_OK = 4711, -1  # Android activity request and result codes
SHARED_PICTURES_FROM, PICTURES = 29, "Pictures/Sanmill"  # API level from which saving pictures needs no permission
NIGHT_MASK, NIGHT_YES = 0x30, 0x20  # of Android's Configuration.uiMode
API_INSETS, API_EDGE_TO_EDGE = 30, 35  # API levels: insets are reported, apps draw under the system bars
CONTENT = 0x01020002  # android.R.id.content
DARK_ICONS = 8 | 16  # WindowInsetsController: light status bar, light navigation bar
Speak = Callable[[str, str, bool], bool]  # text, language, whether to interrupt; false when it failed
SPEECH_TRIES = 50  # tenths of a second until the speech engine has started
Insets = tuple[float, float, float, float]  # left, top, right, bottom, in pixels


def _java(name: str) -> Any:
    """A Java class; jnius exists on Android only."""
    from jnius import autoclass

    return autoclass(name)


def _activity() -> Any:
    return _java("org.kivy.android.PythonActivity").mActivity


def _api_level() -> int:
    return int(_java("android.os.Build$VERSION").SDK_INT)


def _java_text(text: str) -> Any:
    from jnius import cast

    return cast("java.lang.CharSequence", _java("java.lang.String")(text))


def _send(mime: str, text: str, picture: Any = None) -> None:
    """Let the user choose an app and send it a text, or a picture with one."""
    from jnius import cast

    intent_class = _java("android.content.Intent")
    intent = intent_class(intent_class.ACTION_SEND)
    intent.setType(mime)
    intent.putExtra(intent_class.EXTRA_TEXT, _java_text(text))
    if picture is not None:
        intent.putExtra(intent_class.EXTRA_STREAM, cast("android.os.Parcelable", picture))
        intent.addFlags(intent_class.FLAG_GRANT_READ_URI_PERMISSION)
    _activity().startActivity(intent_class.createChooser(intent, None))


def data_folder(app: Any) -> Path:
    """Folder for the app's files. Kivy creates it but not its parents, which a new account lacks."""
    if kind == "linux":
        Path(os.environ.get("XDG_CONFIG_HOME", "~/.config")).expanduser().mkdir(parents=True, exist_ok=True)
    return Path(app.user_data_dir)


def is_dark() -> bool:
    if kind != "android":
        return False
    mode: int = _activity().getResources().getConfiguration().uiMode
    return mode & NIGHT_MASK == NIGHT_YES


def language() -> str:
    """Language code of the system, without country or script."""
    if kind == "android":
        return str(_java("java.util.Locale").getDefault().getLanguage())
    named = os.environ.get("LANGUAGE") or os.environ.get("LC_ALL") or os.environ.get("LANG") or locale.getlocale()[0]
    return re.split(r"[^a-z]", (named or "").lower())[0]


def insets() -> Insets:
    """Parts of the window covered by system bars and camera cutouts."""
    if kind == "ios":
        from ios import get_safe_area, get_scale

        area, scale = get_safe_area(), get_scale()
        return (area["left"] * scale, area["top"] * scale, area["right"] * scale, area["bottom"] * scale)
    return _android_insets() if kind == "android" else (0, 0, 0, 0)


def _android_insets() -> Insets:
    """Subtract what the content view already keeps free: before Android 15 the window ends at the bars."""
    if _api_level() < API_INSETS:
        return (0, 0, 0, 0)
    decor = _activity().getWindow().getDecorView()
    known, content = decor.getRootWindowInsets(), decor.findViewById(CONTENT)
    visible = _java("android.graphics.Rect")()
    if known is None or content is None or not content.getGlobalVisibleRect(visible):
        return (0, 0, 0, 0)  # not laid out yet
    types = _java("android.view.WindowInsets$Type")
    bars = known.getInsets(types.systemBars() | types.displayCutout())
    return (
        max(0, bars.left - visible.left),
        max(0, bars.top - visible.top),
        max(0, bars.right - (decor.getWidth() - visible.right)),
        max(0, bars.bottom - (decor.getHeight() - visible.bottom)),
    )


def set_bar_icons(is_dark: bool) -> None:
    """Set dark or light icons in the system bars where the app draws under them."""
    if kind != "android":
        return
    from android.runnable import run_on_ui_thread

    if _api_level() < API_EDGE_TO_EDGE:
        return  # black bars with white icons
    run_on_ui_thread(_set_bar_icons)(0 if is_dark else DARK_ICONS)


def _set_bar_icons(icons: int) -> None:
    controller = _activity().getWindow().getInsetsController()
    if controller is not None:
        controller.setSystemBarsAppearance(icons, DARK_ICONS)


def go_to_background() -> bool:
    """Move the app to the background; false where not supported."""
    if kind != "android":
        return False
    return bool(_activity().moveTaskToBack(True))


def share(text: str) -> bool:
    """Share a text with another app; false where not supported."""
    if kind != "android":
        return False
    _send("text/plain", text)
    return True


def mail(recipient: str, subject: str, text: str) -> bool:
    """Open a draft in the mail app; false where there is none."""
    from plyer import email

    try:
        email.send(recipient=recipient, subject=subject, text=text, create_chooser=True)
    except Exception as failure:  # noqa: BLE001 - systems without mail fail in many ways
        log.warning("cannot open a mail draft: %s", failure)
        return False
    return True


def facts() -> dict[str, str]:
    """Versions of system, Python, Kivy and device, for reports."""
    known = {
        "system": f"{kind}, {machine.system()} {machine.release()}, {machine.machine()}",
        "python": machine.python_version(),
        "kivy": kivy.__version__,
    }
    if kind == "android":
        build, version = _java("android.os.Build"), _java("android.os.Build$VERSION")
        known["device"] = f"{build.MANUFACTURER} {build.MODEL}, Android {version.RELEASE} (API {version.SDK_INT})"
    return known


def is_silent() -> bool:
    if kind != "android":
        return False
    manager = _java("android.media.AudioManager")
    mode: int = _activity().getSystemService("audio").getRingerMode()
    return mode != int(manager.RINGER_MODE_NORMAL)


def vibrate(seconds: float) -> None:
    if kind not in ("android", "ios"):
        return
    from plyer import vibrator

    with suppress(Exception):  # plyer raises different exceptions per platform; vibration is optional
        vibrator.vibrate(seconds)


def voice() -> Speak | None:
    """Return a blocking text-to-speech function, or None where there is none."""
    try:
        return _android_voice() if kind == "android" else _plain_voice()
    except Exception:  # noqa: BLE001 - jnius and plyer raise different exceptions per platform; speech is optional
        return None


def _android_voice() -> Speak:
    """Android's TextToSpeech; plyer would restart it for every utterance, always in American English."""
    kinds = _java("android.speech.tts.TextToSpeech")
    locale_class = _java("java.util.Locale")
    speech = kinds(_activity(), None)

    def speak(words: str, language: str, is_urgent: bool) -> bool:
        for _ in range(SPEECH_TRIES):
            speech.setLanguage(locale_class(language))
            if speech.speak(words, kinds.QUEUE_FLUSH if is_urgent else kinds.QUEUE_ADD, None) == kinds.SUCCESS:
                return True
            time.sleep(0.1)
        return False

    return speak


def _plain_voice() -> Speak:
    from plyer import tts

    def speak(words: str, _language: str, _is_urgent: bool) -> bool:
        try:
            tts.speak(words)
        except Exception:  # noqa: BLE001 - as above
            return False
        return True

    return speak


def share_picture(name: str, content: bytes, text: str) -> bool:
    """Add a picture to the gallery and share it; false where not supported."""
    if kind != "android":
        return False
    from jnius import JavaException

    if _api_level() < SHARED_PICTURES_FROM:
        return False
    try:
        values = _java("android.content.ContentValues")()
        for column, value in (("_display_name", name), ("mime_type", "image/png"), ("relative_path", PICTURES)):
            values.put(column, _java("java.lang.String")(value))
        pictures = _java("android.provider.MediaStore$Images$Media").EXTERNAL_CONTENT_URI
        picture = _activity().getContentResolver().insert(pictures, values)
        if picture is None:
            return False
        write_document(picture, content)
        _send("image/png", text, picture)
    except (JavaException, OSError) as failure:
        log.error("cannot share the picture: %s", failure)
        return False
    return True


def copy(text: str) -> None:
    from kivy.core.clipboard import Clipboard

    Clipboard.copy(text)


def paste() -> str:
    from kivy.core.clipboard import Clipboard

    return str(Clipboard.paste() or "")


# Files outside the app.


def documents() -> Path | None:
    """The user's home folder, where apps may write to it."""
    return None if kind in ("android", "ios") else Path.home()


def pick_target(name: str, mime: str, then: Callable[[Document], None]) -> bool:
    """Let the user choose where to save a new file; false where the system has no such dialog."""
    return _pick("ACTION_CREATE_DOCUMENT", mime, then, name)


def pick_document(then: Callable[[Document, str], None]) -> bool:
    """Let the user pick a file, passed on with its name; false where the system has no such dialog."""
    return _pick("ACTION_OPEN_DOCUMENT", "*/*", lambda document: then(document, _name_of(document)))


def _pick(action: str, mime: str, then: Callable[[Document], None], name: str = "") -> bool:
    if kind != "android":
        return False
    from android import activity

    if _api_level() < 19:
        return False
    intent_class = _java("android.content.Intent")
    intent = intent_class(getattr(intent_class, action))
    intent.addCategory(intent_class.CATEGORY_OPENABLE)
    intent.setType(mime)
    if name:
        intent.putExtra(intent_class.EXTRA_TITLE, _java_text(name))

    def arrived(request: int, result: int, answer: Any) -> None:
        activity.unbind(on_activity_result=arrived)
        if request == PICK_REQUEST and result == RESULT_OK and answer is not None:
            document = answer.getData()
            Clock.schedule_once(lambda _: then(document), 0)

    activity.bind(on_activity_result=arrived)
    _activity().startActivityForResult(intent, PICK_REQUEST)
    return True


def _name_of(document: Document) -> str:
    cursor = _activity().getContentResolver().query(document, ["_display_name"], None, None, None)
    try:
        return str(cursor.getString(0)) if cursor and cursor.moveToFirst() else str(document.getLastPathSegment())
    finally:
        if cursor:
            cursor.close()


def read_document(document: Document, limit: int) -> bytes:
    """Read at most ``limit`` bytes of a picked file."""
    with os.fdopen(_descriptor(document, "r"), "rb") as file:
        return file.read(limit)


def write_document(document: Document, content: bytes) -> None:
    with os.fdopen(_descriptor(document, "wt"), "wb") as file:
        file.write(content)


def _descriptor(document: Document, mode: str) -> int:
    opened = _activity().getContentResolver().openFileDescriptor(document, mode)
    if opened is None:
        raise OSError("the system cannot open it")
    return int(opened.detachFd())
