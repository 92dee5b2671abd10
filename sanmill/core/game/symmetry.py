"""Keys that symmetric positions share, to be stored."""

from __future__ import annotations

import base64
from hashlib import blake2b

from .model import GameState

KEY_LENGTH = 8  # characters


def symmetric_key(rules: str, state: GameState) -> str:
    """A key of the position under these rules, the same for all its images."""
    digest = blake2b(f"{rules} {state.symmetric_key}".encode(), digest_size=KEY_LENGTH * 3 // 4).digest()
    return base64.urlsafe_b64encode(digest).decode()
