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


def _activity() -> Any:
    from jnius import autoclass

    return autoclass("org.kivy.android.PythonActivity").mActivity


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
        from jnius import autoclass

        return str(autoclass("java.util.Locale").getDefault().getLanguage())
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
    from jnius import autoclass

    if autoclass("android.os.Build$VERSION").SDK_INT < API_INSETS:
        return (0, 0, 0, 0)
    decor = _activity().getWindow().getDecorView()
    known, content = decor.getRootWindowInsets(), decor.findViewById(CONTENT)
    visible = autoclass("android.graphics.Rect")()
    if known is None or content is None or not content.getGlobalVisibleRect(visible):
        return (0, 0, 0, 0)  # not laid out yet
    types = autoclass("android.view.WindowInsets$Type")
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
    from jnius import autoclass

    if autoclass("android.os.Build$VERSION").SDK_INT < API_EDGE_TO_EDGE:
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
    from jnius import autoclass, cast

    intent_class = autoclass("android.content.Intent")
    intent = intent_class(intent_class.ACTION_SEND)
    intent.setType("text/plain")
    intent.putExtra(intent_class.EXTRA_TEXT, cast("java.lang.CharSequence", autoclass("java.lang.String")(text)))
    _activity().startActivity(intent_class.createChooser(intent, None))
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
        from jnius import autoclass

        build, version = autoclass("android.os.Build"), autoclass("android.os.Build$VERSION")
        known["device"] = f"{build.MANUFACTURER} {build.MODEL}, Android {version.RELEASE} (API {version.SDK_INT})"
    return known


def is_silent() -> bool:
    if kind != "android":
        return False
    from jnius import autoclass

    manager = autoclass("android.media.AudioManager")
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
    from jnius import autoclass

    kinds = autoclass("android.speech.tts.TextToSpeech")
    locale_class = autoclass("java.util.Locale")
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
    from jnius import JavaException, autoclass, cast

    if autoclass("android.os.Build$VERSION").SDK_INT < SHARED_PICTURES_FROM:
        return False
    try:
        values = autoclass("android.content.ContentValues")()
        for column, value in (("_display_name", name), ("mime_type", "image/png"), ("relative_path", PICTURES)):
            values.put(column, autoclass("java.lang.String")(value))
        pictures = autoclass("android.provider.MediaStore$Images$Media").EXTERNAL_CONTENT_URI
        picture = _activity().getContentResolver().insert(pictures, values)
        if picture is None:
            return False
        write_document(picture, content)
        intent_class = autoclass("android.content.Intent")
        intent = intent_class(intent_class.ACTION_SEND)
        intent.setType("image/png")
        intent.putExtra(intent_class.EXTRA_STREAM, cast("android.os.Parcelable", picture))
        intent.putExtra(intent_class.EXTRA_TEXT, cast("java.lang.CharSequence", autoclass("java.lang.String")(text)))
        intent.addFlags(intent_class.FLAG_GRANT_READ_URI_PERMISSION)
        _activity().startActivity(intent_class.createChooser(intent, None))
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
    from jnius import autoclass, cast

    if autoclass("android.os.Build$VERSION").SDK_INT < 19:
        return False
    intent_class = autoclass("android.content.Intent")
    intent = intent_class(getattr(intent_class, action))
    intent.addCategory(intent_class.CATEGORY_OPENABLE)
    intent.setType(mime)
    if name:
        intent.putExtra(intent_class.EXTRA_TITLE, cast("java.lang.CharSequence", autoclass("java.lang.String")(name)))

    def arrived(request: int, result: int, answer: Any) -> None:
        activity.unbind(on_activity_result=arrived)
        if request == PICK_REQUEST and result == RESULT_OK and answer is not None:
            document = answer.getData()
            Clock.schedule_once(lambda _: then(document), 0)

    activity.bind(on_activity_result=arrived)
    _activity().startActivityForResult(intent, PICK_REQUEST)
    return True


def _name_of(document: Document) -> str:
    """Display name of a picked file."""
    cursor = _activity().getContentResolver().query(document, ["_display_name"], None, None, None)
    try:
        return str(cursor.getString(0)) if cursor and cursor.moveToFirst() else str(document.getLastPathSegment())
    finally:
        if cursor:
            cursor.close()


def read_document(document: Document, most: int) -> bytes:
    """Read at most ``most`` bytes of a picked file."""
    with os.fdopen(_descriptor(document, "r"), "rb") as file:
        return file.read(most)


def write_document(document: Document, content: bytes) -> None:
    with os.fdopen(_descriptor(document, "wt"), "wb") as file:
        file.write(content)


def _descriptor(document: Document, mode: str) -> int:
    opened = _activity().getContentResolver().openFileDescriptor(document, mode)
    if opened is None:
        raise OSError("the system cannot open it")
    return int(opened.detachFd())
