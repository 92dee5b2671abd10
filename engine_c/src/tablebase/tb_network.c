#include "tb_network.h"

#include "game/words.h"

#include <stdlib.h>

_Static_assert(sizeof(TbNetworkHead) == 100 + 29 * TB_HIDDEN, "the head has no padding");

size_t tb_network_vector_bytes(const Patterns *patterns) { return (size_t)patterns->index_count * sizeof(TbVector); }

TbNetwork *tb_network_new(const Patterns *patterns)
{
    TbNetwork *network = calloc(1, sizeof *network + tb_network_vector_bytes(patterns));

    if (network)
        network->patterns = patterns;
    return network;
}

/* 65536 / (1 + e^odds) in integers. The odds in 1/65536 grow by e^(1 / TB_ODDS_UNIT) with each step. */
static void set_probabilities(uint16_t probability[2 * TB_ODDS_MAX + 1])
{
    uint64_t odds = (uint64_t)1 << 32;

    for (int step = 0; step <= TB_ODDS_MAX; step++) {
        const uint64_t no = ((uint64_t)1 << 48) / (((uint64_t)1 << 32) + odds);
        const uint16_t rarer = (uint16_t)(no ? no : 1);
        probability[TB_ODDS_MAX + step] = rarer;
        probability[TB_ODDS_MAX - step] = (uint16_t)(65536 - rarer);
        odds = (odds >> 16) * 66568; /* 65536 * e^(1 / 64) */
    }
}

static bool are_in_bounds(const int16_t *numbers, int count)
{
    for (int i = 0; i < count; i++)
        if (numbers[i] < -TB_NETWORK_MAX || numbers[i] > TB_NETWORK_MAX)
            return false;
    return true;
}

bool tb_network_prepare(TbNetwork *network)
{
    const TbNetworkHead *head = &network->head;

    for (int k = 0; k < TB_HIDDEN; k++) {
        for (int state = 0; state < CONTEXT_STATES; state++) {
            int sum = 0;
            for (int n = 0; n < CONTEXT_SLOTS; n++)
                sum += head->slot[n][state >> 2 * (CONTEXT_SLOTS - 1 - n) & 3][k];
            network->states[state][k] = (int16_t)sum;
        }
        for (int mills = 0; mills < CONTEXT_MILLS; mills++)
            network->mills[mills][k] = (int16_t)(head->bias[k] + head->mills[mills][k]);
    }
    set_probabilities(network->probability);
    return are_in_bounds(head->bias, TB_HIDDEN) && are_in_bounds(head->output_bias, DECISION_NB)
        && are_in_bounds(head->output[0], TB_HIDDEN) && are_in_bounds(head->output[1], TB_HIDDEN);
}

/* Eight numbers of the sum from `first` on. */
static void sum_eight(const TbNetwork *network, const TbNetworkInput *input, int first, int16_t *sum)
{
    Words8 words = { 0 };

    words_add(&words, network->states[input->state] + first);
    words_add(&words, network->mills[input->mills] + first);
    for (int i = 0; i < network->patterns->count; i++)
        words_add_bytes(&words, network->vector[input->index[i]] + first);
    words &= words > 0;
    memcpy(sum, &words, sizeof words);
}

void tb_network_sum(const TbNetwork *network, const TbNetworkInput *input, int16_t sum[TB_HIDDEN])
{
    sum_eight(network, input, 0, sum);
    sum_eight(network, input, 8, sum + 8);
}

uint16_t tb_network_probability(const TbNetwork *network, const int16_t sum[TB_HIDDEN], TbDecision decision)
{
    enum { UNIT = TB_VECTOR_UNIT * TB_OUTPUT_UNIT / TB_ODDS_UNIT };
    int odds = network->head.output_bias[decision] * UNIT;

    for (int k = 0; k < TB_HIDDEN; k++)
        odds += sum[k] * network->head.output[decision][k];
    odds /= UNIT;
    odds = odds > TB_ODDS_MAX ? TB_ODDS_MAX : odds < -TB_ODDS_MAX ? -TB_ODDS_MAX : odds;
    return network->probability[TB_ODDS_MAX + odds];
}
