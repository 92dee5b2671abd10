/* tb_probe.h: the endgame tablebase of a rule set: opening and probing. An open tablebase is read-only and may be used by
 * any number of threads. */
#pragma once

#include "game/game.h"
#include "tb_subspace.h"

typedef struct MillTablebase Tablebase;

/* WDL, and DTW in turns of both sides, the current turn included; -1: drawn or unknown. Where DTW is rounded, it is known
 * that it is at most dtw_bound, and more than dtw_bound - tb_dtw_step. */
typedef MillTbValue TbResult;

/* Identifies the rules and the files of their tablebase; 0: there is none. Takes little time. */
uint64_t tb_stamp(const Rules *rules, const char *path);

/* Opens the subspaces in a container, or in a folder with files of subspaces and containers. NULL: see the error;
 * otherwise it says what is wrong with the first unusable file, if any. */
Tablebase *tb_open(const Rules *rules, const char *path, Error *error);
void tb_close(Tablebase *tb);

/* Writes all subspaces as one file. */
bool tb_write(const Tablebase *tb, const char *path, const char *name, Error *error);

/* A tablebase without files, for up to max_pieces pieces: empty, to be filled by tb_solve.c. NULL: not possible. */
Tablebase *tb_new(const Rules *rules, int max_pieces);
const TbSpace *tb_space(const Tablebase *tb);
/* Takes over the values of a solved subspace; NULL: out of memory. */
const TbArray *tb_add(Tablebase *tb, int mover, int other, TbValue *values);

/* The tablebase is complete up to this number of pieces of both sides. */
int tb_max_pieces(const Tablebase *tb);

/* To which DTW is rounded with up to so many pieces; 1: exact. */
int tb_dtw_step(const Tablebase *tb, int pieces);

/* A subspace of the moving phase, or of the layer with so many pieces in hand; NULL: not there. */
const TbHeader *tb_header(const Tablebase *tb, int hands, int mover, int other);

/* The tablebase has all positions of the placing phase in which both sides together have so many pieces in hand, each as
 * many. */
bool tb_has_layer(const Tablebase *tb, int hands);
bool tb_has_layers(const Tablebase *tb); /* all that a complete build stores */
int tb_layer_hands(const Tablebase *tb); /* in the layer with the fewest; 0: none is there */

/* The value for the side to move of such a position, without DTW; TB_VALUE_NONE: no game reaches it. */
TbValue tb_probe_layer(const Tablebase *tb, int hands, Bits mover, Bits other);

/* Compares samples of a subspace with the values of their successors; false: the error names the first difference. */
bool tb_check(const Tablebase *tb, int mover, int other, uint64_t samples, uint64_t seed, Error *error);

/* True if no game reaches the position and its value is left out of the file: a probe may answer TB_VALUE_NONE. */
bool tb_leaves_out(const Tablebase *tb, Bits mover, Bits other);

/* The value for the side to move, without pending removals; TB_VALUE_NONE: not in the tablebase. */
TbValue tb_probe_pieces(const Tablebase *tb, Bits mover, Bits other);

/* Where the value of such a position is stored. The search for it begins to load the value, so that several positions
 * can be located before the first value is read. */
typedef struct {
    const TbSubspace *subspace; /* NULL: not stored; tb_value_at derives the value from successors */
    uint64_t slot;
    Bits mover, other;
} TbLocation;

TbLocation tb_locate(const Tablebase *tb, Bits mover, Bits other);
TbValue tb_value_at(const Tablebase *tb, const TbLocation *location);
/* Whether that value is at least a draw (0) or a win (1), which takes fewer probes where it is derived. */
bool tb_is_at_least(const Tablebase *tb, const TbLocation *location, int wdl, bool *is_known);

/* Memory for decoded chunks without DTW; before other threads use the tablebase. False: it stays as it was. */
bool tb_set_cache(Tablebase *tb, size_t bytes);

/* Maps uncompressed subspaces into memory, where there is address space for them; tb_locate then loads ahead. For
 * files that nobody else changes; before other threads use the tablebase. */
void tb_map(Tablebase *tb);

/* False: not in the tablebase, since there are pieces in hand or too many on the board. The position must follow the
 * rules of the tablebase; draws by repetition and by the N-move rule are ignored. */
bool tb_probe(const Tablebase *tb, const Position *pos, TbResult *result);
