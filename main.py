"""Starts the app."""

from __future__ import annotations

import os

os.environ.setdefault("KIVY_NO_ARGS", "1")

from sanmill.app import main

if __name__ == "__main__":
    main()
