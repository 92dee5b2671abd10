/* example.h: the game that an example is about, for tests made of examples. */
#pragma once

#include "check.h"

#define PLACING_MILL "MillFormationActionInPlacingPhase="

static Game *game;

/* Replaces the game by one with this position. */
static inline void begin(const char *rules, const char *white, const char *black, const char *rest)
{
    game_free(game);
    game = stand(rules, white, black, rest);
}

/* Likewise from position text; NULL: the start of a game. */
static inline void begin_fen(const char *rules, const char *text)
{
    game_free(game);
    game = new_game(rules, text);
}
