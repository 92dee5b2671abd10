"""Any combination of rules: games go on or end, never get stuck, and undo leads back to the start."""

from __future__ import annotations

from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from sanmill.core.game.model import Content, Reason, Side
from sanmill.engine.errors import EngineError
from sanmill.engine.game import Game
from tests.kit.strategies import play_at_random, rule_texts

PLIES = 200
steady = settings(max_examples=80, deadline=None, derandomize=True, database=None)
seeds = st.integers(0, 2**32)


@steady
@given(rules=rule_texts(), seed=seeds)
def test_position_has_legal_move_or_result(rules: str, seed: int) -> None:
    game = Game(rules)
    play_at_random(game, seed, PLIES)
    for _ in range(len(game.history) + 1):
        view = game.view
        assert bool(game.legal()) == (view.result is None)
        assert view.pending_removals == (0, 0) or view.pending_removals[view.side]
        for side, content in ((Side.WHITE, Content.WHITE), (Side.BLACK, Content.BLACK)):
            assert view.on_board[side] == view.contents.count(content)
            assert view.on_board[side] + view.in_hand[side] <= game.rule("PiecesCount")
        game.undo()


@steady
@given(rules=rule_texts(), seed=seeds)
def test_undo_and_redo_are_exact(rules: str, seed: int) -> None:
    game = Game(rules)
    pictures = [(game.position, game.view)]
    play_at_random(game, seed, PLIES)
    moves = game.history
    replayed = Game(rules)
    for move in moves:
        replayed.play(move)
        pictures.append((replayed.position, replayed.view))

    def seen(game: Game) -> bool:
        position, view = pictures[game.view.ply]
        now = game.view
        return (game.position, now.key, now.contents, now.result) == (position, view.key, view.contents, view.result)

    assert seen(game)
    while game.undo():
        assert seen(game)
    assert game.view.ply == 0
    while game.redo():
        assert seen(game)
    assert game.history == moves


@steady
@given(rules=rule_texts(), seed=seeds, plies=st.integers(0, PLIES))
def test_position_text_round_trips(rules: str, seed: int, plies: int) -> None:
    game = Game(rules)
    play_at_random(game, seed, plies)
    again = Game(rules, game.position)
    assert again.position == game.position
    assert again.view.key == game.view.key
    assert again.legal() == game.legal()
    if game.result and game.result.reason is not Reason.THREEFOLD:
        assert again.result is not None


@steady
@given(rules=rule_texts())
def test_rules_text_round_trips(rules: str) -> None:
    game = Game(rules)
    assert Game(game.rules_text).rules_text == game.rules_text


@steady
@given(text=st.text(alphabet="wbprmos O@*X/0123456789-:,take", max_size=80))
def test_any_position_text_is_read_or_refused(text: str) -> None:
    game = Game()
    with suppress(EngineError):
        game = Game(position=text)
    assert bool(game.legal()) == (game.result is None)


@steady
@given(text=st.text(alphabet="abcdefgx-1234567 ", max_size=12))
def test_any_move_is_played_or_refused(text: str) -> None:
    game = Game()
    with suppress(EngineError):
        game.play(text)
    assert text.startswith("".join(game.history))
