"""Make assets/fonts/words.ttf and words-bold.ttf: Kivy's Roboto with the Chinese of WenQuanYi Micro Hei in it.

    apt-get download fonts-wqy-microhei && dpkg -x fonts-wqy-microhei_*.deb wqy
    pip install fonttools
    python ci/make_fonts.py wqy/usr/share/fonts/truetype/wqy/wqy-microhei.ttc

One font draws both scripts, so any line may mix them. The regular one has the 3755 commonest Chinese characters
(GB 2312, level 1), for what people type; both have every character of the catalogues. Bold Chinese is the
regular glyph drawn twice, a little apart; words-bold.txt lists it, and what is not in it is drawn plain. Run this
again when a catalogue brings a character that is not there.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

import kivy

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from sanmill.ui.widgets.line_breaks import is_wide  # noqa: E402

FONTS = ROOT / "assets" / "fonts"
ROBOTO = Path(kivy.__file__).parent / "data" / "fonts"
SIGNS, COMMON = (0xA1, 0xA3), (0xB0, 0xD7)  # first bytes of GB 2312: punctuation to full-width signs, level 1
APART = 88  # units of 2048 between the two strokes of a bold glyph


def gb2312(first: int, last: int) -> set[str]:
    """The characters whose first byte lies in a range."""
    rows = (bytes((high, low)) for high in range(first, last + 1) for low in range(0xA1, 0xFF))
    return {character for row in rows for character in row.decode("gb2312", "ignore")}


def catalogue_characters() -> set[str]:
    """All characters of all catalogues."""
    return {character for path in (ROOT / "i18n").glob("*.po") for character in path.read_text(encoding="utf-8")}


def subset(font: Any, characters: Iterable[str]) -> Any:
    """Subset a font to these characters."""
    subsetting = import_module("fontTools.subset")  # by name: only this script needs the package
    options = subsetting.Options(
        layout_features=["kern"],
        hinting=False,
        notdef_outline=True,
        glyph_names=False,
        drop_tables=["FFTM", "DSIG", "vhea", "vmtx", "GDEF", "gasp", "hdmx"],
    )
    subsetter = subsetting.Subsetter(options)
    subsetter.populate(unicodes=[ord(character) for character in characters])
    subsetter.subset(font)
    return font


def embolden(font: Any) -> None:
    """Embolden by drawing every glyph twice, slightly shifted."""
    glyphs, components = font["glyf"], import_module("fontTools.ttLib.tables._g_l_y_f")
    thin = {}
    for name in font.getGlyphOrder()[1:]:
        if glyphs[name].numberOfContours > 0:
            thin[name] = glyphs[name]
    for name, glyph in thin.items():
        glyphs[f"{name}.thin"] = glyph
        width, left = font["hmtx"][name]
        font["hmtx"][f"{name}.thin"] = (width, left)
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


def make(roboto: str, chinese: str, characters: set[str], name: str, *, is_bold: bool) -> None:
    """Roboto, extended by the characters it lacks."""
    fonts, merge = import_module("fontTools.ttLib"), import_module("fontTools.merge")
    latin = fonts.TTFont(ROBOTO / roboto)
    known = {chr(code) for code in latin.getBestCmap()}
    other = subset(fonts.TTFont(chinese, fontNumber=0), characters - known)
    if is_bold:
        embolden(other)
    with tempfile.TemporaryDirectory() as folder:
        parts = [str(Path(folder) / each) for each in ("latin.ttf", "other.ttf")]
        subset(latin, known).save(parts[0])
        other.save(parts[1])
        whole = merge.Merger().merge(parts)
    for field in ("ascent", "descent", "lineGap"):
        setattr(whole["hhea"], field, getattr(latin["hhea"], field))
    whole["post"].formatType = 3.0
    whole.save(FONTS / name)
    missing = characters - {chr(code) for code in whole.getBestCmap()}
    print(f"{name}: {(FONTS / name).stat().st_size} bytes; lacks {sorted(missing)}")


def main(chinese: str) -> None:
    used = {character for character in catalogue_characters() if character.isprintable()} | gb2312(*SIGNS)
    make("Roboto-Regular.ttf", chinese, used | gb2312(*COMMON), "words.ttf", is_bold=False)
    make("Roboto-Bold.ttf", chinese, used, "words-bold.ttf", is_bold=True)
    wide = "".join(sorted(filter(is_wide, used)))
    (FONTS / "words-bold.txt").write_text(wide + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
