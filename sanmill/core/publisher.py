"""Addresses that the publisher of the app sets."""

from __future__ import annotations

REPORT_ADDRESS = "calcitem@outlook.com"  # recipient of reports; empty: users copy or share them
SOURCE_ADDRESS = ""  # of the source code, for the About page
LINK = "sanmill:"  # before a code in a message to a friend; or an https address that leads to the app, ending in / or #
