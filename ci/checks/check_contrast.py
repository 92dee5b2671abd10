"""Check the contrast of every palette and board theme: at least 4.5:1 for text, 3:1 for lines and marks."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from ci import ROOT
from sanmill.core.themes import (
    MARK_MIN,
    TEXT_MIN,
    TEXTS,
    Colour,
    Palette,
    board_pairs,
    contrast,
    read_board_theme,
    read_palette,
)

# Protanopia, deuteranopia, tritanopia: matrices on red, green and blue at full severity.
SIGHTS = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def seen(colour: Colour, sight: str) -> Colour:
    """A colour under a colour vision deficiency."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    mixed = [max(0.0, min(1.0, sum(a * b for a, b in zip(row, linear)))) for row in SIGHTS[sight]]
    red, green, blue = (part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055 for part in mixed)
    return (red, green, blue)


def palette_pairs(palette: Palette) -> Iterator[tuple[str, Colour, Colour, float]]:
    """Foreground, background and required contrast."""
    grounds = {"background": palette.background, "surface": palette.surface, "raised": palette.raised}
    for ground, colour in grounds.items():
        for name in TEXTS:
            yield f"{name} on {ground}", getattr(palette, name), colour, TEXT_MIN
        yield f"outline on {ground}", palette.outline, colour, MARK_MIN
    yield "on_primary on primary", palette.on_primary, palette.primary, TEXT_MIN


def check(assets: Path) -> list[str]:
    """Every pair with too little contrast."""
    errors: list[str] = []
    for path in sorted((assets / "palettes").glob("*.json")):
        for name, one, other, least in palette_pairs(read_palette(path)):
            if contrast(one, other) < least:
                errors.append(f"{path.stem}: {name} {contrast(one, other):.2f}, needs {least}")
    for path in sorted((assets / "themes").glob("*.json")):
        for element, ground, one, other in board_pairs(read_board_theme(path)):
            name, least = f"{element} on {ground}", MARK_MIN
            found = [("", contrast(one, other))]
            found += [(f" ({sight})", contrast(seen(one, sight), seen(other, sight))) for sight in SIGHTS]
            errors += [f"{path.stem}: {name}{how} {ratio:.2f}, needs {least}" for how, ratio in found if ratio < least]
    return errors


if __name__ == "__main__":
    complaints = check(ROOT / "assets")
    print("\n".join(complaints) or "contrast: ok")
    sys.exit(1 if complaints else 0)
