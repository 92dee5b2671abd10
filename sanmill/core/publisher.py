"""The name of the app and the addresses, which its publisher sets."""

from __future__ import annotations

NAME = "Sanmill"  # an unofficial build says so here and as ``title`` in buildozer.spec; all texts follow
REPORT_ADDRESS = "calcitem@outlook.com"  # recipient of reports; empty: users copy or share them
SOURCE_ADDRESS = ""  # of the source code, for the About page
LINKS = ("sanmill:",)  # open the app; the last one stands in messages. An https address, ending in / or #, may follow
