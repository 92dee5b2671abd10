/* evaluate.h: static evaluation. */
#pragma once

#include "features.h"
#include "network.h"

typedef enum {
#define WEIGHT(name, minimum, maximum, placing, moving, flying) WEIGHT_##name,
#include "evaluate.def"
#undef WEIGHT
    WEIGHT_NB
} WeightId;

typedef enum { STAGE_PLACING, STAGE_MOVING, STAGE_FLYING, STAGE_NB } Stage;

/* The weights of one side. */
typedef struct {
    int16_t value[STAGE_NB][WEIGHT_NB];
} WeightValues;

typedef struct {
    const char *stage, *name;
    int minimum, maximum, default_value;
} WeightField;

/* Each side has its own weights, so that a style can rate them differently. */
typedef struct {
    int16_t value[SIDE_NB][STAGE_NB][WEIGHT_NB];
    int16_t material[STAGE_NB][PIECES_MAX + 1][PIECES_MAX + 1]; /* by pieces of White and of Black */
    const Network *network; /* NULL: none; else the weights are added to its value */
    bool has_features;      /* some weight is not 0 */
} Weights;

/* Every weight: those of a stage follow one another. */
int evaluate_field_count(void);
WeightField evaluate_field(int index);

void evaluate_default_values(WeightValues *values);

/* Applies "moving.mill=20 placing.gap=9". After an error *values is unchanged. */
bool evaluate_read_values(WeightValues *values, const char *changes, Error *error);

void evaluate_set(Weights *weights, const Rules *rules, const WeightValues *values);
void evaluate_standard(Weights *weights, const Rules *rules);

/* Replaces the standard weights by a network unless it is NULL; changes from the
 * standard weights remain. Called last. */
void evaluate_use_network(Weights *weights, const Rules *rules, const Network *network);

/* In hundredths of a piece for the side to move. The game must not be over. */
int evaluate(const Position *pos, const Weights *weights);
