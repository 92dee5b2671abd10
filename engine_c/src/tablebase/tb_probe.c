/* tb_probe.c: from a position to the slot that knows it. */
#include "tb_probe.h"

#include "tb_subspace.h"

#include <stdlib.h>

/* Tables with turns are few and small. */
static const size_t CacheBytes[2] = { 12 << 20, 4 << 20 };

struct MillTablebase {
    Rules rules;
    Index *index;
    ShelfMark mark;
    Cache *caches[2]; /* without and with turns */
    Shelf *shelves[PIECES_MAX + 1][PIECES_MAX + 1];
    int least, most, pieces;
};

/* Opens a subspace: exact values if they are there, packed ones if not. The first fault is kept. */
static bool open_one(Tables *tables, const char *folder, int mover, int other, Fault *first)
{
    Shelf **shelf = &tables->shelves[mover][other];

    for (int kind = 0; kind < TABLEFILE_KIND_NB && !*shelf; kind++) {
        Fault fault = { 0 };
        *shelf = shelf_open(&tables->mark, folder, (TableKind)kind, mover, other, &fault);
        if (fault.text[0] && !first->text[0])
            *first = fault;
    }
    return *shelf != NULL;
}

static int open_all(Tables *tables, const char *folder, Fault *first)
{
    int count = 0;

    for (int mover = tables->least; mover <= tables->most; mover++)
        for (int other = tables->least; other <= tables->most && mover + other < tables->index->point_count; other++)
            count += open_one(tables, folder, mover, other, first);
    return count;
}

static int complete_up_to(const Tables *tables)
{
    for (int total = 2 * tables->least;; total++) {
        bool is_any = false;
        for (int mover = tables->least; total - mover >= tables->least; mover++) {
            const int other = total - mover;
            if (mover > tables->most || other > tables->most || total >= tables->index->point_count)
                continue;
            is_any = true;
            if (!tables->shelves[mover][other] && !tables->shelves[other][mover])
                return total - 1;
        }
        if (!is_any)
            return total - 1;
    }
}

Tables *tables_open(const Rules *rules, const char *folder, Fault *fault)
{
    const RuleField *refused = tb_rules_refused(rules);
    Tables *tables = calloc(1, sizeof *tables);

    fault->text[0] = '\0';
    if (tables && !refused) {
        tables->index = index_new(&rules->topology, rules->value.PiecesCount);
        for (int has_turns = 0; has_turns < 2; has_turns++)
            tables->caches[has_turns] = cache_new(CacheBytes[has_turns], has_turns);
    }
    if (!tables || refused || !tables->index || !tables->caches[0] || !tables->caches[1]) {
        if (refused)
            fault_set_code(fault, MILL_NEEDS_HISTORY, TB_REFUSED, refused->name);
        else
            fault_set_code(fault, MILL_NO_MEMORY, "out of memory");
        tables_close(tables);
        return NULL;
    }
    tb_rules_prepare(&tables->rules, &rules->value);
    shelf_mark(&tables->mark, &tables->rules, tables->index);
    tables->least = rules->least_pieces;
    tables->most = tables->index->most;
    if (!open_all(tables, folder, fault)) {
        if (!fault->text[0])
            fault_set(fault, "%s: no tables for these rules", folder);
        tables_close(tables);
        return NULL;
    }
    tables->pieces = complete_up_to(tables);
    return tables;
}

void tables_close(Tables *tables)
{
    if (!tables)
        return;
    for (int mover = 0; mover <= PIECES_MAX; mover++)
        for (int other = 0; other <= PIECES_MAX; other++)
            shelf_close(tables->shelves[mover][other]);
    index_free(tables->index);
    cache_free(tables->caches[0]);
    cache_free(tables->caches[1]);
    free(tables);
}

int tables_pieces(const Tables *tables) { return tables->pieces; }

const TableHeader *tables_header(const Tables *tables, int mover, int other)
{
    const Shelf *shelf = tables->shelves[mover][other];
    return shelf ? &shelf->file.header : NULL;
}

static Value look_up(const void *tables, Bits mover, Bits other) { return tables_value(tables, mover, other); }

/* The value by its definition: the best that a turn leads to. */
static Value value_by_turns(const Tables *tables, Bits mover, Bits other)
{
    const Rules *rules = &tables->rules;
    const Oracle oracle = { look_up, tables };
    const Outlook outlook = turns_outlook(&oracle, rules, mover, other);
    Value best = outlook.best;
    Position pos, after;
    Move moves[MOVES_MAX];

    if (outlook.is_forced)
        return best == VALUE_NONE ? value_flip(tables_value(tables, other, mover)) : best;
    turns_place(&pos, rules, mover, other);
    const int count = movegen_all(&pos, moves);
    for (int i = 0; i < count; i++) {
        position_make(&after, &pos, moves[i]);
        if (!turns_is_quiet(&pos, &after))
            continue;
        const Value value = value_before(tables_value(tables, other, after.pieces[WHITE]));
        if (value == VALUE_NONE)
            return VALUE_NONE;
        if (value_is_better(value, best))
            best = value;
    }
    return best;
}

/* Of a pair one subspace is enough: the other one's moves lead to it or to smaller ones. */
Value tables_value(const Tables *tables, Bits mover, Bits other)
{
    const Shelf *shelf = tables->shelves[bits_count(mover)][bits_count(other)];

    if (shelf)
        return shelf_value(shelf, index_of(tables->index, mover, other), tables->caches[shelf_has_turns(shelf)]);
    const Shelf *partner = tables->shelves[bits_count(other)][bits_count(mover)];
    if (!partner)
        return VALUE_NONE;
    const Value value = value_by_turns(tables, mover, other);
    /* Where some of the turns are not known the least of the others is not the least of all. */
    const bool is_certain = value == VALUE_DRAW || value == VALUE_LOSS || value == (VALUE_WIN | 1);
    return is_certain || shelf_has_turns(partner) ? value : (Value)(value | VALUE_TURNS);
}

bool tables_check(const Tables *tables, int mover, int other, uint64_t samples, uint64_t seed, Fault *fault)
{
    if (!tables->shelves[mover][other])
        return fault_set(fault, "%d-%d: no table", mover, other);
    const uint64_t slots = index_slots(tables->index, mover, other);
    for (uint64_t i = 0; i < samples; i++) {
        Bits own, theirs;
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        index_place(tables->index, mover, other, (seed >> 16) % slots, &own, &theirs);
        const Value value = tables_value(tables, own, theirs), expected = value_by_turns(tables, own, theirs);
        const bool has_turns = value_turns(value) != VALUE_TURNS && value_turns(expected) != VALUE_TURNS;
        if (expected == VALUE_NONE)
            return fault_set(fault, "%d-%d: a table it leads to is missing", mover, other);
        if (has_turns ? value != expected : (value ^ expected) & VALUE_KIND)
            return fault_set(fault, "%d-%d: pieces %06x against %06x are not what their moves lead to", mover, other,
                             (unsigned)own, (unsigned)theirs);
    }
    return true;
}

bool endgame_probe(const Tables *tables, const Position *pos, EndgameVerdict *verdict)
{
    const Oracle oracle = { look_up, tables };

    if (pos->phase != PHASE_MOVING || pos->in_hand[WHITE] || pos->in_hand[BLACK])
        return false;
    Value value = turns_value(&oracle, pos, (Side)pos->stm);
    if (value == VALUE_NONE)
        return false;
    if (!pos->outcome && position_must_remove(pos))
        value = turns_count_this(value);
    verdict->outcome = value_is_win(value) - value_is_loss(value);
    verdict->turns = value == VALUE_DRAW || value_turns(value) == VALUE_TURNS ? -1 : value_turns(value);
    return true;
}
