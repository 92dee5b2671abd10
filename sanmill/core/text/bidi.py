"""Text as it is drawn from left to right: the Unicode bidirectional algorithm (UAX #9) for one line.

Embeddings and overrides are ignored, so that a name cannot turn the words around it; isolates are followed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from unicodedata import bidirectional

RIGHT = "[\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff]"
LEFT = "[A-Za-z\u00c0-\u02af\u0370-\u058f\u1e00-\u1fff\u2e80-\u9fff\uac00-\ud7af]"
# Right-to-left letters, and the controls that this module removes: without them a line is drawn as it is written.
NEEDED = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u200b-\u200f\u202a-\u202e\u2066-\u2069\U00010800-\U00010fff]"
FSI, PDI = "\u2068", "\u2069"
ISOLATES = ("\u2066", "\u2067", FSI, PDI)
INITIATORS = ("LRI", "RLI", "FSI")
IGNORED = ("BN", "LRE", "RLE", "LRO", "RLO", "PDF")
NEUTRAL = ("B", "S", "WS", "ON", *INITIATORS, "PDI")
BRACKETS = "()[]{}⁅⁆⁽⁾₍₎⌈⌉⌊⌋❨❩❪❫❬❭❮❯❰❱❲❳❴❵⟦⟧⟨⟩⟪⟫⟬⟭⦃⦄⦅⦆⦇⦈〈〉《》「」『』【】〔〕〖〗〘〙〚〛（）［］｛｝｟｠｢｣"
MIRRORED = BRACKETS + "<>«»‹›≤≥≪≫＜＞"
CLOSING = dict(zip(BRACKETS[::2], BRACKETS[1::2]))
MIRROR = {**dict(zip(MIRRORED[::2], MIRRORED[1::2])), **dict(zip(MIRRORED[1::2], MIRRORED[::2]))}
DEEPEST = 125  # levels of isolates


def has_right(text: str) -> bool:
    """Whether there are right-to-left letters."""
    return not text.isascii() and re.search(RIGHT, text) is not None


def has_left(text: str) -> bool:
    """Whether there are left-to-right letters."""
    return re.search(LEFT, text) is not None


def is_needed(text: str) -> bool:
    """Whether a line is not drawn as it is written."""
    return not text.isascii() and re.search(NEEDED, text) is not None


def isolated(words: str) -> str:
    """Words of their own direction inside a sentence of another."""
    return f"{FSI}{words}{PDI}"


def is_rtl(text: str, *, is_rtl_language: bool) -> bool:
    """The direction of a paragraph, by its first letter; in a right-to-left language one such letter decides."""
    depth, has_left = 0, False
    for character in text:
        kind = bidirectional(character)
        if kind in INITIATORS:
            depth += 1
        elif kind == "PDI":
            depth = max(0, depth - 1)
        elif not depth and kind in ("R", "AL"):
            return True
        elif not depth and kind == "L":
            if not is_rtl_language:
                return False
            has_left = True
    return is_rtl_language and not has_left


def visual(text: str, *, is_rtl: bool) -> str:
    """The characters of a line from left to right, without controls; brackets of right-to-left parts are mirrored."""
    levels = _levels(text, int(is_rtl))
    clusters: list[tuple[str, int]] = []  # a letter with its marks stays in order
    for character, level in zip(text, levels):
        if level < 0 or character in ISOLATES:
            continue
        if clusters and bidirectional(character) == "NSM" and clusters[-1][1] == level:
            clusters[-1] = (clusters[-1][0] + character, level)
        else:
            clusters.append((MIRROR.get(character, character) if level % 2 else character, level))
    lowest_odd = min((level for _, level in clusters if level % 2), default=1)
    for lowest in range(max((level for _, level in clusters), default=0), lowest_odd - 1, -1):
        start = 0
        while start < len(clusters):
            end = start
            while end < len(clusters) and clusters[end][1] >= lowest:
                end += 1
            clusters[start:end] = clusters[start:end][::-1]
            start = end + 1
    return "".join(words for words, _ in clusters)


def _levels(text: str, base: int) -> list[int]:
    """The embedding level of each character; -1 for those that are not drawn."""
    kinds = [bidirectional(character) or "L" for character in text]
    matches = _isolates(kinds)
    levels = _explicit(kinds, matches, base)
    for sequence in _sequences(kinds, levels, matches):
        _resolve(text, kinds, levels, sequence, base, matches)
    return _reset_spaces(text, levels, base)


def _isolates(kinds: Sequence[str]) -> dict[int, int]:
    """Where each isolate ends."""
    matches: dict[int, int] = {}
    opened: list[int] = []
    for at, kind in enumerate(kinds):
        if kind in INITIATORS:
            opened.append(at)
        elif kind == "PDI" and opened:
            matches[opened.pop()] = at
    return matches


def _explicit(kinds: list[str], matches: dict[int, int], base: int) -> list[int]:
    """Levels by isolates alone (X1 to X8)."""
    levels, stack, overflow = [], [base], 0
    ends = set(matches.values())
    for at, kind in enumerate(kinds):
        if kind == "PDI" and at in ends:
            if overflow:
                overflow -= 1
            else:
                stack.pop()
        levels.append(-1 if kind in IGNORED else base if kind == "B" else stack[-1])
        if kind in INITIATORS:
            first = _first_strong(kinds, at + 1, matches.get(at, len(kinds))) if kind == "FSI" else kind[0]
            deeper = (stack[-1] + 1) | 1 if first == "R" else (stack[-1] + 2) & ~1
            if deeper > DEEPEST or overflow:
                overflow += 1
            else:
                stack.append(deeper)
    return levels


def _first_strong(kinds: Sequence[str], start: int, end: int) -> str:
    depth = 0
    for kind in kinds[start:end]:
        if kind in INITIATORS:
            depth += 1
        elif kind == "PDI":
            depth -= 1
        elif not depth and kind in ("L", "R", "AL"):
            return "L" if kind == "L" else "R"
    return "L"


def _sequences(kinds: Sequence[str], levels: Sequence[int], matches: dict[int, int]) -> Iterator[list[int]]:
    """Isolating run sequences (X10): runs of one level, joined over the isolates inside them."""
    runs: list[list[int]] = []
    for at, level in enumerate(levels):
        if level < 0:
            continue
        if runs and levels[runs[-1][-1]] == level and kinds[runs[-1][-1]] != "B":
            runs[-1].append(at)
        else:
            runs.append([at])
    starting = {run[0]: run for run in runs}
    continued = {end for start, end in matches.items()}
    for run in runs:
        if run[0] in continued and kinds[run[0]] == "PDI":
            continue
        sequence = list(run)
        while kinds[sequence[-1]] in INITIATORS and sequence[-1] in matches:
            sequence += starting[matches[sequence[-1]]]
        yield sequence


def _resolve(
    text: str, kinds: list[str], levels: list[int], sequence: list[int], base: int, matches: dict[int, int]
) -> None:
    """Resolve the kinds of a sequence and raise its levels (W1 to I2)."""
    level = levels[sequence[0]]
    own = "R" if level % 2 else "L"
    before = next((levels[at] for at in range(sequence[0] - 1, -1, -1) if levels[at] >= 0), base)
    last = sequence[-1]
    is_open = kinds[last] in INITIATORS and last not in matches
    after = base if is_open else next((levels[at] for at in range(last + 1, len(levels)) if levels[at] >= 0), base)
    start, end = ("R" if max(level, other) % 2 else "L" for other in (before, after))
    kept = [kinds[at] for at in sequence]
    _resolve_weak(kept, start)
    _resolve_brackets(text, kept, sequence, own, start)
    _resolve_neutral(kept, own, start, end)
    for kind, at in zip(kept, sequence):
        if level % 2:
            levels[at] = level + (kind in ("L", "EN", "AN"))
        else:
            levels[at] = level + (1 if kind == "R" else 2 if kind in ("EN", "AN") else 0)


def _resolve_weak(kept: list[str], start: str) -> None:
    """Numbers, marks and signs between numbers (W1 to W7)."""
    previous = start
    for at, kind in enumerate(kept):
        if kind == "NSM":
            kept[at] = "ON" if previous in (*INITIATORS, "PDI") else previous
        previous = kept[at]
    strong = start
    for at, kind in enumerate(kept):
        if kind in ("R", "L", "AL"):
            strong = kind
        elif kind == "EN" and strong == "AL":
            kept[at] = "AN"
    kept[:] = ["R" if kind == "AL" else kind for kind in kept]
    for at in range(1, len(kept) - 1):
        left, kind, right = kept[at - 1 : at + 2]
        if left == right and ((left == "EN" and kind in ("ES", "CS")) or (left == "AN" and kind == "CS")):
            kept[at] = left
    at = 0
    while at < len(kept):
        end = at
        while end < len(kept) and kept[end] == "ET":
            end += 1
        if end > at and ((at and kept[at - 1] == "EN") or (end < len(kept) and kept[end] == "EN")):
            kept[at:end] = ["EN"] * (end - at)
        at = max(end, at + 1)
    strong = start
    for at, kind in enumerate(kept):
        if kind in ("R", "L"):
            strong = kind
        elif kind == "EN" and strong == "L":
            kept[at] = "L"
        elif kind in ("ES", "ET", "CS"):
            kept[at] = "ON"


def _resolve_brackets(text: str, kept: list[str], sequence: list[int], own: str, start: str) -> None:
    """Both brackets of a pair take one direction (N0)."""
    opened: list[tuple[str, int]] = []
    pairs: list[tuple[int, int]] = []
    for at, place in enumerate(sequence):
        character = _CANONICAL.get(text[place], text[place])
        if kept[at] != "ON":
            continue
        if character in CLOSING:
            opened.append((CLOSING[character], at))
        elif any(character == closing for closing, _ in opened):
            while True:
                expected, opening = opened.pop()
                if expected == character:
                    pairs.append((opening, at))
                    break
    for opening, closing in sorted(pairs):
        inside = {_direction(kind) for kind in kept[opening + 1 : closing]} - {""}
        if own in inside:
            found = own
        elif inside:
            before = next((kind for kind in map(_direction, kept[opening - 1 :: -1] if opening else []) if kind), start)
            found = before if before in inside else own
        else:
            continue
        for side in (opening, closing):
            kept[side] = found
            for at in range(side + 1, len(kept)):  # marks on a bracket follow it
                if bidirectional(text[sequence[at]]) != "NSM":
                    break
                kept[at] = found


def _direction(kind: str) -> str:
    return "L" if kind == "L" else "R" if kind in ("R", "EN", "AN") else ""


_CANONICAL = {"\u2329": "〈", "\u232a": "〉"}


def _resolve_neutral(kept: list[str], own: str, start: str, end: str) -> None:
    """Spaces and punctuation between parts of one direction take it, others that of the sequence (N1, N2)."""
    at = 0
    while at < len(kept):
        stop = at
        while stop < len(kept) and kept[stop] in NEUTRAL:
            stop += 1
        if stop > at:
            left = _direction(kept[at - 1]) if at else start
            right = _direction(kept[stop]) if stop < len(kept) else end
            kept[at:stop] = [left if left == right else own] * (stop - at)
        at = max(stop, at + 1)


def _reset_spaces(text: str, levels: list[int], base: int) -> list[int]:
    """Spaces at the end of the line stand at its end (L1); isolates themselves are not drawn."""
    is_end = True
    for at in range(len(text) - 1, -1, -1):
        kind = bidirectional(text[at])
        if kind in ("B", "S"):
            levels[at], is_end = base, True
        elif is_end and kind in ("WS", *INITIATORS, "PDI"):
            levels[at] = base
        elif kind not in IGNORED:
            is_end = False
    return levels
