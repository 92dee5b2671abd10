/* tb_fit.c: logistic regression with AdaGrad steps, then rounding to integers.
 * Batches of examples are collected by all threads and learned by one. */
#include "tb_fit.h"

#include <stdlib.h>
#include <string.h>

enum {
    EXAMPLES_OF_CHUNK = 128,
    BATCH_CHUNKS = 256,
    BATCH = EXAMPLES_OF_CHUNK * BATCH_CHUNKS,
    SLOTS_OF_EXAMPLE = 6,    /* an example for so many slots, … */
    EXAMPLES_MAX = 24 << 20, /* … but not more */
    INPUTS_MAX = PATTERN_MAX + CONTEXT_SLOTS + 2
};

static const float RateFirst = 0.12f, RateLast = 0.003f, SquaresFirst = 0.1f, StartSpread = 0.15f, StartOutput = 0.3f;

typedef struct {
    uint16_t index[PATTERN_MAX];
    uint16_t state;
    uint8_t mills, wdl; /* WDL_UNKNOWN: no example */
} Example;

/* The steps of all numbers of a vector get shorter with the sum of its squared gradients. */
typedef struct {
    float value[TB_HIDDEN], squares;
} FitVector;

/* The vectors of all inputs stand in one array: patterns, slots, mills, bias. */
typedef struct {
    const CodedSubspace *coded;
    const TbArray *array;
    const uint32_t *chunks;
    uint32_t chunk_count;
    const Job *job;
    uint64_t batch;
    int first_slot, first_mills, bias;
    FitVector *vectors;
    FitVector output[DECISION_NB];
    float output_bias[DECISION_NB], output_bias_squares[DECISION_NB];
    TbNetwork *network; /* for its table of probabilities, until the result is written to it */
    Example examples[BATCH];
} Fit;

static uint64_t random_of(uint64_t seed)
{
    seed = (seed + 0x9E3779B97F4A7C15u) * 0xBF58476D1CE4E5B9u;
    seed = (seed ^ seed >> 27) * 0x94D049BB133111EBu;
    return seed ^ seed >> 31;
}

/* Collects every so many-th slot of a chunk. */
static void collect_chunk(const Fit *fit, uint32_t chunk, uint64_t random, Example examples[EXAMPLES_OF_CHUNK])
{
    const CodedSubspace *coded = fit->coded;
    const ChunkRange range = coded_chunk(coded, chunk);
    const uint32_t stride = (range.end - range.block) * range.count / EXAMPLES_OF_CHUNK + 1;
    uint32_t until = (uint32_t)(random % stride);
    int count = 0;

    for (uint32_t block = range.block; block < range.end; block++) {
        TbValue values[CHUNK_SLOTS_MAX];
        Context context;
        context_start(&context, coded, block, range.first);
        for (uint32_t i = 0; i < range.count; i++) {
            const bool is_coded = context_is_coded(&context);
            const uint64_t slot = (uint64_t)block * coded->block_slots + range.first + i;
            values[i] = is_coded ? tb_array_get(fit->array, slot) : TB_VALUE_NONE;
            if (until-- == 0) {
                TbNetworkInput input;
                context_input(&context, values, &input);
                Example *example = &examples[count++];
                for (int k = 0; k < coded->index->patterns.count; k++)
                    example->index[k] = (uint16_t)input.index[k];
                example->state = (uint16_t)input.state;
                example->mills = (uint8_t)input.mills;
                example->wdl = (uint8_t)tb_value_wdl(values[i]);
                until = stride - 1;
            }
            if (i + 1 < range.count)
                context_next(&context);
        }
    }
    while (count < EXAMPLES_OF_CHUNK)
        examples[count++].wdl = WDL_UNKNOWN;
}

static void collect(void *context, int worker)
{
    Fit *fit = context;

    for (int i = worker; i < BATCH_CHUNKS && !job_is_stopped(fit->job); i += threadpool_size(fit->job->pool)) {
        const uint64_t random = random_of(fit->batch * BATCH_CHUNKS + (uint64_t)i);
        collect_chunk(fit, fit->chunks[random % fit->chunk_count], random >> 32, fit->examples + i * EXAMPLES_OF_CHUNK);
    }
}

static void shuffle(Fit *fit)
{
    for (uint32_t i = BATCH; i > 1; i--) {
        const uint64_t other = random_of(~(fit->batch * BATCH + i)) % i;
        const Example example = fit->examples[i - 1];
        fit->examples[i - 1] = fit->examples[other];
        fit->examples[other] = example;
    }
}

/* 1 / sqrt(x); the engine does without the mathematics library. */
static float inverse_root(float x)
{
    uint32_t bits;
    float y;

    memcpy(&bits, &x, sizeof bits);
    bits = 0x5F3759DF - (bits >> 1);
    memcpy(&y, &bits, sizeof y);
    y *= 1.5f - 0.5f * x * y * y;
    return y * (1.5f - 0.5f * x * y * y);
}

static void adjust(FitVector *vector, const float gradient[TB_HIDDEN], float squares, float rate)
{
    vector->squares += squares;
    const float step = rate * inverse_root(vector->squares + SquaresFirst);
    for (int k = 0; k < TB_HIDDEN; k++)
        vector->value[k] += step * gradient[k];
}

static float mean_square(const float numbers[TB_HIDDEN])
{
    float sum = 0;

    for (int k = 0; k < TB_HIDDEN; k++)
        sum += numbers[k] * numbers[k];
    return sum / (float)TB_HIDDEN;
}

/* What the decision is minus the probability that it is yes. */
static float error_of(const Fit *fit, TbDecision decision, const float sum[TB_HIDDEN], bool is_yes)
{
    const float most = (float)TB_ODDS_MAX;
    float odds = fit->output_bias[decision];

    for (int k = 0; k < TB_HIDDEN; k++)
        odds += sum[k] * fit->output[decision].value[k];
    odds *= (float)TB_ODDS_UNIT;
    odds = odds > most ? most : odds < -most ? -most : odds;
    const float no = (float)fit->network->probability[TB_ODDS_MAX + (int)odds] / 65536;
    return is_yes ? no : no - 1;
}

static int inputs_of(const Fit *fit, const Example *example, int inputs[INPUTS_MAX])
{
    int count = 0;

    for (int i = 0; i < fit->coded->index->patterns.count; i++)
        inputs[count++] = example->index[i];
    for (int n = 0; n < CONTEXT_SLOTS; n++)
        inputs[count++] = fit->first_slot + CONTEXT_SLOT_STATES * n
            + (example->state >> 2 * (CONTEXT_SLOTS - 1 - n) & 3);
    inputs[count++] = fit->first_mills + example->mills;
    inputs[count++] = fit->bias;
    return count;
}

/* One step towards the value of an example. */
static void learn(Fit *fit, const Example *example, float rate)
{
    int inputs[INPUTS_MAX];
    const int count = inputs_of(fit, example, inputs);
    float sum[TB_HIDDEN] = { 0 }, gradient[TB_HIDDEN] = { 0 }, step[TB_HIDDEN];

    for (int i = 0; i < count; i++)
        for (int k = 0; k < TB_HIDDEN; k++)
            sum[k] += fit->vectors[inputs[i]].value[k];
    for (int k = 0; k < TB_HIDDEN; k++)
        sum[k] = sum[k] > 0 ? sum[k] : 0;
    for (int decision = 0; decision < (example->wdl == WDL_WIN ? 1 : DECISION_NB); decision++) {
        const bool is_yes = decision == DECIDE_LOSS ? example->wdl == WDL_LOSS : example->wdl != WDL_WIN;
        const float error = error_of(fit, (TbDecision)decision, sum, is_yes);
        for (int k = 0; k < TB_HIDDEN; k++) {
            gradient[k] += sum[k] > 0 ? error * fit->output[decision].value[k] : 0;
            step[k] = error * sum[k];
        }
        adjust(&fit->output[decision], step, mean_square(step), rate);
        fit->output_bias_squares[decision] += error * error;
        fit->output_bias[decision] += rate * error * inverse_root(fit->output_bias_squares[decision] + SquaresFirst);
    }
    const float squares = mean_square(gradient);
    for (int i = 0; i < count; i++)
        adjust(&fit->vectors[inputs[i]], gradient, squares, rate);
}

/* False: stopped. */
static bool learn_all(Fit *fit)
{
    const ChunkLayout *layout = &fit->coded->layout;
    const uint64_t slots = (uint64_t)fit->chunk_count * layout->part_slots * layout->joined;
    const uint64_t wanted = slots / SLOTS_OF_EXAMPLE < EXAMPLES_MAX ? slots / SLOTS_OF_EXAMPLE : EXAMPLES_MAX;
    const uint64_t batches = wanted / BATCH + 1;

    for (fit->batch = 0; fit->batch < batches; fit->batch++) {
        const float rate = RateFirst * (1 - (float)fit->batch / (float)batches) + RateLast;
        threadpool_run(fit->job->pool, collect, fit);
        if (job_is_stopped(fit->job))
            return false;
        shuffle(fit);
        for (int i = 0; i < BATCH; i++)
            if (fit->examples[i].wdl != WDL_UNKNOWN)
                learn(fit, &fit->examples[i], rate);
        job_advance(fit->job, slots / batches);
    }
    return true;
}

static int rounded(float value, float unit, int limit)
{
    const float scaled = value * unit;
    return scaled >= (float)limit ? limit
        : scaled <= (float)-limit ? -limit
                                  : (int)(scaled + (scaled < 0 ? -0.5f : 0.5f));
}

static void round_vector(TbVector to, const FitVector *from)
{
    for (int k = 0; k < TB_HIDDEN; k++)
        to[k] = (int8_t)rounded(from->value[k], TB_VECTOR_UNIT, INT8_MAX);
}

static void write_network(const Fit *fit)
{
    TbNetwork *network = fit->network;
    TbNetworkHead *head = &network->head;

    for (int i = 0; i < fit->first_slot; i++)
        round_vector(network->vector[i], &fit->vectors[i]);
    for (int i = 0; i < CONTEXT_SLOTS * CONTEXT_SLOT_STATES; i++)
        round_vector(head->slot[i / CONTEXT_SLOT_STATES][i % CONTEXT_SLOT_STATES], &fit->vectors[fit->first_slot + i]);
    for (int i = 0; i < CONTEXT_MILLS; i++)
        round_vector(head->mills[i], &fit->vectors[fit->first_mills + i]);
    for (int k = 0; k < TB_HIDDEN; k++) {
        head->bias[k] = (int16_t)rounded(fit->vectors[fit->bias].value[k], TB_VECTOR_UNIT, TB_NETWORK_MAX);
        for (int decision = 0; decision < DECISION_NB; decision++)
            head->output[decision][k] = (int16_t)rounded(fit->output[decision].value[k], TB_OUTPUT_UNIT,
                                                         TB_NETWORK_MAX);
    }
    for (int decision = 0; decision < DECISION_NB; decision++)
        head->output_bias[decision] = (int16_t)rounded(fit->output_bias[decision], TB_ODDS_UNIT, TB_NETWORK_MAX);
    tb_network_prepare(network);
}

/* The patterns begin with random vectors, the rest with zeros. */
static void set_start(Fit *fit)
{
    for (int i = 0; i < fit->first_slot; i++)
        for (int k = 0; k < TB_HIDDEN; k++)
            fit->vectors[i].value[k] = StartSpread
                * ((float)(random_of((uint64_t)(i * TB_HIDDEN + k)) % 2001) / 1000 - 1);
    for (int k = 0; k < TB_HIDDEN; k++) {
        fit->output[DECIDE_NO_WIN].value[k] = k & 1 ? StartOutput : -StartOutput;
        fit->output[DECIDE_LOSS].value[k] = k & 2 ? StartOutput : -StartOutput;
    }
}

TbNetwork *tb_fit(const CodedSubspace *coded, const TbArray *array, const uint32_t *chunks, uint32_t chunk_count,
                  const Job *job)
{
    const Patterns *patterns = &coded->index->patterns;
    TbNetwork *network = tb_network_new(patterns);
    Fit *fit = calloc(1, sizeof *fit);
    bool is_fitted = false;

    if (network && fit) {
        *fit = (Fit){ .coded = coded, .array = array, .chunks = chunks, .chunk_count = chunk_count, .job = job };
        fit->first_slot = patterns->index_count;
        fit->first_mills = fit->first_slot + CONTEXT_SLOTS * CONTEXT_SLOT_STATES;
        fit->bias = fit->first_mills + CONTEXT_MILLS;
        fit->vectors = calloc((size_t)fit->bias + 1, sizeof *fit->vectors);
        fit->network = network;
        tb_network_prepare(network);
    }
    if (fit && fit->vectors) {
        set_start(fit);
        is_fitted = learn_all(fit);
    }
    if (is_fitted)
        write_network(fit);
    else
        free(network);
    free(fit ? fit->vectors : NULL);
    free(fit);
    return is_fitted ? network : NULL;
}
