/* tb_successors.h: the positions that a turn leads to in the moving phase, and
 * their values. Two implementations: one by the engine's move generator, for
 * all rules, and a fast one on sets of points, for rules without extra
 * captures. A test compares them. */
#pragma once

#include "game/movegen.h"
#include "tb_value.h"

/* Where the values of positions without pending removals come from. */
typedef struct {
    TbValue (*value)(const void *context, Bits mover, Bits other);
    const void *context;
} TbSource;

/* The successors of a position before quiet moves are evaluated. A quiet move leaves no pending removal. */
typedef struct {
    bool is_forced;       /* the mover cannot move: best_removal is the value; TB_VALUE_NONE: the turn passes */
    int quiet;            /* number of quiet moves */
    TbValue best_removal; /* of the turns that remove a piece; TB_VALUE_NONE: there is none */
    bool is_unknown;      /* such a turn leads to a position without a value */
} Successors;

/* Sets up a position with White to move; the rules may end the game or pass the turn. */
void successors_position(Position *pos, const Rules *rules, Bits mover, Bits other);

bool successors_is_quiet(const Position *before, const Position *after);

/* The value of a position for a side. Each side makes its pending removals as
 * it likes best; DTW counts from the end of that turn. A removal forced on a
 * side that cannot move is a turn of its own. */
TbValue successors_value(const TbSource *source, const Position *pos, Side side);

/* Adds the current turn to the DTW. */
TbValue successors_add_turn(TbValue value);

Successors successors_of(const TbSource *source, const Rules *rules, Bits mover, Bits other);

/* The move is legal and quiet. */
bool successors_has_quiet(const Rules *rules, Bits mover, Bits other, int from, int to);

/* The fast implementation covers these rules. */
bool fast_covers(const Rules *rules);

/* The best removal after the mover has closed so many lines; DTW counts the turn. */
TbValue fast_removal(const TbSolved *solved, const Rules *rules, Bits mover, Bits other, int lines);

/* The best of all turns that remove a piece; TB_VALUE_NONE: there is none. */
TbValue fast_best_removal(const TbSolved *solved, const Rules *rules, Bits mover, Bits other);

/* The number of full lines through pt. */
static inline int fast_lines_at(const Rules *rules, Bits set, int pt)
{
    const Topology *topology = &rules->topology;
    int count = 0;

    for (int i = 0; i < topology->lines_at[pt]; i++)
        count += (set & topology->pair_at[pt][i]) == topology->pair_at[pt][i];
    return count;
}

static inline bool fast_flies(const Rules *rules, int pieces) { return pieces <= rules->fly_at; }

static inline int fast_move_count(const Rules *rules, Bits mover, Bits empty, bool flies)
{
    int count = 0;

    if (flies)
        return bits_count(mover) * bits_count(empty);
    for (; mover; mover = bits_rest(mover))
        count += bits_count(rules->topology.neighbours[bits_first(mover)] & empty);
    return count;
}
