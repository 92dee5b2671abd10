/* engine.h: an engine as its users see it: options, a table, questions and
 * answers. One question at a time; stop and peek may come from any thread. */
#ifndef ENGINE_H
#define ENGINE_H

#include "options.h"

/* What mill.h calls MillEngine. */
typedef struct MillEngine Engine;

/* Limits of one question; all zero: the level and its time decide. */
typedef struct {
    int ticket;
    int depth;
    int64_t time_ms;
    uint64_t nodes;
    bool is_infinite;
    int line_count;       /* 0: as the option says */
    int only_count;
    Move only[MOVES_MAX];
} EngineQuestion;

Engine *engine_new(void); /* NULL without memory */
void engine_free(Engine *engine);
const Options *engine_options(const Engine *engine);
bool engine_set(Engine *engine, Word name, const char *value, Fault *fault);
void engine_forget(Engine *engine); /* what was learned in earlier games */

Move engine_think(Engine *engine, const Game *game, const EngineQuestion *question, ThinkListener *listener, void *context,
                  ThinkReport *report);
void engine_stop(Engine *engine, int up_to_ticket);
void engine_peek(Engine *engine, ThinkReport *report); /* of the question being thought about */

/* What the tables in TablePath say of a position. */
bool engine_probe(Engine *engine, const Position *pos, EndgameVerdict *verdict);

/* The static score of a position, as the options weigh it. */
int engine_evaluate(const Engine *engine, const Position *pos);

#endif
