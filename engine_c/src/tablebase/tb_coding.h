/* tb_coding.h: compression of a subspace with random access: what encoder and decoder share. */
#pragma once

#include "game/rules.h"
#include "tb_network.h"
#include "tb_value.h"

/* --- a binary range coder: each bit has a probability of being 0, in 1/65536 --- */

enum { PROBABILITY_CODES = 256, PROBABILITY_EVEN = 32768 };

/* Probabilities are stored in a byte: 128 steps from one half to almost none, for a rare 0 and for a rare 1. */
uint8_t probability_code(uint64_t zeros, uint64_t ones);
void probability_table(uint16_t probabilities[PROBABILITY_CODES]); /* by code */

typedef struct {
    uint8_t *bytes; /* borrowed */
    size_t size, capacity;
    uint64_t low;
    uint32_t range;
    uint32_t held; /* 0xFF bytes that a carry can still change */
    uint8_t first; /* the byte before them */
    bool has_first, is_full;
} RangeEncoder;

void range_encoder_start(RangeEncoder *encoder, uint8_t *bytes, size_t capacity);
void range_encoder_put(RangeEncoder *encoder, uint16_t probability, int value);
void range_encoder_end(RangeEncoder *encoder); /* trailing zeros are dropped */

typedef struct {
    const uint8_t *next, *end; /* zeros follow the end */
    uint32_t range, code;
} RangeDecoder;

static inline void range_decoder_start(RangeDecoder *decoder, const uint8_t *bytes, size_t size)
{
    *decoder = (RangeDecoder){ bytes, bytes + size, UINT32_MAX, 0 };
    for (int i = 0; i < 4; i++)
        decoder->code = decoder->code << 8 | (decoder->next < decoder->end ? *decoder->next++ : 0);
}

static inline int range_decoder_get(RangeDecoder *decoder, uint16_t probability)
{
    const uint32_t bound = (decoder->range >> 16) * probability;
    const int value = decoder->code >= bound;

    decoder->code -= value ? bound : 0;
    decoder->range = value ? decoder->range - bound : bound;
    while (decoder->range < (uint32_t)1 << 24) {
        decoder->range <<= 8;
        decoder->code = decoder->code << 8 | (decoder->next < decoder->end ? *decoder->next++ : 0);
    }
    return value;
}

/* --- a DTW as a sequence of bits, each with a context of its own --- */

enum {
    DTW_BUCKETS = 16,
    DTW_EQUAL = 0,                                         /* equal to the nearby DTW? by WDL and bucket */
    DTW_LONGER = DTW_EQUAL + 2 * DTW_BUCKETS,              /* has it more bits? */
    DTW_HIGH = DTW_LONGER + 2 * DTW_BUCKETS * DTW_BUCKETS, /* the first bits */
    DTW_LAST = DTW_HIGH + 2 * DTW_BUCKETS * 8,             /* the last bit */
    DTW_CONTEXT_NB = DTW_LAST + 2 * DTW_BUCKETS,
    DTW_BITS_MAX = 40,
    DTW_NONE = -1
};

typedef struct {
    int16_t context; /* DTW_NONE: even probability */
    uint8_t value;
} DtwBit;

/* Writes the bits for the DTW of a win or loss and returns their number. `nearby` is the DTW of a slot with the same
 * WDL, or DTW_NONE. */
int dtw_encode(TbValue value, int nearby, DtwBit bits[DTW_BITS_MAX]);

/* Reads the DTW of a win or loss, given without DTW, and returns the whole value. */
TbValue dtw_decode(RangeDecoder *decoder, const uint16_t probabilities[DTW_CONTEXT_NB], TbValue wdl, int nearby);

/* --- chunks, each coded by itself, and the contexts of their slots: see "Compression" in the README --- */

enum {
    CONTEXT_NB = CONTEXT_STATES * CONTEXT_MILLS,
    CONTEXT_FALLBACKS = 4, /* shared by contexts that are too rare for probabilities of their own */
    CHUNK_SLOTS_MAX = 3072,
    CHUNK_BYTES_MAX = 16 * CHUNK_SLOTS_MAX
};

typedef enum { WDL_DRAW, WDL_WIN, WDL_LOSS, WDL_UNKNOWN } Wdl;

static inline uint32_t tb_value_wdl(TbValue value) { return value >> 14; }

/* A chunk is a part of one block, or several joined blocks. */
typedef struct {
    uint32_t parts, part_slots, joined, chunks;
} ChunkLayout;

/* Where coded bytes come from. They may change or be gone at any time. */
typedef struct {
    bool (*read)(const void *context, uint64_t offset, void *bytes, size_t size);
    const void *context;
    uint64_t size;
} CodedSource;

typedef struct {
    const Index *index;
    const Rules *rules;
    int mover, other;
    int hands; /* pieces in hand; 0: the moving phase */
    uint32_t block_slots, blocks;
    ChunkLayout layout;
    uint32_t default_wdl;    /* of all slots of a chunk without bytes */
    uint32_t size_bits;      /* of an entry in sizes */
    const uint32_t *offsets; /* of every 64th chunk; allocated together with sizes */
    const uint8_t *sizes;
    CodedSource source;
    uint64_t data; /* offset of the chunks in the source */
    uint64_t data_size;
    bool has_dtw;
    int dtw_step;          /* DTW is rounded up to a multiple of it; 1: exact */
    int full_pieces;       /* 0, or: positions are left out that no game reaches, see coded_leaves_out */
    uint64_t network_from; /* bytes without a network from which the encoder fits one */
    TbNetwork *network;    /* NULL: every context has its probabilities */
    uint16_t probabilities[CONTEXT_NB][2]; /* of a draw; of a win if it is no draw */
    uint16_t dtw_probabilities[DTW_CONTEXT_NB];
} CodedSubspace;

/* The bytes of a coded subspace: this header, offsets of every 64th chunk, sizes of all chunks, the model, the
 * probabilities of DTW if there are any, data. The model is a network, or a bitmap of the contexts with probabilities
 * of their own, fallback probabilities, and those of the contexts. */
typedef struct {
    uint32_t parts, part_slots, joined, chunks;
    uint32_t default_wdl;
    uint32_t size_bits;
    uint32_t contexts; /* with probabilities of their own */
    uint32_t flags;    /* and full_pieces << CODED_FULL_SHIFT */
    uint64_t data_size;
} CodedHeader;

/* Only canonical slots are coded, so that CODED_CANONICAL is always set. */
enum { CODED_DTW = 1, CODED_CANONICAL = 2, CODED_NETWORK = 4, CODED_FLAGS = 7, CODED_FULL_SHIFT = 8 };

enum { CODED_STRIDE = 64, CODED_BITMAP = CONTEXT_NB / 8, FALLBACK_BYTES = 2 * CONTEXT_FALLBACKS };

static inline uint32_t coded_strides(uint32_t chunks) { return (chunks + CODED_STRIDE - 1) / CODED_STRIDE; }

/* The fallback that a context uses: by the WDL of its nearest slot. */
static inline uint32_t context_fallback(uint32_t context) { return context / CONTEXT_MILLS >> 2 * (CONTEXT_SLOTS - 1); }

/* Initializes everything but the data. Index and rules are borrowed. */
void coded_init(CodedSubspace *coded, const Index *index, const Rules *rules, int mover, int other);

/* With full_pieces n, a position is left out if a side stands in a mill and its opponent has n pieces, as at the start:
 * by the rules of tb_rules_full_pieces a closed mill has taken one. */
bool coded_leaves_out(const CodedSubspace *coded, Bits mover, Bits other);

/* The stored bytes of the network, or of the contexts. */
uint64_t coded_model_bytes(const CodedSubspace *coded, bool has_network, uint32_t contexts);

/* The blocks of a chunk, and the slots it has of each. */
typedef struct {
    uint32_t block, end;
    uint32_t first, count;
} ChunkRange;

ChunkRange coded_chunk(const CodedSubspace *coded, uint32_t chunk);

/* A cursor over consecutive slots of a block that keeps track of their contexts. */
typedef struct {
    const CodedSubspace *coded;
    uint32_t block;
    bool flies, is_symmetric;
    Bits other, open;             /* its pieces, and the points without one */
    Bits threats;                 /* where the other side could close a mill */
    Bits inside;                  /* the mover's pieces among the open points */
    Bits mover;                   /* on the board */
    int at[PIECES_MAX + 1];       /* `inside` as a list, with a sentinel */
    uint32_t step;                /* slots since the start */
    uint32_t back[CONTEXT_SLOTS]; /* distances to the earlier slots; 0: there is none */
} Context;

void context_start(Context *context, const CodedSubspace *coded, uint32_t block, uint32_t rank);
void context_next(Context *context);

/* False: the slot is left out; its value among `before` is TB_VALUE_NONE. */
bool context_is_coded(const Context *context);

/* `before` holds the values from the start to the current slot. */
uint32_t context_state(const Context *context, const TbValue *before);
uint32_t context_mills(const Context *context);

static inline uint32_t context_number(const Context *context, const TbValue *before)
{
    return context_state(context, before) * CONTEXT_MILLS + context_mills(context);
}

/* What a network sees of the slot. */
void context_input(const Context *context, const TbValue *before, TbNetworkInput *input);

/* The DTW of the nearest slot with that WDL, or DTW_NONE. */
int context_nearby_dtw(const Context *context, const TbValue *before, TbValue wdl);
