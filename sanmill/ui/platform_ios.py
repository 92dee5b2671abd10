"""iOS's services through pyobjus, which exists on iOS only; called by platform.py. Not yet run on a phone.

What goes wrong in Objective-C leaves this module as OSError, whose words the user can read.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from kivy.clock import Clock

log = logging.getLogger(__name__)

Insets = tuple[float, float, float, float]  # left, top, right, bottom, in pixels
DARK = 2  # UIUserInterfaceStyleDark
IMPORT, EXPORT = 0, 2  # UIDocumentPickerMode: copy a file into the app, copy one of the app's to a place of choice
ANY_FILE = "public.item"


def _objc(name: str) -> Any:
    """An Objective-C class."""
    from pyobjus import autoclass

    return autoclass(name)


def _string(text: str) -> Any:
    from pyobjus import objc_str

    return objc_str(text)


def _array(*items: Any) -> Any:
    from pyobjus import objc_arr

    return objc_arr(*items)


def _value(member: Any) -> Any:
    """The value of a property; pyobjus offers some as attributes and others as methods."""
    return member() if callable(member) else member


def _text(string: Any) -> str:
    """A Python text of an NSString."""
    raw = string.UTF8String()
    return raw.decode("utf-8") if isinstance(raw, bytes) else str(raw)


@contextmanager
def _objc_errors() -> Iterator[None]:
    """Turn any error into an OSError; pyobjus raises different exceptions."""
    try:
        yield
    except OSError:
        raise
    except Exception as error:
        raise OSError(0, str(error)) from error


# The system.


def is_dark() -> bool:
    with _objc_errors():
        traits = _value(_objc("UITraitCollection").currentTraitCollection)
        return int(_value(traits.userInterfaceStyle)) == DARK


def languages() -> list[str]:
    """The user's list, such as zh-Hans-CN."""
    with _objc_errors():
        preferred = _value(_objc("NSLocale").preferredLanguages)
        return [_text(preferred.objectAtIndex_(index)) for index in range(int(_value(preferred.count)))]


def insets() -> Insets:
    from ios import get_safe_area, get_scale

    area, scale = get_safe_area(), get_scale()
    return (area["left"] * scale, area["top"] * scale, area["right"] * scale, area["bottom"] * scale)


# Other apps.


def share(*items: Any) -> None:
    """Open the share sheet with texts and paths of files."""
    with _objc_errors():
        given = _array(*(_url(item) if isinstance(item, Path) else _string(item) for item in items))
        sheet = _objc("UIActivityViewController").alloc()
        _present(sheet.initWithActivityItems_applicationActivities_(given, None))


def open_mail(address: str) -> bool:
    """Open a draft in the mail app; false without one, which iOS tells for the addresses that Info.plist names."""
    with _objc_errors():
        application = _objc("UIApplication").sharedApplication()
        draft = _objc("NSURL").URLWithString_(_string(address))
        if not application.canOpenURL_(draft):
            return False
        application.openURL_options_completionHandler_(draft, _objc("NSDictionary").dictionary(), None)
    return True


def share_picture(name: str, content: bytes, text: str) -> None:
    path = _outgoing(name)
    path.write_bytes(content)
    share(path, text)


def _outgoing(name: str) -> Path:
    """A place for a file that is handed over; iOS empties the folder."""
    return Path(tempfile.mkdtemp(prefix="sanmill-")) / name


def _url(path: Path) -> Any:
    return _objc("NSURL").fileURLWithPath_(_string(str(path)))


def _present(controller: Any) -> None:
    """Show a view controller over the app; on an iPad it needs to know where."""
    window = _value(_objc("UIApplication").sharedApplication().keyWindow)
    root = _value(window.rootViewController)
    popover = _value(controller.popoverPresentationController)
    if popover is not None:
        popover.setSourceView_(_value(root.view))
    root.presentViewController_animated_completion_(controller, True, None)


# Files outside the app.


class IosPickers:
    """The open file picker and the delegate of its answers, which nothing else holds."""

    def __init__(self) -> None:
        self._delegate: Any = None

    def pick_target(self, name: str, then: Callable[[Path], None]) -> None:
        """Have a file written; the user chooses its place once it is there."""
        then(_outgoing(name))

    def pick_document(self, then: Callable[[Path, str], None]) -> None:
        """Let the user pick a file, passed on as a copy of the app's own with its name."""
        with _objc_errors():
            picker = _objc("UIDocumentPickerViewController").alloc()
            picker = picker.initWithDocumentTypes_inMode_(_array(_string(ANY_FILE)), IMPORT)
            self._delegate = _delegate(then)
            picker.delegate = self._delegate
            _present(picker)


def _delegate(then: Callable[[Path, str], None]) -> Any:
    from pyobjus import protocol

    class Delegate:
        @protocol("UIDocumentPickerDelegate")  # type: ignore[untyped-decorator]
        def documentPicker_didPickDocumentsAtURLs_(self, _picker: Any, urls: Any) -> None:
            path = Path(_text(_value(urls.objectAtIndex_(0).path)))
            Clock.schedule_once(lambda _: then(path, path.name), 0)

    return Delegate()


def open_document(document: Path) -> BinaryIO:
    return open(document, "rb")


def write_document(document: Path, content: bytes) -> None:
    """Write a file and let the user choose where to put it; UIKit is called on the main thread."""
    document.write_bytes(content)
    Clock.schedule_once(lambda _: _export(document), 0)


def _export(document: Path) -> None:
    try:
        with _objc_errors():
            picker = _objc("UIDocumentPickerViewController").alloc()
            _present(picker.initWithURL_inMode_(_url(document), EXPORT))
    except OSError as error:
        log.error("cannot open the file picker: %s", error)
