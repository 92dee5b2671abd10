/* network.c: the state of each pattern has a weight for each stage of the game and
 * a vector. The vectors are added up; where the sum is positive (ReLU) it is
 * multiplied by the output vector of the stage. Integers only, so that the value
 * is the same on every machine.
 *
 * Updating the sum move by move would take longer than a new one: see the README. */
#include "network.h"

#include "game/words.h"
#include "tablebase/checksum.h"
#include "tablebase/os_file.h"
#include "tablebase/tb_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_LENGTH_MAX = 1280 };

static const char Magic[8] = "MillNet";

_Static_assert(sizeof(NetworkHeader) == 344, "no padding in the header");

size_t network_payload_size(const NetworkHeader *header, const Patterns *patterns)
{
    const size_t indices = (size_t)patterns->index_count, stages = header->stage_count;

    return stages * (sizeof(NetworkStage) + indices * sizeof(int16_t))
        + (header->has_vectors ? indices * sizeof(NetworkVector) : 0);
}

Network *network_new(const NetworkHeader *header, const Rules *rules)
{
    Network *network = calloc(1, sizeof *network);

    if (!network)
        return NULL;
    network->header = *header;
    network->rules = *rules;
    patterns_build(&network->patterns, &rules->topology);
    network->stage = calloc(1, network_payload_size(header, &network->patterns));
    if (!network->stage) {
        free(network);
        return NULL;
    }
    network->weight = (int16_t *)(network->stage + header->stage_count);
    if (header->has_vectors)
        network->vector = (NetworkVector *)(network->weight + header->stage_count * network->patterns.index_count);
    return network;
}

void network_free(Network *network)
{
    if (network)
        free(network->stage);
    free(network);
}

bool network_write(Network *network, const char *path, Error *error)
{
    NetworkHeader *header = &network->header;
    const size_t size = network_payload_size(header, &network->patterns);
    Writer writer = writer_to(header->rules, sizeof header->rules);

    memset(header->rules, 0, sizeof header->rules);
    rules_write(&network->rules.value, &writer);
    if (writer.length >= sizeof header->rules)
        return error_set(error, "network: the rules are too long");
    memcpy(header->magic, Magic, sizeof header->magic);
    header->version = NETWORK_VERSION;
    header->payload = (uint32_t)size;
    header->payload_sum = fnv1a(FNV1A_START, network->stage, size);
    header->header_sum = fnv1a(FNV1A_START, header, offsetof(NetworkHeader, header_sum));
    OsDraft draft;
    const bool is_written = os_draft_begin(&draft, path)
        && os_draft_end(&draft,
                        os_write_all(draft.fd, header, sizeof *header) && os_write_all(draft.fd, network->stage, size));
    return is_written || error_set(error, "network: cannot be written");
}

static bool is_valid(const NetworkHeader *header)
{
    bool is_in_range = header->stage_count > 0 && header->stage_count <= NETWORK_STAGES_MAX
        && header->stage_of_few < header->stage_count && header->has_vectors <= 1 && header->hand_max < NETWORK_PIECES;

    for (int i = 0; i < NETWORK_PIECES; i++)
        is_in_range = is_in_range && header->stage_by_hand[i] < header->stage_count
            && header->stage_by_board[i] < header->stage_count;
    return is_in_range && !header->rules[NETWORK_RULES_MAX - 1];
}

static bool is_bounded(const int16_t numbers[NETWORK_HIDDEN])
{
    for (int i = 0; i < NETWORK_HIDDEN; i++)
        if (numbers[i] < -NETWORK_HIDDEN_MAX || numbers[i] > NETWORK_HIDDEN_MAX)
            return false;
    return true;
}

static bool has_valid_stages(const Network *network)
{
    for (int i = 0; i < network->header.stage_count; i++)
        if (!is_bounded(network->stage[i].bias) || !is_bounded(network->stage[i].output))
            return false;
    return true;
}

/* Opens a file and reads its header and rules; -1: see the error. */
static int open_header(const char *path, NetworkHeader *header, Rules *rules, Error *error)
{
    const int fd = os_open(path);
    RuleValues values;

    if (fd < 0) {
        error_set(error, "network: cannot be opened");
        return -1;
    }
    if (!os_read_all(fd, header, sizeof *header, 0) || memcmp(header->magic, Magic, sizeof header->magic) != 0) {
        error_set(error, "not a network");
    } else if (header->version != NETWORK_VERSION) {
        error_set(error, "network: unsupported format version %u (expected %d)", (unsigned)header->version,
                  NETWORK_VERSION);
    } else if (header->header_sum != fnv1a(FNV1A_START, header, offsetof(NetworkHeader, header_sum))
               || !is_valid(header) || !rules_read(&values, header->rules, error)) {
        error_set(error, "network: corrupt header");
    } else {
        rules_prepare(rules, &values);
        return fd;
    }
    os_close(fd);
    return -1;
}

Network *network_read(const char *path, Error *error)
{
    NetworkHeader header;
    Rules rules;
    const int fd = open_header(path, &header, &rules, error);

    if (fd < 0)
        return NULL;
    Network *network = network_new(&header, &rules);
    const size_t size = network ? network_payload_size(&header, &network->patterns) : 0;
    if (!network)
        error_no_memory(error);
    else if (header.payload != size || os_size(fd) != (int64_t)(sizeof header + size)
             || !os_read_all(fd, network->stage, size, sizeof header)
             || header.payload_sum != fnv1a(FNV1A_START, network->stage, size) || !has_valid_stages(network))
        error_set(error, "network: corrupt data");
    else {
        os_close(fd);
        return network;
    }
    os_close(fd);
    network_free(network);
    return NULL;
}

/* Networks know pieces and hands, but neither captures nor which mills are used up. */
int network_distance(const Rules *learned, const Rules *rules)
{
    const uint32_t ignored = 1u << TERM_REMOVE_MULTIPLE | 1u << TERM_REMOVE_FROM_MILLS | 1u << TERM_ALL_IN_MILLS;
    int distance = 0;

    if (tb_rules_differ(learned, rules) & ~ignored || learned->has_captures != rules->has_captures
        || learned->value.OneTimeUseMill != rules->value.OneTimeUseMill
        || learned->value.PiecesCount < rules->value.PiecesCount)
        return -1;
    for (int i = 0; i < rules_field_count(); i++)
        distance += rules_get(&learned->value, rules_field(i)) != rules_get(&rules->value, rules_field(i));
    return distance;
}

typedef struct {
    const Rules *rules;
    const char *folder;
    char path[PATH_LENGTH_MAX];      /* of the nearest; "": none yet */
    char learned[NETWORK_RULES_MAX]; /* its rules */
    int distance;
    Error *error;
} Nearest;

static void look_at(void *context, const char *name, const OsFileFacts *facts)
{
    Nearest *nearest = context;
    char path[PATH_LENGTH_MAX];
    NetworkHeader header;
    Rules learned;

    (void)facts;
    if (!text_ends_with(name, ".nnue")
        || snprintf(path, sizeof path, "%s/%s", nearest->folder, name) >= (int)sizeof path)
        return;
    const int fd = open_header(path, &header, &learned, nearest->error);
    if (fd < 0)
        return;
    os_close(fd);
    const int distance = network_distance(&learned, nearest->rules);
    /* Folders are listed in any order; of two equally near the first by name counts. */
    if (distance < 0
        || (*nearest->path
            && (distance > nearest->distance || (distance == nearest->distance && strcmp(path, nearest->path) > 0))))
        return;
    strcpy(nearest->path, path);
    strcpy(nearest->learned, header.rules);
    nearest->distance = distance;
}

static Nearest find_nearest(const Rules *rules, const char *folder, Error *error)
{
    Nearest nearest = { .rules = rules, .folder = folder, .error = error };

    *error = (Error){ 0 };
    os_list(folder, look_at, &nearest);
    return nearest;
}

Network *network_find(const Rules *rules, const char *folder, Error *error)
{
    const Nearest nearest = find_nearest(rules, folder, error);
    return *nearest.path ? network_read(nearest.path, error) : NULL;
}

void network_find_rules(const Rules *rules, const char *folder, Writer *writer)
{
    Error error;
    const Nearest nearest = find_nearest(rules, folder, &error);

    writer_add(writer, "%s", nearest.learned);
}

static bool has_few(const Position *pos, Side side)
{
    const int few = pos->rules->fly_at > pos->rules->least_pieces ? pos->rules->fly_at : pos->rules->least_pieces;
    return pos->on_board[side] <= few;
}

static int stage_of(const Network *network, const Position *pos)
{
    const int hand = pos->in_hand[WHITE] + pos->in_hand[BLACK];

    if (hand)
        return network->header.stage_by_hand[hand];
    if (has_few(pos, WHITE) || has_few(pos, BLACK))
        return network->header.stage_of_few;
    return network->header.stage_by_board[pos->on_board[WHITE] + pos->on_board[BLACK]];
}

void network_input(const Network *network, const Position *pos, NetworkInput *input)
{
    const Side us = (Side)pos->stm, them = side_other(us);

    input->stage = stage_of(network, pos);
    input->material = NETWORK_SIDE_PIECES * position_pieces_left(pos, us) + position_pieces_left(pos, them);
    patterns_find(&network->patterns, pos->pieces[us], pos->pieces[them], input->index);
}

static inline int hidden_value(const Network *network, const NetworkInput *input, int patterns)
{
    const NetworkStage *stage = &network->stage[input->stage];
    Ints4 sums = { 0 };
    Words8 low, high;

    memcpy(&low, stage->bias, sizeof low);
    memcpy(&high, stage->bias + 8, sizeof high);
    for (int i = 0; i < patterns; i++) {
        words_add_bytes(&low, network->vector[input->index[i]]);
        words_add_bytes(&high, network->vector[input->index[i]] + 8);
    }
    low &= low > 0;
    high &= high > 0;
    words_add_products(&sums, &low, stage->output);
    words_add_products(&sums, &high, stage->output + 8);
    return sums[0] + sums[1] + sums[2] + sums[3];
}

/* Inlined for the number of patterns of the largest boards. */
static inline int input_value(const Network *network, const NetworkInput *input, int patterns)
{
    const int16_t *weight = network->weight + input->stage * network->patterns.index_count;
    int sum = network->stage[input->stage].material[input->material];

    for (int i = 0; i < patterns; i++)
        sum += weight[input->index[i]];
    return network->vector ? sum + hidden_value(network, input, patterns) / NETWORK_OUTPUT_UNIT : sum;
}

int network_value(const Network *network, const Position *pos)
{
    const NetworkHeader *header = &network->header;
    NetworkInput input;

    network_input(network, pos, &input);
    int sum = network->patterns.count == PATTERN_MAX ? input_value(network, &input, PATTERN_MAX)
                                                     : input_value(network, &input, network->patterns.count);
    const int hand = pos->in_hand[WHITE] + pos->in_hand[BLACK], hands = 2 * network->rules.value.PiecesCount;
    if (hand > header->hand_max)
        sum = sum * (hands - hand) / (hands - header->hand_max); /* down to 0 for the empty board */
    return sum > NETWORK_OUTPUT_MAX ? NETWORK_OUTPUT_MAX : sum < -NETWORK_OUTPUT_MAX ? -NETWORK_OUTPUT_MAX : sum;
}
