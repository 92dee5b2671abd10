"""The command line: the app, a game in the terminal, the UCI engine, tools for developers.

Each command is imported when it runs.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

from . import __version__
from .core.imports import imported

DONE, CANNOT_START, INTERRUPTED = 0, 2, 130
APP = "app"
# By group and name: the function that runs it, with the words after the name, and what it does.
GROUPS = {
    "to play": {
        "play": ("sanmill.tools.play_cli:main", "play in the terminal"),
        APP: ("sanmill.app:main", "open the app; so does sanmill alone"),
        "variants": ("sanmill.tools.rules_cli:list_variants", "list the variants and what they change"),
        "rules": ("sanmill.tools.rules_cli:main", "say in words how rules differ from the standard game"),
    },
    "for developers": {
        "uci": ("sanmill.tools.uci_cli:main", "start the UCI engine"),
        "match": ("sanmill.tools.match_cli:main", "let two engines play many games"),
        "opening": ("sanmill.tools.opening_cli:main", "exact values of the moves of a position"),
        "tables": ("sanmill.tools.tablebase_cli:main", "build, inspect and probe endgame tablebases"),
        "ladder": ("sanmill.tools.ladder:main", "measure each level against the one below"),
        "leak": ("sanmill.tools.leak_cli:main", "measure how often players drop value"),
        "learn": ("sanmill.tools.learn:main", "learn the evaluation of a variant"),
        "soak": ("sanmill.tools.soak:main", "play many fast games and check every answer"),
    },
}
COMMANDS = {name: run for group in GROUPS.values() for name, (run, _) in group.items()}
EXAMPLES = (
    "sanmill play --level 5 --style attacking",
    'sanmill play --variant morabaraba --rules "MayFly=false" --black human',
    "sanmill match sanmill mills --games 100 --movetime 50",
)
EXIT_CODES = f"""\
{DONE} done; 1 the result is negative or the output was closed; {CANNOT_START} wrong arguments, or it cannot run;
  {INTERRUPTED} stopped by Ctrl-C"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        code = _run(words)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print()
        return INTERRUPTED
    except BrokenPipeError:
        # The reader closed the pipe; discard the buffered output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code


def _run(words: list[str]) -> int:
    words = words or [APP]
    if words[0] not in COMMANDS:
        _parser().parse_args(words[:1])  # prints help, version or an error, and exits
    if words[0] == APP:
        argparse.ArgumentParser(prog="sanmill app", description="Open the app. It has no options.").parse_args(
            words[1:]
        )
        if not _has_display():
            hint = "there is no display to open a window on. To play here in the terminal, type: sanmill play"
            print(f"sanmill: {hint}", file=sys.stderr)
            return CANNOT_START
    return int(imported(COMMANDS[words[0]])(words[1:]))


def _has_display() -> bool:
    is_open = sys.platform in ("win32", "darwin")
    return is_open or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="sanmill",
        usage="sanmill [-h] [--version] [COMMAND ...]",
        description="Nine Men's Morris (Mill) and its variants.\n\n" + "\n\n".join(_listed()),
        epilog="COMMAND --help tells its options.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"sanmill {__version__}")
    parser.add_argument("command", metavar="COMMAND", choices=COMMANDS, help=argparse.SUPPRESS)
    return parser


def _listed() -> list[str]:
    """The commands by group, examples and exit codes."""
    groups = [
        "\n".join([f"{title}:", *(f"  {name:<10}{what}" for name, (_, what) in group.items())])
        for title, group in GROUPS.items()
    ]
    return [*groups, "\n".join(["examples:", *(f"  {each}" for each in EXAMPLES)]), f"exit codes:\n  {EXIT_CODES}"]
