"""Make the fonts of assets/fonts and their coverage.json from Debian and npm packages: `make fonts`.

    python -m ci.assets.make_fonts [folder with sources]

Every script has its own file, and sanmill/ui/text/text_provider.py draws each part of a line with the font that has its
characters. Chinese characters look different in China, Taiwan and Japan, so each has a font of its own. Regular fonts
also have what people type: the commonest characters of GB 2312, Big5 and JIS X 0208. Bold ones have what the
catalogues use; other characters are drawn plain. Run this again when a catalogue brings a character that is not there:
ci/checks/check_strings.py names it.
"""

from __future__ import annotations

import bz2
import json
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from unicodedata import category

from ci import ROOT
from ci.catalogues import FOLDER, read
from sanmill.ui.widgets.line_breaks import is_wide

FONTS = ROOT / "assets" / "fonts"
SOURCES = ROOT / "build" / "fonts"
KIVY_FONTS = Path(str(find_spec("kivy").origin)).parent / "data" / "fonts"  # type: ignore[union-attr]
DEBIAN = ("fonts-noto-cjk", "fonts-noto-core", "fonts-wqy-microhei", "unicode-data")
NPM = ("vazirmatn@33.0.3", "@fontsource/noto-emoji@5.3.2")
ASCENT, DESCENT = 1900, -500  # of Roboto, in units of 2048: lines of all scripts are as high
DEEPER = {"arabic": -700}  # letters that hang lower
APART = 88  # units of 2048 between the two strokes of a bold glyph that is drawn twice
# Fonts that Kivy brings along, whose coverage is listed too.
OF_KIVY = ("RobotoMono-Regular.ttf", "DejaVuSans.ttf")


@dataclass(frozen=True)
class Source:
    """Where the glyphs of a script come from."""

    name: str
    regular: str  # a file in the folder with sources
    bold: str = ""  # empty: the regular glyphs are drawn twice
    number: int = 0  # in a collection
    is_outline: bool = False  # CFF


NOTO_CJK = "usr/share/fonts/opentype/noto/NotoSansCJK-{}.ttc"
NOTO = "usr/share/fonts/truetype/noto/NotoSans{}.ttf"
VAZIRMATN = "package/misc/Non-Latin/fonts/ttf/Vazirmatn-NL-{}.ttf"
CHINESE = Source("chinese", "usr/share/fonts/truetype/wqy/wqy-microhei.ttc")
TAIWANESE = Source("taiwanese", NOTO_CJK.format("Regular"), NOTO_CJK.format("Bold"), 3, is_outline=True)
JAPANESE = Source("japanese", NOTO_CJK.format("Regular"), NOTO_CJK.format("Bold"), 0, is_outline=True)
ARABIC = Source("arabic", VAZIRMATN.format("Regular"), VAZIRMATN.format("Bold"))
EMOJI = Source("emoji", "package/files/noto-emoji-emoji-400-normal.woff")
# Those that people type most, without the faces that Kivy's DejaVu Sans has.
COMMON_EMOJI = """
    🤣🤔🤗🤩🥰🥳🤪🤨🤓🤡🤦🤷🥺🤯🤐🤫🤭🤤🤢🤬🥱🧐👍👎👏👋👌🤝🤞🤘🤙💪👊👆👇👈👉👀🧠👑💀👻👽🤖👶👦👧👨👩👴👵
    💔💖💕💙💚💛💜🖤🤍🔥💯💥💫💤💬🎉🎊🎂🎁🎈🏆🥇🥈🥉🏅🎯🎲🎮🧩🏁🚩⭐🌟✅❌❓❗➕⏳⏰🔔🔒🔑💡📌📷📚📝💎💰🎵🎶🎸
    🌞🌙🌈🌊🌍🌹🌸🌻🌷🍀🌲🌳🍁🍂🍄🐶🐰🦊🐻🐼🐨🐯🦁🐷🐸🐔🐧🦆🦉🐺🐴🦄🐝🦋🐢🐍🐟🐬🐘🐑🍎🍓🍒🍕🍔🍺🍻🍷
    🍰🍫🏠🏡🏰🚀🚗🚲⚽🏀🎾🙏
"""
HEBREW = Source("hebrew", NOTO.format("Hebrew-Regular"), NOTO.format("Hebrew-Bold"))


def fetch(folder: Path) -> None:
    """Download and unpack the sources."""
    folder.mkdir(parents=True, exist_ok=True)
    if not list(folder.glob("*.deb")):
        subprocess.run(["apt-get", "download", "-qq", *DEBIAN], cwd=folder, check=True)
        for package in folder.glob("*.deb"):
            subprocess.run(["dpkg", "-x", package.name, "."], cwd=folder, check=True)
    if not list(folder.glob("*.tgz")):
        subprocess.run(["npm", "pack", "--silent", *NPM], cwd=folder, check=True)
        for package in folder.glob("*.tgz"):
            subprocess.run(["tar", "-xzf", package.name], cwd=folder, check=True)


def encoded(encoding: str, first: int, last: int) -> set[str]:
    """The characters of a two-byte encoding whose first byte lies in a range."""
    rows = (bytes((high, low)) for high in range(first, last + 1) for low in range(0x40, 0xFF))
    return {character for row in rows for character in row.decode(encoding, "ignore") if character.isprintable()}


def ranges(*pairs: tuple[int, int]) -> set[str]:
    return {chr(code) for first, last in pairs for code in range(first, last + 1)}


def words(language: str) -> set[str]:
    """The characters of a catalogue."""
    path = FOLDER / f"{language}.po"
    entries = read(path) if path.exists() else None
    forms = [form for forms in entries.entries.values() for form in forms] if entries else []
    return {character for form in [*forms, entries.name if entries else ""] for character in form}


def wide(language: str) -> set[str]:
    return set(filter(is_wide, words(language)))


def frequent(folder: Path) -> set[str]:
    """The characters that Unihan found in Taiwanese texts; a third of Big5's first level is not among them."""
    path = folder / "usr" / "share" / "unicode" / "Unihan_DictionaryLikeData.txt.bz2"
    with bz2.open(path, "rt", encoding="utf-8") as file:
        rows = (line.split("\t") for line in file if "\tkFrequency\t" in line)
        return {chr(int(code[2:], 16)) for code, *_ in rows}


def needed(folder: Path) -> tuple[tuple[Source, set[str], set[str]], ...]:
    """Each source with the characters of its regular and its bold font."""
    marks = set(filter(is_wide, encoded("gb2312", 0xA1, 0xA3)))
    kana = ranges((0x3040, 0x30FF), (0x31F0, 0x31FF)) | set(filter(is_wide, encoded("euc_jp", 0xA1, 0xA3)))
    bopomofo = ranges((0x3105, 0x312D)) | set(filter(is_wide, encoded("big5", 0xA1, 0xA3)))
    names = {character for path in FOLDER.glob("*.po") for character in read(path).name}
    arabic = ranges((0x0600, 0x06FF), (0xFB50, 0xFBFF), (0xFE70, 0xFEFC))
    hebrew = ranges((0x0590, 0x05F4), (0xFB1D, 0xFB4F))
    return (
        (CHINESE, encoded("gb2312", 0xB0, 0xD7) | marks | wide("zh"), wide("zh") | marks),
        (TAIWANESE, encoded("big5", 0xA4, 0xC6) & frequent(folder) | bopomofo | wide("zh_Hant"), wide("zh_Hant")),
        (JAPANESE, encoded("euc_jp", 0xB0, 0xCF) | kana | wide("ja") | (names & kana), kana | wide("ja")),
        (ARABIC, arabic, arabic),
        (HEBREW, hebrew, hebrew),
        (EMOJI, set("".join(COMMON_EMOJI.split())), set()),
    )


def subset(font: Any, characters: Iterable[str], *, has_kerning: bool = False) -> Any:
    """Subset a font to these characters."""
    subsetting = import_module("fontTools.subset")  # by name: only this script needs the package
    options = subsetting.Options(
        layout_features=["kern"] if has_kerning else [],
        hinting=False,
        desubroutinize=True,
        notdef_outline=True,
        glyph_names=False,
        name_IDs=[1, 2],
        drop_tables="FFTM DSIG vhea vmtx VORG GDEF GPOS GSUB BASE gasp hdmx STAT".split(),
    )
    if has_kerning:
        options.drop_tables.remove("GPOS")
    subsetter = subsetting.Subsetter(options)
    subsetter.populate(unicodes=[ord(character) for character in characters])
    subsetter.subset(font)
    return font


def embolden(font: Any) -> None:
    """Embolden by drawing every glyph twice, slightly shifted."""
    glyphs, components = font["glyf"], import_module("fontTools.ttLib.tables._g_l_y_f")
    thin = {name: glyphs[name] for name in font.getGlyphOrder()[1:] if glyphs[name].numberOfContours > 0}
    for name, glyph in thin.items():
        glyphs[f"{name}.thin"] = glyph
        font["hmtx"][f"{name}.thin"] = font["hmtx"][name]
        both = components.Glyph()
        both.numberOfContours = -1
        both.components = [part(components, f"{name}.thin", shift) for shift in (-APART // 2, APART // 2)]
        glyphs[name] = both
    font.setGlyphOrder(glyphs.glyphOrder)


def part(components: Any, name: str, shift: int) -> Any:
    """A shifted glyph as a component."""
    component = components.GlyphComponent()
    component.glyphName, component.x, component.y, component.flags = name, shift, 0, 0x0400 | 0x0004
    return component


def save(font: Any, name: str, descent: int = DESCENT) -> Path:
    """Save a font with lines as high as Roboto's."""
    scale = font["head"].unitsPerEm / 2048
    for table, rising, falling, gap in (
        ("hhea", "ascent", "descent", "lineGap"),
        ("OS/2", "sTypoAscender", "sTypoDescender", "sTypoLineGap"),
    ):
        setattr(font[table], rising, round(ASCENT * scale))
        setattr(font[table], falling, round(descent * scale))
        setattr(font[table], gap, 0)
    font["OS/2"].usWinAscent, font["OS/2"].usWinDescent = round(ASCENT * scale), round(-descent * scale)
    font["post"].formatType = 3.0
    if "CFF " in font:
        import_module("cffsubr").subroutinize(font)
    path = FONTS / name
    font.flavor = None  # WOFF is compressed, which SDL does not read
    font.save(path)
    return path


def make(folder: Path) -> list[Path]:
    """Make all fonts and return their paths, in the order in which they are tried."""
    open_font = import_module("fontTools.ttLib").TTFont
    made = []
    for weight, name in (("Regular", "words.ttf"), ("Bold", "words-bold.ttf")):
        latin = open_font(KIVY_FONTS / f"Roboto-{weight}.ttf", recalcTimestamp=False)
        made.append(save(subset(latin, map(chr, latin.getBestCmap()), has_kerning=True), name))
    for source, regular, bold in needed(folder):
        suffix = "otf" if source.is_outline else "ttf"
        for is_bold, characters in ((False, regular), (True, bold)):
            if not characters:
                continue
            file = source.bold if is_bold and source.bold else source.regular
            font = subset(open_font(folder / file, fontNumber=source.number, recalcTimestamp=False), characters)
            if is_bold and not source.bold:
                embolden(font)
            name = f"{source.name}{'-bold' if is_bold else ''}.{suffix}"
            made.append(save(font, name, DEEPER.get(source.name, DESCENT)))
    return made


def coverage(path: Path) -> str:
    """The characters of a font as pairs, first and last of each range."""
    cmap = import_module("fontTools.ttLib").TTFont(path).getBestCmap() or {}
    pairs: list[list[int]] = []
    for code in sorted(code for code in cmap if chr(code).isprintable() or category(chr(code)) == "Zs"):
        if pairs and pairs[-1][1] == code - 1:
            pairs[-1][1] = code
        else:
            pairs.append([code, code])
    return "".join(chr(code) for pair in pairs for code in pair)


def main(arguments: list[str]) -> None:
    folder = Path(arguments[0]) if arguments else SOURCES
    fetch(folder)
    paths = make(folder)
    for path in paths:
        print(f"{path.name}: {path.stat().st_size} bytes")
    listed = {path.name: coverage(path) for path in [*paths, *(KIVY_FONTS / name for name in OF_KIVY)]}
    text = json.dumps(listed, ensure_ascii=False, indent=0)
    (FONTS / "coverage.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
