"""Android's services through jnius, which exists on Android only; called by platform.py.

Java's exceptions leave this module as OSError, whose words the user can read.
"""

from __future__ import annotations

import io
import itertools
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, BinaryIO

from kivy.clock import Clock

from sanmill.core.publisher import LINKS

Document = Any  # a content URI
FROM_HISTORY = 0x00100000  # Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY
MEDIA = 3  # AudioManager.STREAM_MUSIC
SHORT_TEXT, LONG_TEXT = 1, 1 | 0x20000 | 0x4000  # InputType: text; of several lines, sentences with capitals
OK, CANCEL = 0x0104000A, 0x01040000  # android.R.string
KEYBOARD_VISIBLE = 4  # WindowManager.LayoutParams.SOFT_INPUT_STATE_VISIBLE
RESULT_OK, FIRST_REQUEST = -1, 4711  # of an activity that was asked for something
SHARED_PICTURES_FROM, PICTURES = 29, "Pictures/Sanmill"  # API level from which saving pictures needs no permission
NIGHT_MASK, NIGHT_YES = 0x30, 0x20  # of Configuration.uiMode
API_LANGUAGES, API_INSETS, API_EDGE_TO_EDGE = 24, 30, 35  # several languages, insets, drawing under the system bars
CONTENT = 0x01020002  # android.R.id.content
DARK_ICONS = 8 | 16  # WindowInsetsController: light status bar, light navigation bar
SPOKEN = {"zh_Hant": ("zh", "TW")}  # voices are named by country
SPEECH_TRIES = 50  # tenths of a second until the speech engine has started
Insets = tuple[float, float, float, float]  # left, top, right, bottom, in pixels


def _java(name: str) -> Any:
    """A Java class."""
    from jnius import autoclass

    return autoclass(name)


def _activity() -> Any:
    return _java("org.kivy.android.PythonActivity").mActivity


def _api_level() -> int:
    return int(_java("android.os.Build$VERSION").SDK_INT)


def _java_text(text: str) -> Any:
    from jnius import cast

    return cast("java.lang.CharSequence", _java("java.lang.String")(text))


@contextmanager
def _java_errors() -> Iterator[None]:
    """Turn a Java exception into an OSError."""
    from jnius import JavaException

    try:
        yield
    except JavaException as error:
        raise OSError(0, getattr(error, "innermessage", None) or str(error)) from error


# The system.


def asset(name: str) -> str | None:
    """Where the package holds a file that is stored uncompressed; None where it holds none."""
    with suppress(OSError), _java_errors():
        opened = _activity().getAssets().openFd(name)
        try:
            package = os.readlink(f"/proc/self/fd/{opened.getParcelFileDescriptor().getFd()}")
            return f"{package}#{opened.getStartOffset()}+{opened.getLength()}"
        finally:
            opened.close()
    return None


def is_dark() -> bool:
    mode: int = _activity().getResources().getConfiguration().uiMode
    return mode & NIGHT_MASK == NIGHT_YES


def languages() -> list[str]:
    if _api_level() < API_LANGUAGES:
        return [str(_java("java.util.Locale").getDefault().toLanguageTag())]
    return str(_java("android.os.LocaleList").getDefault().toLanguageTags()).split(",")


def device() -> str:
    build, version = _java("android.os.Build"), _java("android.os.Build$VERSION")
    return f"{build.MANUFACTURER} {build.MODEL}, Android {version.RELEASE} (API {version.SDK_INT})"


def is_silent() -> bool:
    """Whether the phone is muted, rings or is in a call.

    Asked for each sound: they are too short to take the audio focus for, which would stop the music of other apps.
    """
    classes, manager = _java("android.media.AudioManager"), _activity().getSystemService("audio")
    is_muted = manager.getRingerMode() != classes.RINGER_MODE_NORMAL
    return bool(is_muted or manager.getMode() != classes.MODE_NORMAL)


def use_media_volume() -> None:
    from android.runnable import run_on_ui_thread

    run_on_ui_thread(_use_media_volume)()


def _use_media_volume() -> None:
    _activity().setVolumeControlStream(MEDIA)


def go_to_background() -> bool:
    return bool(_activity().moveTaskToBack(True))


def insets() -> Insets:
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
    from android.runnable import run_on_ui_thread

    if _api_level() < API_EDGE_TO_EDGE:
        return  # black bars with white icons
    run_on_ui_thread(_set_bar_icons)(0 if is_dark else DARK_ICONS)


def _set_bar_icons(icons: int) -> None:
    controller = _activity().getWindow().getInsetsController()
    if controller is not None:
        controller.setSystemBarsAppearance(icons, DARK_ICONS)


class AndroidVoice:
    """Android's TextToSpeech; plyer would restart it for every utterance, always in American English."""

    def __init__(self) -> None:
        self._kinds = _java("android.speech.tts.TextToSpeech")
        self._locale = _java("java.util.Locale")
        self._speech = self._kinds(_activity(), None)

    def speak(self, words: str, language: str, is_urgent: bool) -> bool:
        """Wait for the speech engine; false when it does not start."""
        mode = self._kinds.QUEUE_FLUSH if is_urgent else self._kinds.QUEUE_ADD
        for _ in range(SPEECH_TRIES):
            self._speech.setLanguage(self._locale(*SPOKEN.get(language, language.split("_"))))
            if self._speech.speak(words, mode, None) == self._kinds.SUCCESS:
                return True
            time.sleep(0.1)
        return False

    def close(self) -> None:
        """End the connection to the speech service, which Android reports as leaked otherwise."""
        with suppress(OSError), _java_errors():
            self._speech.shutdown()


# Other apps.


def share(text: str) -> None:
    """Let the user choose an app and send it a text."""
    with _java_errors():
        _send("text/plain", text)


def open_mail(address: str) -> bool:
    """Open a draft in a mail app; OSError without one. Other apps can do nothing with such an address."""
    with _java_errors():
        intent_class = _java("android.content.Intent")
        draft = _java("android.net.Uri").parse(address)
        _activity().startActivity(intent_class(intent_class.ACTION_SENDTO, draft))
    return True


def share_picture(name: str, content: bytes, text: str) -> bool:
    """Add a picture to the gallery and share it; false where that needs a permission."""
    if _api_level() < SHARED_PICTURES_FROM:
        return False
    with _java_errors():
        values = _java("android.content.ContentValues")()
        for column, value in (("_display_name", name), ("mime_type", "image/png"), ("relative_path", PICTURES)):
            values.put(column, _java("java.lang.String")(value))
        pictures = _java("android.provider.MediaStore$Images$Media").EXTERNAL_CONTENT_URI
        picture = _activity().getContentResolver().insert(pictures, values)
        if picture is None:
            return False
        write_document(picture, content)
        _send("image/png", text, picture)
    return True


def _send(mime: str, text: str, picture: Any = None) -> None:
    from jnius import cast

    intent_class = _java("android.content.Intent")
    intent = intent_class(intent_class.ACTION_SEND)
    intent.setType(mime)
    intent.putExtra(intent_class.EXTRA_TEXT, _java_text(text))
    if picture is not None:
        intent.putExtra(intent_class.EXTRA_STREAM, cast("android.os.Parcelable", picture))
        intent.addFlags(intent_class.FLAG_GRANT_READ_URI_PERMISSION)
    _activity().startActivity(intent_class.createChooser(intent, None))


def receive(take: Callable[[str, Callable[[], BinaryIO]], None]) -> Callable[[], None]:
    """Take what started the app, unless Android repeats it from the list of recent apps, and what comes later.

    The function returned ends that.
    """
    from android import activity

    def arrived(intent: Any) -> None:
        """Called on Android's own thread for later ones; the clock stands still while the app is paused."""
        with suppress(OSError), _java_errors():
            for name, open_file in _handed_over(intent):
                Clock.schedule_once(lambda _: take(name, open_file), 0)  # noqa: B023 - there is one at most

    first = _activity().getIntent()
    if first is not None and not first.getFlags() & FROM_HISTORY:
        arrived(first)
    activity.bind(on_new_intent=arrived)
    return partial(activity.unbind, on_new_intent=arrived)


def _handed_over(intent: Any) -> Iterator[tuple[str, Callable[[], BinaryIO]]]:
    """The text or the file of an intent: its name, empty for a text, and how to open it."""
    from jnius import cast

    intents = _java("android.content.Intent")
    action = intent.getAction()
    if action == intents.ACTION_SEND:
        text = intent.getCharSequenceExtra(intents.EXTRA_TEXT)
        document = intent.getParcelableExtra(intents.EXTRA_STREAM)
        if document is not None:
            document = cast("android.net.Uri", document)
        elif text is not None:
            content = str(text.toString() if hasattr(text, "toString") else text).encode()
            yield "", lambda: io.BytesIO(content)
    else:
        document = intent.getData() if action == intents.ACTION_VIEW else None
        address = str(document.toString()) if document is not None else ""
        if address.startswith(LINKS):
            yield "", lambda: io.BytesIO(address.encode())
            return
    if document is not None:
        yield _name_of(document), lambda: open_document(document)


# Text.


def edit_text(label: str, text: str, is_long: bool, then: Callable[[str], None]) -> None:
    from android.runnable import run_on_ui_thread

    run_on_ui_thread(_edit_text)(label, text, is_long, then)


def _edit_text(label: str, text: str, is_long: bool, then: Callable[[str], None]) -> None:
    """Show a dialog with a native field and its keyboard; on Android's own thread."""
    field = _java("android.widget.EditText")(_activity())
    field.setInputType(LONG_TEXT if is_long else SHORT_TEXT)
    field.setText(_java_text(text))
    field.setSelection(field.length())

    def accept() -> None:
        written = str(field.getText().toString())
        Clock.schedule_once(lambda _: then(written), 0)

    builder = _java("android.app.AlertDialog$Builder")(_activity())
    builder.setTitle(_java_text(label))
    builder.setView(field)
    builder.setPositiveButton(OK, _click_listener(accept))
    builder.setNegativeButton(CANCEL, None)
    dialog = builder.create()
    dialog.getWindow().setSoftInputMode(KEYBOARD_VISIBLE)
    dialog.show()
    field.requestFocus()


def _click_listener(call: Callable[[], None]) -> Any:
    from jnius import PythonJavaClass, java_method

    class Listener(PythonJavaClass):
        __javainterfaces__ = ("android/content/DialogInterface$OnClickListener",)

        @java_method("(Landroid/content/DialogInterface;I)V")  # type: ignore[untyped-decorator]
        def onClick(self, _dialog: Any, _button: int) -> None:
            call()
            _listeners.clear()

    listener = Listener()
    _listeners[:] = [listener]
    return listener


_listeners: list[Any] = []  # of the dialog that is open: Java does not hold Python's objects


# Files outside the app.


class AndroidPickers:
    """The open file pickers by request code. One listener, bound once, receives the answers of all."""

    def __init__(self) -> None:
        self._waiting: dict[int, Callable[[Document], None]] = {}
        self._requests = itertools.count(FIRST_REQUEST)
        self._is_bound = False

    def pick_target(self, name: str, mime: str, then: Callable[[Document], None]) -> None:
        self._start("ACTION_CREATE_DOCUMENT", mime, then, name)

    def pick_document(self, then: Callable[[Document, str], None]) -> None:
        self._start("ACTION_OPEN_DOCUMENT", "*/*", lambda document: then(document, _name_of(document)))

    def _start(self, action: str, mime: str, then: Callable[[Document], None], name: str = "") -> None:
        from android import activity

        if not self._is_bound:
            activity.bind(on_activity_result=self._arrived)
            self._is_bound = True
        intent_class = _java("android.content.Intent")
        intent = intent_class(getattr(intent_class, action))
        intent.addCategory(intent_class.CATEGORY_OPENABLE)
        intent.setType(mime)
        if name:
            intent.putExtra(intent_class.EXTRA_TITLE, _java_text(name))
        request = next(self._requests)
        with _java_errors():  # a phone without a file picker
            _activity().startActivityForResult(intent, request)
        self._waiting[request] = then

    def _arrived(self, request: int, result: int, answer: Any) -> None:
        """Called on Android's own thread."""
        then = self._waiting.pop(request, None)
        if then is not None and result == RESULT_OK and answer is not None:
            document = answer.getData()
            Clock.schedule_once(lambda _: then(document), 0)


def _name_of(document: Document) -> str:
    """The display name; the last part of the address where the file's app does not tell it."""
    with suppress(OSError), _java_errors():  # reading the file will fail too, and say why
        cursor = _activity().getContentResolver().query(document, ["_display_name"], None, None, None)
        try:
            if cursor and cursor.moveToFirst():
                return str(cursor.getString(0))
        finally:
            if cursor:
                cursor.close()
    return str(document.getLastPathSegment())


def open_document(document: Document) -> BinaryIO:
    return os.fdopen(_descriptor(document, "r"), "rb")


def write_document(document: Document, content: bytes) -> None:
    with os.fdopen(_descriptor(document, "wt"), "wb") as file:
        file.write(content)


def _descriptor(document: Document, mode: str) -> int:
    with _java_errors():
        opened = _activity().getContentResolver().openFileDescriptor(document, mode)
        if opened is None:
            raise OSError(0, "the system cannot open it")
        return int(opened.detachFd())
