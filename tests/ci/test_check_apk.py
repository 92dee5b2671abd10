"""The check of finished packages, on a small real one: made by python-for-android's templates, aapt and apksigner."""

from __future__ import annotations

import io
import shutil
import tarfile
import zipfile
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from apkInspector.axml import get_manifest

from ci import stamp
from ci.checks import check_apk
from ci.packaging import packaged
from sanmill.core import publisher
from tests.kit import android_package as kit

ROOT = Path(__file__).resolve().parents[2]
ANDROID = check_apk.ANDROID
TABLES = b"SANMILLC and the rest"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("android")
    (folder / "any.tablebase").write_bytes(TABLES)
    return kit.make_project("", folder, folder / "any.tablebase")


@pytest.fixture(scope="module")
def apk(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("apk")
    kit.make_key(folder)
    return kit.make_apk(project, folder)


@pytest.fixture(scope="module")
def needs(apk: Path) -> check_apk.Expected:
    """What the small package has to contain."""
    with zipfile.ZipFile(apk) as package:
        files = check_apk.members(package.read(check_apk.PRIVATE))
    del files[check_apk.ENVIRONMENT]
    return check_apk.Expected("24", "36", kit.VERSION_CODE, files, has_tables=True, is_release=True)


def copy(apk: Path, target: Path, without: str) -> Path:
    """A package without one file."""
    with zipfile.ZipFile(apk) as package, zipfile.ZipFile(target, "w") as other:
        for entry in package.infolist():
            if entry.filename != without:
                other.writestr(entry, package.read(entry))
    return target


# The manifest, by python-for-android's own templates.


@pytest.mark.parametrize("profile", ["", "legacy"])
def test_manifest_matches_spec(profile: str, project: Path, tmp_path: Path) -> None:
    dist = kit.make_project(profile, tmp_path) if profile else project
    root = ElementTree.parse(dist / "src" / "main" / "AndroidManifest.xml").getroot()
    assert [each.get(f"{ANDROID}name") for each in root.iter("uses-permission")] == ["android.permission.VIBRATE"]
    assert root.find("uses-sdk").attrib == {  # type: ignore[union-attr]
        f"{ANDROID}minSdkVersion": "21" if profile else "24",
        f"{ANDROID}targetSdkVersion": "33" if profile else "36",
    }
    queried = [each.get(f"{ANDROID}name") for each in root.findall("queries/intent/action")]
    assert queried == ["android.intent.action.TTS_SERVICE"]
    application = root.find("application")
    assert application is not None
    assert application.get(f"{ANDROID}enableOnBackInvokedCallback") == "false"
    assert application.get(f"{ANDROID}debuggable") is None, "a release"
    changes = application.find("activity").get(f"{ANDROID}configChanges")  # type: ignore[union-attr]
    assert {"uiMode", "fontScale", "fontWeightAdjustment", "colorMode"} <= set(str(changes).split("|"))
    actions = [each.get(f"{ANDROID}name", "") for each in application.findall("activity/intent-filter/action")]
    assert [action.rpartition(".")[2] for action in actions] == ["MAIN", "SEND", "VIEW", "VIEW", "VIEW"]
    data = application.findall("activity/intent-filter/data")
    taken = {(each.get(f"{ANDROID}scheme"), each.get(f"{ANDROID}host", "")) for each in data}
    assert {urlsplit(link)[:2] for link in publisher.LINKS} <= taken
    names = [each.get(f"{ANDROID}pathPattern", "").rpartition(".")[2] for each in data]
    assert {"tablebase", "pgn"} <= set(names)
    for name in ("fullBackupContent", "dataExtractionRules"):
        rules = application.get(f"{ANDROID}{name}", "").replace("@xml/", "")
        tree = ElementTree.parse(dist / "src" / "main" / "res" / "xml" / f"{rules}.xml")
        parts = [each.get("path") for each in tree.iter("exclude")]
        assert set(parts) == {"app/", "tables/", "reports/"}
    gradle = (dist / "build.gradle").read_text(encoding="utf-8")
    assert "signingConfig signingConfigs.release" in gradle
    assert f"versionCode {kit.VERSION_CODE}" in gradle
    assert 'noCompress "tablebase"' in gradle
    with tarfile.open(dist / "src" / "main" / "assets" / "private.tar") as private:
        names = private.getnames()
    assert "main.pyc" in names
    assert not [name for name in names if name.endswith(".py")]
    with tarfile.open(dist / "libs" / "x86" / "libpybundle.so") as bundle:
        files = {each.name.partition("/")[2] for each in bundle if each.isfile()}
    assert files == {*kit.LOADED, "site-packages/kivy-2.3.1.dist-info/RECORD"}


# The whole package.


def test_complete_package_passes(apk: Path, needs: check_apk.Expected) -> None:
    assert check_apk.check(apk, needs) == []


def test_store_bundle_passes(apk: Path, needs: check_apk.Expected, tmp_path: Path) -> None:
    path = tmp_path / "sanmill-release.aab"
    with zipfile.ZipFile(apk) as package, zipfile.ZipFile(path, "w") as bundle:
        for name in package.namelist():
            bundle.writestr(f"base/{name}", package.read(name))
    assert check_apk.check(path, needs) == []


def test_package_without_any_one_of_its_files_is_refused(
    apk: Path, needs: check_apk.Expected, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_apk, "check_signature", lambda *_: [])  # which would refuse every one of these
    with zipfile.ZipFile(apk) as package:
        names = [name for name in package.namelist() if not name.startswith("META-INF/")]
    for name in names:
        left = copy(apk, tmp_path / "less.apk", without=name)
        assert check_apk.check(left, needs), name


def test_app_without_any_one_of_its_files_is_refused(tmp_path: Path) -> None:
    """All files that the spec names."""
    needs = check_apk.expected("", has_tables=False, is_release=True)
    assert needs.version_code == str(stamp.number())
    assert {"main.pyc", "sanmill/app.pyc", "assets/sounds/move.ogg"} <= needs.files.keys() or len(needs.files) > 300
    whole = {**needs.files, check_apk.ENVIRONMENT: b""}
    assert list(check_apk.check_app(whole, needs)) == []
    for name in whole:
        less = {each: content for each, content in whole.items() if each != name}
        assert list(check_apk.check_app(less, needs)) == [f"{check_apk.PRIVATE}: no {name}"]
    more = {**whole, "notes.txt": b"", "assets/ladder.json": b"{}"}
    assert list(check_apk.check_app(more, needs)) == [
        f"{check_apk.PRIVATE}: notes.txt is superfluous",
        f"{check_apk.PRIVATE}: assets/ladder.json differs from the source",
    ]


def test_bundle_without_any_imported_module_is_refused(apk: Path) -> None:
    with zipfile.ZipFile(apk) as package:
        modules = check_apk.members(package.read(f"lib/x86/{check_apk.BUNDLE}"))
    assert list(check_apk.check_modules("lib/x86", modules)) == []
    listed = [f"_python_bundle/site-packages/kivy/{name}" for name in ("data/style.kv", "core/window/window_sdl2.pyc")]
    for name in [*listed, "_python_bundle/stdlib.zip", "_python_bundle/site-packages/_cffi_backend.so"]:
        less = {each: content for each, content in modules.items() if each != name}
        assert list(check_apk.check_modules("lib/x86", less)), name
    for module in sorted(packaged.imported() - check_apk.ELSEWHERE):
        library = io.BytesIO()
        with zipfile.ZipFile(library, "w") as rest:
            rest.writestr("other.pyc", b"")
        less = {name: content for name, content in modules.items() if f"/{module}" not in name}
        less["_python_bundle/stdlib.zip"] = library.getvalue()
        assert f"lib/x86/{check_apk.BUNDLE}: no module {module}" in check_apk.check_modules("lib/x86", less)
    more = {**modules, f"{check_apk.SITE}setuptools/dist.pyc": b""}
    assert [*check_apk.check_modules("lib/x86", more)] == [
        f"lib/x86/{check_apk.BUNDLE}: {check_apk.SITE}setuptools/dist.pyc is superfluous"
    ]


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ('"24"', '"26"', "lowest API level"),
        ('targetSdkVersion="36"', 'targetSdkVersion="35"', "target API level"),
        ("VIBRATE", "INTERNET", "list of permissions"),
        (f'"{kit.VERSION_CODE}"', '"1"', "version code"),
        ('enableOnBackInvokedCallback="false"', 'enableOnBackInvokedCallback="true"', "enableOnBackInvokedCallback"),
        ('fullBackupContent="@', 'fullBackupContent="', "fullBackupContent"),
        ("<meta-data ", '<activity android:name="Other" android:exported="true"/><meta-data ', "exported components"),
        ("<application ", '<application android:debuggable="true" ', "debuggable"),
        ("colorMode|", "", "changes 0x4000"),
        ('configChanges="', 'label2="', "changes"),
    ],
)
def test_manifest_with_another_value_is_refused(
    old: str, new: str, error: str, apk: Path, needs: check_apk.Expected
) -> None:
    with zipfile.ZipFile(apk) as package:
        text = get_manifest(io.BytesIO(package.read("AndroidManifest.xml")))
    root = ElementTree.fromstring(text)
    assert list(check_apk.check_manifest(root, needs)) == []
    changes = root.find("application/activity")
    assert changes is not None
    value = changes.get(f"{ANDROID}configChanges", "")
    if old == "colorMode|":
        old, new = value, f"0x{int(value, 0) & ~0x4000:08X}"
    assert old in text
    worse = ElementTree.fromstring(text.replace(old, new, 1))
    assert error in " ".join(check_apk.check_manifest(worse, needs))


def test_changed_package_has_no_valid_signature(apk: Path, tmp_path: Path) -> None:
    path = tmp_path / "sanmill.apk"
    shutil.copy(apk, path)
    assert list(check_apk.check_signature(path, "24")) == []
    content = bytearray(path.read_bytes())
    place = content.index(TABLES)
    content[place] ^= 1
    path.write_bytes(content)
    assert "signature: " in " ".join(check_apk.check_signature(path, "24"))


def test_compressed_tablebase_and_unaligned_files_are_refused(
    apk: Path, needs: check_apk.Expected, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_apk, "check_signature", lambda *_: [])
    path = tmp_path / "sanmill.apk"
    with zipfile.ZipFile(apk) as package, zipfile.ZipFile(path, "w") as other:
        for entry in package.infolist():
            kind = zipfile.ZIP_DEFLATED if entry.filename == check_apk.TABLES else entry.compress_type
            other.writestr(zipfile.ZipInfo(entry.filename), package.read(entry), kind)
        other.writestr("build.log", b"")
    errors = check_apk.check(path, needs)
    assert f"{check_apk.TABLES} is compressed, so it cannot be read in place" in errors
    assert "build.log is superfluous" in errors
    assert [each for each in errors if each.endswith("is not aligned")]
    assert f"{check_apk.TABLES} is superfluous" in check_apk.check(path, replace(needs, has_tables=False))


# Native libraries.


@pytest.mark.parametrize("where", ["lib/arm64-v8a/libSDL2.so", f"lib/arm64-v8a/{check_apk.BUNDLE}/modules/_struct.so"])
def test_libraries_for_small_pages_are_refused(where: str, tmp_path: Path) -> None:
    files = {f"lib{name}.so": kit.make_library(name, needed, tmp_path) for name, needed in kit.LIBRARIES.items()}
    files[check_apk.BUNDLE] = b""
    assert list(check_apk.check_libraries("lib/arm64-v8a", files, {})) == []
    small = kit.make_library("small", [], tmp_path, page=4096)
    modules = {}
    if check_apk.BUNDLE in where:
        modules["modules/_struct.so"] = small
    else:
        files["libSDL2.so"] = small
    [error] = set(check_apk.check_libraries("lib/arm64-v8a", files, modules))
    assert error == f"{where}: a LOAD segment is aligned to 4096 bytes, not {check_apk.PAGE}"
