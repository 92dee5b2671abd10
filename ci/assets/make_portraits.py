"""Draw the thirteen opponents in four moods from the parts of Open Peeps (CC0), coloured and dressed here.

    pip install Pillow
    python -m ci.assets.make_portraits assets/portraits

Needs node and npm. Writes a strip of the moods for each person, 256 pixels high, and all of them at 96 in small.png.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

PACKAGES = ("@dicebear/core@9.4.3", "@dicebear/open-peeps@9.4.3", "@resvg/resvg-js@2.6.2")
LARGE, SMALL = 256, 96  # pixels
MIXED = {LARGE: 14, SMALL: 90}  # colours kept besides the plain ones
EDGES = 5  # steps from clear to opaque
INK, BLUSH, GOLD, LINEN = "#1F1B16", "#D8614A", "#E0A83C", "#F4EBDA"
SKIN, CLOTHES, HAIR = "aaaaa1", "aaaaa2", "aaaaa3"  # stand for colours in the parts

# Drawn over the parts, in their measure: the picture is about 700 wide, the face is around (485, 413).
CHEEKS = f'<g fill="{BLUSH}" fill-opacity=".3"><circle cx="424" cy="462" r="29"/><circle cx="524" cy="458" r="15"/></g>'
FRECKLES = (
    f'<path d="M404 450h0M422 462h0M440 450h0M532 448h0" stroke="{BLUSH}" stroke-width="9" stroke-linecap="round"/>'
)
LINES = f'stroke="{INK}" stroke-width="6" stroke-linecap="round" stroke-opacity=".75"/>'
WRINKLES = f'<path d="M392 402l-20-10M390 416l-22 2M430 262q44-14 92 0" {LINES}'
FOLD = f'<path d="M446 476q-20 14-22 38" {LINES}'
EARRING = f'<circle cx="246" cy="446" r="15" fill="{GOLD}" stroke="{INK}" stroke-width="8"/>'
COLLAR = (
    f'<path d="M250 588L352 704L268 752L196 622ZM514 592L440 706L512 748L566 628Z" fill="{LINEN}" stroke="{INK}" '
    'stroke-width="10" stroke-linejoin="round"/>'
)
STRIPES = (
    '<path d="M60 600Q390 860 720 600M-15 600Q390 1010 795 600M-90 600Q390 1160 870 600" '
    f'stroke="{LINEN}" stroke-width="28"/>'
)
SCARF = "".join(
    f'<path d="M222 604Q384 800 548 604" stroke="{colour}" stroke-width="{width}"/>'
    for colour, width in ((INK, 92), ("#A8352A", 72))
)
CIRCLET = (
    f'<g fill="{GOLD}" stroke="{INK}" stroke-width="8">'
    '<path d="M276 272Q430 214 566 262" fill="none" stroke-width="22"/>'
    f'<path d="M276 272Q430 214 566 262" fill="none" stroke="{GOLD}" stroke-width="11"/>'
    '<circle cx="432" cy="238" r="17"/><circle cx="478" cy="240" r="17"/><circle cx="522" cy="249" r="17"/></g>'
)
BOARD = (
    '<path d="M238 238h300v300h-300zM178 178h420v420h-420zM118 118h540v540h-540zM388 118v120M118 388h120M538 388h120" '
    'stroke="#B98A35" stroke-width="9"/>'
)


@dataclass(frozen=True)
class Person:
    """A look: colours, and parts by their names in Open Peeps."""

    name: str
    head: str
    skin: str
    hair: str
    clothes: str
    ground: str
    beard: str = ""
    glasses: str = ""
    face: str = ""  # drawn on it
    crown: str = ""  # drawn on the hair
    dress: str = ""  # drawn on the clothes
    board: str = ""  # drawn behind
    cap: str = ""  # colour of a cap
    frame: str = INK  # colour of the glasses
    rim: str = ""
    child: float = 0.0  # from a grown-up to 1, a small child
    mouth: float = 0.0  # how much lower it sits
    aside: float = 0.0  # how much further left the face sits
    view: tuple[float, float, float] = (1, 0, 0)  # zoom, and the middle moved right and down


PEOPLE = (
    Person(
        "pip", "short5", "#F6CDA8", "#C8692B", "#E9B44C", "#9CC3B8",
        face=CHEEKS + FRECKLES, dress=STRIPES, child=1, view=(0.94, 0, -12),
    ),
    Person("lulu", "buns", "#9A6040", "#3A2A24", "#D9705A", "#C7B7D1", face=CHEEKS, child=0.9, view=(0.96, 0, -28)),
    Person(
        "otto", "short3", "#F7D3B3", "#E3B75E", "#3F7FA3", "#C9A98A",
        face=CHEEKS, glasses="glasses5", child=0.7, view=(0.97, 0, -8),
    ),
    Person("mia", "bangs2", "#F2CFA4", "#3A2F33", "#00796B", "#E5A98F", face=CHEEKS, child=0.6, aside=16),
    Person("bruno", "hatBeanie", "#C68A5C", "#4A3426", "#6B7F4A", "#D9C8A5", beard="chin", cap="#C9772E"),
    Person(
        "ada", "afro", "#8A583D", "#3A2A28", GOLD, "#A9C4CF",
        face=EARRING, glasses="glasses2", frame=GOLD, aside=14, view=(0.97, 0, -4),
    ),
    Person("hugo", "pomp", "#F3C6A0", "#BF5F2C", "#3D5A6C", "#B9C49A", beard="full", dress=COLLAR, view=(0.9, 12, 0)),
    Person("vera", "grayMedium", "#EFC29B", "#6A3422", "#8E3B46", "#CBB2AC", face=EARRING),
    Person(
        "gustav", "hatHip", "#EDB894", "#8A7A68", "#7A5A3A", "#9FB7B0",
        beard="moustache5", face=WRINKLES, dress=SCARF, mouth=16, view=(0.93, 0, 0),
    ),
    Person(
        "iris", "grayBun", "#8A5638", "#E9E4DA", "#00695C", "#D7A56A",
        face=WRINKLES + FOLD + EARRING, view=(0.96, -12, -6),
    ),
    Person(
        "viktor", "noHair3", "#F1C7A6", "#D9D5CC", "#40474F", "#A5ADB8",
        beard="full2", glasses="glasses3", dress=COLLAR, view=(1, -8, 0),
    ),
    Person(
        "ramon", "grayShort", "#B87B4F", "#9A9894", "#8A2F2A", "#CDBB8C",
        beard="goatee1", face=WRINKLES, dress=COLLAR, mouth=6, view=(0.95, 0, 6),
    ),
    Person(
        "sibyl", "longCurly", "#E3B68D", "#C6BFDC", "#4A3F63", "#1F5A52",
        crown=CIRCLET, board=BOARD, rim=GOLD, view=(0.82, -8, -22),
    ),
)  # fmt: skip
# Faces that lend the eyes and the mouth, degrees by which the head tilts, how much lower it sits
MOODS = {
    "calm": ("smile", "smile", 0, 0),
    "thinking": ("cheeky", "blank", -8, 0),
    "glad": ("calm", "smileLOL", 4, -6),
    "sorry": ("concerned", "solemn", 7, 14),
}

SCRIPT = """
import { createAvatar } from '@dicebear/core';
import * as peeps from '@dicebear/open-peeps';
import { Resvg } from '@resvg/resvg-js';
import { readFileSync, writeFileSync } from 'node:fs';
const { looks, pictures } = JSON.parse(readFileSync(0, 'utf8'));
for (const [svg, size, file] of pictures)
    writeFileSync(file, new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng());
console.log(JSON.stringify(looks.map((look) => createAvatar(peeps, look).toString())));
"""
PLACES = {"head": "156 62", "face": "315 248", "facialHair": "279 400", "accessories": "203 303"}
ALWAYS = {"maskProbability": 0, "facialHairProbability": 100, "accessoriesProbability": 100}


def node(folder: Path, looks: list[dict[str, Any]], pictures: list[tuple[str, int, str]]) -> list[str]:
    """Save pictures as PNG files in the folder; return SVGs of looks."""
    told = json.dumps({"looks": looks, "pictures": pictures})
    done = subprocess.run(["node", "script.mjs"], cwd=folder, input=told, stdout=subprocess.PIPE, text=True, check=True)
    return list(json.loads(done.stdout))


def read_parts(folder: Path) -> dict[str, str]:
    """The drawings of all parts in use, by name, and that of the body."""
    wanted = [("head", person.head) for person in PEOPLE]
    wanted += [("facialHair", person.beard) for person in PEOPLE if person.beard]
    wanted += [("accessories", person.glasses) for person in PEOPLE if person.glasses]
    wanted += [("face", name) for mood in MOODS.values() for name in mood[:2]]
    colours = {"skinColor": [SKIN], "clothingColor": [CLOTHES], "headContrastColor": [HAIR]}
    parts: dict[str, str] = {}
    svgs = node(folder, [{**ALWAYS, **colours, kind: [name]} for kind, name in wanted], [])
    for (kind, name), svg in zip(wanted, svgs):
        pieces = re.split(r'<g transform="[^"]*?([\d.]+ [\d.]+)\)">', svg.removesuffix("</g></svg>"))
        parts["body"] = pieces[0][pieces[0].rindex("<g fill-rule") :]
        inside = pieces[pieces.index(PLACES[kind]) + 1].removesuffix("</g>")
        parts[f"{kind}/{name}"] = f'<g transform="translate({PLACES[kind]})">{inside}</g>'
    return parts


def coloured(part: str, person: Person, cap: str = "") -> str:
    colours = {f"#{SKIN}": person.skin, f"#{CLOTHES}": cap or person.clothes, f"#{HAIR}": person.hair, "#000": INK}
    return re.sub("|".join(colours), lambda match: colours[match[0]], part)


def tinted(part: str, colour: str, name: str) -> str:
    """The part with its broad black areas coloured; what is as thin as an outline stays black."""
    if HAIR in part:
        return part  # has coloured areas of its own
    start = part.rindex("<", 0, part.index("#000"))
    lines = "".join(f'<path d="{line}"/>' for line in re.findall(r'\bd="([^"]*)"', part[start:]))
    rule = "nonzero" if part.startswith("<g", start) else "evenodd"
    return (
        f'{part.removesuffix("</g>")}<mask id="{name}" maskUnits="userSpaceOnUse" x="-200" y="-200" width="1100" '
        f'height="1100"><g fill-rule="{rule}" fill="white" stroke="black" stroke-width="20">{lines}</g></mask>'
        f'<g fill-rule="{rule}" fill="{colour}" mask="url(#{name})">{lines}</g></g>'
    )


def drawn(person: Person, mood: str, parts: dict[str, str]) -> str:
    """A portrait as SVG, square."""
    eyes, mouth, tilt, lower = MOODS[mood]
    skin, clothes, outline = re.findall(r"<path[^>]*/>", parts["body"])
    head = tinted(parts[f"head/{person.head}"], person.hair, "hair")
    beard = tinted(parts[f"facialHair/{person.beard}"], person.hair, "beard") if person.beard else ""
    glasses = parts[f"accessories/{person.glasses}"].replace("#000", person.frame) if person.glasses else ""
    face = (
        f'<g clip-path="url(#eyes)">{parts[f"face/{eyes}"]}</g>'
        f'<g clip-path="url(#mouth)" transform="translate(0 {person.mouth})">{parts[f"face/{mouth}"]}</g>'
    )
    child, (zoom, right, down) = person.child, person.view
    side = 690 / zoom
    left, top = 388 + right - side / 2, 392 + down - side / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.2f} {top:.2f} {side:.2f} {side:.2f}" fill="none">'
        '<clipPath id="eyes"><rect x="200" y="200" width="500" height="232"/></clipPath>'
        '<clipPath id="mouth"><rect x="398" y="432" width="151" height="300"/></clipPath>'
        f'<clipPath id="clothes" clip-rule="evenodd">{clothes}</clipPath>'
        f'<rect x="{left:.2f}" y="{top:.2f}" width="{side:.2f}" height="{side:.2f}" fill="{person.ground}"/>'
        f"{person.board}"
        # A child has narrow shoulders, a round head and a large face that sits low.
        f'<g transform="translate(390 {580 + 8 * child}) scale({1 - 0.22 * child}) translate(-390 -580)" '
        f'fill-rule="evenodd">{coloured(skin + clothes, person)}'
        f'<g clip-path="url(#clothes)">{person.dress}</g>{coloured(outline, person)}</g>'
        f'<g transform="translate(0 {lower}) rotate({tilt} 370 520) translate(390 580) '
        f'scale({1 + 0.05 * child} {1 - 0.08 * child}) translate(-390 -580)">'
        f"{coloured(head + beard, person, person.cap)}{person.crown}"
        f'<g transform="translate({485 - person.aside} {413 + 18 * child}) scale({1.14 + 0.06 * child}) '
        f'translate(-485 -413)">{person.face}{coloured(face, person)}{glasses}</g></g></svg>'
    )


def channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def rim_of(person: Person) -> str:
    """The colour of the ring: the ground, darker."""
    red, green, blue = (value * 72 // 100 for value in channels(person.ground))
    return person.rim or f"#{red:02X}{green:02X}{blue:02X}"


def disc(size: int, share: float) -> Any:
    """A smooth white disc on black, as wide as this share of the square."""
    image, draw = import_module("PIL.Image"), import_module("PIL.ImageDraw")
    large = image.new("L", (size * 8, size * 8))
    first, last = size * 4 * (1 - share), size * 4 * (1 + share)
    draw.Draw(large).ellipse((first, first, last, last), fill=255)
    return large.resize((size, size), image.Resampling.BOX)


def save(people: tuple[Person, ...], looks: list[list[str]], size: int, folder: Path, path: Path) -> None:
    """Save the looks, one row per person: round, with a rim, in few colours."""
    image = import_module("PIL.Image")  # by name: only this script needs the package
    cells = [(row, column) for row in range(len(people)) for column in range(len(MOODS))]
    node(folder, [], [(looks[row][column], size, f"{row}-{column}.png") for row, column in cells])
    sheet = image.new("RGB", (size * len(MOODS), size * len(people)))
    for row, column in cells:
        ring = image.new("RGB", (size, size), rim_of(people[row]))  # goes on outside, so that edges have its colour
        picture = image.open(folder / f"{row}-{column}.png").convert("RGB")
        sheet.paste(image.composite(picture, ring, disc(size, 0.94)), (column * size, row * size))

    plain = {*re.findall(r'"(#[0-9A-F]{6})"', "".join(map("".join, looks))), *map(rim_of, people)}
    palette = [value for colour in sorted(plain) for value in channels(colour)]
    palette += sheet.quantize(MIXED[size], image.Quantize.MEDIANCUT, 3).getpalette()[: 3 * MIXED[size]]
    alphas = [255] * (len(palette) // 3)
    guide = image.new("P", (1, 1))
    guide.putpalette(palette)
    few = sheet.quantize(palette=guide, dither=image.Dither.NONE)
    step = disc(size, 0.99).point([round(value / 255 * EDGES) for value in range(256)])
    outside = step.point([255 * (value < EDGES) for value in range(256)])
    for row, person in enumerate(people):
        edge = step.point([min(255, len(alphas) + value) for value in range(256)])
        for column in range(len(MOODS)):
            few.paste(edge, (column * size, row * size), outside)
        alphas += [round(255 * value / EDGES) for value in range(EDGES)]
        palette += [*channels(rim_of(person))] * EDGES
    few.putpalette(palette)
    few.save(path, optimize=True, transparency=bytes(alphas))


def main(target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", *PACKAGES], cwd=folder, check=True)
        (folder / "script.mjs").write_text(SCRIPT, encoding="utf-8")
        parts = read_parts(folder)
        looks = [[drawn(person, mood, parts) for mood in MOODS] for person in PEOPLE]
        for person, row in zip(PEOPLE, looks):
            save((person,), [row], LARGE, folder, target / f"{person.name}.png")
        save(PEOPLE, looks, SMALL, folder, target / "small.png")
    print(f"{sum(path.stat().st_size for path in target.glob('*.png'))} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
