"""Complete the Xcode project that kivy-ios has created.

    python -m ci.packaging.ios_project PROJECT
    python -m ci.packaging.ios_project --note IPA  what it was made of, as ci/packaging/note.py does for Android

kivy-ios writes an identifier and a version of its own; the App Store takes no icon with an alpha channel.
"""

from __future__ import annotations

import configparser
import hashlib
import os
import plistlib
import re
import sys
from pathlib import Path
from typing import Any

from ci import ROOT, stamp
from ci.packaging import ios_toolchain
from sanmill import __version__
from sanmill.core import publisher

GAMES, ZIP = "public.plain-text", "public.zip-archive"  # kinds of files of saved games


def complete_plist(plist: dict[str, Any]) -> None:
    """Set what identifies the app and its version; the languages make iOS offer a choice in its settings."""
    spec = configparser.ConfigParser(allow_no_value=True, interpolation=None)
    spec.read(ROOT / "buildozer.spec", encoding="utf-8")
    app = spec["app"]
    plist["CFBundleIdentifier"] = f"{app['package.domain']}.{app['package.name']}"
    plist["CFBundleDisplayName"] = publisher.NAME
    plist["CFBundleShortVersionString"] = __version__
    plist["CFBundleVersion"] = str(stamp.number())
    plist["CFBundleLocalizations"] = sorted(tag_of(path.stem) for path in (ROOT / "i18n").glob("*.po"))
    plist["LSApplicationQueriesSchemes"] = ["mailto"]  # whether there is a mail app
    plist["ITSAppUsesNonExemptEncryption"] = False
    plist["CFBundleURLTypes"] = [
        {"CFBundleURLName": plist["CFBundleIdentifier"], "CFBundleURLSchemes": [publisher.LINKS[0].partition(":")[0]]}
    ]
    tablebase, record = (f"{plist['CFBundleIdentifier']}.{name}" for name in ("tablebase", "pgn"))
    kinds = ((GAMES, "Alternate"), (record, "Default"), (ZIP, "Alternate"), (tablebase, "Owner"))
    plist["CFBundleDocumentTypes"] = [document_type(*each) for each in kinds]
    plist["LSSupportsOpeningDocumentsInPlace"] = False  # the app gets a copy
    plist["UTExportedTypeDeclarations"] = [file_type(tablebase, "public.data", "Tablebase")]
    plist["UTImportedTypeDeclarations"] = [file_type(record, GAMES, "Portable Game Notation")]


def file_type(kind: str, base: str, description: str) -> dict[str, Any]:
    """A kind of file by its extension, the last part of its identifier."""
    return {
        "UTTypeIdentifier": kind,
        "UTTypeConformsTo": [base],
        "UTTypeDescription": description,
        "UTTypeTagSpecification": {"public.filename-extension": [kind.rpartition(".")[2]]},
    }


def document_type(kind: str, rank: str) -> dict[str, Any]:
    return {"CFBundleTypeName": kind, "CFBundleTypeRole": "Viewer", "LSItemContentTypes": [kind], "LSHandlerRank": rank}


def tag_of(catalogue: str) -> str:
    """The language of a catalogue as iOS writes it."""
    return "zh-Hans" if catalogue == "zh" else catalogue.replace("_", "-")


def note(package: Path) -> str:
    """The commit, the tools and the sources, with hashes."""
    lines = [f"{package.name} sha256:{hashlib.sha256(package.read_bytes()).hexdigest()}", f"commit {stamp.source()}"]
    lock = (ROOT / "ci" / "requirements" / "ios.txt").read_text(encoding="utf-8")
    lines += ["", "Sources", ios_toolchain.note(), "Tools", *re.findall(r"^[\w-]+==[\w.]+", lock, re.MULTILINE)]
    return "\n".join(lines) + "\n"


def draw_icon(path: Path) -> None:
    from PIL import Image  # among the tools of make ios, not of the tests

    with Image.open(ROOT / "assets" / "icons" / "store.png") as icon:
        flat = Image.new("RGB", icon.size, "white")
        flat.paste(icon, mask=icon.getchannel("A"))
        flat.save(path)


def main(project: str) -> None:
    folder = Path(project)
    [path] = folder.glob("*-Info.plist")
    plist = plistlib.loads(path.read_bytes())
    complete_plist(plist)
    path.write_bytes(plistlib.dumps(plist))
    options = {"method": "app-store-connect", "teamID": os.environ.get("IOS_TEAM", "")}
    (folder / "export.plist").write_bytes(plistlib.dumps(options))
    draw_icon(folder / "store.png")


if __name__ == "__main__":
    if sys.argv[1] == "--note":
        for name in sys.argv[2:]:
            Path(f"{name}.txt").write_text(note(Path(name)), encoding="utf-8")
    else:
        main(sys.argv[1])
