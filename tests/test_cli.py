"""The command line as a user meets it: a process with its input, its output and its exit code."""

from __future__ import annotations

import io
import os
import re
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from sanmill import __version__
from sanmill.cli import COMMANDS, INTERRUPTED, main
from sanmill.core.game.record import read
from sanmill.engine.game import Game
from tests.kit.patience import HANG
from tests.kit.replay import final_game

ROOT = Path(__file__).resolve().parent.parent
COMMAND = [sys.executable, "-m", "sanmill"]
HUMANS = ["play", "--white", "human", "--black", "human"]
HUSHED_WORDS = ("invalid", "illegal", "error", "Traceback")


def sanmill(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        input=typed,
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=HANG,
    )


def said(*arguments: str, typed: str = "") -> str:
    """What a command that ends well says."""
    ran = sanmill(*arguments, typed=typed)
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    assert not [word for word in HUSHED_WORDS if word in ran.stdout]
    return ran.stdout


def test_version_is_printed() -> None:
    assert said("--version") == f"sanmill {__version__}\n"


def test_help_shows_play_first_and_explains_every_option() -> None:
    shown = said("--help")
    assert shown.index("  play ") < shown.index("  app ") < shown.index("for developers:") < shown.index("  match ")
    for name in COMMANDS:
        options = said(name, "--help").partition("options:\n")[2]
        assert options, name
        assert not re.findall(r"^  (--[\w-]+(?: [^ \n]+)*)$(?!\n {8})", options, re.MULTILINE), "without a help line"


def test_unknown_command_is_refused() -> None:
    ran = sanmill("fly")
    assert ran.returncode == 2
    assert "usage: sanmill" in ran.stderr


@pytest.mark.parametrize("arguments", [[], ["app"]])
def test_app_without_display_prints_hint(arguments: list[str]) -> None:
    ran = sanmill(*arguments, DISPLAY="", WAYLAND_DISPLAY="", SDL_VIDEODRIVER="")
    assert ran.returncode == 2
    assert ran.stderr == (
        "sanmill: there is no display to open a window on. To play here in the terminal, type: sanmill play\n"
    )


def test_variants_are_listed() -> None:
    lines = said("variants").splitlines()
    assert lines[0].split(maxsplit=1) == ["nine_mens_morris", "the standard rules"]
    assert "lasker_morris       PiecesCount=10 MayMoveInPlacingPhase=true" in lines


def test_broken_pipe_ends_quietly() -> None:
    with subprocess.Popen([*COMMAND, "variants"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""


def test_moves_and_undo_update_position() -> None:
    text = said(*HUMANS, typed="d6\na1\nf6\na4\nb6\nxa4\nundo\nundo\nredo\nfen\n")
    assert "White: place a piece, 9 in hand (like " in text
    assert "White: take a piece (like x" in text
    position = next(line for line in text.splitlines() if " w p r " in line)
    assert position.endswith("3 6 2 7 1 0 0 0 0 0 0 0 3")


def test_board_is_drawn() -> None:
    assert "6  |   +-------O-------+   |" in said(*HUMANS, typed="d6\n")


def test_invalid_input_is_answered_and_changes_nothing() -> None:
    """Every line is answered, and only d6 changes the game."""
    answers = {
        "undo": "There is nothing to take back.",
        "redo": "There is nothing to play again.",
        "xd6": "There is no removal to make. Type moves to see what you can play.",
        "hello": "'hello' is neither a move nor a command. Type moves or help.",
        "x": "'x' is neither",
        "d6 x": "'d6x' is neither",
        "d6f4": "'d6f4' is neither",
        "d6xa1": "After that it is Black's turn.",
        "é": "A move has characters the engine does not read.",
        "a" * 5000: "A move is longer than 4096 characters.",
        "save": "Type save and the name of a file.",
        "save /nowhere/at/all": "The game is not saved: No such file or directory.",
        "help": "take the piece on d6",
        "moves": "d5 e5 e4",
        "": "",
        "d6": "6  |   +-------O-------+   |",
        "D6": "A piece stands there. Type moves to see what you can play.",
    }
    replies = said(*HUMANS, typed="\n".join(answers) + "\n").split("\n> ", maxsplit=1)[1].split("> ")
    for typed, reply in zip(answers, replies):
        assert answers[typed] in reply, typed


def test_hint_is_playable_and_includes_removal() -> None:
    assert "Try f6x" in said(*HUMANS, typed="d6\na1\nb6\ng4\nhint\n")
    versus = said("play", "--level", "1", typed="hint\n")
    hint = versus.split("Try ")[1].split(".")[0]
    assert hint in Game().legal()


def test_evaluation_names_better_side() -> None:
    assert "A draw, proven." in said(*HUMANS, typed="eval\n")
    assert "About equal (" in said(*HUMANS, "--variant", "six_mens_morris", typed="eval\n")
    ahead = ("--position", "********/*****@**/O*@*@*OO w m s 3 0 3 0 0 0 0 0 0 0 0 0 9")
    assert "White wins" in said(*HUMANS, *ahead, typed="eval\n")


def test_level_is_shown_and_changed() -> None:
    text = said("play", "--level", "2", typed="level\nlevel 4\nlevel\nlevel 99\nlevel x\n")
    assert "The computer plays at level 2 of 12." in text
    assert "The computer plays at level 4 from now on." in text
    assert "The computer plays at level 4 of 12." in text
    assert text.count("Levels go from 1 to 12.") == 2
    assert "The computer plays no side in this game." in said(*HUMANS, typed="level 4\n")


def test_resignation_ends_game_until_undone(tmp_path: Path) -> None:
    kept = tmp_path / "kept.pgn"
    text = said(*HUMANS, typed=f"d6\nresign\nf4\nhint\nsave {kept}\nresign\nundo\nf4\n")
    assert text.count("White wins. Black resigned.") == 2
    assert "Black resigned. Type undo to play on." in text
    assert "The game is over." in text
    assert read(kept.read_text(encoding="utf-8")).result == "1-0"
    assert "White: place a piece, 8 in hand" in text


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(
    ("environment", "has_colours"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_pieces_are_coloured_on_colour_terminals(environment: dict[str, str], has_colours: bool) -> None:
    import pty

    main, side = pty.openpty()
    process = subprocess.run(
        [*COMMAND, *HUMANS],
        input=b"d6\nf4\n",
        stdout=side,
        cwd=ROOT,
        env={**os.environ, "TERM": "xterm", **environment},
        check=False,
        timeout=HANG,
    )
    os.close(side)
    assert process.returncode == 0
    assert (b"\x1b[1;33mO\x1b[0m" in os.read(main, 1 << 16)) is has_colours
    os.close(main)
    assert "\x1b" not in said(*HUMANS, typed="d6\n"), "a pipe gets plain text"


def test_input_ignores_case_and_spaces() -> None:
    text = said(*HUMANS, typed="D6\n A1 \nF6\nA4\nB6 xA4\nFEN\nQuit\nd7\n")
    assert "********/OO*****O/*****@** b p p 3 6 1 7" in text
    assert text.rstrip().endswith(">")


def test_finished_game_names_winner_and_can_be_undone() -> None:
    game = [*HUMANS, "--variant", "three_mens_morris"]
    text = said(*game, typed="a1\na2\nb1\nb2\nc1\nxa2\nmoves\nb3\nundo\nfen\n")
    assert "White wins. Black has too few pieces left." in text
    assert text.count("The game is over.") == 2
    assert " w p r " in text.splitlines()[-2]


def test_drawn_game_gives_reason() -> None:
    position = "O**O*O**/********/@**@*@** w m s 3 0 3 0"
    text = said(*HUMANS, "--rules", "MayFly=false", "--position", position, typed="d5-c5\nd7-a7\nc5-d5\na7-d7\n" * 2)
    assert "Draw. The position came up again." in text


def test_prompt_says_whether_pieces_slide_or_fly() -> None:
    position = "O**O*O**/********/@**@*@** w m s 3 0 3 0"
    assert "White: move a piece; it may fly (like " in said(*HUMANS, "--position", position)
    assert "White: move a piece (like " in said(*HUMANS, "--position", position, "--rules", "MayFly=false")
    lasker = said(*HUMANS, "--variant", "lasker_morris", typed="d6\nf4\n")
    assert "White: place a piece, 9 in hand, or move one (like " in lasker


def test_random_game_ends_and_is_reproducible_by_seed() -> None:
    game = ["play", "--white", "random", "--black", "random", "--seed", "7"]
    text = said(*game)
    assert text == said(*game)
    assert " wins. " in text or "Draw. " in text


def test_undo_against_random_player_returns_to_own_turn() -> None:
    text = said("play", "--black", "random", "--seed", "1", typed="d6\nundo\nfen\nundo\nredo\nfen\n")
    assert "********/********/******** w p p 0 9 0 9" in text
    assert "There is nothing to take back." in text
    assert " w p p 1 8 1 8 " in text.splitlines()[-2]
    assert "There is nothing to take back." in said("play", "--white", "random", "--black", "human", typed="undo\n")


def test_human_cannot_move_for_random_player() -> None:
    rules = "MillFormationActionInPlacingPhase=3"
    position = "********/OO******/@@****** w p p 2 7 2 7"
    text = said("play", "--black", "random", "--seed", "1", "--rules", rules, "--position", position, typed="b6xd7\n")
    assert "After that it is Black's turn." in text


def test_undo_against_engine_returns_to_own_turn() -> None:
    text = said("play", "--level", "2", "--style", "attacking", "--seed", "5", typed="d6\nundo\nfen\n")
    assert "Black plays " in text
    assert "********/********/******** w p p 0 9 0 9" in text


def test_engine_plays_both_sides_to_the_end() -> None:
    game = [
        "play",
        "--white",
        "computer",
        "--black",
        "computer",
        "--level",
        "1",
        "--seed",
        "3",
        "--variant",
        "three_mens_morris",
    ]
    text = said(*game)
    assert text == said(*game)
    assert " wins. " in text or "Draw. " in text


def test_engine_plays_from_given_position() -> None:
    position = "O**O*O**/********/@**@*@** w m s 3 0 3 0"
    text = said("play", "--white", "computer", "--black", "human", "--position", position)
    assert "White plays " in text


def test_saved_game_keeps_rules_position_and_moves(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    position = "********/OO******/@@****** w p p 2 7 2 7 0 0 0 0 0 0 0 0 3"
    said(*HUMANS, "--variant", "dooz", "--rules", "MayFly=false", "--position", position, typed=f"d5\nsave {path}\n")
    record = read(path.read_text(encoding="utf-8"))
    assert record.rules == "dooz MayFly=false"
    assert record.position == position
    assert final_game(record).position == Game("dooz MayFly=false", position=final_game(record).position).position
    assert [node.move for node in record.tree.main_line] == ["d5"]
    assert record.result == "*"


def test_finished_game_is_saved_with_result(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    said(*HUMANS, "--variant", "three_mens_morris", typed=f"a1\na2\nb1\nb2\nc1xa2\nsave {path}\n")
    assert path.read_text(encoding="utf-8").endswith("1. a1 a2 2. b1 b2 3. c1xa2 1-0\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--variant", "chess"], "no variant is called 'chess'"),
        (["--rules", "PiecesCount=99"], "PiecesCount takes 3 to 12"),
        (["--position", "nonsense"], "board"),
        (["--white", "nobody"], "--white"),
        (["--seed", "x"], "--seed"),
        (["--level", "13"], "argument --level: takes 1 to 12, not '13'"),
        (["--style", "rude"], "argument --style: invalid choice: 'rude'"),
    ],
)
def test_invalid_start_is_refused(arguments: list[str], words: str) -> None:
    ran = sanmill("play", *arguments)
    assert ran.returncode == 2
    assert words in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("command", ["play", "variants"])
def test_missing_library_is_reported(command: str) -> None:
    ran = sanmill(command, SANMILL_LIBRARY="/nowhere/libsanmill.so")
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"sanmill {command}: the engine library cannot be opened; run: make engine.")


@pytest.mark.usefixtures("interruptible")
def test_interrupt_exits_cleanly() -> None:
    with subprocess.Popen(
        [*COMMAND, *HUMANS], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        seen = b""
        while not seen.endswith(b"> "):
            seen += process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        _, complaints = process.communicate(timeout=HANG)
    assert process.returncode == 130
    assert complaints == b""


def test_interrupt_during_prompt_exits_cleanly(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(io.StringIO):
        def flush(self) -> None:
            if self.getvalue().endswith("> "):
                raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(sys, "stdout", Interrupted())
    assert main(HUMANS) == INTERRUPTED


def test_uci_starts_console_engine(tmp_path: Path) -> None:
    engine = tmp_path / "engine"
    engine.write_text('#!/bin/sh\nread line\necho "$line: $*"\nexit 3\n')
    engine.chmod(engine.stat().st_mode | stat.S_IXUSR)
    ran = sanmill("uci", "bench", "--deep", typed="hello\n", SANMILL_UCI=str(engine))
    assert ran.returncode == 3
    assert ran.stdout == "hello: bench --deep\n"


def test_missing_console_engine_is_reported(tmp_path: Path) -> None:
    ran = sanmill("uci", SANMILL_UCI=str(tmp_path / "missing"))
    assert ran.returncode == 2
    assert ran.stderr.startswith("sanmill uci: the console engine is not there; run: make engine.")
    broken = tmp_path / "broken"
    broken.write_text("not a program")
    ran = sanmill("uci", SANMILL_UCI=str(broken))
    assert ran.returncode == 2
    assert "cannot be started" in ran.stderr


def test_console_engine_answers_uci() -> None:
    ran = sanmill("uci", typed="uci\nposition startpos moves d6\nd\nquit\n")
    assert ran.returncode == 0
    assert "uciok" in ran.stdout
    assert "fen ********/O*******/******** b p p 1 8 0 9" in ran.stdout
