"""Starts the app."""

from __future__ import annotations

from sanmill.app import main

if __name__ == "__main__":
    main()
