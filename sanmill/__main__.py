"""Lets ``python -m sanmill`` be the command line."""

from __future__ import annotations

import sys

from sanmill.cli import main

if __name__ == "__main__":
    sys.exit(main())
