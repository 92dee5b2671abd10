/* search.h: one thread's search to a given depth. */
#pragma once

#include "tablebase/tb_probe.h"
#include "busy.h"
#include "evaluate.h"
#include "game/game.h"
#include "movepick.h"
#include "oversights.h"
#include "tt.h"

#include <stdatomic.h>

enum {
    VALUE_MATE = 30000,
    VALUE_INFINITE = 31000,
    VALUE_TB_WIN = 20000,     /* less the distance to win */
    VALUE_MATE_BOUND = 29000, /* beyond it a value counts plies to the end of the game */
    DEPTH_MAX = 100,
    PLY_MAX = 128,
    SEARCH_BONUS_SURE = 500, /* to a root move all replies to which are mistakes, where later values are known too */
    PV_MAX = MILL_LINE_MOVES_MAX
};

typedef enum {
    ALGORITHM_PVS,
    ALGORITHM_ALPHABETA,
    ALGORITHM_MTDF,
    ALGORITHM_MINIMAX,
    ALGORITHM_RANDOM,
    ALGORITHM_NB
} Algorithm;

typedef MillLimits Limits;
typedef MillLine SearchLine; /* value -VALUE_INFINITE: not searched yet */

/* Input of a search, shared by all its threads. */
typedef struct {
    Limits limits; /* line_count is at least 1 */
    int bonus
        [MOVES_MAX]; /* to the values of limits.searchmoves, for a choice among nearly equal ones; 0 with several lines */
    int64_t start;   /* in timer_now(), before all preparations */
    TranspositionTable *tt;
    BusyMoves *busy; /* NULL: one thread */
    const Weights *weights;
    Algorithm algorithm;
    int threads;
    bool is_exact;    /* no selective pruning: the minimax value at each depth */
    bool is_shuffled; /* root moves of equal value in random order */
    uint64_t seed;    /* of the shuffle and of the oversights */
    int draw_value;   /* for the side to move at the root */
    OversightShares oversights;
    bool is_beginner;      /* closes a mill whenever it sees one; knows no network */
    Key salt;              /* separates searches whose values differ in the transposition table, by its high bits */
    const Tablebase *tb;   /* endgame tablebase; NULL: none */
    int tb_pieces;         /* positions with more pieces are unknown to the side that plays */
    int probe_pieces;      /* probed with at most this many pieces on the board */
    int deep_probe_pieces; /* the same where the subtree is deep; not fewer */
    const atomic_int *stopped_up_to;   /* the search stops once it reaches limits.ticket */
    const atomic_int *ponderhit_up_to; /* pondering ends once it reaches limits.ticket */
} SearchTask;

/* Called by the main search thread; a function may be NULL. */
typedef struct {
    void (*on_info)(void *context, const MillInfo *info);                 /* after every iteration */
    void (*on_currmove)(void *context, int depth, Move move, int number); /* before a root move, counted from 1 */
    void *context;
} SearchListener;

/* State of one thread. */
typedef struct {
    const SearchTask *task;
    const SearchListener *listener; /* NULL: none */
    Side root_side;
    Oversights oversights;
    uint64_t nodes;
    uint64_t next_look; /* at the limits: once this many nodes are searched */
    bool is_stopped;
    bool is_pondering;   /* at the last look at the clock */
    bool has_clock;      /* limits.time_ms applies, from clock_start on … */
    int64_t clock_start; /* … which ponderhit sets anew */
    History history;
    Move killers[PLY_MAX][KILLER_NB];
    int pv_length[PLY_MAX];
    Move pv[PLY_MAX][PV_MAX];
    int line_count;
    SearchLine lines[MOVES_MAX]; /* root moves, best first */
} Searcher;

static inline bool search_is_stopped(const SearchTask *task)
{
    return atomic_load_explicit(task->stopped_up_to, memory_order_relaxed) >= task->limits.ticket;
}

static inline bool search_is_pondering(const SearchTask *task)
{
    return task->limits.is_pondering
        && atomic_load_explicit(task->ponderhit_up_to, memory_order_relaxed) < task->limits.ticket;
}

/* Lists the root moves: limits.searchmoves, or all legal moves. */
void search_begin(Searcher *searcher, const SearchTask *task, const Position *root);

/* Searches the lines from index `first` on and moves the best one there. If
 * stopped, returns false; lines[first] is then the best move proven so far. */
bool search_depth(Searcher *searcher, const Position *root, int depth, int first);

/* What the value of a root move includes beside that of the search. */
int search_bonus(const SearchTask *task, Move move);

/* The value of a tablebase result, `ply` plies from the root. */
int search_tb_value(const TbResult *result, int ply);

/* Plies to the end of the game, + for a win, - for a loss; 0 if value is an estimate. */
int search_mate_plies(int value);
