/* samples.h: positions with known or likely outcomes, as files of records. */
#pragma once

#include "game/game.h"

/* A position without pending removals, seen by the side to move. */
typedef struct {
    Bits own, theirs;
    uint8_t own_hand, their_hand;
    int8_t outcome;       /* 1, 0, -1 */
    uint8_t is_held_back; /* for checking, not for fitting */
} Sample;

typedef struct {
    Sample *items;
    size_t count, capacity;
} Samples;

void samples_add(Samples *samples, const Position *pos, int outcome, bool is_held_back);
void samples_join(Samples *samples, const Samples *others);
bool samples_write(const Samples *samples, const char *path);
bool samples_read_all(Samples *samples, char **paths, int count); /* adds those of all files */

/* The position of a sample, with White to move. */
void samples_position(const Sample *sample, const Rules *rules, Position *pos);

static inline uint32_t random_below(uint64_t *state, uint32_t below)
{
    return (uint32_t)(random_next(state) >> 33) % below;
}

/* The commands of learn.c; an exit status. */
int selfplay_run(const char *rules, const char *networks, uint64_t seed, int first, int count, const char *out);
int exact_run(const char *rules, const char *tablebase, const char *out, char **paths, int count);
int check_run(const char *network, char **paths, int count);
int fit_run(const char *rules, const char *out, char **paths, int count);
