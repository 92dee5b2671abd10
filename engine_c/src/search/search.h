/* search.h: looking ahead to a given depth, by one thread. Knows nothing of
 * time, of levels or of who asks. */
#ifndef SEARCH_H
#define SEARCH_H

#include "tablebase/tb_probe.h"
#include "evaluate.h"
#include "game/game.h"
#include "movepick.h"
#include "tt.h"

#include <stdatomic.h>

enum {
    VALUE_MATE = 30000,
    VALUE_INFINITE = 31000,
    VALUE_PROVEN = 20000,     /* less the turns to the end: won by an endgame table */
    VALUE_MATE_BOUND = 29000, /* beyond it a value is the end of the game in so many plies */
    DEPTH_MAX = 100,
    PLY_MAX = 128,
    PV_MAX = 32
};

typedef enum { ALGORITHM_PVS, ALGORITHM_ALPHABETA, ALGORITHM_MTDF, ALGORITHM_MINIMAX, ALGORITHM_RANDOM, ALGORITHM_NB } Algorithm;

/* A move at the root with what is known of it. */
typedef struct {
    Move move;
    int value;         /* from the side to move; -VALUE_INFINITE: not judged at this depth */
    int depth;         /* that the value was found at */
    bool is_proven;    /* an endgame table says so, not the search … */
    int turns;         /* … and that it takes so many turns; -1: unknown */
    int length;
    Move moves[PV_MAX]; /* what is expected, `move` first */
} SearchLine;

/* What all threads of a search share. */
typedef struct {
    TranspositionTable *table;
    const Weights *weights;
    Algorithm algorithm;
    int draw_value;        /* for the side to move at the root */
    Side root_side;
    bool is_exact;         /* no selective pruning: the value of minimax at that depth */
    uint64_t node_limit;   /* 0: none */
    int64_t deadline;      /* timer_now() to stop at; 0: none */
    int blindness;         /* in thousandths: how many moves near the root are overlooked … */
    int mill_blindness;    /* … and how many of those that close or stop a mill */
    uint64_t seed;         /* of what is overlooked */
    Key salt;              /* keeps values apart in the table that are not judged alike */
    const Tables *tables;  /* NULL: none */
    int probe_pieces;      /* probed once so few pieces are left */
    int ticket;            /* stops when *stopped_up_to reaches it */
    const atomic_int *stopped_up_to;
} SearchTask;

/* One thread's memory. */
typedef struct {
    const SearchTask *task;
    uint64_t nodes;
    bool is_stopped;
    History history;
    Move killers[PLY_MAX][KILLER_NB];
    int length[PLY_MAX];           /* of the expected play from each ply on */
    Move moves[PLY_MAX][PV_MAX];
    int line_count;
    SearchLine lines[MOVES_MAX];   /* the moves to choose from, best first */
} Searcher;

/* The moves to choose from: `only` of them, or all legal ones. */
void search_begin(Searcher *searcher, const SearchTask *task, const Position *root, const Move *only, int only_count);

/* Judges the lines from index `first` on at this depth and puts the best one
 * there. False if stopped; lines[first] is then still one that was proven best,
 * at this depth or the one before. */
bool search_depth(Searcher *searcher, const Position *root, int depth, int first);

/* A verdict of the tables as a value, so many plies from the root. */
int search_proven_value(const EndgameVerdict *verdict, int ply);

/* Plies to the end of the game, + for a win, - for a loss; 0 if value is an estimate. */
int search_mate_plies(int value);

#endif
