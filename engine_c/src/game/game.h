/* game.h: one game: its rules, its position and all that led there. Knows
 * nothing of search, threads or the console. */
#ifndef GAME_H
#define GAME_H

#include "fen.h"

/* What mill.h calls MillGame. */
typedef struct MillGame {
    Rules rules;
    Position now;
    Position *before; /* the positions behind `now`, one block; oldest first */
    Move *moves;       /* played and, after an undo, those that can be played again */
    int ply;          /* moves played */
    int length;       /* moves known */
    int capacity;
} Game;

/* NULL without memory. */
Game *game_new(const RuleValues *values);
Game *game_copy(const Game *game);
void game_free(Game *game);

void game_set_rules(Game *game, const RuleValues *values); /* a new game */

/* Each returns false, says why and changes nothing when it cannot be done. */
bool game_set_fen(Game *game, const char *text, Fault *fault); /* a new game from there */
bool game_play(Game *game, Move move, Fault *fault);
bool game_play_text(Game *game, Word word, Fault *fault); /* one word, joined moves allowed */
bool game_undo(Game *game);
bool game_redo(Game *game);

#endif
