/* engine.h: an engine as its users see it: options, a table, questions and
 * answers. One question at a time; stop and peek may come from any thread. */
#ifndef ENGINE_H
#define ENGINE_H

#include "options.h"

/* What mill.h calls MillEngine. */
typedef struct MillEngine Engine;

Engine *engine_new(void); /* NULL without memory */
void engine_free(Engine *engine);
const Options *engine_options(const Engine *engine);
bool engine_set(Engine *engine, Word name, const char *value, Fault *fault);
void engine_forget(Engine *engine); /* what was learned in earlier games */

Move engine_search(Engine *engine, const Game *game, const Limits *limits, SearchListener *listener, void *context,
                   SearchInfo *info);
void engine_stop(Engine *engine, int up_to_ticket);
void engine_peek(Engine *engine, SearchInfo *info); /* of the search under way */

/* What the tables in TablePath say of a position. */
bool engine_probe(Engine *engine, const Position *pos, EndgameVerdict *verdict);

/* The static score of a position, as the options weigh it. */
int engine_evaluate(const Engine *engine, const Position *pos);

#endif
