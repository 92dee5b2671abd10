/* engine.h: options, transposition table, tablebase and search in one object.
 * One search at a time; engine_stop, engine_ponderhit and engine_info may
 * be called from any thread. */
#pragma once

#include "options.h"

typedef struct MillEngine Engine;

Engine *engine_new(void); /* NULL: out of memory */
void engine_free(Engine *engine);
bool engine_set_option(Engine *engine, Word name, const char *value, Error *error);
void engine_clear(Engine *engine); /* forgets what earlier searches and proofs found */
/* Does what the first search of a position does otherwise: allocates the transposition table, opens the tablebase or solves
 * the smallest endings, reads the network. */
void engine_prepare(Engine *engine, const Position *pos);

/* Reports once after a change of rules or NetworkPath that the network is one of other rules or a file is unusable;
 * false: nothing to report. */
bool engine_network_note(Engine *engine, const Rules *rules, Writer *writer);

/* listener may be NULL. */
Move engine_search(Engine *engine, const Game *game, const Limits *limits, const SearchListener *listener,
                   SearchInfo *info);
void engine_stop(Engine *engine, int up_to_ticket);
void engine_ponderhit(Engine *engine, int up_to_ticket); /* pondering goes on as a search with a clock */
void engine_info(Engine *engine, SearchInfo *info);      /* of the running search */

/* Probes the tablebase in TablePath. */
bool engine_probe(Engine *engine, const Position *pos, TbResult *result);
/* The same, and while placing what the opening book knows. */
bool engine_known(Engine *engine, const Position *pos, TbResult *result);

/* Static evaluation with the weights of the options. */
int engine_evaluate(Engine *engine, const Position *pos);
