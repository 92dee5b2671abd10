/* tb_context.h: how a packed subspace is cut and laid out, and its slots one after
 * the other, each with the context it is coded in. Shared by coding and
 * decoding, which so see the same. */
#ifndef TB_CONTEXT_H
#define TB_CONTEXT_H

#include "game/rules.h"
#include "dtw_coder.h"
#include "tb_values.h"

enum {
    PACKED_NEAR = 5,                          /* earlier slots looked at, */
    PACKED_CONTEXTS = 9 << (2 * PACKED_NEAR), /* of 4 states each, and two looks of 3 */
    PACKED_FALLBACKS = 4,                     /* for contexts that hardly occur */
    PACKED_PART_MAX = 3072                    /* slots of a chunk */
};

/* The kind of a value, as a number. */
typedef enum { PACKED_DRAW, PACKED_WIN, PACKED_LOSS, PACKED_UNKNOWN } PackedSymbol;

static inline uint32_t packed_symbol(Value value) { return value >> 14; }

/* What is needed to see who can close a mill. */
typedef struct {
    const Topology *topology;
    int fly_at;
    Bits completing[INDEX_BYTES][256]; /* points that complete a line lying in one byte */
    Bits line[LINE_MAX];               /* the other lines */
    int line_count;
} Look;

void look_prepare(Look *look, const Rules *rules);

/* How a subspace is cut: blocks in several parts, or several blocks in one chunk. */
typedef struct {
    uint32_t parts, part_slots, joined, chunks;
} Cut;

typedef struct {
    const Index *index;
    const Look *look;
    int mover, other;
    uint32_t block_slots, blocks;
    Cut cut;
    uint32_t usual;             /* a chunk without bytes holds only this */
    uint32_t size_bytes;        /* of an entry in sizes */
    const uint32_t *offsets;    /* of every 64th chunk */
    const uint8_t *sizes, *data;
    uint64_t data_size;
    bool has_turns;
    uint16_t chances[PACKED_CONTEXTS][2]; /* that it is a draw; that it is a win if it is not */
    uint16_t turn_chances[TURNCODE_CONTEXTS];
} Packed;

/* How its bytes lie: this head, offsets of every 64th chunk, sizes of all,
 * which contexts have chances of their own, the chances, those of turns if it
 * has them, the data. */
enum { PACKING_STRIDE = 64, PACKING_BITMAP = PACKED_CONTEXTS / 8 };

typedef struct {
    uint32_t parts, part_slots, joined, chunks;
    uint32_t usual, size_bytes, contexts, has_turns;
    uint64_t data_size;
} PackingHead;

/* A packed subspace without data yet. */
void walk_shape(Packed *packed, const Index *index, const Look *look, int mover, int other);

static inline uint32_t walk_strides(uint32_t chunks) { return (chunks + PACKING_STRIDE - 1) / PACKING_STRIDE; }

typedef struct {
    const Index *index;
    const Look *look;
    int count;                 /* the mover's pieces */
    bool flies;
    Bits open;                 /* points the other side leaves */
    Bits threats;              /* where the other side could close a mill */
    Bits inside;               /* the mover's pieces among the open points */
    int at[PIECES_MAX + 1];    /* the same as places, and a last one out of reach */
    uint32_t step;             /* slots since the start */
    uint32_t back[PACKED_NEAR]; /* how far back the slots looked at lie; 0: there is none */
} Walk;

void walk_start(Walk *walk, const Packed *packed, uint32_t block, uint32_t rank);
void walk_next(Walk *walk);

/* `before` are the values from the start up to here. */
uint32_t walk_context(const Walk *walk, const Value *before);

/* Turns of the nearest slot of that kind, or TURNCODE_NONE. */
int walk_nearby(const Walk *walk, const Value *before, Value kind);

/* Slots of the part of a block that a chunk has, and where in the block they begin. */
uint32_t walk_part(const Packed *packed, uint32_t chunk, uint32_t *first);

#endif
