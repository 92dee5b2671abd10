"""The C engine seen from Python: library, rules, games, replays. Python asks; the engine decides."""
