"""Synthesise assets/sounds/*.wav: knocks of wooden pieces and a few notes of a wooden bar.

    python -m ci.assets.make_sounds

Every sound is a sum of decaying tones, as wood gives them, and of a short breath of noise. Nothing is random from
one run to the next, so the files are always the same.
"""

from __future__ import annotations

import math
import random
import struct
import wave
from collections.abc import Iterable
from pathlib import Path

from ci import ROOT

FOLDER = ROOT / "assets" / "sounds"
RATE = 22050
PEAK = 0.8  # share of full scale

Samples = list[float]
BOARD = ((1.0, 1.0, 1.0), (2.76, 0.45, 0.6), (5.4, 0.2, 0.35))  # partials of a struck board: pitch, amplitude, duration
BAR = ((1.0, 1.0, 1.0), (4.0, 0.22, 0.35), (9.2, 0.07, 0.15))  # of a tuned bar
A, C, D, E, G, HIGH_C = 440.0, 523.25, 587.33, 659.26, 783.99, 1046.5


def tone(pitch: float, seconds: float, tones: Iterable[tuple[float, float, float]], glide: float = 0.0) -> Samples:
    """A struck tone: decaying partials, the higher ones faster. A glide lowers the pitch."""
    samples = [0.0] * int(RATE * seconds)
    for ratio, part, length in tones:
        decay = seconds * length / 6.0
        phase = 0.0
        for index in range(len(samples)):
            time = index / RATE
            attack = min(1.0, time / 0.0015)
            samples[index] += part * attack * math.exp(-time / decay) * math.sin(phase)
            phase += 2 * math.pi * pitch * ratio * (1 - glide * time / seconds) / RATE
    return samples


def breath(seconds: float, softness: float, swell: float, seed: int) -> Samples:
    """Low-passed noise that swells and fades."""
    source = random.Random(seed)
    samples, last = [], 0.0
    count = int(RATE * seconds)
    for index in range(count):
        last += (source.uniform(-1.0, 1.0) - last) * (1 - softness)
        part = index / count
        samples.append(last * (part / swell if part < swell else (1 - part) / (1 - swell)) ** 2)
    return samples


def knock(pitch: float, seconds: float, seed: int = 1) -> Samples:
    """A piece placed on the board."""
    thump = tone(pitch * 0.36, seconds, ((1.0, 0.8, 1.0),))
    return mix(
        (tone(pitch, seconds * 0.7, BOARD), 0.0, 0.7), (thump, 0.0, 0.8), (breath(0.012, 0.3, 0.1, seed), 0.0, 0.5)
    )


def mix(*parts: tuple[Samples, float, float]) -> Samples:
    """Mix sounds, each with its start time and gain."""
    length = max(int(start * RATE) + len(samples) for samples, start, _ in parts)
    whole = [0.0] * length
    for samples, start, strength in parts:
        for index, sample in enumerate(samples, int(start * RATE)):
            whole[index] += strength * sample
    return whole


def notes(*pitches: float, apart: float, seconds: float) -> Samples:
    """A wooden bar struck several times."""
    return mix(*((tone(pitch, seconds, BAR), apart * index, 1.0) for index, pitch in enumerate(pitches)))


def sounds() -> dict[str, tuple[Samples, float]]:
    """Every sound with its gain."""
    slide = breath(0.11, 0.82, 0.7, 2)
    return {
        "place": (knock(560, 0.16), 0.85),
        "move": (mix((slide, 0.0, 0.9), (knock(480, 0.14, 3), 0.085, 0.8)), 0.75),
        "remove": (mix((tone(760, 0.13, BOARD, glide=0.45), 0.0, 0.8), (knock(300, 0.12, 4), 0.07, 0.35)), 0.8),
        "mill": (mix((knock(560, 0.12, 5), 0.0, 0.6), (notes(D, A * 2, apart=0.09, seconds=0.34), 0.02, 0.7)), 0.9),
        "illegal": (mix((knock(210, 0.1, 6), 0.0, 0.8), (knock(190, 0.1, 7), 0.085, 0.7)), 0.6),
        "win": (notes(C, E, G, HIGH_C, apart=0.1, seconds=0.42), 0.9),
        "lose": (notes(E, C, A, apart=0.15, seconds=0.38), 0.7),
        "tick": (knock(980, 0.07, 8), 0.6),
        "draw": (notes(G / 2, C, G / 2, apart=0.13, seconds=0.34), 0.75),
    }


def written(samples: Samples, loudness: float) -> bytes:
    """Scale samples to 16-bit numbers and fade out the end."""
    fade = int(RATE * 0.02)
    highest = max(abs(sample) for sample in samples)
    scale = 32767 * PEAK * loudness / highest
    ends = [min(1.0, (len(samples) - index) / fade) for index in range(len(samples))]
    return b"".join(struct.pack("<h", round(sample * end * scale)) for sample, end in zip(samples, ends))


def main(folder: Path = FOLDER) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, (samples, loudness) in sounds().items():
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(written(samples, loudness))
        print(f"{name}: {len(samples) / RATE:.2f} s, {(folder / f'{name}.wav').stat().st_size} bytes")


if __name__ == "__main__":
    main()
