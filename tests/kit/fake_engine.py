"""A UCI engine that plays the first legal move and shows the error named by its argument from the third `go` on."""

from __future__ import annotations

import sys
import time

from sanmill.engine.game import Game

FLAW = sys.argv[1]
BAD_ANSWERS = {
    "plays a1-a1": "bestmove a1-a1",
    "talks": "bestmove \x07\x00%s",
    "gives up": "bestmove none",
    "stutters": "bestmove",
}


def say(line: str) -> None:
    print(line, flush=True)


def misbehave() -> None:
    if FLAW == "hangs":
        time.sleep(3600)
    if FLAW == "dies":
        sys.exit(3)
    if FLAW == "floods":
        while True:
            say("info depth 1 " + 100 * "x")
    say(BAD_ANSWERS[FLAW])


def main() -> None:
    rules: list[str] = []
    game = Game()
    turns = 0
    for line in sys.stdin:
        words = line.split()
        command = words[0] if words else ""
        if command == "uci" and FLAW != "is mute":
            say("id name fake\noption name Variant type combo default nine_mens_morris")
            if FLAW == "has its own ways":
                say("option name Skill Level type spin default 5 min 1 max 20")
            say("uciok")
        elif command == "setoption":
            rules = [words[4]] if words[2] == "Variant" else [*rules, f"{words[2]}={words[4]}"]
        elif command == "isready":
            say("readyok")
        elif command == "position":
            game = Game(" ".join(rules) or "nine_mens_morris")
            for move in words[3:]:
                game.play(move)
        elif command == "go":
            turns += 1
            if FLAW == "takes a bare go" and len(words) > 1:
                say("info string error: go takes nothing")
            elif FLAW == "has its own ways":
                time.sleep(0.1)  # more than it is given
                say(f"info score cp 0 seldepth 30 depth 12 pv\nNodes: 55\nbestmove {game.legal()[0]}")
            elif FLAW == "knows processor time" and time.monotonic() > time.process_time():
                say("bestmove none")
            elif turns >= 3 and FLAW not in ("behaves", "takes a bare go", "knows processor time"):
                misbehave()
            else:
                say(f"info depth {turns} score cp 0 nodes 7 pv\nbestmove {game.legal()[0]}")


main()
