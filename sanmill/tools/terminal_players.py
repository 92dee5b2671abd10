"""Who can play a side in the terminal. Imports nothing, so that the command line can list them at once."""

from __future__ import annotations

PLAYERS = HUMAN, AI, RANDOM = ("human", "ai", "random")
