/* tb_probe.c: from a position to its slot, and choosing moves at the root by the
 * values of their successors. */
#include "tb_probe.h"

#include "tb_successors.h"

#include <stdlib.h>

/* Without and with DTW. Subspaces with DTW are few and small. */
static const size_t CacheBytes[2] = { 12 << 20, 4 << 20 };

/* Counting traps takes many probes, which are slow in large subspaces. */
enum { TRAP_PIECES_MAX = 9 };

struct MillTablebase {
    TbSpace space;
    ChunkCache *caches[2];
    TbSubspace *subspaces[PIECES_MAX + 1][PIECES_MAX + 1];
    int max_pieces;
};

/* Opens a subspace, as an array if possible, otherwise coded. Keeps the first fault. */
static bool open_subspace(Tablebase *tb, const char *folder, int mover, int other, Fault *first)
{
    TbSubspace **subspace = &tb->subspaces[mover][other];

    for (int kind = 0; kind < TB_FILE_KIND_NB && !*subspace; kind++) {
        Fault fault = { 0 };
        *subspace = tb_subspace_open(&tb->space, folder, (TbFileKind)kind, mover, other, &fault);
        if (fault.text[0] && !first->text[0])
            *first = fault;
    }
    return *subspace != NULL;
}

static int open_all(Tablebase *tb, const char *folder, Fault *first)
{
    const Index *index = tb->space.index;
    const int least = tb->space.rules.least_pieces;
    int count = 0;

    for (int mover = least; mover <= index->most; mover++)
        for (int other = least; other <= index->most && mover + other < index->point_count; other++)
            count += open_subspace(tb, folder, mover, other, first);
    return count;
}

/* The largest total up to which each pair of subspaces has at least one. */
static int complete_up_to(const Tablebase *tb)
{
    const Index *index = tb->space.index;
    const int least = tb->space.rules.least_pieces;

    for (int total = 2 * least;; total++) {
        bool has_pair = false;
        for (int mover = least; total - mover >= least; mover++) {
            const int other = total - mover;
            if (mover > index->most || other > index->most || total >= index->point_count)
                continue;
            has_pair = true;
            if (!tb->subspaces[mover][other] && !tb->subspaces[other][mover])
                return total - 1;
        }
        if (!has_pair)
            return total - 1;
    }
}

static bool open_tablebase(Tablebase *tb, const RuleValues *values, const char *folder, Fault *fault)
{
    if (!tb_space_init(&tb->space, values, fault))
        return false;
    if (!tb_file_stamp(folder, tb->space.fingerprint)) /* the index takes long to build */
        return fault_set(fault, "%s: no tablebase for these rules", folder);
    if (!tb_space_build_index(&tb->space, 2 * PIECES_MAX, fault))
        return false;
    for (int has_dtw = 0; has_dtw < 2; has_dtw++) {
        tb->caches[has_dtw] = chunk_cache_new(CacheBytes[has_dtw], has_dtw);
        if (!tb->caches[has_dtw])
            return fault_set_code(fault, MILL_NO_MEMORY, "out of memory");
    }
    if (!open_all(tb, folder, fault))
        return fault->text[0] ? false : fault_set(fault, "%s: no tablebase for these rules", folder);
    tb->max_pieces = complete_up_to(tb);
    return true;
}

uint64_t tb_stamp(const Rules *rules, const char *folder)
{
    TbSpace space;
    Fault fault;

    if (!tb_space_init(&space, &rules->value, &fault))
        return 0;
    const uint64_t files = tb_file_stamp(folder, space.fingerprint);
    return files ? files ^ space.fingerprint * (uint64_t)(2 * rules->value.PiecesCount + 1) : 0;
}

Tablebase *tb_open(const Rules *rules, const char *folder, Fault *fault)
{
    Tablebase *tb = calloc(1, sizeof *tb);

    *fault = (Fault){ 0 };
    if (!tb) {
        fault_set_code(fault, MILL_NO_MEMORY, "out of memory");
    } else if (!open_tablebase(tb, &rules->value, folder, fault)) {
        tb_close(tb);
        return NULL;
    }
    return tb;
}

Tablebase *tb_new(const Rules *rules, int max_pieces)
{
    Tablebase *tb = calloc(1, sizeof *tb);
    Fault fault;

    if (tb && tb_space_init(&tb->space, &rules->value, &fault) && tb_space_build_index(&tb->space, max_pieces, &fault))
        return tb;
    tb_close(tb);
    return NULL;
}

const TbSpace *tb_space(const Tablebase *tb) { return &tb->space; }

const TbArray *tb_add(Tablebase *tb, int mover, int other, TbValue *values)
{
    TbSubspace *subspace = tb_subspace_from_values(values);

    tb->subspaces[mover][other] = subspace;
    tb->max_pieces = complete_up_to(tb);
    return subspace ? &subspace->array : NULL;
}

void tb_close(Tablebase *tb)
{
    if (!tb)
        return;
    for (int mover = 0; mover <= PIECES_MAX; mover++)
        for (int other = 0; other <= PIECES_MAX; other++)
            tb_subspace_close(tb->subspaces[mover][other]);
    tb_space_free(&tb->space);
    chunk_cache_free(tb->caches[0]);
    chunk_cache_free(tb->caches[1]);
    free(tb);
}

int tb_max_pieces(const Tablebase *tb) { return tb->max_pieces; }

const TbHeader *tb_header(const Tablebase *tb, int mover, int other)
{
    const TbSubspace *subspace = tb->subspaces[mover][other];
    return subspace ? &subspace->file.header : NULL;
}

static TbValue source_value(const void *tb, Bits mover, Bits other) { return tb_probe_pieces(tb, mover, other); }

/* The best value of all successors. */
static TbValue value_by_successors(const Tablebase *tb, Bits mover, Bits other)
{
    const Rules *rules = &tb->space.rules;
    const TbSource source = { source_value, tb };
    const Successors successors = successors_of(&source, rules, mover, other);
    TbValue best = successors.best_removal;
    Position pos, after;
    Move moves[MOVES_MAX];

    if (successors.is_unknown)
        return TB_VALUE_NONE;
    if (successors.is_forced)
        return best == TB_VALUE_NONE ? tb_value_flip(tb_probe_pieces(tb, other, mover)) : best;
    successors_position(&pos, rules, mover, other);
    const int count = movegen_all(&pos, moves);
    for (int i = 0; i < count; i++) {
        position_make(&after, &pos, moves[i]);
        if (!successors_is_quiet(&pos, &after))
            continue;
        const TbValue value = tb_value_before(tb_probe_pieces(tb, other, after.pieces[WHITE]));
        if (value == TB_VALUE_NONE)
            return TB_VALUE_NONE;
        if (tb_value_is_better(value, best))
            best = value;
    }
    return best;
}

/* One subspace of a pair is enough: moves in the other lead to it or to smaller ones. */
TbValue tb_probe_pieces(const Tablebase *tb, Bits mover, Bits other)
{
    const TbSubspace *subspace = tb->subspaces[bits_count(mover)][bits_count(other)];

    if (subspace)
        return tb_subspace_value(subspace, index_of(tb->space.index, mover, other),
                                 tb->caches[tb_subspace_has_dtw(subspace)]);
    const TbSubspace *partner = tb->subspaces[bits_count(other)][bits_count(mover)];
    if (!partner)
        return TB_VALUE_NONE;
    const TbValue value = value_by_successors(tb, mover, other);
    /* Where some DTW are unknown, the best of the known ones may not be the best of all. */
    if (value == TB_VALUE_NONE)
        return value;
    const bool is_certain = value == TB_DRAW || value == TB_LOSS || value == (TB_WIN | 1);
    return is_certain || tb_subspace_has_dtw(partner) ? value : (TbValue)(value | TB_DTW_UNKNOWN);
}

bool tb_check(const Tablebase *tb, int mover, int other, uint64_t samples, uint64_t seed, Fault *fault)
{
    if (!tb->subspaces[mover][other])
        return fault_set(fault, "no subspace %d-%d", mover, other);
    const uint64_t slots = index_slots(tb->space.index, mover, other);
    for (uint64_t i = 0; i < samples; i++) {
        Bits own, theirs;
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        index_pieces(tb->space.index, mover, other, (seed >> 16) % slots, &own, &theirs);
        const TbValue value = tb_probe_pieces(tb, own, theirs), expected = value_by_successors(tb, own, theirs);
        const bool has_dtw = tb_value_dtw(value) != TB_DTW_UNKNOWN && tb_value_dtw(expected) != TB_DTW_UNKNOWN;
        if (expected == TB_VALUE_NONE)
            return fault_set(fault, "%d-%d: a subspace with its successors is missing", mover, other);
        if (has_dtw ? value != expected : (value ^ expected) & TB_WDL_MASK)
            return fault_set(fault, "%d-%d: pieces %06x against %06x differ from their successors", mover, other,
                             (unsigned)own, (unsigned)theirs);
    }
    return true;
}

bool tb_probe(const Tablebase *tb, const Position *pos, TbResult *result)
{
    const TbSource source = { source_value, tb };

    if (pos->phase != PHASE_MOVING || pos->in_hand[WHITE] || pos->in_hand[BLACK])
        return false;
    TbValue value = successors_value(&source, pos, (Side)pos->stm);
    if (value == TB_VALUE_NONE)
        return false;
    if (!pos->outcome && position_must_remove(pos))
        value = successors_add_turn(value);
    result->wdl = tb_value_is_win(value) - tb_value_is_loss(value);
    result->dtw = value == TB_DRAW || tb_value_dtw(value) == TB_DTW_UNKNOWN ? -1 : tb_value_dtw(value);
    return true;
}

/* The value of a position that a side has reached in its turn. */
static bool probe_after(const Tablebase *tb, const Position *after, Side side, TbResult *result)
{
    if (after->outcome) {
        *result = (TbResult){ .wdl = position_result(after, side), .dtw = 1 };
        return true;
    }
    if (!tb_probe(tb, after, result))
        return false;
    if (after->stm != (int8_t)side) {
        result->wdl = -result->wdl;
        result->dtw += result->dtw >= 0; /* the turn that led there */
    }
    return true;
}

bool tb_root_probe(const Tablebase *tb, const Position *pos, Move move, TbResult *result)
{
    Position after;

    position_make(&after, pos, move);
    return probe_after(tb, &after, (Side)pos->stm, result);
}

/* Adds the turns that begin with the moves of `turn` and the next one; returns the new count, or 0. */
static int add_turns(const Tablebase *tb, const Position *pos, Turn turn, Move move, MillTbTurn *turns, int count)
{
    Position after;
    Move moves[MOVES_MAX];

    if (turn.count == TURN_MOVES_MAX || count == MILL_TURNS_MAX)
        return 0;
    turn.moves[turn.count++] = move;
    position_make(&after, pos, move);
    if (after.outcome || after.stm != pos->stm) {
        turns[count].turn = turn;
        return probe_after(tb, &after, (Side)pos->stm, &turns[count].value) ? count + 1 : 0;
    }
    const int choices = movegen_all(&after, moves);
    for (int i = 0; i < choices; i++) {
        count = add_turns(tb, &after, turn, moves[i], turns, count);
        if (!count)
            return 0;
    }
    return count;
}

int tb_root_turns(const Tablebase *tb, const Position *pos, Move move, MillTbTurn turns[MILL_TURNS_MAX])
{
    return add_turns(tb, pos, (Turn){ 0 }, move, turns, 0);
}

/* Positive: a is better, by WDL and then by DTW; 0: equal. */
static int compare(const TbResult *a, const TbResult *b)
{
    if (a->wdl != b->wdl)
        return a->wdl - b->wdl;
    if (a->dtw < 0 || b->dtw < 0 || a->wdl == 0)
        return 0;
    return a->wdl > 0 ? b->dtw - a->dtw : a->dtw - b->dtw;
}

/* The share of the opponent's replies that are worse than `wdl`, in thousandths. */
static int trap(const Tablebase *tb, const Position *pos, Move move, int wdl)
{
    Position after;
    Move replies[MOVES_MAX];
    int worse = 0;

    position_make(&after, pos, move);
    const int count = movegen_all(&after, replies);
    if (after.stm == pos->stm)
        return 0;
    for (int i = 0; i < count; i++) {
        TbResult result;
        worse += tb_root_probe(tb, &after, replies[i], &result) && result.wdl < wdl;
    }
    return count ? worse * 1000 / count : 0;
}

/* Keeps the moves after which an opponent who can reach `wdl` has the largest share of worse replies. */
static int keep_traps(const Tablebase *tb, const Position *pos, Move moves[MOVES_MAX], int count, int wdl)
{
    int share[MOVES_MAX], best = 0, kept = 0;

    for (int i = 0; i < count; i++) {
        share[i] = trap(tb, pos, moves[i], wdl);
        best = share[i] > best ? share[i] : best;
    }
    for (int i = 0; i < count; i++)
        if (share[i] == best)
            moves[kept++] = moves[i];
    return kept;
}

int tb_root_moves(const Tablebase *tb, const Position *pos, Move moves[MOVES_MAX], int count, int wanted)
{
    TbResult results[MOVES_MAX];
    int kept = wanted < count ? wanted : count;

    for (int i = 0; i < count; i++) {
        const Move move = moves[i];
        TbResult result;
        int at = i;
        if (!tb_root_probe(tb, pos, move, &result))
            return 0;
        for (; at > 0 && compare(&results[at - 1], &result) < 0; at--) {
            results[at] = results[at - 1];
            moves[at] = moves[at - 1];
        }
        results[at] = result;
        moves[at] = move;
    }
    while (kept < count && compare(&results[kept], &results[0]) == 0)
        kept++;
    const bool is_small = pos->on_board[WHITE] + pos->on_board[BLACK] <= TRAP_PIECES_MAX;
    return wanted == 1 && results[0].wdl <= 0 && is_small ? keep_traps(tb, pos, moves, kept, -results[0].wdl) : kept;
}
