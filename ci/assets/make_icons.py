"""Make assets/fonts/icons.ttf and icons.json from the variable font of the npm package ``material-symbols``.

    npm pack material-symbols@0.47.5 && tar xzf material-symbols-0.47.5.tgz
    pip install fonttools brotli
    python -m ci.assets.make_icons package/material-symbols-rounded.woff2

The icons are found by name through the font's ligatures and pinned to weight 400, fill 0, size 24.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Any

from ci import ROOT

ICONS = """
add arrow_back bar_chart bug_report call_split check check_circle chevron_left chevron_right close colorize
content_copy content_paste delete download edit emoji_events expand_more extension fast_forward file_open flag folder
grid_on group handshake help history info insights keyboard_arrow_down keyboard_arrow_up language lightbulb link list
mail menu_book more_vert palette pause play_arrow priority_high redo remove replay restart_alt rule save school search
send settings share skip_next skip_previous smart_toy speed star swap_vert timer touch_app trending_up tune undo upload
visibility volume_up warning
""".split()
FONTS = ROOT / "assets" / "fonts"


def glyphs_by_name(font: Any) -> dict[str, str]:
    """The glyph of each icon name, found by its ligature."""
    letters = {glyph: chr(code) for code, glyph in font.getBestCmap().items() if code < 128}
    found: dict[str, str] = {}
    for lookup in font["GSUB"].table.LookupList.Lookup:
        for part in lookup.SubTable:
            part = getattr(part, "ExtSubTable", part)
            for first, ligatures in getattr(part, "ligatures", {}).items():
                for ligature in ligatures:
                    name = "".join(letters.get(glyph, "?") for glyph in (first, *ligature.Component))
                    found[name] = ligature.LigGlyph
    return found


def main(source: str) -> None:
    # By name: only this script needs the package.
    subset, fonts, instancer = (import_module(f"fontTools.{name}") for name in ("subset", "ttLib", "varLib.instancer"))
    font = fonts.TTFont(source)
    glyphs = glyphs_by_name(font)
    codes = {glyph: code for code, glyph in font.getBestCmap().items()}
    icons = {name: codes[glyphs[name]] for name in sorted(ICONS)}
    options = subset.Options(layout_features=[], hinting=False, notdef_outline=True, name_IDs=[0, 1, 2, 13, 14])
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=icons.values())
    subsetter.subset(font)
    font = instancer.instantiateVariableFont(font, {"wght": 400, "FILL": 0, "opsz": 24, "GRAD": 0})
    font.flavor = None
    font.save(FONTS / "icons.ttf")
    (FONTS / "icons.json").write_text(json.dumps(icons, indent=2) + "\n", encoding="utf-8")
    print(f"{len(icons)} icons, {(FONTS / 'icons.ttf').stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1])
