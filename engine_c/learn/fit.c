/* fit.c: fits a network to samples by logistic regression with AdaGrad steps, then
 * rounds it to integers. Samples that were held back judge what was written. */
#include "samples.h"

#include "search/network.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EPOCHS = 4, PLACING_STAGES = 3, MANY = PLACING_STAGES, FEWER, FEW, STAGES };

static const float RateFirst = 0.03f, RateLast = 0.004f, Decay = 1e-5f, SquaresFirst = 0.1f;
static const float WeightUnit = 100, VectorUnit = 32, StartSpread = 0.15f;

typedef struct {
    uint16_t index[PATTERN_MAX];
    uint8_t stage, material;
    float wanted; /* the share of the point: 0, 0.5 or 1 */
} Example;

/* A number and the sum of its squared gradients. */
typedef struct {
    float value, squares;
} Parameter;

typedef struct {
    Parameter bias[NETWORK_HIDDEN], output[NETWORK_HIDDEN];
    Parameter material[NETWORK_SIDE_PIECES * NETWORK_SIDE_PIECES];
    Parameter *weight; /* by index */
} FitStage;

/* Values and squares apart, so that the compiler can handle several at once. */
typedef struct {
    float value[NETWORK_HIDDEN], squares[NETWORK_HIDDEN];
} FitVector;

typedef struct {
    int patterns;
    FitStage stage[STAGES];
    FitVector *vector;
} Fit;

static void adjust(Parameter *parameter, float gradient, float rate)
{
    const float step = gradient - Decay * parameter->value;

    parameter->squares += step * step;
    parameter->value += rate * step / sqrtf(parameter->squares + SquaresFirst);
}

/* One step towards the wanted value. */
static void learn_example(Fit *fit, const Example *example, float rate)
{
    FitStage *stage = &fit->stage[example->stage];
    float hidden[NETWORK_HIDDEN], gradient[NETWORK_HIDDEN], sum = stage->material[example->material].value;

    for (int k = 0; k < NETWORK_HIDDEN; k++)
        hidden[k] = stage->bias[k].value;
    for (int i = 0; i < fit->patterns; i++) {
        const FitVector *vector = &fit->vector[example->index[i]];
        for (int k = 0; k < NETWORK_HIDDEN; k++)
            hidden[k] += vector->value[k];
        sum += stage->weight[example->index[i]].value;
    }
    for (int k = 0; k < NETWORK_HIDDEN; k++)
        sum += hidden[k] > 0 ? hidden[k] * stage->output[k].value : 0;
    const float error = example->wanted - 1 / (1 + expf(-sum));
    for (int k = 0; k < NETWORK_HIDDEN; k++) {
        gradient[k] = hidden[k] > 0 ? error * stage->output[k].value : 0;
        if (hidden[k] > 0) {
            adjust(&stage->output[k], error * hidden[k], rate);
            adjust(&stage->bias[k], gradient[k], rate);
        }
    }
    adjust(&stage->material[example->material], error, rate);
    for (int i = 0; i < fit->patterns; i++) {
        FitVector *vector = &fit->vector[example->index[i]];
        adjust(&stage->weight[example->index[i]], error, rate);
        for (int k = 0; k < NETWORK_HIDDEN; k++) {
            vector->squares[k] += gradient[k] * gradient[k];
            vector->value[k] += rate * gradient[k] / sqrtf(vector->squares[k] + SquaresFirst);
        }
    }
}

static void fit_examples(Fit *fit, Example *examples, size_t count, uint64_t *random)
{
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
        for (size_t i = count; i > 1; i--) {
            const size_t other = (size_t)random_below(random, (uint32_t)i);
            const Example example = examples[i - 1];
            examples[i - 1] = examples[other];
            examples[other] = example;
        }
        for (size_t i = 0; i < count; i++) {
            const float done = ((float)epoch + (float)i / (float)count) / EPOCHS;
            learn_example(fit, &examples[i], RateFirst * (1 - done) + RateLast);
        }
    }
}

/* Placing in three parts, moving with many and with fewer pieces, and a side with few. */
static void set_stages(NetworkHeader *header, const RuleValues *values)
{
    const int pieces = 2 * values->PiecesCount;

    memset(header, 0, sizeof *header);
    header->stage_count = STAGES;
    header->stage_of_few = FEW;
    header->has_vectors = 1;
    header->hand_max = (uint8_t)pieces;
    for (int i = 0; i < NETWORK_PIECES; i++) {
        header->stage_by_hand[i] = (uint8_t)(i <= pieces ? PLACING_STAGES * i / (pieces + 1) : PLACING_STAGES - 1);
        header->stage_by_board[i] = 4 * i >= 3 * pieces ? MANY : FEWER;
    }
}

static bool fit_new(Fit *fit, const Patterns *patterns, uint64_t *random)
{
    const size_t indices = (size_t)patterns->index_count;
    bool has_memory = (fit->vector = calloc(indices, sizeof *fit->vector)) != NULL;

    fit->patterns = patterns->count;
    for (int i = 0; i < STAGES; i++) {
        fit->stage[i].weight = calloc(indices, sizeof *fit->stage[i].weight);
        has_memory = has_memory && fit->stage[i].weight;
        for (int k = 0; k < NETWORK_HIDDEN; k++)
            fit->stage[i].output[k].value = k % 2 ? 0.3f : -0.3f;
    }
    for (size_t i = 0; has_memory && i < indices; i++)
        for (int k = 0; k < NETWORK_HIDDEN; k++)
            fit->vector[i].value[k] = StartSpread * ((float)random_below(random, 2001) / 1000 - 1);
    return has_memory;
}

static void fit_free(Fit *fit)
{
    for (int i = 0; i < STAGES; i++)
        free(fit->stage[i].weight);
    free(fit->vector);
}

static int rounded(float value, float unit, int limit)
{
    const long number = lrintf(value * unit);
    return (int)(number > limit ? limit : number < -limit ? -limit : number);
}

static void round_to(Network *network, const Fit *fit)
{
    const int indices = network->patterns.index_count;

    for (int i = 0; i < STAGES; i++) {
        const FitStage *from = &fit->stage[i];
        NetworkStage *to = &network->stage[i];
        for (int k = 0; k < NETWORK_HIDDEN; k++) {
            to->bias[k] = (int16_t)rounded(from->bias[k].value, VectorUnit, NETWORK_HIDDEN_MAX);
            to->output[k] = (int16_t)rounded(from->output[k].value, WeightUnit * NETWORK_OUTPUT_UNIT / VectorUnit,
                                             NETWORK_HIDDEN_MAX);
        }
        for (int k = 0; k < NETWORK_SIDE_PIECES * NETWORK_SIDE_PIECES; k++)
            to->material[k] = (int16_t)rounded(from->material[k].value, WeightUnit, INT16_MAX);
        for (int k = 0; k < indices; k++)
            network->weight[i * indices + k] = (int16_t)rounded(from->weight[k].value, WeightUnit, INT16_MAX);
    }
    for (int i = 0; i < indices; i++)
        for (int k = 0; k < NETWORK_HIDDEN; k++)
            network->vector[i][k] = (int8_t)rounded(fit->vector[i].value[k], VectorUnit, INT8_MAX);
}

/* Mean squared error and log loss on the samples held back, by what the engine will compute; by the stages of a network. */
static void print_check(const Network *network, const Network *staged, const Samples *samples)
{
    double squares[STAGES + 1] = { 0 }, losses[STAGES + 1] = { 0 };
    size_t counts[STAGES + 1] = { 0 };

    for (size_t i = 0; i < samples->count; i++) {
        const Sample *sample = &samples->items[i];
        NetworkInput input;
        Position pos;
        if (!sample->is_held_back)
            continue;
        samples_position(sample, &network->rules, &pos);
        network_input(staged, &pos, &input);
        const double guess = 1 / (1 + exp(-network_value(network, &pos) / (double)WeightUnit));
        const double wanted = (sample->outcome + 1) / 2.0;
        for (int k = 0; k < 2; k++) {
            const int at = k ? STAGES : input.stage;
            counts[at]++;
            squares[at] += (guess - wanted) * (guess - wanted);
            losses[at] -= wanted * log(guess + 1e-9) + (1 - wanted) * log(1 - guess + 1e-9);
        }
    }
    for (int i = 0; i <= STAGES; i++)
        if (counts[i])
            printf("%s %d: %zu held back, squared error %.4f, log loss %.4f\n", i == STAGES ? "all of" : "stage", i,
                   counts[i], squares[i] / (double)counts[i], losses[i] / (double)counts[i]);
}

/* Turns the samples that are not held back into examples; returns their number. */
static size_t list_examples(const Network *network, const Samples *samples, Example *examples)
{
    size_t count = 0;

    for (size_t i = 0; i < samples->count; i++) {
        const Sample *sample = &samples->items[i];
        NetworkInput input;
        Position pos;
        if (sample->is_held_back)
            continue;
        samples_position(sample, &network->rules, &pos);
        network_input(network, &pos, &input);
        Example *example = &examples[count++];
        *example = (Example){ .stage = (uint8_t)input.stage,
                              .material = (uint8_t)input.material,
                              .wanted = (float)(sample->outcome + 1) / 2 };
        for (int k = 0; k < network->patterns.count; k++)
            example->index[k] = (uint16_t)input.index[k];
    }
    return count;
}

int fit_run(const char *text, const char *out, char **paths, int count)
{
    Samples samples = { 0 };
    uint64_t random = 1;
    NetworkHeader header;
    RuleValues values;
    Rules rules;
    Error error = { 0 };
    Fit fit;

    memset(&fit, 0, sizeof fit);
    if (!rules_read(&values, text, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return EXIT_FAILURE;
    }
    if (!samples_read_all(&samples, paths, count))
        return EXIT_FAILURE;
    rules_prepare(&rules, &values);
    set_stages(&header, &values);
    Network *network = network_new(&header, &rules);
    Example *examples = malloc((samples.count + 1) * sizeof *examples);
    if (!network || !examples || !fit_new(&fit, &network->patterns, &random))
        return EXIT_FAILURE;
    const size_t used = list_examples(network, &samples, examples);
    printf("%zu samples for fitting\n", used);
    fit_examples(&fit, examples, used, &random);
    round_to(network, &fit);
    print_check(network, network, &samples);
    const bool is_written = network_write(network, out, &error);
    if (!is_written)
        fprintf(stderr, "%s\n", error.text);
    network_free(network);
    fit_free(&fit);
    free(examples);
    free(samples.items);
    return is_written ? EXIT_SUCCESS : EXIT_FAILURE;
}

int check_run(const char *path, char **paths, int count)
{
    Samples samples = { 0 };
    NetworkHeader header;
    Error error = { 0 };
    Network *network = network_read(path, &error);

    if (!network || !samples_read_all(&samples, paths, count)) {
        fprintf(stderr, "%s\n", error.text);
        return EXIT_FAILURE;
    }
    set_stages(&header, &network->rules.value);
    Network *staged = network_new(&header, &network->rules);
    if (staged)
        print_check(network, staged, &samples);
    const bool is_checked = staged != NULL;
    network_free(staged);
    network_free(network);
    free(samples.items);
    return is_checked ? EXIT_SUCCESS : EXIT_FAILURE;
}
