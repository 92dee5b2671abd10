"""How long a test waits for an event before it takes the program for hung; no machine is so slow otherwise."""

from __future__ import annotations

HANG = 300.0  # seconds
