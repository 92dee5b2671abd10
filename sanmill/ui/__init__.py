"""Kivy: screens, widgets, the board. This package comes before every import of Kivy and keeps it to the app itself.

Kivy reads the configuration in the home folder that all its programs share, and ends the process if that is damaged or
cannot be made; it writes its log beside it, and takes the command line for its own.
"""

import gc
import os

for _name in ("KIVY_NO_CONFIG", "KIVY_NO_FILELOG", "KIVY_NO_ARGS"):
    os.environ[_name] = "1"

gc.disable()  # nothing that a start makes is garbage; GcPolicy takes over
