/* words.h: eight numbers at once, for sums over the vectors of a network. gcc and
 * clang provide them for every processor. */
#pragma once

#include <stdint.h>
#include <string.h>

typedef int8_t Bytes8 __attribute__((vector_size(8)));
typedef int16_t Words8 __attribute__((vector_size(16)));
typedef int32_t Ints4 __attribute__((vector_size(16)));

static inline void words_add_bytes(Words8 *sum, const int8_t from[8])
{
    Bytes8 bytes;

    memcpy(&bytes, from, sizeof bytes);
    *sum += __builtin_convertvector(bytes, Words8);
}

static inline void words_add(Words8 *sum, const int16_t from[8])
{
    Words8 words;

    memcpy(&words, from, sizeof words);
    *sum += words;
}

/* Adds the products of eight numbers each, neighbours together. */
static inline void words_add_products(Ints4 *sums, const Words8 *words, const int16_t by[8])
{
    Words8 factors;

    memcpy(&factors, by, sizeof factors);
#ifdef __SSE2__
    *sums += __builtin_ia32_pmaddwd128(*words, factors);
#else
    for (int i = 0; i < 4; i++)
        (*sums)[i] += (*words)[2 * i] * factors[2 * i] + (*words)[2 * i + 1] * factors[2 * i + 1];
#endif
}
