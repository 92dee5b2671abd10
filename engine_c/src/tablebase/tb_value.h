/* tb_value.h: the value of a position for the side to move, WDL and DTW in 16
 * bits, and arrays of such values. DTW is the distance to win in turns of both
 * sides; a turn is a move with its removals. A side that cannot move has lost
 * in 0. */
#pragma once

#include "index.h"

typedef uint16_t TbValue;

enum {
    TB_DRAW = 0,
    TB_WIN = 0x4000,
    TB_LOSS = 0x8000,
    TB_WDL_MASK = 0xC000,
    TB_DTW_MASK = 0x3FFF,
    TB_DTW_UNKNOWN = TB_DTW_MASK,
    TB_DTW_MAX = 0x3FF0,
    TB_VALUE_NONE = 0xFFFF
};

static inline bool tb_value_is_win(TbValue value) { return (value & TB_WDL_MASK) == TB_WIN; }
static inline bool tb_value_is_loss(TbValue value) { return (value & TB_WDL_MASK) == TB_LOSS; }
static inline int tb_value_result(TbValue value)
{
    return tb_value_is_win(value) - tb_value_is_loss(value);
} /* 1, 0, -1 */
static inline int tb_value_dtw(TbValue value) { return value & TB_DTW_MASK; }

/* A draw, or a win or loss with its DTW: what an array may hold. */
static inline bool tb_value_is_valid(TbValue value)
{
    return value == TB_DRAW
        || ((tb_value_is_win(value) || tb_value_is_loss(value)) && tb_value_dtw(value) <= TB_DTW_MAX);
}

/* The same position for the other side. */
static inline TbValue tb_value_flip(TbValue value)
{
    return value & TB_WDL_MASK && value != TB_VALUE_NONE ? value ^ TB_WDL_MASK : value;
}

/* The value of a turn for the player whose turn leads to a position of this value. */
static inline TbValue tb_value_before(TbValue value)
{
    const bool counts = value & TB_WDL_MASK && tb_value_dtw(value) != TB_DTW_UNKNOWN;
    return (TbValue)(tb_value_flip(value) + counts);
}

/* Higher is better: a win soon, a win late, a draw, a loss late, a loss soon. */
static inline int tb_value_rank(TbValue value)
{
    const int dtw = tb_value_dtw(value);
    return tb_value_is_win(value) ? TB_LOSS - dtw : tb_value_is_loss(value) ? dtw - TB_LOSS : 0;
}

static inline bool tb_value_is_better(TbValue value, TbValue than)
{
    return than == TB_VALUE_NONE || tb_value_rank(value) > tb_value_rank(than);
}

/* The values of a subspace by slot: bytes that index a palette, or words if more than 256 different values occur, or WDL
 * alone, four slots in a byte. */
typedef struct {
    const uint8_t *codes;
    const TbValue *words;
    const uint8_t *wdl;
    TbValue palette[256];
} TbArray;

static inline uint64_t tb_layer_bytes(uint64_t slots) { return (slots + 3) / 4; }

static inline TbValue tb_array_get(const TbArray *array, uint64_t slot)
{
    if (array->codes)
        return array->palette[array->codes[slot]];
    if (array->words)
        return array->words[slot];
    const TbValue wdl = (TbValue)((array->wdl[slot / 4] >> slot % 4 * 2 & 3) << 14);
    return wdl == TB_DRAW ? wdl : wdl | TB_DTW_UNKNOWN; /* of all bits set: TB_VALUE_NONE */
}

/* The solved subspaces in memory, by the pieces of mover and other; NULL: not solved or not open. */
typedef struct {
    const Index *index;
    const TbArray *array[PIECES_MAX + 1][PIECES_MAX + 1];
} TbSolved;
