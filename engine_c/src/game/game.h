/* game.h: a game: rules, position and history, with undo and redo. */
#pragma once

#include "fen.h"

/* What mill.h calls MillGame. */
typedef struct MillGame {
    Rules rules;
    Position now;
    Position *before; /* earlier positions, oldest first */
    Move *moves;      /* moves played, then those that redo can play again */
    int ply;          /* moves played */
    int length;       /* moves in `moves` */
    int capacity;
} Game;

/* NULL if out of memory. */
Game *game_new(const RuleValues *values);
Game *game_copy(const Game *game);
void game_free(Game *game);

void game_set_rules(Game *game, const RuleValues *values); /* starts a new game */

/* After an error the game is unchanged. */
bool game_set_fen(Game *game, const char *text, Error *error); /* starts a new game */
bool game_play(Game *game, Move move, Error *error);
bool game_play_turn(Game *game, const Turn *turn, Error *error);
bool game_play_text(Game *game, Word word, Error *error); /* a move or turn: "a4-a7xd2" */
bool game_undo(Game *game);
bool game_redo(Game *game);
