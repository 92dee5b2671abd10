/* network.h: the learned evaluation of a rule set and its file. A network is read-only once it is read. */
#pragma once

#include "game/position.h"
#include "game/patterns.h"

enum {
    NETWORK_VERSION = 1,
    NETWORK_HIDDEN = 16,
    NETWORK_STAGES_MAX = 9,
    NETWORK_SIDE_PIECES = PIECES_MAX + 1, /* 0 to PIECES_MAX */
    NETWORK_PIECES = 2 * PIECES_MAX + 1,
    NETWORK_RULES_MAX = 256,
    NETWORK_HIDDEN_MAX = 4095, /* of a bias and of an output, so that no sum overflows */
    NETWORK_OUTPUT_UNIT = 64,  /* what the sum of the outputs is divided by */
    NETWORK_OUTPUT_MAX = 9999
};

/* The header as stored: little-endian, without padding. */
typedef struct {
    char magic[8];
    uint32_t version;
    uint32_t payload; /* bytes after the header */
    uint64_t payload_sum;
    char rules[NETWORK_RULES_MAX];          /* as rules_write writes them */
    uint8_t stage_by_hand[NETWORK_PIECES];  /* by pieces in hand of both sides, while there are any … */
    uint8_t stage_by_board[NETWORK_PIECES]; /* … then by pieces on the board … */
    uint8_t stage_of_few;                   /* … unless a side flies or cannot lose one more */
    uint8_t stage_count;
    uint8_t has_vectors;
    uint8_t hand_max; /* of the samples; with more in hand the value is extrapolated */
    uint8_t unused[2];
    uint64_t header_sum; /* of all fields above */
} NetworkHeader;

/* The part of a stage that does not depend on the patterns. */
typedef struct {
    int16_t material[NETWORK_SIDE_PIECES * NETWORK_SIDE_PIECES]; /* by own pieces and those of the other side */
    int16_t bias[NETWORK_HIDDEN], output[NETWORK_HIDDEN];
} NetworkStage;

typedef int8_t NetworkVector[NETWORK_HIDDEN];

typedef struct {
    NetworkHeader header;
    Rules rules; /* that it was learned for */
    Patterns patterns;
    NetworkStage *stage;   /* the payload: stages, … */
    int16_t *weight;       /* … a weight for each stage and index, … */
    NetworkVector *vector; /* … a vector for each index; NULL: there are none */
} Network;

/* What the network sees of a position. */
typedef struct {
    int stage, material;
    int index[PATTERN_MAX];
} NetworkInput;

/* An empty network for the rules and stages of the header, to be filled and written; NULL: out of memory. */
Network *network_new(const NetworkHeader *header, const Rules *rules);
size_t network_payload_size(const NetworkHeader *header, const Patterns *patterns);
bool network_write(Network *network, const char *path, Error *error);

/* NULL: see the error. */
Network *network_read(const char *path, Error *error);
void network_free(Network *network);

/* Reads the network in the folder whose rules are nearest; NULL: none fits. The error names an unusable file, if any. */
Network *network_find(const Rules *rules, const char *folder, Error *error);

/* Writes the rules of that network, by the headers only; nothing: none fits. */
void network_find_rules(const Rules *rules, const char *folder, Writer *writer);

/* The number of rules that differ; -1: the network does not fit. */
int network_distance(const Rules *learned, const Rules *rules);

void network_input(const Network *network, const Position *pos, NetworkInput *input);

/* In hundredths of a piece for the side to move: the log-odds of a win, times 100. */
int network_value(const Network *network, const Position *pos);
